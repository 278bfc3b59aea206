"""Styles of an OpenDocument file, as far as they change what is read: hidden text, headings, lists.

ODF 1.3 part 3, 16 (styles) and 19.880 (text:display).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ragstone.parsers.heading_style import heading_level
from ragstone.parsers.odf.nodes import Xml, attribute, child, children, descendants, number, tag

_MAX_CHAIN = 30
#: Of body text, where the file does not say.
_SIZE = 12.0
_NUMBER_OF_POINTS = re.compile(r"(\d{1,5}(?:\.\d{1,6})?)(?:pt)?")
_LEVELS = 10
_NUMBER, _BULLET = "text:list-level-style-number", "text:list-level-style-bullet"


@dataclass(frozen=True, slots=True)
class Level:
    """How one level of a list is marked. `format` is "1", "a", "I", "一, 二, 三, ...", or "" for
    no number; `bullet` is set for bullets alone; `shown` counts the levels in the number.
    """

    format: str = ""
    prefix: str = ""
    suffix: str = ""
    start: int = 1
    shown: int = 1
    bullet: str | None = None


@dataclass(frozen=True, slots=True)
class _Style:
    """What one style says itself; None where its parent says it."""

    name: str
    parent: str | None = None
    hidden: bool | None = None
    bold: bool | None = None
    size: str | None = None


class Styles:
    """The styles of all `roots` (the content's own, then the named ones) by family and name."""

    def __init__(self, *roots: Xml | None) -> None:
        self._styles: dict[tuple[str, str], _Style] = {}
        self._lists: dict[str, dict[int, Level]] = {}
        self.outline: dict[int, Level] = {}
        self.size = _SIZE
        for root in roots:
            for group in ("office:automatic-styles", "office:styles"):
                styles = child(root, group)
                for node in styles if styles is not None else ():
                    self._read(node)

    def is_hidden(self, family: str, name: str | None) -> bool:
        said = (style.hidden for style in self._chain(family, name))
        return next((hidden for hidden in said if hidden is not None), False)

    def is_bold(self, family: str, name: str | None) -> bool | None:
        """None where the style does not say."""
        said = (style.bold for style in self._chain(family, name))
        return next((bold for bold in said if bold is not None), None)

    def size_points(self, family: str, name: str | None, around: float) -> float:
        """The size that a style gives; `around` where it does not say, or as a share of it."""
        share = 1.0
        for style in self._chain(family, name):
            if style.size is None:
                continue
            if not style.size.endswith("%"):
                return share * _points(style.size, around)
            share *= _points(style.size.removesuffix("%"), 100.0) / 100.0
        return share * around

    def title_level(self, name: str | None) -> int | None:
        """The level of a paragraph that its style alone makes a title."""
        for style in self._chain("paragraph", name):
            # "Heading 1" is written "Heading_20_1".
            if (level := heading_level(style.name.replace("_20_", " "))) is not None:
                return level
        return None

    def list_levels(self, name: str | None) -> dict[int, Level]:
        """The levels of a list style, by depth (0-based)."""
        return self._lists.get(name or "", {})

    def list_level(self, name: str | None, depth: int) -> Level:
        """How items of a list style at a depth (0-based) are marked; a bullet where it says not."""
        levels = self._lists.get(name or "", {})
        return levels.get(min(depth, _LEVELS - 1), Level(bullet="•"))

    def label(self, name: str | None) -> str:
        """What people call a paragraph style."""
        for style in self._chain("paragraph", name):
            if not style.name.startswith("P") or not style.name[1:].isdecimal():
                return style.name.replace("_20_", " ")
        return name or ""

    def _chain(self, family: str, name: str | None) -> Iterator[_Style]:
        """The style and those it is based on, nearest first; a loop ends the chain."""
        for _ in range(_MAX_CHAIN):
            if name is None:
                return
            style = self._styles.get((family, name))
            if style is None:
                # A file without the style still names it: "Title".
                yield _Style(name)
                return
            yield style
            name = style.parent

    def _read(self, node: Xml) -> None:
        kind = tag(node)
        name = attribute(node, "style:name") or ""
        if kind == "style:style":
            looks = child(node, "style:text-properties")
            display = attribute(looks, "text:display")
            weight = attribute(looks, "fo:font-weight")
            self._styles.setdefault(
                (attribute(node, "style:family") or "", name),
                _Style(
                    name,
                    attribute(node, "style:parent-style-name"),
                    None if display is None else display == "none",
                    None if weight is None else _is_bold(weight),
                    attribute(looks, "fo:font-size"),
                ),
            )
        elif kind == "style:default-style":
            looks = child(node, "style:text-properties")
            if attribute(node, "style:family") == "paragraph":
                self.size = _points(attribute(looks, "fo:font-size"), _SIZE)
        elif kind == "text:list-style":
            self._lists.setdefault(name, dict(_levels(node)))
        elif kind == "text:outline-style":
            self.outline = dict(_levels(node))


def _is_bold(weight: str) -> bool:
    return weight == "bold" or (weight.isdecimal() and len(weight) <= 4 and int(weight) >= 600)


def _points(text: str | None, otherwise: float) -> float:
    """A size in points, as office programs write it."""
    found = _NUMBER_OF_POINTS.fullmatch(text or "")
    return float(found[1]) if found else otherwise


def _levels(node: Xml) -> Iterator[tuple[int, Level]]:
    for item in node:
        if tag(item) not in (_NUMBER, _BULLET, "text:outline-level-style"):
            continue
        depth = number(item, "text:level", 1) - 1
        bullet = attribute(item, "text:bullet-char") if tag(item) == _BULLET else None
        if bullet is not None:
            bullet = "•" if not bullet.strip() or "\ue000" <= bullet[0] <= "\uf8ff" else bullet
        yield (
            depth,
            Level(
                attribute(item, "style:num-format") or "",
                attribute(item, "style:num-prefix") or "",
                attribute(item, "style:num-suffix") or "",
                number(item, "text:start-value", 1),
                max(1, number(item, "text:display-levels", 1)),
                bullet,
            ),
        )


def furniture(root: Xml | None) -> Iterator[tuple[str, Xml]]:
    """("header" or "footer", node) of every page style."""
    for page in descendants(child(root, "office:master-styles"), "style:master-page"):
        for kind in ("header", "footer"):
            for variant in ("", "-left", "-first"):
                yield from ((kind, node) for node in children(page, f"style:{kind}{variant}"))
