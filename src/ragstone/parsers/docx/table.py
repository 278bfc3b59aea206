"""Tables of a Word file: a grid with spans, as lines of text and as HTML."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass, field

from ragstone.parsers.docx.nodes import Xml, attribute, child, is_on, tag, value

_CONTAINERS = frozenset({"w:sdt", "w:sdtContent", "w:ins", "w:customXml"})


@dataclass(slots=True)
class Cell:
    """One cell as shown; `columns` and `rows` are its spans."""

    node: Xml
    column: int
    columns: int = 1
    rows: int = 1
    text: str = ""


@dataclass(slots=True)
class Table:
    """Rows of cells, each where its span begins; `header_rows` are repeated on every page."""

    rows: list[list[Cell]] = field(default_factory=list[list[Cell]])
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


def read_table(node: Xml) -> Table:
    """The grid of a `w:tbl`; texts are still empty."""
    table = Table()
    open_cells: dict[int, Cell] = {}
    for row in children(node, "w:tr"):
        properties = child(row, "w:trPr")
        if child(properties, "w:del") is not None:
            continue
        column = _integer(value(properties, "w:gridBefore"), 0)
        cells: list[Cell] = []
        for item in children(row, "w:tc"):
            looks = child(item, "w:tcPr")
            columns = max(1, _integer(value(looks, "w:gridSpan"), 1))
            merge = child(looks, "w:vMerge")
            continues = merge is not None and attribute(merge, "w:val") != "restart"
            if continues and column in open_cells:
                open_cells[column].rows += 1
            else:
                cell = Cell(item, column, columns)
                cells.append(cell)
                open_cells.pop(column, None)
                if merge is not None:
                    open_cells[column] = cell
            column += columns
        if is_on(properties, "w:tblHeader") and table.header_rows == len(table.rows):
            table.header_rows += 1
        table.rows.append(cells)
    return table


def children(node: Xml, name: str) -> Iterator[Xml]:
    """Children called so, also inside content controls."""
    for item in node:
        if tag(item) == name:
            yield item
        elif tag(item) in _CONTAINERS:
            yield from children(item, name)


def _cell(cell: Cell, name: str) -> str:
    spans = f' rowspan="{cell.rows}"' if cell.rows > 1 else ""
    spans += f' colspan="{cell.columns}"' if cell.columns > 1 else ""
    text = html.escape(cell.text, quote=False).replace("\n", "<br>")
    return f"<{name}{spans}>{text}</{name}>"


def _integer(text: str | None, default: int) -> int:
    try:
        return default if text is None else int(text)
    except ValueError:
        return default
