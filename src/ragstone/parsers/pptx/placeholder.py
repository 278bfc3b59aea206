"""What a slide takes from its layout and its master: places of placeholders, looks of lists.

ISO/IEC 29500-1, 19.3.1.36 (placeholders) and 21.1.2.4 (list styles). The prompts that layouts show
("Click to add title") are never read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ragstone.parsers.ooxml.nodes import Xml, attribute, child, descendants, tag

#: Types of the master's placeholders that stand for those of a slide.
_MASTER_TYPE = {
    "ctrTitle": "title",
    "subTitle": "body",
    "obj": "body",
    "tbl": "body",
    "chart": "body",
    "dgm": "body",
    "pic": "body",
    "media": "body",
    "clipArt": "body",
}
TITLES = frozenset({"title", "ctrTitle"})
_LEVELS = 9


@dataclass(frozen=True, slots=True)
class Placeholder:
    """What a shape says of itself: `kind` ("title", "body", "ftr") and its number in the layout."""

    kind: str
    index: str


def placeholder_of(shape: Xml) -> Placeholder | None:
    """The placeholder that a shape is, if it is one."""
    for part in shape:
        if tag(part).startswith("p:nv"):
            found = child(part, "p:nvPr", "p:ph")
            if found is not None:
                return Placeholder(
                    attribute(found, "type") or "obj", attribute(found, "idx") or "0"
                )
    return None


class Inherited:
    """The layout and the master of one slide; either may be missing.

    `presentation` holds the default text style of the file.
    """

    def __init__(self, layout: Xml | None, master: Xml | None, presentation: Xml | None) -> None:
        self._layout = _placeholders(layout)
        self._master = _placeholders(master)
        styles = child(master, "p:txStyles")
        self._styles = {
            name: child(styles, f"p:{name}Style") for name in ("title", "body", "other")
        }
        self._default = child(presentation, "p:defaultTextStyle")

    def shapes(self, placeholder: Placeholder) -> Iterator[Xml]:
        """The placeholder's shape in the layout, then in the master."""
        in_layout = _match(self._layout, placeholder)
        if in_layout is not None:
            yield in_layout
        kind = _MASTER_TYPE.get(placeholder.kind, placeholder.kind)
        in_master = next((shape for known, shape in self._master if known.kind == kind), None)
        if in_master is not None:
            yield in_master

    def levels(self, shape: Xml, placeholder: Placeholder | None, level: int) -> Iterator[Xml]:
        """Paragraph properties that hold for a level (0-based) of the shape, nearest first."""
        name = f"a:lvl{min(level, _LEVELS - 1) + 1}pPr"
        bodies = [child(shape, "p:txBody")]
        if placeholder is not None:
            bodies += [child(other, "p:txBody") for other in self.shapes(placeholder)]
        styles = [child(body, "a:lstStyle") for body in bodies]
        styles += [self._styles[_style_of(placeholder)], self._default]
        for style in styles:
            found = child(style, name)
            if found is not None:
                yield found


def _style_of(placeholder: Placeholder | None) -> str:
    if placeholder is None or placeholder.kind in ("dt", "ftr", "sldNum", "hdr"):
        return "other"
    return "title" if placeholder.kind in TITLES else "body"


def _placeholders(root: Xml | None) -> list[tuple[Placeholder, Xml]]:
    return [
        (found, shape)
        for shape in descendants(root, "p:sp")
        if (found := placeholder_of(shape)) is not None
    ]


def _match(known: list[tuple[Placeholder, Xml]], wanted: Placeholder) -> Xml | None:
    """By number; titles and furniture by their type, of which there is one."""
    for found, shape in known:
        if wanted.kind in TITLES and found.kind in TITLES:
            return shape
        if found.index == wanted.index and wanted.kind not in TITLES and found.kind not in TITLES:
            return shape
    return next((shape for found, shape in known if found.kind == wanted.kind), None)
