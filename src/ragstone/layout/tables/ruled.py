"""Tables in ruled grids: the text in the cells that lines enclose.

A grid is no table when it is a frame, a card, a page's border or the net of a chart: few cells, or
few with text. Not here: the grid itself (`grid`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from ragstone.layout.fragment import Box
from ragstone.layout.tables.divided import coarse_row, divided
from ragstone.layout.tables.draft import Draft, DraftCell, Piece, without_empty
from ragstone.layout.tables.grid import Grid
from ragstone.layout.tables.headers import headed
from ragstone.layout.tables.lines import Words, word_pieces
from ragstone.layout.tables.rulings import Rulings
from ragstone.layout.tables.trim import trimmed

_MIN_FILLED = 3
#: So many curves and slanting lines in a grid are drawings: it is a set of charts.
_DRAWN = 3
#: A grid with this share of spanning cells and rows with one text each is a chart of bars.
_SPANNING, _LONE_ROWS = 0.4, 0.6
#: Text runs over a line by at least this, in ems.
_OVER_EM = 0.3
#: Cells with more text than this each, in characters, are columns of prose in frames.
_PROSE = 400


def ruled_tables(
    pieces: Sequence[Piece],
    found: Sequence[Grid],
    lines: Rulings,
    strokes: Sequence[Box],
    words: Words,
) -> list[Draft]:
    """The tables among the grids, from top to bottom; `strokes` are curves and slanting lines."""
    by_middle = sorted(pieces, key=lambda piece: piece.y0 + piece.y1)
    middles = [(piece.y0 + piece.y1) / 2 for piece in by_middle]
    drafts: list[Draft] = []
    for grid in found:
        x0, y0, x1, y1 = grid.box
        inside = [
            piece
            for piece in by_middle[bisect_left(middles, y0) : bisect_right(middles, y1)]
            if x0 <= (piece.x0 + piece.x1) / 2 <= x1
        ]
        raw = _draft(grid, inside, words)
        first = coarse_row(raw, grid)
        finer = divided(raw, grid, first, lines, words) if first is not None else None
        draft = finer or headed(trimmed(without_empty(raw)))
        if _is_table(draft) and _strokes_inside(draft.box, strokes) < _DRAWN:
            drafts.append(draft)
    return [
        draft
        for index, draft in enumerate(drafts)
        if not any(_encloses(other, draft) for place, other in enumerate(drafts) if place != index)
    ]


def _strokes_inside(box: Box, strokes: Sequence[Box]) -> int:
    return sum(
        box[0] < (x0 + x1) / 2 < box[2] and box[1] < (y0 + y1) / 2 < box[3]
        for x0, y0, x1, y1 in strokes
    )


def _cut(inside: Sequence[Piece], xs: Sequence[float], words: Words) -> Iterator[Piece]:
    """The pieces, those that run over a line as words."""
    for piece in inside:
        slack = _OVER_EM * piece.size
        if bisect_right(xs, piece.x0 + slack) == bisect_right(xs, piece.x1 - slack):
            yield piece
        else:
            yield from word_pieces(piece, words)


def _draft(grid: Grid, inside: Sequence[Piece], words: Words) -> Draft:
    rows, columns = len(grid.ys) - 1, len(grid.xs) - 1
    number_of = {
        (row, column): index
        for index, cell in enumerate(grid.cells)
        for row in range(cell.row, cell.row_end)
        for column in range(cell.column, cell.column_end)
    }
    held: list[list[Piece]] = [[] for _ in grid.cells]
    for piece in _cut(inside, grid.xs, words):
        row = min(max(bisect_right(grid.ys, (piece.y0 + piece.y1) / 2) - 1, 0), rows - 1)
        column = min(max(bisect_right(grid.xs, (piece.x0 + piece.x1) / 2) - 1, 0), columns - 1)
        held[number_of[(row, column)]].append(piece)
    cells = tuple(
        DraftCell(cell.row, cell.column, cell.row_end, cell.column_end, tuple(pieces))
        for cell, pieces in zip(grid.cells, held, strict=True)
    )
    return Draft(grid.box, rows, columns, cells, "ruled_grid")


def _is_table(draft: Draft) -> bool:
    if draft.rows < 2 or draft.columns < 2:
        return False
    texts = [cell.text for cell in draft.cells if cell.pieces]
    if len(texts) < _MIN_FILLED:
        return False
    spanning = sum(
        cell.row_end - cell.row > 1 or cell.column_end - cell.column > 1 for cell in draft.cells
    )
    if spanning >= _SPANNING * len(draft.cells):
        in_row = [0] * draft.rows
        for cell in draft.cells:
            in_row[cell.row] += bool(cell.pieces)
        if sum(count < 2 for count in in_row) >= _LONE_ROWS * draft.rows:
            return False
    return len(texts) > 4 or sum(map(len, texts)) < _PROSE * len(texts)


def _encloses(outer: Draft, inner: Draft) -> bool:
    return (
        outer.box[0] <= inner.box[0]
        and outer.box[1] <= inner.box[1]
        and outer.box[2] >= inner.box[2]
        and outer.box[3] >= inner.box[3]
    )
