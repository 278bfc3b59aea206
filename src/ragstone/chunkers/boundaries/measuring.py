"""From seams to places: what lies between two seams is measured.

Where it is too long to stay whole it is given worse places inside: those that the caller knows
(lines, the ends of headings), then clauses and cells, words, clusters.

    places = Places()
    for settled in measure(text, [Seam(120, 0.05, BoundaryReason.BLOCK)], limits, places):
        ...    # so many places are known for good
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from ragstone.chunkers.boundaries.places import CLAUSE_PRICE, PRICES, Places, Seam
from ragstone.chunkers.boundaries.seams import prose_seams
from ragstone.chunkers.boundaries.steps import Steps
from ragstone.chunkers.packing import LINE_BREAKS, HardLimits
from ragstone.model.chunk import BoundaryReason
from ragstone.model.span import Span
from ragstone.text.graphemes import boundary_after

_CLAUSE = re.compile(r"[，、：；]|[,;:|](?=\s)")
_NOT_BLANK = re.compile(r"\S")

#: (text, offset) → what stands around the offset and should not be divided: a tag, an escape.
Atom = Callable[[str, int], Span | None]
#: (start, end) → the seams between two offsets, ascending.
Inside = Callable[[int, int], Iterable[Seam]]

#: So many more places are found before it is told how many are settled.
_BLOCK = 1024


def measure(
    text: str,
    seams: Iterable[Seam],
    limits: HardLimits,
    places: Places,
    inside: Sequence[Inside] = (),
    atom: Atom | None = None,
) -> Iterator[int]:
    """Add to `places` those of `text` up to its last character that is not blank: `seams`,
    ascending, and worse ones where what is between is too long, first those of `inside`, the best
    of which come first (default: its prose). `atom` keeps all of them out of what must not be
    divided while it fits.

    After every thousand or so, gives the number of places that are settled.
    """
    return _Measuring(text, limits, inside, atom).fill(places, seams)


class _Measuring:
    """One text being measured, from left to right."""

    def __init__(
        self, text: str, limits: HardLimits, inside: Sequence[Inside], atom: Atom | None
    ) -> None:
        self._text = text
        self._limits = limits
        self._atom = atom
        self._end = len(text.rstrip())
        self._steps_of_text = Steps(limits)
        prose = (partial(prose_seams, text),)
        self._levels = (*map(self._allowed, inside or prose), self._clauses, self._steps)
        # Tokens mostly hold the one blank before their word; characters and bytes never do.
        self._joining = int(limits.max_tokens is not None)
        others = (limits.max_tokens, limits.max_bytes)
        self._characters = limits.max_characters if others == (None, None) else None

    def fill(self, places: Places, seams: Iterable[Seam]) -> Iterator[int]:
        start, total = self._gap(0)
        places.starts[0] = total
        characters, append, gap = self._characters, places.append, self._gap
        offsets, enough = places.offsets, _BLOCK
        for seam in self._up_to_the_end(seams):
            offset = seam[0]
            if offset <= start:
                continue
            if len(offsets) > enough:
                yield places.settled
                enough = len(offsets) + _BLOCK
            size = (offset - start) / characters if characters else self._size(start, offset)
            if size <= 1.0:
                end = total + size
                start, blanks = gap(offset)
                total = end + blanks
                append(seam, end, total)
                continue
            for inner in self._finer(start, seam):
                size = self._size(start, inner.offset)
                # Sums of parts are estimates: what fits by the true measure counts as fitting.
                if size > 1.0 and self._fits(start, inner.offset):
                    size = 1.0
                if len(offsets) > enough:
                    yield places.settled
                    enough = len(offsets) + _BLOCK
                end = total + size
                start, blanks = gap(inner.offset)
                total = end + blanks
                append(inner, end, total)

    def _up_to_the_end(self, seams: Iterable[Seam]) -> Iterator[Seam]:
        end, atom = self._end, self._atom
        for seam in seams:
            if seam[0] >= end:
                break
            if atom is None or self._may(seam):
                yield seam
        if end:
            yield Seam(end, 0.0, BoundaryReason.SECTION)

    def _fits(self, start: int, end: int) -> bool:
        return self._limits.fits(self._text, start, end)

    def _gap(self, offset: int) -> tuple[int, float]:
        """Where the blanks behind `offset` end, but for the indentation of a line, and their
        size."""
        text = self._text
        start = offset + 1
        if start >= len(text) or text[start].isspace() or not text[offset].isspace():
            found = _NOT_BLANK.search(text, offset)
            start = found.start() if found else offset
            if start > offset or not offset:
                start = self._line_start(offset, start)
        if start - offset <= self._joining and not text[start : start + 1].isspace():
            return start, 0.0
        return start, self._size(offset, start)

    def _line_start(self, offset: int, word: int) -> int:
        """The start of the line that only blanks between `offset` and `word` indent, else `word`,
        as `trim` has it."""
        line = word
        while line > offset and self._text[line - 1] not in LINE_BREAKS:
            line -= 1
        opens_line = line > offset or not line or self._text[line - 1] in LINE_BREAKS
        return line if opens_line else word

    def _size(self, start: int, end: int) -> float:
        if self._characters:
            return (end - start) / self._characters
        if self._joining and start and self._text[start - 1] == " ":
            start -= 1
        return self._limits.fullness(self._text, start, end)

    def _finer(self, start: int, seam: Seam, level: int = 0) -> Iterator[Seam]:
        """The seam itself where the text before it fits, else better ones inside, and it."""
        if level == len(self._levels) or self._fits(start, seam.offset):
            yield seam
            return
        for inner in self._levels[level](start, seam.offset):
            if inner.offset > start:
                yield from self._finer(start, inner, level + 1)
                start = self._gap(inner.offset)[0]
        if seam.offset > start:
            yield from self._finer(start, seam, level + 1)

    def _allowed(self, inside: Inside) -> Inside:
        """The same without the seams that divide an atom."""
        if self._atom is None:
            return inside
        return lambda start, end: filter(self._may, inside(start, end))

    def _clauses(self, start: int, end: int) -> Iterator[Seam]:
        last = start
        for match in _CLAUSE.finditer(self._text, start, end):
            at = boundary_after(self._text, match.end())
            seam = Seam(at, CLAUSE_PRICE, BoundaryReason.WORD)
            if last < at < end and self._may(seam):
                yield seam
                last = at

    def _may(self, seam: Seam) -> bool:
        return self._atom is None or self._atom(self._text, seam.offset) is None

    def _steps(self, start: int, end: int) -> Iterator[Seam]:
        """Places a fraction of the limit apart: behind the last blank, else behind a cluster."""
        word = _NOT_BLANK.search(self._text, start, end)
        if word and word.start() > start:
            indented, start = start, word.start()
            first = self._steps_of_text.next(self._text, start, end)
            if not self._fits(indented, first[0] if first else end):
                yield Seam(start, PRICES[BoundaryReason.LINE], BoundaryReason.LINE)
        while start < end and (found := self._steps_of_text.next(self._text, start, end)):
            stop, reason = found
            stop = self._beside_atom(start, stop)
            if stop >= end:
                break
            yield Seam(stop, PRICES[reason], reason)
            start = self._gap(stop)[0]

    def _beside_atom(self, start: int, stop: int) -> int:
        """`stop`, or an end of what stands around it."""
        atom = self._atom(self._text, stop) if self._atom else None
        if atom is None:
            return stop
        if atom.start > start:
            return atom.start
        return atom.end if self._fits(start, atom.end) else stop
