"""Styles of a Word file: what a paragraph's style says about headings, lists and looks.

A style inherits from the one it is based on. Built-in styles keep their English names in the file,
whatever language Word speaks, but other programs write localised ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ragstone.parsers.docx.look import Look
from ragstone.parsers.docx.nodes import value
from ragstone.parsers.heading_style import heading_level
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, descendants, tag

_LIST_STYLE = re.compile("list (?:bullet|number|continue) ([2-5])", re.IGNORECASE)
_BODY_OUTLINE = 9  # outline levels are 0 to 8; 9 means body text
_DEFAULT_HALF_POINTS = 20  # ECMA-376, 17.3.2.38: 10 points where nothing is said
_MAX_CHAIN = 20
_MAX_LOOKS = 1000


@dataclass(frozen=True, slots=True)
class Style:
    """One style: what it says itself, without what it inherits."""

    name: str
    based_on: str | None = None
    outline: int | None = None
    number_id: str | None = None
    number_level: int | None = None
    half_points: int | None = None
    run: Xml | None = None
    shading: Xml | None = None
    is_shaded: bool = False


class Styles:
    """All styles by id, from the part `styles`; None when the file has none."""

    def __init__(self, root: Xml | None) -> None:
        self._styles: dict[str, Style] = {}
        self._default: str | None = None
        self._looks: dict[tuple[str | None, Look], Look] = {}
        self.half_points = _DEFAULT_HALF_POINTS
        for node in root if root is not None else ():
            if tag(node) == "w:docDefaults":
                size = value(node, "w:rPrDefault", "w:rPr", "w:sz")
                self.half_points = _integer(size) or self.half_points
            style_id = attribute(node, "w:styleId") if tag(node) == "w:style" else None
            if style_id is None:
                continue
            self._styles[style_id] = _style(node)
            if attribute(node, "w:default") == "1" and attribute(node, "w:type") == "paragraph":
                self._default = style_id

    def name(self, style_id: str | None) -> str:
        """What people call the style; its id in a file that does not say."""
        return next((style.name for style in self._chain(style_id)), "")

    def heading_level(self, style_id: str | None) -> int | None:
        """1 to 9 for heading styles and what is based on them, 1 and 2 for Title and Subtitle."""
        for style in self._chain(style_id):
            if style.outline is not None:
                return style.outline + 1 if style.outline < _BODY_OUTLINE else None
            if (level := heading_level(style.name)) is not None:
                return level
        return None

    def numbering(self, style_id: str | None) -> tuple[str | None, int | None]:
        """(numbering id, level) that the style gives to its paragraphs."""
        number_id, level = None, None
        for style in self._chain(style_id):
            number_id = number_id or style.number_id
            level = style.number_level if level is None else level
        return number_id, level

    def is_bullet(self, style_id: str | None) -> bool:
        """Whether the style is called a bulleted list, for files whose numbering is missing."""
        return any(style.name.lower().startswith("list bullet") for style in self._chain(style_id))

    def list_depth(self, style_id: str | None) -> int:
        """How deep Word's own list styles lie: "List Bullet 3" is 2, although its list has but one
        level; 0 for all others."""
        found = (_LIST_STYLE.fullmatch(style.name) for style in self._chain(style_id))
        return next((int(match[1]) - 1 for match in found if match), 0)

    def size_half_points(self, style_id: str | None) -> int:
        said = (style.half_points for style in self._chain(style_id))
        return next((size for size in said if size is not None), self.half_points)

    def look(self, style_id: str | None, before: Look) -> Look:
        """`before` with what the style, and those it is based on, say of looks."""
        known = self._looks.get((style_id, before))
        if known is None:
            known = before
            for style in reversed(list(self._chain(style_id))):
                known = known.changed(style.run).over(style.shading)
            if len(self._looks) < _MAX_LOOKS:
                self._looks[style_id, before] = known
        return known

    def is_shaded(self, style_id: str | None) -> bool:
        """Whether a table's style gives any of its cells a ground."""
        return any(style.is_shaded for style in self._chain(style_id))

    def _chain(self, style_id: str | None) -> Iterator[Style]:
        """The style and those it is based on, nearest first; a loop ends the chain."""
        style_id = style_id or self._default
        for _ in range(_MAX_CHAIN):
            if style_id is None:
                return
            # A file without styles still names them: "Heading1".
            style = self._styles.get(style_id) or Style(style_id)
            yield style
            style_id = style.based_on


def _style(node: Xml) -> Style:
    looks, paragraph = child(node, "w:rPr"), child(node, "w:pPr")
    return Style(
        name=value(node, "w:name") or "",
        based_on=value(node, "w:basedOn"),
        outline=_integer(value(paragraph, "w:outlineLvl")),
        number_id=value(paragraph, "w:numPr", "w:numId"),
        number_level=_integer(value(paragraph, "w:numPr", "w:ilvl")),
        half_points=_integer(value(looks, "w:sz")),
        run=looks,
        shading=child(paragraph, "w:shd"),
        is_shaded=attribute(node, "w:type") == "table" and _shades(node),
    )


def _shades(style: Xml) -> bool:
    return any(attribute(one, "w:fill") != "auto" for one in descendants(style, "w:shd"))


def _integer(text: str | None) -> int | None:
    try:
        return None if text is None else int(text)
    except ValueError:
        return None
