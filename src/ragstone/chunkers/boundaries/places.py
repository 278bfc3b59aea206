"""Places where a text may be cut, each with its price and the size of the text before it.

`measuring` makes them of seams, `planning` chooses among them.

    places.size(2, 5)    # the size of what stands between the places 2 and 5
    places.forget(2)     # whoever is done with what is before place 2
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import NamedTuple

from ragstone.model.chunk import BoundaryReason

#: What a cut costs, on the scale of (length / target - 1)², where a chunk of half the target costs
#: .25 and an empty one 1. A cut inside a paragraph costs as much as the worst length, so that one
#: is divided only where the limit asks for it; what is below that is hardly ever worth it.
#: On chunk-dev, recall at 1,000 tokens (words): 90-91 with one price for all, 91.3 with .6 for a
#: sentence, 92.9 with .8, 93.3 with 1.0, 93.8 with 1.4; within .6 of each other between 0 and .2
#: for a block. Higher prices also mean fewer cuts; longer chunks at one price (150 to 165 tokens)
#: reach 90.
PRICES: dict[BoundaryReason, float] = {
    BoundaryReason.HEADING: 0.0,
    BoundaryReason.BLOCK: 0.05,
    BoundaryReason.PARAGRAPH: 0.05,
    BoundaryReason.TABLE_ROW: 0.3,
    BoundaryReason.SENTENCE: 1.0,
    BoundaryReason.LINE: 1.2,
    BoundaryReason.WORD: 2.0,
    BoundaryReason.GRAPHEME: 3.0,
}
#: A line that ends with its sentence, and the line before a list item.
LINE_END_PRICE = 0.3
CLAUSE_PRICE = 1.5
#: Between the cells of a table row that is too long to stay whole.
CELL_PRICE = 0.8
#: Between a heading and what it opens.
GLUED_PRICE = 4.0

#: Of places nearer to each other than this share of the limit only the better are kept: the look
#: back from a place then meets a bounded number of others, whatever the text.
_NEAR = 1 / 32


class Seam(NamedTuple):
    """Behind the last character of a unit; the price is on the scale of `PRICES`."""

    offset: int
    price: float
    reason: BoundaryReason


@dataclass(slots=True)
class Places:
    """Places in ascending order; number 0 is the text's start, the last its end.

    Sizes are shares of the tightest limit: what has more than 1.0 does not fit. `ends` has the size
    of all the text before a place, `starts` the same with the blanks behind the place. A long text
    has many places: the columns keep those from number `base` on, and have place i at i - base.
    """

    base: int = 0
    offsets: array[int] = field(default_factory=lambda: array("I", [0]))
    prices: array[float] = field(default_factory=lambda: array("d", [0.0]))
    reasons: list[BoundaryReason] = field(default_factory=lambda: [BoundaryReason.SECTION])
    ends: array[float] = field(default_factory=lambda: array("d", [0.0]))
    starts: array[float] = field(default_factory=lambda: array("d", [0.0]))

    def __len__(self) -> int:
        """How many there are by now, those forgotten included."""
        return self.base + len(self.offsets)

    def size(self, first: int, last: int) -> float:
        """The size of the text between two places, without the blanks behind the first."""
        return self.ends[last - self.base] - self.starts[first - self.base]

    def append(self, seam: Seam, end: float, start: float) -> None:
        """Add a place, and drop those just before it that are no better."""
        offset, price, reason = seam
        ends, starts, prices = self.ends, self.starts, self.prices
        while len(starts) > 1 and end - starts[-2] <= _NEAR and prices[-1] >= price:
            for column in (self.offsets, prices, self.reasons, ends, starts):
                column.pop()
        self.offsets.append(offset)
        prices.append(price)
        self.reasons.append(reason)
        ends.append(end)
        starts.append(start)

    @property
    def settled(self) -> int:
        """The number of places that no further one can drop."""
        starts, end = self.starts, self.ends[-1]
        count = len(starts)
        while count > 1 and end - starts[count - 2] <= _NEAR:
            count -= 1
        return self.base + count

    def forget(self, before: int) -> None:
        """Let go of the places before that number, which is one of the settled."""
        gone = before - self.base
        for column in (self.offsets, self.prices, self.reasons, self.ends, self.starts):
            del column[:gone]
        self.base = before
