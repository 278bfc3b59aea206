"""The reader's frame: a page turned until the text of a table stands upright.

Not here: what is found in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ragstone.layout.fragment import Box, Fragment, is_right_to_left
from ragstone.layout.shape import Shape
from ragstone.layout.tables.draft import Piece

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


def is_read_backwards(fragments: Iterable[Fragment]) -> bool:
    """Whether most of the words are of a script that is read from right to left."""
    texts = [fragment.text for fragment in fragments]
    backwards = [text for text in texts if is_right_to_left(text)]
    if not backwards:
        return False
    letters = sum(sign.isalpha() for text in texts for sign in text)
    return 2 * sum(sign.isalpha() for text in backwards for sign in text) > letters


@dataclass(frozen=True, slots=True)
class Frame:
    """A page of `width` × `height` points as shown, turned back by `turn` quarters.

    `mirrored` where it is read from right to left: the first column is the leftmost of the frame.
    """

    turn: int
    width: float
    height: float
    mirrored: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the frame."""
        return (self.height, self.width) if self.turn % 2 else (self.width, self.height)

    def piece(self, number: int, fragment: Fragment) -> Piece:
        """A fragment in this frame, whatever direction it has itself."""
        box = (fragment.x0, fragment.y0, fragment.x1, fragment.y1)
        if fragment.style.turn != self.turn:
            box = self.upright(Frame(fragment.style.turn, self.width, self.height).shown(box))
        elif self.mirrored:
            box = self._mirror(box)
        return Piece(number, fragment, *box, fragment.size or 1.0)

    def shape(self, shape: Shape) -> Shape:
        if not self.turn and not self.mirrored:
            return shape
        return replace(shape, box=self.upright(shape.box))

    def upright(self, box: Box) -> Box:
        """A box of the page as shown, in this frame."""
        x0, y0, x1, y1 = box
        if self.turn == 1:
            box = (y0, self.width - x1, y1, self.width - x0)
        elif self.turn == 2:
            box = (self.width - x1, self.height - y1, self.width - x0, self.height - y0)
        elif self.turn == 3:
            box = (self.height - y1, x0, self.height - y0, x1)
        return self._mirror(box) if self.mirrored else box

    def shown(self, box: Box) -> Box:
        """A box of this frame, on the page as shown."""
        x0, y0, x1, y1 = self._mirror(box) if self.mirrored else box
        if self.turn == 1:
            return (self.width - y1, x0, self.width - y0, x1)
        if self.turn == 2:
            return (self.width - x1, self.height - y1, self.width - x0, self.height - y0)
        if self.turn == 3:
            return (y0, self.height - x1, y1, self.height - x0)
        return (x0, y0, x1, y1)

    def _mirror(self, box: Box) -> Box:
        across = self.size[0]
        return (across - box[2], box[1], across - box[0], box[3])
