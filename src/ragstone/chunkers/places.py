"""Places where a text may be cut, each with its price and the size of the text before it.

`breaks` says where the good places are; here they are priced and measured, and a unit that is too
long to stay whole is given worse places inside: line ends, clauses, words, clusters. Which of them
become cuts is for the chunker to choose.

    places = find_places(text, parts, limits)
    places.size(2, 5)    # the size of what stands between the places 2 and 5
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ragstone.chunkers.breaks import Breaks, find_breaks
from ragstone.chunkers.packing import LINE_BREAKS, HardLimits
from ragstone.chunkers.steps import Steps
from ragstone.model.chunk import BoundaryReason
from ragstone.model.section import Part
from ragstone.text.graphemes import boundary_after

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
#: Between a heading and what it opens.
GLUED_PRICE = 4.0

_CLAUSE = re.compile(r"[，、：；]|[,;:](?=\s)")
_NOT_BLANK = re.compile(r"\S")
#: Of places nearer to each other than this share of the limit only the better are kept: the look
#: back from a place then meets a bounded number of others, whatever the text.
_NEAR = 1 / 32


@dataclass(slots=True)
class Places:
    """Places in ascending order; the first is the text's start, the last its end.

    Sizes are shares of the tightest limit: what has more than 1.0 does not fit. `ends[i]` is the
    size of all the text before place i, `starts[i]` the same with the blanks behind the place.
    """

    offsets: list[int] = field(default_factory=lambda: [0])
    prices: list[float] = field(default_factory=lambda: [0.0])
    reasons: list[BoundaryReason] = field(default_factory=lambda: [BoundaryReason.SECTION])
    ends: list[float] = field(default_factory=lambda: [0.0])
    starts: list[float] = field(default_factory=lambda: [0.0])

    def __len__(self) -> int:
        return len(self.offsets)

    def size(self, first: int, last: int) -> float:
        """The size of the text between two places, without the blanks behind the first."""
        return self.ends[last] - self.starts[first]

    def append(self, place: _Place, end: float, start: float) -> None:
        """Add a place, and drop those just before it that are no better."""
        offset, price, reason = place
        ends, starts = self.ends, self.starts
        while len(ends) > 1 and end - starts[-2] <= _NEAR and self.prices[-1] >= price:
            for column in (self.offsets, self.prices, self.reasons, ends, starts):
                column.pop()
        self.offsets.append(offset)
        self.prices.append(price)
        self.reasons.append(reason)
        ends.append(end)
        starts.append(start)


#: (offset, price, reason)
_Place = tuple[int, float, BoundaryReason]


def find_places(text: str, parts: Sequence[Part], limits: HardLimits) -> Places:
    """All places of `text` up to its last character that is not blank, priced and measured."""
    return _Measuring(text, parts, limits).places()


class _Measuring:
    """One text being measured, from left to right."""

    def __init__(self, text: str, parts: Sequence[Part], limits: HardLimits) -> None:
        self._text = text
        self._limits = limits
        self._steps_of_text = Steps(limits)
        self._end = len(text.rstrip())
        self._breaks: Breaks = find_breaks(text, parts, self._fits)
        # Tokens mostly hold the one blank before their word; characters and bytes never do.
        self._joining = int(limits.max_tokens is not None)
        others = (limits.max_tokens, limits.max_bytes)
        self._characters = limits.max_characters if others == (None, None) else None

    def _fits(self, start: int, end: int) -> bool:
        return self._limits.fits(self._text, start, end)

    def places(self) -> Places:
        found = Places()
        start, total = self._gap(0)
        found.starts[0] = total
        characters = self._characters
        for place in self._priced():
            offset = place[0]
            if offset <= start:
                continue
            own = (offset - start) / characters if characters else self._size(start, offset)
            if own <= 1.0:
                end = total + own
                start, gap = self._gap(offset)
                total = end + gap
                found.append(place, end, total)
                continue
            for inner in self._inside(start, place):
                # Sums of parts are estimates: what fits by the true measure counts as fitting.
                own = self._size(start, inner[0])
                if own > 1.0 and self._fits(start, inner[0]):
                    own = 1.0
                end = total + own
                start, gap = self._gap(inner[0])
                total = end + gap
                found.append(inner, end, total)
        return found

    def _priced(self) -> Iterator[_Place]:
        """The good places with their prices, and the text's end."""
        text, reasons, end = self._text, self._breaks.reasons, self._end
        lines = set(self._breaks.lines)
        for offset in sorted(self._breaks.units + self._breaks.lines):
            if offset >= end:
                break
            reason = reasons[offset]
            price = PRICES[reason]
            if reason is BoundaryReason.SENTENCE:
                if text[offset] in LINE_BREAKS:
                    price = LINE_END_PRICE
            elif reason is BoundaryReason.LINE and offset not in lines:
                price = LINE_END_PRICE
            yield offset, price, reason
        if end:
            yield end, 0.0, BoundaryReason.SECTION

    def _gap(self, offset: int) -> tuple[int, float]:
        """Where the blanks behind `offset` end, and their size."""
        text = self._text
        start = offset + 1
        if start >= len(text) or text[start].isspace() or not text[offset].isspace():
            found = _NOT_BLANK.search(text, offset)
            start = found.start() if found else offset
        if start - offset <= self._joining:
            return start, 0.0
        return start, self._size(offset, start)

    def _size(self, start: int, end: int) -> float:
        if self._characters:
            return (end - start) / self._characters
        if self._joining and start and self._text[start - 1] == " ":
            start -= 1
        return self._limits.fullness(self._text, start, end)

    def _inside(self, start: int, place: _Place) -> Iterator[_Place]:
        """Places inside a unit that is too long, as good as there are, and its end."""
        if self._fits(start, place[0]):
            yield place
            return
        glued = self._between(self._breaks.glued, start, place[0])
        places = [(offset, GLUED_PRICE, BoundaryReason.BLOCK) for offset in glued]
        for first, inner in self._too_long(start, [*places, place]):
            if first < 0:
                yield inner
                continue
            ends = (match.end() for match in _CLAUSE.finditer(self._text, first, inner[0]))
            clauses = {boundary_after(self._text, end) for end in ends} - {inner[0]}
            finer = [(offset, CLAUSE_PRICE, BoundaryReason.WORD) for offset in sorted(clauses)]
            for again, piece in self._too_long(first, [*finer, inner]):
                if again < 0:
                    yield piece
                else:
                    yield from self._steps(again, piece)

    def _too_long(self, start: int, places: Sequence[_Place]) -> Iterator[tuple[int, _Place]]:
        """(-1, place) where the text before a place fits, else its start and the place."""
        for place in places:
            if place[0] > start:
                yield (-1 if self._fits(start, place[0]) else start), place
                start = self._gap(place[0])[0]

    def _steps(self, start: int, place: _Place) -> Iterator[_Place]:
        """Places a fraction of the limit apart: behind the last blank, else behind a cluster."""
        end = place[0]
        while start < end and (found := self._steps_of_text.next(self._text, start, end)):
            stop, reason = found
            yield stop, PRICES[reason], reason
            start = self._gap(stop)[0]
        yield place

    @staticmethod
    def _between(offsets: Sequence[int], start: int, end: int) -> list[int]:
        return list(offsets[bisect_right(offsets, start) : bisect_left(offsets, end)])
