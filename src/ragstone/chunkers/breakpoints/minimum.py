"""The minimum inside a run that was cut because it exceeds the limit.

    room = Room(text, profile, limits, minimum=200)
    pieces = room.kept(pieces)       # none under 200 characters where the limits leave room

A piece under the minimum is joined with a neighbour where both fit together. Else their border
moves to the end of another sentence, of those that leave both long enough and within the limits
the one behind which the meaning moves most. Where there is none the limits win.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ragstone.chunkers.breakpoints.profile import Profile
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import HardLimits
from ragstone.model.span import Span

_MOVED = "no break within the limit; moved for the minimum"


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk that may be joined with the next; `place` is the number of the distance at its end,
    None inside a unit and at the section's end."""

    cut: Cut
    place: int | None


@dataclass(frozen=True, slots=True)
class Room:
    """What the limits and the minimum leave to the pieces of one section."""

    text: str
    profile: Profile
    limits: HardLimits
    minimum: int

    def kept(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """The pieces of one run, in order, so that none is shorter than it has to be."""
        held: Piece | None = None
        for piece in pieces:
            if held is None:
                held = piece
                continue
            if min(held.cut.span.length, piece.cut.span.length) >= self.minimum:
                yield held
                held = piece
                continue
            first, held = self._evened(held, piece)
            if first is not None:
                yield first
        if held is not None:
            yield held

    def _evened(self, first: Piece, second: Piece) -> tuple[Piece | None, Piece]:
        """The two, joined or with another border between them."""
        start, end = first.cut.span.start, second.cut.span.end
        if self.limits.fits(self.text, start, end):
            return None, replace(second, cut=replace(second.cut, span=Span(start, end)))
        units, distances = self.profile.units, self.profile.distances
        best: int | None = None
        for place in range(bisect_right(units.ends, start), len(distances)):
            if units.starts[place + 1] >= end:
                break
            is_farther = best is None or distances[place] > distances[best]
            if is_farther and self._holds(start, place, end):
                best = place
        if best is None:
            return first, second
        before = Span(start, units.ends[best])
        cut = replace(first.cut, span=before, reason=units.reasons[best], detail=_MOVED)
        behind = replace(second.cut, span=Span(units.starts[best + 1], end))
        return Piece(cut, best), replace(second, cut=behind)

    def _holds(self, start: int, place: int, end: int) -> bool:
        """Whether both sides of that place are long enough and fit."""
        stop, begin = self.profile.units.ends[place], self.profile.units.starts[place + 1]
        if min(stop - start, end - begin) < self.minimum:
            return False
        fits = self.limits.fits
        return fits(self.text, start, stop) and fits(self.text, begin, end)
