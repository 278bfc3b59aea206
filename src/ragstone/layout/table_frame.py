"""The reader's frame: a page turned until the text of a table stands upright.

Not here: what is found in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ragstone.layout.fragment import Box, Fragment
from ragstone.layout.shape import Shape
from ragstone.layout.table_draft import Piece

#: Fewer fragments of one direction than this are labels and no table.
_MIN_FRAGMENTS = 6


def turns(fragments: Iterable[Fragment]) -> list[int]:
    """The directions in which a table may be read, in quarter turns, that of most text first."""
    count: dict[int, int] = {}
    for fragment in fragments:
        count[fragment.style.turn] = count.get(fragment.style.turn, 0) + 1
    return sorted(
        (turn for turn in count if count[turn] >= _MIN_FRAGMENTS),
        key=lambda turn: (-count[turn], turn),
    )


@dataclass(frozen=True, slots=True)
class Frame:
    """A page of `width` × `height` points as shown, turned back by `turn` quarters."""

    turn: int
    width: float
    height: float

    def piece(self, index: int, fragment: Fragment) -> Piece:
        """A fragment in this frame, whatever direction it has itself."""
        box = (fragment.x0, fragment.y0, fragment.x1, fragment.y1)
        if fragment.style.turn != self.turn:
            box = self.upright(Frame(fragment.style.turn, self.width, self.height).shown(box))
        return Piece(index, fragment, *box, fragment.size or 1.0)

    def shape(self, shape: Shape) -> Shape:
        return replace(shape, box=self.upright(shape.box)) if self.turn else shape

    def upright(self, box: Box) -> Box:
        """A box of the page as shown, in this frame."""
        x0, y0, x1, y1 = box
        if self.turn == 1:
            return (y0, self.width - x1, y1, self.width - x0)
        if self.turn == 2:
            return (self.width - x1, self.height - y1, self.width - x0, self.height - y0)
        if self.turn == 3:
            return (self.height - y1, x0, self.height - y0, x1)
        return box

    def shown(self, box: Box) -> Box:
        """A box of this frame, on the page as shown."""
        x0, y0, x1, y1 = box
        if self.turn == 1:
            return (self.width - y1, x0, self.width - y0, x1)
        if self.turn == 2:
            return (self.width - x1, self.height - y1, self.width - x0, self.height - y0)
        if self.turn == 3:
            return (y0, self.height - x1, y1, self.height - x0)
        return box
