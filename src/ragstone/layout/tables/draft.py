"""Tables in the making: pieces of text in one reader's frame, and cells over rows and columns.

Not here: how cells are found, and the table as it is handed on (`table`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ragstone.layout.fragment import Box, Fragment


class Piece(NamedTuple):
    """A fragment, or a word of one, with its box in the frame in which the table is read.

    `number` counts the page's fragments.
    """

    number: int
    fragment: Fragment
    x0: float
    y0: float
    x1: float
    y1: float
    size: float

    @property
    def text(self) -> str:
        return self.fragment.text


@dataclass(frozen=True, slots=True)
class DraftCell:
    """Half-open ranges of rows and columns, and what stands there."""

    row: int
    column: int
    row_end: int
    column_end: int
    pieces: tuple[Piece, ...] = ()

    @property
    def text(self) -> str:
        return " ".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Draft:
    """`rows` × `columns` cells inside `box`; `rule` says what told the table."""

    box: Box
    rows: int
    columns: int
    cells: tuple[DraftCell, ...]
    rule: str
    header_rows: int = 0

    def texts(self, column: int) -> list[str]:
        """What the cells that begin in a column say, header included."""
        return [cell.text for cell in self.cells if cell.column == column and cell.pieces]


def without_empty(draft: Draft) -> Draft:
    """The same without rows and columns in which no cell with text begins."""
    rows = sorted({cell.row for cell in draft.cells if cell.pieces})
    columns = sorted({cell.column for cell in draft.cells if cell.pieces})
    if len(rows) == draft.rows and len(columns) == draft.columns:
        return draft
    row_of, column_of = _renumbered(rows, draft.rows), _renumbered(columns, draft.columns)
    kept = [
        DraftCell(
            row_of[cell.row],
            column_of[cell.column],
            row_of[cell.row_end],
            column_of[cell.column_end],
            cell.pieces,
        )
        for cell in draft.cells
    ]
    return Draft(
        draft.box,
        len(rows),
        len(columns),
        tuple(cell for cell in kept if cell.row < cell.row_end and cell.column < cell.column_end),
        draft.rule,
        row_of[draft.header_rows],
    )


def _renumbered(kept: Sequence[int], count: int) -> list[int]:
    """For each of `count + 1` borders, how many of the kept lie before it."""
    places = set(kept)
    borders = [0]
    for index in range(count):
        borders.append(borders[-1] + (index in places))
    return borders


def filled(cells: Iterable[DraftCell], rows: int, columns: int) -> tuple[DraftCell, ...]:
    """`cells` in row order, with an empty one wherever none stands."""
    found = list(cells)
    taken = {
        (row, column)
        for cell in found
        for row in range(cell.row, cell.row_end)
        for column in range(cell.column, cell.column_end)
    }
    found += (
        DraftCell(row, column, row + 1, column + 1)
        for row in range(rows)
        for column in range(columns)
        if (row, column) not in taken
    )
    return tuple(sorted(found, key=lambda cell: (cell.row, cell.column)))
