"""Tables told by the alignment of their text, within an area known to hold nothing else.

Not here: which areas to try (`areas`), grids.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragstone.layout.fragment import Box
from ragstone.layout.tables.columns import Placed, columns, placed
from ragstone.layout.tables.draft import Draft, DraftCell, Piece, filled, without_empty
from ragstone.layout.tables.headers import header_cells, header_end
from ragstone.layout.tables.lines import TextLine, Words
from ragstone.layout.tables.rows import PlacedLine, Row, rows
from ragstone.layout.tables.rulings import Ruling, whole

#: Text stands in the middle within so many ems.
_CENTRE_EM = 1.2


def aligned_table(
    lines: Sequence[TextLine],
    level: Sequence[Ruling],
    words: Words,
    rule: str,
    fixed: Sequence[float] = (),
    headed: bool = True,
) -> Draft | None:
    """The table that `lines` are; None when they have one column.

    `level` are the rulings between them, `fixed` borders of columns that are known; `headed` tells
    that its first lines may be a header.
    """
    found_columns = columns(lines, fixed) if len(lines) > 1 else None
    if found_columns is None:
        return None
    middles = found_columns.middles
    box, em = _box(lines), lines[0].size
    cells = [
        PlacedLine(tuple(placed(line, found_columns, words)), line.y0, line.y1, line.size)
        for line in lines
    ]
    full = [
        line
        for line in whole(level)
        if line.start < middles[0] - em and line.end > middles[-1] + em
    ]
    short = [line for line in level if not any(abs(line.at - other.at) < 3 for other in full)]
    inner = [line.at for line in full if lines[0].y1 - 2 < line.at < lines[-1].y0 + 2]
    end = header_end(cells, inner) if headed else 0
    edges = _edges(cells, len(middles) + 1)
    centres = [(x0 + x1) / 2 if x0 < x1 else float("-inf") for x0, x1 in edges]
    header, header_rows = header_cells(cells[:end], centres, short)
    body = rows(cells[end:], inner)
    found = list(header)
    for index, row in enumerate(body, header_rows):
        found += _row_cells(row, index, edges)
    count = header_rows + len(body)
    draft = Draft(
        box, count, len(middles) + 1, filled(found, count, len(middles) + 1), rule, header_rows
    )
    return without_empty(draft)


def one_column(lines: Sequence[TextLine], level: Sequence[Ruling], rule: str) -> Draft | None:
    """The table of one column that `lines` are; its header stands above the second ruling."""
    if len(lines) < 2 or len(level) < 3 or not lines[0].y0 < level[1].at < lines[1].y1:
        return None
    cells = tuple(
        DraftCell(row, 0, row + 1, 1, line.segments[0].pieces) for row, line in enumerate(lines)
    )
    return Draft(_box(lines), len(lines), 1, cells, rule, header_rows=1)


def _edges(lines: Sequence[PlacedLine], columns: int) -> list[tuple[float, float]]:
    """Left and right end of each column's text."""
    edges: list[tuple[float, float]] = [(float("inf"), float("-inf"))] * columns
    for line in lines:
        for cell in line.cells:
            if cell.first == cell.last:
                x0, x1 = edges[cell.first]
                edges[cell.first] = (min(x0, cell.segment.x0), max(x1, cell.segment.x1))
    return edges


def _box(lines: Sequence[TextLine]) -> Box:
    return (
        min(line.segments[0].x0 for line in lines),
        min(line.y0 for line in lines),
        max(line.segments[-1].x1 for line in lines),
        max(line.y1 for line in lines),
    )


def _row_cells(row: Row, index: int, edges: Sequence[tuple[float, float]]) -> list[DraftCell]:
    """The cells of a row; a lone label that runs over keeps to its column, a centred one spans."""
    count = len(edges)
    if len(row) == 1 and len(row[0].cells) == 1:
        cell = row[0].cells[0]
        first, last = _lone_span(cell, edges)
        return [DraftCell(index, first, index + 1, last + 1, cell.segment.pieces)]
    held: dict[int, list[Piece]] = {}
    ends: dict[int, int] = {}
    for line in row:
        for cell in line.cells:
            held.setdefault(cell.first, []).extend(cell.segment.pieces)
            ends[cell.first] = max(ends.get(cell.first, 0), cell.last)
    found: list[DraftCell] = []
    starts = sorted(held)
    for place, start in enumerate(starts):
        limit = starts[place + 1] if place + 1 < len(starts) else count
        found.append(
            DraftCell(index, start, index + 1, min(ends[start] + 1, limit), tuple(held[start]))
        )
    return found


def _lone_span(cell: Placed, edges: Sequence[tuple[float, float]]) -> tuple[int, int]:
    """The columns of what stands alone in its row: all, or all but the first, in the middle."""
    last = len(edges) - 1
    centre, size = (cell.segment.x0 + cell.segment.x1) / 2, cell.segment.pieces[0].size
    if abs(cell.segment.x0 - edges[0][0]) <= size:
        return 0, 0
    for first in (0, 1):
        middle = (edges[first][0] + edges[last][1]) / 2
        if first < last and abs(middle - centre) <= _CENTRE_EM * size:
            return first, last
    return (cell.first, cell.last) if cell.first else (0, 0)
