"""Tables as text, with the place of every row, and as HTML with spans.

text_of(table)      # ("Fish | Price\\nHake | 8", ((0, boxes), (13, boxes)))
html_of(table)      # "<table><tr><th>Fish</th><th>Price</th></tr>…</table>"
"""

from __future__ import annotations

from html import escape

from ragstone.layout.draft import Placed
from ragstone.layout.hyphenation import Words
from ragstone.layout.tables.table import PageTable, TableCell


def rows_of(table: PageTable) -> list[list[TableCell]]:
    """The cells by the row in which they begin."""
    rows: list[list[TableCell]] = [[] for _ in range(table.rows)]
    for cell in sorted(table.cells, key=lambda cell: (cell.row, cell.column)):
        if cell.row < table.rows:
            rows[cell.row].append(cell)
    return rows


def text_of(table: PageTable, words: Words) -> tuple[str, tuple[Placed, ...]]:
    """One line a row, ` | ` between cells, a spanned cell once; and where each row stands."""
    text, places = "", list[Placed]()
    for row in rows_of(table):
        if not row:
            continue
        line = " | ".join(cell_text(cell, words) for cell in row)
        boxes = tuple(box for cell in row for item in cell.lines for box in item.boxes)
        text += "\n" if text else ""
        if boxes or not places:
            places.append((len(text), boxes or (table.box,)))
        text += line
    return text, tuple(places)


def html_of(table: PageTable, words: Words) -> str:
    """Table tags, spans and text, nothing else."""
    rows = [
        "<tr>" + "".join(_cell(cell, cell.row < table.header_rows, words) for cell in row) + "</tr>"
        for row in rows_of(table)
    ]
    return f"<table>{''.join(rows)}</table>"


def cell_text(cell: TableCell, words: Words) -> str:
    """The lines of a cell as running text."""
    return " ".join(words.joined(cell.lines)[0].split())


def _cell(cell: TableCell, header: bool, words: Words) -> str:
    name = "th" if header else "td"
    spans = "".join(
        f' {attribute}="{span}"'
        for attribute, span in (("rowspan", cell.row_span), ("colspan", cell.column_span))
        if span > 1
    )
    return f"<{name}{spans}>{escape(cell_text(cell, words))}</{name}>"
