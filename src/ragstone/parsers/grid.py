"""Tables as a grid of cells with spans, written as lines of text and as HTML; no parser.

grid = Grid([[GridCell("Fish"), GridCell("Tons")], [GridCell("Hake"), GridCell("8")]], 1)
grid.lines()                                   # ["Fish | Tons", "Hake | 8"]
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.model.run import Run


@dataclass(slots=True)
class GridCell:
    """One cell as shown; `columns` and `rows` are its spans."""

    text: str = ""
    columns: int = 1
    rows: int = 1


Cell = TypeVar("Cell", bound=GridCell)


@dataclass(slots=True)
class Grid(Generic[Cell]):
    """Rows of cells, each where its span begins; the first `header_rows` are header cells."""

    rows: list[list[Cell]]
    header_rows: int = 0

    @property
    def cells(self) -> Iterator[Cell]:
        return (cell for row in self.rows for cell in row)

    def lines(self) -> list[str]:
        """One line a row, ` | ` between cells, a spanned cell once."""
        return [" | ".join(" ".join(cell.text.split()) for cell in row) for row in self.rows]

    def to_html(self) -> str:
        rows: list[str] = []
        for number, row in enumerate(self.rows):
            name = "th" if number < self.header_rows else "td"
            rows.append("<tr>" + "".join(_cell(cell, name) for cell in row) + "</tr>")
        return f"<table>{''.join(rows)}</table>"


def grid_element(
    grid: Grid[Any],
    place: Provenance,
    row_place: Callable[[int], Provenance] | None = None,
    *,
    marks: frozenset[Mark] = frozenset(),
    facts: Mapping[str, Any] | None = None,
) -> Element | None:
    """The table as an element; None when no cell has text.

    A row that only continues cells from above has no line. `row_place` gives the place of a row by
    its number (1-based), where rows have their own.
    """
    texts: list[str] = []
    lines: list[Run] = []
    start = 0
    for number, line in enumerate(grid.lines(), start=1):
        if not line.strip(" |"):
            continue
        if row_place is not None:
            lines.append(Run(start, row_place(number)))
        texts.append(line)
        start += len(line) + 1
    if not texts:
        return None
    return Element(
        ElementType.TABLE,
        "\n".join(texts),
        html=grid.to_html(),
        marks=marks,
        provenance=place,
        facts=facts or {},
        lines=tuple(lines),
    )


def grid_of(rows: Sequence[Sequence[str]], header_rows: int = 0) -> Grid[GridCell]:
    """A grid without spans."""
    return Grid([[GridCell(text) for text in row] for row in rows], header_rows)


def _cell(cell: GridCell, name: str) -> str:
    spans = f' rowspan="{cell.rows}"' if cell.rows > 1 else ""
    spans += f' colspan="{cell.columns}"' if cell.columns > 1 else ""
    text = html.escape(cell.text, quote=False).replace("\n", "<br>")
    return f"<{name}{spans}>{text}</{name}>"
