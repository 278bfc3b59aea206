"""Columns of a table without upright rulings: where no text stands, from line to line.

Only lines with many segments tell the columns; headings over several columns and lines that go over
the whole width do not. Not here: rows.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from ragstone.layout.tables.draft import Piece
from ragstone.layout.tables.lines import Segment, TextLine, Words, is_value, segment, word_pieces

#: So many of the lines' usual number of segments a line needs to tell columns.
_TYPICAL = 0.6
#: This share of the typical lines may cross the gap between two columns.
_CROSSING = 0.12
#: One of this many lines may, too.
_SEVERAL = 5
#: Columns are at least this far apart, in ems.
_APART_EM = 0.35
#: A gap in a line, in ems, that cuts text which crosses the gap between two columns.
_CUT_EM = 0.75
#: Text that reaches over another column's by less than this, in ems, does not span it.
_SLACK_EM = 0.3
#: Text is aligned with its column within this many ems.
_FIT_EM = 0.3
#: Signs that stand before an amount or a text, and after an amount.
_LEADING, _TRAILING = frozenset("$€£¥•◦▪■●➢([±<>≤≥"), re.compile(r"[%)\]*†‡]+|\(\w\)")


@dataclass(frozen=True, slots=True)
class Columns:
    """The middles of the gaps between columns, and the usual left and right end of their text."""

    middles: tuple[float, ...]
    edges: tuple[tuple[float, float], ...]

    def over(self, x0: float, x1: float, size: float) -> tuple[int, int]:
        """The first and last column over whose text something reaches, else the one it is in."""
        slack = _SLACK_EM * size
        found = [
            index
            for index, (left, right) in enumerate(self.edges)
            if x0 + slack < right and left < x1 - slack
        ]
        if found:
            return found[0], found[-1]
        column = bisect_right(self.middles, (x0 + x1) / 2)
        return column, column


@dataclass(frozen=True, slots=True)
class Placed:
    """A segment over the columns `first … last`."""

    segment: Segment
    first: int
    last: int


def columns(lines: Sequence[TextLine], fixed: Sequence[float] = ()) -> Columns | None:
    """The columns of some lines; None for one. `fixed` borders are known."""
    typical = _typical(lines)
    middles = _borders(lines, fixed)
    if not middles:
        return None
    held: list[list[Segment]] = [[] for _ in range(len(middles) + 1)]
    for line in typical:
        for part in line.segments:
            column = bisect_right(middles, part.x0)
            if column == bisect_right(middles, part.x1):
                held[column].append(part)
    edges = tuple(
        (median(part.x0 for part in parts), median(part.x1 for part in parts))
        if parts
        else (float("inf"), float("-inf"))
        for parts in held
    )
    return Columns(tuple(middles), edges)


def _borders(lines: Sequence[TextLine], fixed: Sequence[float]) -> list[float]:
    """The middles of the gaps between columns, from left to right."""
    typical = _typical(lines)
    if not typical:
        return sorted(fixed)
    em = max(1.0, sum(line.size for line in typical) / len(typical))
    events: list[tuple[float, int]] = []
    for line in typical:
        for part in line.segments:
            events += ((part.x0, 1), (part.x1, -1))
    allowed = int(max(_CROSSING * len(typical), len(typical) >= _SEVERAL))
    found: list[float] = []
    depth, start = 0, None
    for place, change in sorted(events):
        before, depth = depth, depth + change
        if before > allowed >= depth:
            start = place
        elif before <= allowed < depth and start is not None:
            known = any(start - em / 3 <= middle <= place + em / 3 for middle in fixed)
            if place - start >= _APART_EM * em and not known:
                found.append((start + place) / 2)
            start = None
    return _without_signs(sorted((*found, *fixed)), typical, fixed)


def placed(line: TextLine, columns: Columns, words: Words) -> list[Placed]:
    """The line's segments in their columns, cut where two cells stand close together."""
    found: list[Placed] = []
    for whole in line.segments:
        for part in _cut(whole, columns, words):
            first, last = columns.over(part.x0, part.x1, part.pieces[0].size)
            if found and found[-1].first == found[-1].last == first == last:
                # Words of justified text stand apart.
                found[-1] = Placed(segment((*found[-1].segment.pieces, *part.pieces)), first, last)
                continue
            if found and found[-1].last >= first:
                # Both reach over one column: it is that of the second, or of the first alone.
                before = found[-1]
                if before.first < first:
                    found[-1] = Placed(before.segment, before.first, first - 1)
                elif before.last < last:
                    first = before.last + 1
            found.append(Placed(part, first, last))
    return found


def _typical(lines: Sequence[TextLine]) -> list[TextLine]:
    counts = sorted(len(line.segments) for line in lines if len(line.segments) > 1)
    if not counts:
        return []
    usual = quantiles(counts, n=4, method="inclusive")[2] if len(counts) > 1 else counts[0]
    return [line for line in lines if len(line.segments) >= max(2.0, _TYPICAL * usual)]


def _without_signs(
    middles: list[float], typical: Sequence[TextLine], fixed: Sequence[float]
) -> list[float]:
    """Without the border beside a column that only holds signs: currency, bullets, marks."""
    texts: list[list[str]] = [[] for _ in range(len(middles) + 1)]
    for line in typical:
        for part in line.segments:
            texts[_column(middles, (part.x0 + part.x1) / 2)].append(part.text)
    drop: set[float] = set()
    for index, held in enumerate(texts):
        if held and all(set(text) <= _LEADING for text in held):
            beside = index
        elif held and all(_TRAILING.fullmatch(text) for text in held):
            beside = index - 1
        else:
            continue
        if 0 <= beside < len(middles) and middles[beside] not in fixed:
            drop.add(middles[beside])
    return [place for place in middles if place not in drop]


def _cut(whole: Segment, columns: Columns, words: Words) -> list[Segment]:
    """A segment cut at the borders where its halves belong to the columns on both sides."""
    first, last = columns.over(whole.x0, whole.x1, whole.pieces[0].size)
    if first == last:
        return [whole]
    pieces = [word for piece in whole.pieces for word in word_pieces(piece, words)]
    parts = [[pieces[0]]]
    for index, piece in enumerate(pieces[1:], 1):
        before = parts[-1][-1]
        left = columns.over(before.x0, before.x1, piece.size)[1]
        right = columns.over(piece.x0, piece.x1, piece.size)[0]
        gap = (piece.x0 - before.x1) / piece.size
        values = is_value(before.text) and is_value(piece.text)
        if left < right and (
            gap > _CUT_EM
            or (values and gap > 2 * _APART_EM)
            or (
                _fits(parts[-1][0].x0, before.x1, columns.edges[left], piece.size)
                and _fits(piece.x0, _end(pieces, index, columns), columns.edges[right], piece.size)
            )
        ):
            parts.append([piece])
        else:
            parts[-1].append(piece)
    return [segment(part) for part in parts]


def _end(pieces: Sequence[Piece], start: int, columns: Columns) -> float:
    """Where the words that begin in one column end in it."""
    first = pieces[start]
    column, end = columns.over(first.x0, first.x1, first.size), first.x1
    for piece in pieces[start + 1 :]:
        if columns.over(piece.x0, piece.x1, piece.size)[0] > column[1]:
            break
        end = piece.x1
    return end


def _fits(x0: float, x1: float, edges: tuple[float, float], size: float) -> bool:
    """Whether text stands in a column as its other text does: at the left, right or middle."""
    near = _FIT_EM * size
    return (
        abs(x0 - edges[0]) <= near
        or abs(x1 - edges[1]) <= near
        or abs((x0 + x1) - (edges[0] + edges[1])) <= near
    )


def _column(middles: Sequence[float], x: float) -> int:
    return bisect_right(middles, x)
