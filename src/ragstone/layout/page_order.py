"""The blocks of a page in the order in which it shows them: text, tables and pictures.

One direction of writing after the other, that of most characters first; slanting text, such as a
stamp across the page, is a direction of its own.

    blocks_of(fragments, [*tables, *pictures], make)
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from ragstone.layout.columns import Item, Placed
from ragstone.layout.fragment import Box, Fragment
from ragstone.layout.line import Line, LineMaker
from ragstone.layout.page import Block, Picture
from ragstone.layout.reading_order import regions
from ragstone.layout.tables.table import PageTable

_NO_TEXT_EM = 10.0

#: The turn in quarters, and by how many degrees text leans from it.
Direction = tuple[int, float]


def blocks_of(
    found: Sequence[Fragment], others: Sequence[PageTable | Picture], make: LineMaker
) -> list[Block]:
    """Everything in reading order. Tables and pictures are read where most of the text is."""
    directions = _directions(found) or [(0, 0.0)]
    em = median(item.size for item in found) if found else _NO_TEXT_EM
    placed = [_placed(other, directions[0][0], em, make) for other in others]
    blocks: list[Block] = []
    for direction in directions:
        items: list[Item] = [item for item in found if _direction(item) == direction]
        blocks += [
            region.block if isinstance(region, Placed) else tuple(make.lines(region))
            for region in regions([*items, *placed] if direction == directions[0] else items)
        ]
    return blocks


def lines_of(found: Sequence[Fragment], make: LineMaker) -> list[Line]:
    """Lines from top to bottom, one direction of writing after the other."""
    return [
        line
        for direction in _directions(found)
        for line in make.lines([item for item in found if _direction(item) == direction])
    ]


def _placed(other: PageTable | Picture, turn: int, em: float, make: LineMaker) -> Placed:
    box = other.box
    x0, y0, x1, y1 = _upright((box.x0, box.y0, box.x1, box.y1), turn, make.width, make.height)
    return Placed(other, x0, y0, x1, y1, em)


def _upright(box: Box, turn: int, width: float, height: float) -> Box:
    """A box as it stands once the page is turned back by `turn` quarters."""
    x0, y0, x1, y1 = box
    if turn == 0:
        return box
    if turn == 1:
        return (y0, width - x1, y1, width - x0)
    if turn == 2:
        return (width - x1, height - y1, width - x0, height - y0)
    return (height - y1, x0, height - y0, x1)


def _direction(fragment: Fragment) -> Direction:
    return (fragment.style.turn, fragment.style.lean)


def _directions(found: Sequence[Fragment]) -> list[Direction]:
    """The directions of writing on the page, that of most characters first."""
    weight: dict[Direction, int] = {}
    for fragment in found:
        direction = _direction(fragment)
        weight[direction] = weight.get(direction, 0) + len(fragment.text)
    return sorted(weight, key=lambda direction: (-weight[direction], direction))
