"""Areas between level rulings of one width that may be tables: no running text stands in them.

Not here: lines without rulings (`runs`), the table itself, and whether it is one (`checks`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ragstone.layout.tables.draft import Piece
from ragstone.layout.tables.lines import Segment, TextLine
from ragstone.layout.tables.rows import ROW_GAP_EM
from ragstone.layout.tables.rulings import Ruling, whole

#: Rulings of one table begin and end within this of each other, in points.
_SAME_ENDS_PT = 10.0
_MIN_WIDTH_PT = 60.0
#: A line of one segment over this share of the area is running text, or a note.
_WIDE = 0.6
#: A line that begins within so many ems of where another's second cell does goes on with a cell.
_SAME_PLACE_EM = 0.5
#: A zone with more than this share of such lines is no part of a table.
_PROSE_SHARE = 0.4
#: A header without a ruling above it is this near, in ems.
_NEAR_EM = 1.3
#: So many rows of one column, and the share of the width that those to be filled take.
_LABELS, _LABEL = 3, 0.5
_MAX_RULES = 400


@dataclass(frozen=True, slots=True)
class Area:
    """Between the rulings `level`, of which the first and the last are its top and bottom."""

    x0: float
    x1: float
    level: tuple[Ruling, ...]

    @property
    def y0(self) -> float:
        return self.level[0].at

    @property
    def y1(self) -> float:
        return self.level[-1].at

    def holds(self, piece: Piece) -> bool:
        return (
            self.x0 - 3 <= (piece.x0 + piece.x1) / 2 <= self.x1 + 3
            and self.y0 - 1 <= (piece.y0 + piece.y1) / 2 <= self.y1 + 1
        )


def ruled_areas(level: Sequence[Ruling], lines: Sequence[TextLine]) -> Iterator[Area]:
    """Stretches between rulings of one width without running text, from top to bottom."""
    wide = [line for line in whole(level) if line.end - line.start >= _MIN_WIDTH_PT][:_MAX_RULES]
    used: set[int] = set()
    for index, top in enumerate(wide):
        if index in used:
            continue
        chain = [top]
        header: list[list[Segment]] = []
        for other in range(index + 1, len(wide)):
            below = wide[other]
            if other in used or not _same_ends(top, below):
                continue
            zone = _zone(lines, chain[-1], below)
            if _is_prose(zone, top) and not _are_labels(zone, header, top):
                break
            header = header or zone
            chain.append(below)
            used.add(other)
        if len(chain) > 1:
            x0 = min(line.start for line in chain)
            x1 = max(line.end for line in chain)
            yield Area(x0, x1, tuple(chain))


def _same_ends(first: Ruling, second: Ruling) -> bool:
    return (
        abs(first.start - second.start) <= _SAME_ENDS_PT
        and abs(first.end - second.end) <= _SAME_ENDS_PT
    )


def _zone(lines: Sequence[TextLine], above: Ruling, below: Ruling) -> list[list[Segment]]:
    """The segments of each line between two rulings."""
    found: list[list[Segment]] = []
    for line in lines:
        if above.at < (line.y0 + line.y1) / 2 < below.at:
            inside = [
                part
                for part in line.segments
                if above.start - 3 <= (part.x0 + part.x1) / 2 <= above.end + 3
            ]
            if inside:
                found.append(inside)
    return found


def _is_prose(zone: Sequence[Sequence[Segment]], rule: Ruling) -> bool:
    width = rule.end - rule.start
    if zone and all(len(line) == 1 for line in zone) and not _beside(zone):
        return len(zone) > 1 or zone[0][0].x1 - zone[0][0].x0 >= _WIDE * width
    cells = [part.x0 for line in zone for part in line[1:]]
    full = [
        line
        for line in zone
        if len(line) == 1
        and line[0].x1 - line[0].x0 >= _WIDE * width
        and not any(abs(line[0].x0 - x) <= _SAME_PLACE_EM * line[0].pieces[0].size for x in cells)
    ]
    several = sum(len(line) > 1 for line in zone)
    if len(full) > 1 and 3 * several < len(zone):
        return True
    return len(full) > max(1.0, _PROSE_SHARE * len(zone))


def _beside(zone: Sequence[Sequence[Segment]]) -> bool:
    """Whether some text stands beside the one before, half a line lower or on its line."""
    return any(
        max(left.x0, right.x0) > min(left.x1, right.x1) and right.pieces[0].y0 < left.pieces[0].y1
        for left, right in pairwise(part for line in zone for part in line)
    )


def _are_labels(
    zone: Sequence[Sequence[Segment]], header: Sequence[Sequence[Segment]], rule: Ruling
) -> bool:
    """Whether lines stand below a heading as the rows of one column do.

    Below the first of several headings they are short and wait to be filled; below a lone one they
    stand further apart than the lines of a paragraph.
    """
    parts = [line[0] for line in zone if len(line) == 1]
    if not header or len(parts) < max(_LABELS, len(zone)):
        return False
    x, size = min(line[0].x0 for line in header), parts[0].pieces[0].size
    if any(abs(part.x0 - x) > _SAME_PLACE_EM * size for part in parts):
        return False
    if _beside(header):
        return all(part.x1 - part.x0 <= _LABEL * (rule.end - rule.start) for part in parts)
    gaps = (low.pieces[0].y0 - high.pieces[0].y1 for high, low in pairwise(parts))
    return len(header) == 1 and min(gaps) > ROW_GAP_EM * size


def gutters(lines: Sequence[TextLine]) -> list[float]:
    """The middles of the gaps between texts beside one another; of use where no line has both."""
    found: list[float] = []
    for above, below in pairwise(lines):
        left, right = sorted((above.segments[-1], below.segments[-1]), key=lambda part: part.x0)
        if below.y0 < above.y1 and left.x1 < right.x0:
            found.append((left.x1 + right.x0) / 2)
    return found[:1]


def header_above(area: Area, lines: Sequence[TextLine], level: Sequence[Ruling]) -> list[TextLine]:
    """Lines right above an area that head its columns: several texts each, or one over a ruling."""
    found: list[TextLine] = []
    top = area.y0
    for line in reversed(lines):
        if (line.y0 + line.y1) / 2 >= top:
            continue
        gap = (top - line.y1) / line.size
        inside = area.x0 - 3 <= line.segments[0].x0 and line.segments[-1].x1 <= area.x1 + 3
        ruled = any(
            line.y1 - 2 <= rule.at <= top + 2
            and rule.start <= line.segments[0].x0
            and rule.end < area.x1 + 3
            and rule.start > area.x0 + 3
            for rule in level
        )
        if gap > _NEAR_EM or not inside or not (len(line.segments) > 1 or ruled):
            break
        found.insert(0, line)
        top = line.y0
    return found


def last_below(area: Area, lines: Sequence[TextLine]) -> list[TextLine]:
    """The line right below an area where it is a last row: as wide as the area, in columns.

    A ruling often stands above the sums and none below them.
    """
    for line in lines:
        if (line.y0 + line.y1) / 2 <= area.y1:
            continue
        parts = line.segments
        near = (line.y0 - area.y1) / line.size <= _NEAR_EM
        inside = area.x0 - 3 <= parts[0].x0 and parts[-1].x1 <= area.x1 + 3
        wide = parts[-1].x1 - parts[0].x0 >= _WIDE * (area.x1 - area.x0)
        return [line] if near and inside and wide and len(parts) > 1 else []
    return []
