"""How a run of a Word file looks, as far as it says whether somebody sees it.

    look = Look(colour=0xFFFFFF)
    look.is_seen, look.over(shading).is_seen       # False, True on a dark shading

A colour that is "automatic" contrasts with its ground, whatever that is; a ground that is not known
(a shape, a table whose style shades it) hides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ragstone.parsers.docx.nodes import value
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, tag
from ragstone.parsers.unseen import WHITE, blends_in, hex_colour, is_tiny

_OFF = frozenset({"0", "false", "off"})
#: Properties of a run that are looked at (ECMA-376, 17.3.2).
_LOOKED_AT = frozenset(
    "w:b w:vanish w:webHidden w:color w:sz w:shd w:highlight".split()  # noqa: SIM905
)
#: Shadings that lay no pattern over their fill.
_PLAIN = frozenset({None, "clear", "nil"})


@dataclass(frozen=True, slots=True)
class Look:
    """What style and run say; `half_points` is None where neither has a size."""

    bold: bool = False
    hidden: bool = False
    colour: int | None = None
    ground: int | None = WHITE
    half_points: int | None = None

    @property
    def is_seen(self) -> bool:
        """Whether its colour and its size can be seen."""
        if self.colour is None and self.half_points is None:
            return True
        points = None if self.half_points is None else self.half_points / 2
        return not (blends_in(self.colour, self.ground) or is_tiny(points))

    def changed(self, properties: Xml | None) -> Look:
        """The look with what a `w:rPr` says; ECMA-376, ST_OnOff for its switches."""
        said = {
            name: node
            for node in (properties if properties is not None else ())
            if (name := tag(node)) in _LOOKED_AT
        }
        return self._with(said) if said else self

    def over(self, shading: Xml | None) -> Look:
        """The same on the ground of a `w:shd`."""
        ground = shaded(self.ground, shading)
        return self if ground == self.ground else replace(self, ground=ground)

    def _with(self, said: dict[str, Xml]) -> Look:
        def switch(name: str, before: bool) -> bool:
            node = said.get(name)
            return before if node is None else (attribute(node, "w:val") or "1") not in _OFF

        color, size, mark = said.get("w:color"), said.get("w:sz"), said.get("w:highlight")
        ground = shaded(self.ground, said.get("w:shd"))
        if mark is not None and attribute(mark, "w:val") != "none":
            ground = WHITE if attribute(mark, "w:val") == "white" else None
        points = "" if size is None else attribute(size, "w:val") or ""
        return Look(
            switch("w:b", self.bold),
            switch("w:vanish", self.hidden) or switch("w:webHidden", False),
            self.colour if color is None else hex_colour(attribute(color, "w:val")),
            ground,
            int(points) if points.isdecimal() and len(points) < 5 else self.half_points,
        )


def shaded(ground: int | None, shading: Xml | None) -> int | None:
    """The ground under a `w:shd`; as before where it fills nothing, None where it has a pattern."""
    if shading is None:
        return ground
    if attribute(shading, "w:val") not in _PLAIN:
        return None
    fill = attribute(shading, "w:fill")
    if fill in (None, "auto") and attribute(shading, "w:themeFill") is None:
        return ground
    return hex_colour(fill)


def table_ground(ground: int | None, properties: Xml | None, *, is_styled: bool) -> int | None:
    """The ground of a table's cells before they say their own; None where its style shades it."""
    shading = child(properties, "w:shd")
    if shading is None and is_styled and value(properties, "w:tblStyle") is not None:
        return None
    return shaded(ground, shading)
