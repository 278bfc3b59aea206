"""Tables of one page: their cells with the lines of text in them.

Not here: how they are found (`find`), which of two pages are one table (`continuation`).
"""

from __future__ import annotations

from dataclasses import dataclass

from ragstone.layout.line import Line
from ragstone.model.provenance import BBox


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell; `row` and `column` count from 0, the spans from 1. `lines` in reading order."""

    row: int
    column: int
    row_span: int
    column_span: int
    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """The cell's lines joined as running text."""
        return " ".join(line.text for line in self.lines)


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table on one page.

    - `box`: as shown on the page.
    - `cells`: in row order, together they fill `rows` × `columns`; empty ones are there.
    - `header_rows`: how many rows at the top are the header, 0 when there is none.
    - `rule`: what told that this is a table, such as `ruled_grid`.
    - `taken`: the indexes of the fragments it holds.
    """

    box: BBox
    rows: int
    columns: int
    cells: tuple[TableCell, ...]
    header_rows: int
    rule: str
    taken: frozenset[int]
