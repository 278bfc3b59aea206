"""Grids whose lines are not all drawn: their text tells the missing rows and columns.

Lines between groups of rows only, upright lines in the header only, a column of labels without
lines. Where the text of some rows is finer than their cells, these rows are divided by it; the
header keeps its cells. Not here: grids with all their lines (`ruled`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from ragstone.layout.fragment import Box
from ragstone.layout.tables.checks import is_ruled_table
from ragstone.layout.tables.draft import Draft, Piece, without_empty
from ragstone.layout.tables.grid import Grid
from ragstone.layout.tables.lines import TextLine, Words, is_value, text_lines
from ragstone.layout.tables.rulings import Rulings
from ragstone.layout.tables.text import aligned_table

#: So many lines of values in one cell are rows, and so many rows without a line an open column.
_VALUES, _VALUES_SHARE, _OPEN_ROWS = 3, 0.7, 5


def coarse_row(draft: Draft, grid: Grid) -> int | None:
    """The first row of a grid with cells whose text is finer than they are."""
    wide: list[int] = []
    if draft.columns == 1:
        # Level lines in a frame.
        return 0 if len(draft.cells) > 1 else None
    if _has_one_body(draft):
        return max(cell.row for cell in draft.cells if cell.pieces)
    for cell in draft.cells:
        found = text_lines(cell.pieces)
        if not found:
            continue
        rows = cell.row_end - cell.row
        values = sum(_ends_in_value(line) for line in found)
        if len(found) >= _VALUES and values >= _VALUES_SHARE * len(found):
            return cell.row
        if cell.column == 0 and rows >= _OPEN_ROWS and len(found) >= _VALUES_SHARE * rows:
            return cell.row
        if cell.column_end - cell.column > 1:
            columns = {
                bisect_right(grid.xs, (part.x0 + part.x1) / 2)
                for line in found
                for part in line.segments
            }
            wide += [cell.row] * (len(columns) > 1)
    return wide[0] if len(wide) >= _VALUES else None


def _has_one_body(draft: Draft) -> bool:
    """Whether a grid has a header and one row below it with several lines in several cells."""
    rows = sorted({cell.row for cell in draft.cells if cell.pieces})
    if len(rows) != 2:
        return False
    heights = [len(text_lines(cell.pieces)) for cell in draft.cells if cell.row == rows[1]]
    return sum(height > 1 for height in heights) > 1


def divided(raw: Draft, grid: Grid, first: int, lines: Rulings, words: Words) -> Draft | None:
    """The table in a grid whose rows from `first` on are divided by their text."""
    x0, y0, x1, y1 = grid.box
    level = [
        line
        for line in lines.level
        if y0 - 2 <= line.at <= y1 + 2 and line.start < x1 and line.end > x0
    ]
    pieces = [piece for cell in raw.cells for piece in cell.pieces]
    fixed, rule = grid.xs[1:-1], "ruled_columns"
    if first:
        body = aligned_table(
            text_lines(_below(pieces, grid.ys[first]), words),
            level,
            words,
            rule,
            fixed,
            headed=False,
        )
        header = without_empty(_rows_before(raw, first))
        if body is not None and body.columns == header.columns:
            return _joined(header, body, raw.box)
    whole = aligned_table(text_lines(pieces, words), level, words, rule, fixed)
    return whole if whole is not None and is_ruled_table(whole) else None


def _below(pieces: Sequence[Piece], y: float) -> list[Piece]:
    return [piece for piece in pieces if (piece.y0 + piece.y1) / 2 > y]


def _rows_before(raw: Draft, end: int) -> Draft:
    cells = tuple(
        replace(cell, row_end=min(cell.row_end, end)) for cell in raw.cells if cell.row < end
    )
    return replace(raw, rows=end, cells=cells)


def _joined(header: Draft, body: Draft, box: Box) -> Draft:
    """One table of both."""
    moved = (
        replace(cell, row=cell.row + header.rows, row_end=cell.row_end + header.rows)
        for cell in body.cells
    )
    return Draft(
        box, header.rows + body.rows, body.columns, (*header.cells, *moved), body.rule, header.rows
    )


def _ends_in_value(line: TextLine) -> bool:
    """Whether a line is all values, or words with a value at some distance."""
    values = [is_value(part.text) for part in line.segments]
    return all(values) or (len(values) > 1 and values[-1])
