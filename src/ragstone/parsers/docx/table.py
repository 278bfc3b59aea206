"""Tables of a Word file: a grid with spans, as lines of text and as HTML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ragstone.model.mark import Mark
from ragstone.parsers.docx.nodes import is_on, value
from ragstone.parsers.grid import Grid, GridCell
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, tag

_CONTAINERS = frozenset({"w:sdt", "w:sdtContent", "w:ins", "w:customXml"})


@dataclass(slots=True)
class Cell(GridCell):
    """One cell and its node; `column` is where it begins."""

    node: Xml = None
    column: int = 0


@dataclass(slots=True)
class Table(Grid[Cell]):
    """The grid of a Word table; its header rows are repeated on every page.

    `numbers` are those of its rows in the file, 1-based; `apart` are the rows that are no part of
    it, hidden or deleted, with their numbers.
    """

    numbers: list[int] = field(default_factory=list[int])
    apart: list[tuple[int, Mark, Xml]] = field(default_factory=list[tuple[int, Mark, Xml]])


def read_table(node: Xml) -> Table:
    """The grid of a `w:tbl`; texts are still empty."""
    table = Table([])
    open_cells: dict[int, Cell] = {}
    for number, row in enumerate(children(node, "w:tr"), start=1):
        properties = child(row, "w:trPr")
        deleted = child(properties, "w:del") is not None
        if deleted or is_on(properties, "w:hidden"):
            table.apart.append((number, Mark.DELETED if deleted else Mark.HIDDEN, row))
            continue
        table.numbers.append(number)
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
                cell = Cell(columns=columns, node=item, column=column)
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


def _integer(text: str | None, default: int) -> int:
    try:
        return default if text is None else int(text)
    except ValueError:
        return default
