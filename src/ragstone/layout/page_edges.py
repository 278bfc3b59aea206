"""The lines near the edges of a page, where running heads, feet and page numbers stand.

Not here: which of them are furniture (`furniture`).

    Sheet(page).edges       # the lines in the margins, and the outermost where none stands there
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from ragstone.layout.line import Line
from ragstone.layout.page import PageLayout
from ragstone.model.element import ElementType
from ragstone.model.provenance import BBox

#: The part of the page's height, at the top and at the bottom, where furniture stands; and where it
#: may stand above or below everything else on pages with wide margins.
_EDGE, _WIDE_EDGE = 0.12, 0.22
#: Lines of one running head stand within this many points of each other.
_PLACE_PT = 3.0
_DIGITS = re.compile(r"\d+")

#: A line by its page (1-based) and its number on the page.
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Edge:
    """A line near the top or bottom of its page; `in_margin` unless it is only the outermost."""

    place: Place
    line: Line
    box: BBox
    top: bool
    in_margin: bool = True

    @property
    def masked(self) -> str:
        return _DIGITS.sub("#", self.line.text)

    @property
    def words(self) -> str:
        """What even and odd pages share, which have the same words in another order."""
        return " ".join(sorted(self.masked.split()))

    @property
    def rows(self) -> tuple[int, int]:
        """Two stripes of the page, shifted by half: lines at almost the same height share one."""
        stripe = self.box.y0 / (2 * _PLACE_PT)
        return (2 * int(stripe), 2 * int(stripe + 0.5) + 1)

    @property
    def type(self) -> ElementType:
        return ElementType.HEADER if self.top else ElementType.FOOTER


class Sheet:
    """A page with the boxes of its lines, and of what else stands on it."""

    def __init__(self, page: PageLayout) -> None:
        self.number, self.height = page.number, page.height
        lines = page.lines
        self.boxes = [line.box for line in lines]
        self.others = [block.box for block in page.blocks if not isinstance(block, tuple)]
        low, high = _EDGE * page.height, (1 - _EDGE) * page.height
        self.edges = [
            Edge((page.number, index), line, box, box.y1 <= low)
            for index, (line, box) in enumerate(zip(lines, self.boxes, strict=True))
            if box.y1 <= low or box.y0 >= high
        ]
        self.edges += self._ends(lines, low, high)

    def _ends(self, lines: Sequence[Line], low: float, high: float) -> Iterator[Edge]:
        """The first and the last line where none stands in the margin, as on pages with wide ones;
        they are furniture only when repeated."""
        every = self.boxes + self.others
        top, bottom = min((b.y0 for b in every), default=0), max((b.y1 for b in every), default=0)
        outer = _WIDE_EDGE * self.height
        for index, (line, box) in enumerate(zip(lines, self.boxes, strict=True)):
            first = box.y0 == top and low < box.y1 <= outer
            last = box.y1 == bottom and self.height - outer <= box.y0 < high
            if first or last:
                yield Edge((self.number, index), line, box, first, in_margin=False)

    def without(self, found: Container[Place]) -> list[BBox]:
        """What stands on the page besides furniture."""
        left = [box for index, box in enumerate(self.boxes) if (self.number, index) not in found]
        return left + self.others
