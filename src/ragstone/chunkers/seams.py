"""From seams to places: what a scanner of structure found, measured.

A seam is an offset at which a text may be cut, with its price and reason. Scanners of Markdown,
HTML, JSON and tables list the seams of their structure and nothing inside what is to stay whole;
here the text between two seams is measured, and where it is too long to stay whole it is given
worse places: line and sentence ends, clauses and cells, words, clusters.

    places = measure(text, [Seam(120, 0.05, BoundaryReason.BLOCK)], limits)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ragstone.chunkers.packing import HardLimits
from ragstone.chunkers.places import CLAUSE_PRICE, LINE_END_PRICE, PRICES, Places
from ragstone.chunkers.steps import Steps
from ragstone.model.chunk import BoundaryReason
from ragstone.model.span import Span
from ragstone.text.graphemes import boundary_after
from ragstone.text.sentences import sentence_ends

LINE_BREAK = re.compile(r"\r\n|[\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")
_BREAK_AND_BLANKS = re.compile(r"[\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]\s*+")
_CLAUSE = re.compile(r"[，、：；]|[,;:|](?=\s)")
_NOT_BLANK = re.compile(r"\S")

#: (text, offset) → what stands around the offset and should not be divided: a tag, an escape.
Atom = Callable[[str, int], Span | None]


class Seam(NamedTuple):
    """Behind the last character of a unit; the price is on the scale of `places.PRICES`."""

    offset: int
    price: float
    reason: BoundaryReason


def measure(
    text: str, seams: Iterable[Seam], limits: HardLimits, atom: Atom | None = None
) -> Places:
    """The places of `text`: `seams`, ascending, and worse ones where what is between is too long.

    `atom` keeps all of them out of what must not be divided while it fits.
    """
    return _Measuring(text, limits, atom).places(seams)


def prose_seams(text: str, start: int, end: int) -> list[Seam]:
    """The ends of sentences and lines strictly inside `text[start:end]`, and its blank lines."""
    found: dict[int, Seam] = {}
    for offset, blank in line_ends(text, start, end):
        reason = BoundaryReason.PARAGRAPH if blank else BoundaryReason.LINE
        found[offset] = Seam(offset, PRICES[reason], reason)
    for offset in sentence_ends(text, start, end):
        if not start < offset < end:
            continue
        line = found.get(offset)
        if line is None:
            found[offset] = Seam(offset, PRICES[BoundaryReason.SENTENCE], BoundaryReason.SENTENCE)
        elif line.reason is BoundaryReason.LINE:
            found[offset] = Seam(offset, LINE_END_PRICE, BoundaryReason.SENTENCE)
    return sorted(found.values())


def line_ends(text: str, start: int, end: int) -> Iterator[tuple[int, bool]]:
    """(offset behind a line's last word, whether a blank line follows) for lines inside a span."""
    for match in _BREAK_AND_BLANKS.finditer(text, start, end):
        offset = match.start()
        while offset > start and text[offset - 1].isspace():
            offset -= 1
        if offset > start and match.end() < end:
            yield offset, len(LINE_BREAK.findall(text, match.start(), match.end())) > 1


class _Measuring:
    """One text being measured, from left to right."""

    def __init__(self, text: str, limits: HardLimits, atom: Atom | None) -> None:
        self._text = text
        self._limits = limits
        self._atom = atom
        self._end = len(text.rstrip())
        self._steps_of_text = Steps(limits)
        # Tokens mostly hold the one blank before their word; characters and bytes never do.
        self._joining = int(limits.max_tokens is not None)

    def places(self, seams: Iterable[Seam]) -> Places:
        found = Places()
        start, total = self._gap(0)
        found.starts[0] = total
        for seam in self._up_to_the_end(seams):
            if seam.offset <= start:
                continue
            for inner in self._finer(start, seam, self._levels):
                size = self._size(start, inner.offset)
                # Sums of parts are estimates: what fits by the true measure counts as fitting.
                if size > 1.0 and self._fits(start, inner.offset):
                    size = 1.0
                end = total + size
                start, gap = self._gap(inner.offset)
                total = end + gap
                found.append(inner, end, total)
        return found

    def _up_to_the_end(self, seams: Iterable[Seam]) -> Iterator[Seam]:
        for seam in seams:
            if seam.offset >= self._end:
                break
            if self._may(seam):
                yield seam
        if self._end:
            yield Seam(self._end, 0.0, BoundaryReason.SECTION)

    def _fits(self, start: int, end: int) -> bool:
        return self._limits.fits(self._text, start, end)

    def _gap(self, offset: int) -> tuple[int, float]:
        """Where the blanks behind `offset` end, and their size."""
        found = _NOT_BLANK.search(self._text, offset)
        start = found.start() if found else offset
        if start - offset <= self._joining:
            return start, 0.0
        return start, self._size(offset, start)

    def _size(self, start: int, end: int) -> float:
        if self._joining and start and self._text[start - 1] == " ":
            start -= 1
        return self._limits.fullness(self._text, start, end)

    @property
    def _levels(self) -> Sequence[Callable[[int, Seam], Iterable[Seam]]]:
        return (self._lines, self._clauses, self._steps)

    def _finer(
        self, start: int, seam: Seam, levels: Sequence[Callable[[int, Seam], Iterable[Seam]]]
    ) -> Iterator[Seam]:
        """The seam itself where the text before it fits, else better ones inside, and it."""
        if not levels or self._fits(start, seam.offset):
            yield seam
            return
        for inner in [*levels[0](start, seam), seam]:
            if inner.offset > start:
                yield from self._finer(start, inner, levels[1:])
                start = self._gap(inner.offset)[0]

    def _lines(self, start: int, seam: Seam) -> list[Seam]:
        return [inner for inner in prose_seams(self._text, start, seam.offset) if self._may(inner)]

    def _clauses(self, start: int, seam: Seam) -> list[Seam]:
        ends = {
            boundary_after(self._text, match.end())
            for match in _CLAUSE.finditer(self._text, start, seam.offset)
        }
        inner = (Seam(end, CLAUSE_PRICE, BoundaryReason.WORD) for end in sorted(ends))
        return [one for one in inner if one.offset < seam.offset and self._may(one)]

    def _may(self, seam: Seam) -> bool:
        return self._atom is None or self._atom(self._text, seam.offset) is None

    def _steps(self, start: int, seam: Seam) -> Iterator[Seam]:
        """Places a fraction of the limit apart: behind the last blank, else behind a cluster."""
        text, end = self._text, seam.offset
        while start < end and (found := self._steps_of_text.next(text, start, end)):
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
