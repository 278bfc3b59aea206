"""Numbering of a Word file: the markers of list items, which stand nowhere in the text.

numbering = Numbering(root)
numbering.marker("1", 0)       # "1.", at the next call "2."
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ragstone.parsers.docx.nodes import is_on, value
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, tag
from ragstone.text.numerals import chinese, circled, letters, roman

_LEVELS = 9
_PLACEHOLDER = re.compile(r"%([1-9])")
_CHINESE_FORMATS = frozenset(
    {
        "chineseCounting",
        "chineseCountingThousand",
        "chineseLegalSimplified",
        "ideographTraditional",
        "japaneseCounting",
        "taiwaneseCounting",
        "taiwaneseCountingThousand",
        "koreanDigital2",
    }
)


@dataclass(frozen=True, slots=True)
class _Level:
    format: str = "decimal"
    text: str = ""
    start: int = 1
    legal: bool = False


class Numbering:
    """Hands out markers in document order: it counts. `root` is the numbering part or None."""

    def __init__(self, root: Xml | None) -> None:
        self._levels: dict[str, dict[int, _Level]] = {}
        self._abstract_of: dict[str, str] = {}
        self._overrides: dict[str, dict[int, _Level]] = {}
        self._restarts: dict[str, set[int]] = {}
        self._counts: dict[str, dict[int, int]] = {}
        links: dict[str, str] = {}
        for node in root if root is not None else ():
            if tag(node) == "w:abstractNum":
                abstract = attribute(node, "w:abstractNumId") or ""
                self._levels[abstract] = dict(_level(item) for item in node if tag(item) == "w:lvl")
                if (link := value(node, "w:styleLink")) is not None:
                    links[link] = abstract
            elif tag(node) == "w:num":
                self._read_number(node)
        for node in root if root is not None else ():
            # A list style's definition stands elsewhere, under the style's name.
            link = value(node, "w:numStyleLink") if tag(node) == "w:abstractNum" else None
            if link in links:
                abstract = attribute(node, "w:abstractNumId") or ""
                self._levels[abstract] = self._levels[links[link]]

    def knows(self, number_id: str | None) -> bool:
        """Whether paragraphs with this numbering id are list items; id 0 takes one away."""
        return number_id in self._abstract_of

    def marker(self, number_id: str, level: int) -> str:
        """The marker of the next item of this list at this depth (0-based); "" for none."""
        level = max(0, min(level, _LEVELS - 1))
        abstract = self._abstract_of[number_id]
        counts = self._counts.setdefault(abstract, {})
        if level in self._restarts.get(number_id, ()):
            self._restarts[number_id].discard(level)
            counts.pop(level, None)
        counts[level] = counts.get(level, self._level(number_id, level).start - 1) + 1
        for deeper in [depth for depth in counts if depth > level]:
            del counts[deeper]
        own = self._level(number_id, level)
        if own.format == "bullet":
            return _bullet(own.text)
        if own.format == "none":
            return ""

        def number(match: re.Match[str]) -> str:
            depth = int(match[1]) - 1
            shown = self._level(number_id, depth)
            count = counts.get(depth, shown.start)
            return _formatted(count, "decimal" if own.legal else shown.format)

        return _PLACEHOLDER.sub(number, own.text).strip()

    def _level(self, number_id: str, level: int) -> _Level:
        overridden = self._overrides.get(number_id, {}).get(level)
        if overridden is not None:
            return overridden
        defined = self._levels.get(self._abstract_of[number_id], {})
        return defined.get(level) or _Level(text=f"%{level + 1}.")

    def _read_number(self, node: Xml) -> None:
        number_id = attribute(node, "w:numId") or ""
        abstract = value(node, "w:abstractNumId")
        if abstract is None or number_id == "0":
            return
        self._abstract_of[number_id] = abstract
        for item in node:
            if tag(item) != "w:lvlOverride":
                continue
            level = _integer(attribute(item, "w:ilvl"), 0)
            redefined = child(item, "w:lvl")
            if redefined is not None:
                self._overrides.setdefault(number_id, {})[level] = _level(redefined)[1]
            start = value(item, "w:startOverride")
            if start is not None:
                self._restarts.setdefault(number_id, set()).add(level)
                self._overrides.setdefault(number_id, {})[level] = replace(
                    self._level(number_id, level), start=_integer(start, 1)
                )


def _level(node: Xml) -> tuple[int, _Level]:
    return _integer(attribute(node, "w:ilvl"), 0), _Level(
        format=value(node, "w:numFmt") or "decimal",
        text=value(node, "w:lvlText") or "",
        start=_integer(value(node, "w:start"), 1),
        legal=is_on(node, "w:isLgl"),
    )


def _bullet(text: str) -> str:
    """The bullet as a reader sees it: Symbol and Wingdings keep theirs in the private area."""
    shown = text.strip()
    if not shown or "\ue000" <= shown[0] <= "\uf8ff":
        return "•"
    # "o" is the second level of Word's own list, in Courier New.
    return "◦" if shown == "o" else shown


def _formatted(number: int, style: str) -> str:
    if style in ("lowerLetter", "upperLetter"):
        return letters(number).upper() if style == "upperLetter" else letters(number)
    if style in ("lowerRoman", "upperRoman"):
        return roman(number).upper() if style == "upperRoman" else roman(number)
    if style in _CHINESE_FORMATS:
        return chinese(number)
    if style == "decimalZero":
        return f"{number:02d}"
    return circled(number) if style.startswith("decimalEnclosedCircle") else str(number)


def _integer(text: str | None, default: int) -> int:
    try:
        return default if text is None else int(text)
    except ValueError:
        return default
