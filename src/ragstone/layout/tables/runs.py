"""Runs of lines that may be a table without rulings: they share a gap.

Running text is taken out first: lines below one another that fill their column. Not here: areas
between rulings (`areas`), the table itself, and whether it is one (`checks`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ragstone.layout.tables.lines import Segment, TextLine, had_room
from ragstone.layout.tables.rulings import Ruling

#: Lines of a table are at most this far apart, in ems.
_APART_EM = 3.0
#: Lines of running text are at most this far apart, in ems.
_TIGHT_EM = 0.6
#: How far a paragraph's first line is indented at most, and its second set in, in ems.
_INDENT_EM, _SET_IN_EM = 2.6, 0.3
#: Lines that overlap by so many ems are of one row.
_SAME_ROW_EM = 0.2
#: A gutter between columns, in ems.
_GUTTER_EM = 0.8
#: Running text: so many lines, so wide in ems, so many of them without room for another word.
_PROSE_LINES, _PROSE_EM, _FULL = 3, 9.0, 0.7
#: A ruling over this share of a run ends it.
_RULED_OFF = 0.6

Interval = tuple[float, float]


def without_prose(lines: Sequence[TextLine]) -> list[TextLine]:
    """The lines without segments of running text."""
    chains: list[list[tuple[Segment, TextLine]]] = []
    done: list[list[tuple[Segment, TextLine]]] = []
    for line in lines:
        em = line.size
        near = [chain for chain in chains if line.y0 - chain[-1][1].y1 <= _TIGHT_EM * em]
        done += [chain for chain in chains if line.y0 - chain[-1][1].y1 > _TIGHT_EM * em]
        chains = near
        for part in line.segments:
            for chain in chains:
                last = chain[-1][0]
                if chain[-1][1] is not line and abs(last.x0 - part.x0) <= 1.2 * em:
                    chain.append((part, line))
                    break
            else:
                chains.append([(part, line)])
    prose = {id(part) for chain in (*done, *chains) if _runs_on(chain) for part, _ in chain}
    kept: list[TextLine] = []
    for line in lines:
        parts = tuple(part for part in line.segments if id(part) not in prose)
        if parts:
            kept.append(TextLine(parts, line.y0, line.y1, line.size))
    return kept


def _runs_on(chain: Sequence[tuple[Segment, TextLine]]) -> bool:
    if len(chain) < _PROSE_LINES:
        return False
    parts = [part for part, _ in chain]
    end = max(part.x1 for part in parts)
    if end - min(part.x0 for part in parts) < _PROSE_EM * chain[0][1].size:
        return False
    full = sum(not had_room(above, below, end) for above, below in pairwise(parts))
    return full >= _FULL * (len(parts) - 1)


def runs(lines: Sequence[TextLine], level: Sequence[Ruling]) -> Iterator[list[TextLine]]:
    """Stretches of lines that share a gap and have no ruling between them, from top to bottom."""
    run = _Run([], [])
    for line in lines:
        if run.lines and line.y0 - run.lines[-1].y1 > _APART_EM * line.size:
            yield from run.ended()
            run = _Run([], [])
        if len(line.segments) == 1:
            if run.lines and not run.takes_alone(line):
                yield from run.ended()
                run = _Run([], [])
            continue
        gaps = [gap for gap in _gaps(line) if gap[1] - gap[0] >= _GUTTER_EM * line.size]
        common = run.common(line, level)
        if run.lines and not common:
            yield from run.ended()
            run = _Run([], [])
        run.add(line, common or gaps)
    yield from run.ended()


@dataclass(slots=True)
class _Run:
    """Lines that may be a table, and the gaps that they share."""

    lines: list[TextLine]
    free: list[Interval]
    alone: int = 0
    across: int = 0
    over: bool = False
    x0: float = float("inf")
    x1: float = float("-inf")
    bottom: float = 0.0

    def add(self, line: TextLine, free: list[Interval]) -> None:
        self.lines.append(line)
        self.free, self.alone, self.across, self.over, self.bottom = free, 0, 0, False, line.y1
        self.x0 = min(self.x0, line.segments[0].x0)
        self.x1 = max(self.x1, line.segments[-1].x1)

    def takes_alone(self, line: TextLine) -> bool:
        """Whether a line of one segment may stand in the run; beside it, it is left out."""
        part = line.segments[0]
        if part.x0 >= self.x1 or part.x1 <= self.x0:
            return True
        self.lines.append(line)
        self.alone += 1
        if self.over and _hangs_together(self.lines[-2], line):
            return False
        filled = sum(part.x0 < left and right < part.x1 for left, right in self.free)
        self.over = 2 * filled >= len(self.free)
        self.across = self.across + 1 if filled == len(self.free) else 0
        return self.across < 2

    def common(self, line: TextLine, level: Sequence[Ruling]) -> list[Interval]:
        """The gaps that the line leaves of those of the run; none beyond a ruling."""
        first = bisect_left(level, self.bottom - 2, key=lambda rule: rule.at)
        last = bisect_right(level, line.y0 + 2, key=lambda rule: rule.at)
        width = _RULED_OFF * (self.x1 - self.x0)
        if any(
            min(self.x1, rule.end) - max(self.x0, rule.start) >= width for rule in level[first:last]
        ):
            return []
        if line.y0 < self.bottom - _SAME_ROW_EM * line.size:
            # Half a line lower stands what goes on beside cells of more lines.
            free = _left_free([*self.free, *self._beside(line)], line)
        else:
            free = _common(self.free, _gaps(line))
        return [gap for gap in free if gap[1] - gap[0] >= _GUTTER_EM * line.size]

    def _beside(self, line: TextLine) -> Iterator[Interval]:
        """The gaps of the line, and that before it, where the run has had no text so far."""
        for left, right in _gaps(line):
            if right <= self.x0 or left >= self.x1:
                yield left, right
        if line.segments[0].x0 > self.x1:
            yield self.x1, line.segments[0].x0
        if line.segments[-1].x1 < self.x0:
            yield line.segments[-1].x1, self.x0

    def ended(self) -> Iterator[list[TextLine]]:
        """The lines without the lone ones at the end, if they are several."""
        kept = self.lines[: len(self.lines) - self.alone]
        if len(kept) > 1:
            yield kept


def _hangs_together(above: TextLine, line: TextLine) -> bool:
    """Whether two lines of one segment each are one paragraph."""
    indent = (above.segments[0].x0 - line.segments[0].x0) / line.size
    return line.y0 - above.y1 <= _TIGHT_EM * line.size and -_SET_IN_EM < indent < _INDENT_EM


def _gaps(line: TextLine) -> list[Interval]:
    parts = line.segments
    return [(a.x1, b.x0) for a, b in pairwise(parts)]


def _left_free(free: Iterable[Interval], line: TextLine) -> Iterator[Interval]:
    """What the line's text leaves of some gaps; all of those beside it."""
    for start, end in free:
        place = start
        for part in line.segments:
            if part.x1 <= place or part.x0 >= end:
                continue
            if part.x0 > place:
                yield place, part.x0
            place = part.x1
        if place < end:
            yield place, end


def _common(first: Sequence[Interval], second: Sequence[Interval]) -> list[Interval]:
    return [(max(a, c), min(b, d)) for a, b in first for c, d in second if max(a, c) < min(b, d)]
