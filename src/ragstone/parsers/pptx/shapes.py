"""The shapes of a slide with their places: groups entered, alternatives chosen, hidden ones told.

Not here: what a shape says (`slide.py`), in what order (`slide_order.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ragstone.limits import Limits
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, tag
from ragstone.parsers.picture_files import described
from ragstone.parsers.pptx.placeholder import Inherited, Placeholder, placeholder_of
from ragstone.parsers.slide_order import Box

#: English metric units in a point.
EMU = 12700
_KINDS = frozenset({"p:sp", "p:pic", "p:graphicFrame", "p:cxnSp", "p:contentPart"})
_DECORATIVE = "{http://schemas.microsoft.com/office/drawing/2017/decorative}decorative"
_QUARTER, _FULL = 5_400_000, 21_600_000


@dataclass(slots=True)
class Shape:
    """One shape, or a group of them (`members`). `box` is in points on the slide as shown.

    `description` is its alternative text, "" for none and for decoration.
    """

    node: Xml
    kind: str
    name: str = ""
    description: str = ""
    box: Box | None = None
    is_hidden: bool = False
    is_decoration: bool = False
    placeholder: Placeholder | None = None
    members: list[Shape] = field(default_factory=list["Shape"])


@dataclass(frozen=True, slots=True)
class _Frame:
    """How the coordinates of a group's members become those of the slide."""

    scale_x: float = 1.0
    scale_y: float = 1.0
    move_x: float = 0.0
    move_y: float = 0.0

    def box(self, x: float, y: float, width: float, height: float) -> Box:
        left, top = self.move_x + x * self.scale_x, self.move_y + y * self.scale_y
        return (left, top, left + width * self.scale_x, top + height * self.scale_y)


class ShapeTree:
    """Reads the tree of one slide (or notes page)."""

    def __init__(self, inherited: Inherited, limits: Limits, file: str) -> None:
        self._inherited, self._limits, self._file = inherited, limits, file

    def read(self, tree: Xml) -> list[Shape]:
        """The shapes directly on the slide, in their own order: from the back to the front."""
        return list(self._members(tree, _Frame(1 / EMU, 1 / EMU), 1, hidden=False))

    def _members(self, tree: Xml, frame: _Frame, depth: int, *, hidden: bool) -> Iterator[Shape]:
        self._limits.check("markup_depth", depth * 4, self._file)
        for node in tree:
            kind = tag(node)
            if kind == "mc:AlternateContent":
                yield from self._alternative(node, frame, depth, hidden=hidden)
            elif kind == "p:grpSp":
                group = self._shape(node, kind, frame, hidden=hidden)
                inner = _inner(node, frame)
                members = self._members(node, inner, depth + 1, hidden=group.is_hidden)
                group.members = list(members)
                yield group
            elif kind in _KINDS:
                yield self._shape(node, kind, frame, hidden=hidden)

    def _alternative(
        self, node: Xml, frame: _Frame, depth: int, *, hidden: bool
    ) -> Iterator[Shape]:
        """What a new reader would show; the fallback where that holds nothing."""
        for name in ("mc:Choice", "mc:Fallback"):
            chosen = child(node, name)
            if chosen is not None:
                found = list(self._members(chosen, frame, depth + 1, hidden=hidden))
                if found:
                    yield from found
                    return

    def _shape(self, node: Xml, kind: str, frame: _Frame, *, hidden: bool) -> Shape:
        placeholder = placeholder_of(node)
        named = _own_properties(node)
        shape = Shape(node, kind, placeholder=placeholder, is_hidden=hidden)
        if named is not None:
            shape.name = (attribute(named, "name") or "").strip()
            shape.is_hidden |= attribute(named, "hidden") in ("1", "true")
            said = (item.get("val") for item in named.iter(_DECORATIVE))
            shape.is_decoration = any(value in ("1", "true") for value in said)
            if not shape.is_decoration:
                shape.description = described(attribute(named, "descr") or "")
        place = _transform(node)
        if place is not None:
            shape.box = _place(place, frame)
        elif placeholder is not None:
            known = (_transform(other) for other in self._inherited.shapes(placeholder))
            found = next((item for item in known if item is not None), None)
            shape.box = None if found is None else _place(found, _Frame(1 / EMU, 1 / EMU))
        return shape


def _own_properties(node: Xml) -> Xml | None:
    """The element with a shape's name and alternative text."""
    for part in node:
        if tag(part).startswith("p:nv"):
            return child(part, "p:cNvPr")
    return None


def _transform(node: Xml) -> Xml | None:
    if tag(node) == "p:graphicFrame":
        return child(node, "p:xfrm")
    properties = "p:grpSpPr" if tag(node) == "p:grpSp" else "p:spPr"
    return child(node, properties, "a:xfrm")


def _place(transform: Xml, frame: _Frame) -> Box | None:
    offset, size = _pair(transform, "a:off", "x", "y"), _pair(transform, "a:ext", "cx", "cy")
    if offset is None or size is None:
        return None
    (x, y), (width, height) = offset, size
    turn = _integer(attribute(transform, "rot")) % _FULL
    if _QUARTER // 2 < turn % (2 * _QUARTER) < _QUARTER * 3 // 2:
        # A shape that lies on its side: the box turned around its middle.
        x, y = x + (width - height) / 2, y + (height - width) / 2
        width, height = height, width
    return frame.box(x, y, width, height)


def _inner(group: Xml, frame: _Frame) -> _Frame:
    transform = _transform(group)
    if transform is None:
        return frame
    offset, size = _pair(transform, "a:off", "x", "y"), _pair(transform, "a:ext", "cx", "cy")
    inner_offset = _pair(transform, "a:chOff", "x", "y")
    inner_size = _pair(transform, "a:chExt", "cx", "cy")
    if offset is None or size is None or inner_offset is None or inner_size is None:
        return frame
    scale_x = size[0] / inner_size[0] if inner_size[0] else 1.0
    scale_y = size[1] / inner_size[1] if inner_size[1] else 1.0
    return _Frame(
        frame.scale_x * scale_x,
        frame.scale_y * scale_y,
        frame.move_x + frame.scale_x * (offset[0] - inner_offset[0] * scale_x),
        frame.move_y + frame.scale_y * (offset[1] - inner_offset[1] * scale_y),
    )


def _pair(node: Xml, name: str, first: str, second: str) -> tuple[float, float] | None:
    found = child(node, name)
    if found is None:
        return None
    return _integer(attribute(found, first)), _integer(attribute(found, second))


def _integer(text: str | None) -> int:
    """A coordinate; 0 for nonsense, and for what no slide can hold (ST_Coordinate)."""
    try:
        number = int(text or "0")
    except ValueError:
        return 0
    return number if abs(number) <= 27_273_042_316_900 else 0
