"""Paragraphs of DrawingML text (`a:p`): as written, with links, formulas and the marker shown.

Markers stand nowhere in the text: bullets and numbers come from the paragraph or from what it
inherits, and numbers are counted (ISO/IEC 29500-1, 20.1.10.61).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ragstone.parsers.ooxml.math import formula_text
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, descendants, tag
from ragstone.text.numerals import chinese, circled, letters, roman

#: The address that a relationship id means; None for links that lead nowhere.
LinkOf = Callable[[str], str | None]
#: Paragraph properties that hold for a level, nearest first.
LevelsOf = Callable[[int], Iterable[Xml]]

_BULLETS = frozenset({"a:buNone", "a:buChar", "a:buAutoNum", "a:buBlip"})
_SYMBOL_FONTS = ("wingdings", "webdings", "symbol", "monotype sorts", "zapf dingbats")
#: The bullets that PowerPoint offers in Wingdings.
_WINGDINGS = {"§": "▪", "Ø": "➢", "ü": "✓", "q": "❑", "v": "❖", "n": "■", "l": "●", "u": "◆"}
_AROUND = {"Period": "{}.", "ParenR": "{})", "ParenBoth": "({})", "Plain": "{}", "Minus": "- {} -"}
_SCHEME = re.compile(r"(.+?)(Period|ParenR|ParenBoth|Plain|Minus)")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_MAX_LEVEL = 8
#: Hundredths of a point.
_UNREADABLE = 200


@dataclass(slots=True)
class Paragraph:
    """One paragraph. `marker` is None for one that is no list item; `size` in hundredths of a point
    where its first run says so. `unseen` is what nobody can read: wholly transparent, or smaller
    than any print.
    """

    text: str = ""
    unseen: str = ""
    level: int = 0
    marker: str | None = None
    links: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    formula_characters: int = 0
    size: int | None = None


class TextReader:
    """Reads the paragraphs of one body of text; it counts numbered ones."""

    def __init__(self, link_of: LinkOf, levels_of: LevelsOf = lambda _: ()) -> None:
        self._link_of, self._levels_of = link_of, levels_of
        # By level: the numbering scheme and the last number given.
        self._counts: dict[int, tuple[str, int]] = {}
        self._inherited: dict[int, list[Xml]] = {}

    def read(self, body: Xml | None) -> Iterator[Paragraph]:
        """The paragraphs that hold text."""
        for node in body if body is not None else ():
            if tag(node) == "a:p":
                paragraph = self._paragraph(node)
                if paragraph.text or paragraph.unseen.strip():
                    yield paragraph

    def _paragraph(self, node: Xml) -> Paragraph:
        properties = child(node, "a:pPr")
        said = attribute(properties, "lvl") if properties is not None else None
        level = min(int(said), _MAX_LEVEL) if said is not None and said.isdecimal() else 0
        paragraph = Paragraph(level=level)
        pieces: list[str] = []
        for item in node:
            self._inline(item, paragraph, pieces)
        paragraph.text = _unescaped("".join(pieces)).strip()
        if paragraph.text:
            own = [] if properties is None else [properties]
            if level not in self._inherited:
                self._inherited[level] = list(self._levels_of(level))
            paragraph.marker = self._marker([*own, *self._inherited[level]], level)
        return paragraph

    def _inline(self, item: Xml, paragraph: Paragraph, pieces: list[str]) -> None:
        kind = tag(item)
        if kind in ("a:r", "a:fld"):
            found = child(item, "a:t")
            text = "" if found is None else found.text or ""
            looks = child(item, "a:rPr")
            if looks is not None and _is_unseen(looks):
                paragraph.unseen += _unescaped(text)
                return
            pieces.append(text)
            if looks is not None and text.strip():
                self._looks(looks, text, paragraph, is_first=len(pieces) == 1)
        elif kind == "a:br":
            pieces.append("\n")
        elif kind in ("m:oMath", "m:oMathPara"):
            text = formula_text(item)
            paragraph.formula_characters += len(text)
            pieces.append(text)
        elif kind in ("a14:m", "mc:AlternateContent", "mc:Choice"):
            inside = child(item, "mc:Choice") if kind == "mc:AlternateContent" else None
            for part in item if inside is None else inside:
                self._inline(part, paragraph, pieces)

    def _looks(self, looks: Xml, text: str, paragraph: Paragraph, *, is_first: bool) -> None:
        size = attribute(looks, "sz")
        if is_first and size is not None and size.isdecimal():
            paragraph.size = int(size)
        url = link_of(looks, self._link_of)
        if url is None:
            return
        links = paragraph.links
        if links and links[-1]["url"] == url:
            # One link in several runs.
            links[-1]["text"] += text
        else:
            links.append({"text": text, "url": url})

    def _marker(self, chain: list[Xml], level: int) -> str | None:
        bullet = next((item for look in chain for item in look if tag(item) in _BULLETS), None)
        for deeper in [known for known in self._counts if known > level]:
            del self._counts[deeper]
        if bullet is None or tag(bullet) != "a:buAutoNum":
            self._counts.pop(level, None)
            if bullet is None or tag(bullet) == "a:buNone":
                return None
            if tag(bullet) == "a:buBlip":
                return "•"
            fonts = (child(look, "a:buFont") for look in chain)
            font = next((found for found in fonts if found is not None), None)
            return _bullet(attribute(bullet, "char") or "", font)
        scheme = attribute(bullet, "type") or "arabicPeriod"
        start = attribute(bullet, "startAt") or "1"
        first = int(start) if start.isdecimal() else 1
        known, last = self._counts.get(level, ("", 0))
        number = last + 1 if known == scheme else first
        self._counts[level] = (scheme, number)
        return _numbered(number, scheme)


def _is_unseen(looks: Xml) -> bool:
    size = attribute(looks, "sz")
    if size is not None and size.isdecimal() and int(size) <= _UNREADABLE:
        return True
    alpha = next(descendants(child(looks, "a:solidFill"), "a:alpha"), None)
    return alpha is not None and attribute(alpha, "val") in ("0", "0%")


def link_of(node: Xml, address: LinkOf) -> str | None:
    """The address of the `a:hlinkClick` in a run's or a shape's properties."""
    click = child(node, "a:hlinkClick")
    if click is None:
        return None
    return address(attribute(click, "r:id") or "")


def _bullet(sign: str, font: Xml | None) -> str:
    """The bullet as a reader sees it; signs of symbol fonts are letters in the file."""
    face = "" if font is None else (attribute(font, "typeface") or "").lower()
    sign = sign.strip()
    if face.startswith("wingdings"):
        return _WINGDINGS.get(sign, "•")
    if not sign or face.startswith(_SYMBOL_FONTS) or "\ue000" <= sign[0] <= "\uf8ff":
        return "•"
    return sign


def _numbered(number: int, scheme: str) -> str:
    """The marker of a numbered paragraph: "2.", "(b)", "三、"."""
    if scheme.startswith("circleNum"):
        return circled(number)
    match = _SCHEME.fullmatch(scheme)
    system, around = (match[1], match[2]) if match else (scheme, "Plain")
    if system.startswith("alpha"):
        shown = letters(number)
    elif system.startswith("roman"):
        shown = roman(number)
    elif system.startswith(("ea1Chs", "ea1Cht", "ea1JpnChs", "ea1JpnKor")):
        return f"{chinese(number)}、" if around == "Period" else chinese(number)
    else:
        shown = str(number)
    if system.endswith("Uc"):
        shown = shown.upper()
    return _AROUND[around].format(shown)


def _unescaped(text: str) -> str:
    """Characters that XML cannot hold are written `_x000B_`; that one is a line break."""
    if "_x" in text:
        text = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)
    text = text.replace("\v", "\n").replace("\0", "")
    return re.sub("[\ud800-\udfff]", "\ufffd", text)
