"""One sheet of an OpenDocument workbook: its columns, then its rows, as they come.

    sheet = OdsSheet("Fish", False, styles, room)
    sheet.add_row(node)
    sheet.finish()

Not here: the stream that the rows come from (`ods`), what a cell holds (`ods_cells`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.parsers.spreadsheet.ods_cells import (
    OdsStyles,
    cell_text,
    integer,
    name_of,
    said,
    value_of,
)
from ragstone.parsers.spreadsheet.valueless import without_values
from ragstone.parsers.tabular.cells import MAX_COLUMN, MAX_ROW, Area, Cell
from ragstone.parsers.tabular.room import Room
from ragstone.parsers.tabular.sheet import SheetBuilder
from ragstone.parsers.tabular.sheet_elements import SheetFacts, hidden
from ragstone.parsers.xml_tree import Xml

_HIDDEN = frozenset({"collapse", "filter"})
_CELLS = frozenset({"table:table-cell", "table:covered-table-cell"})


class OdsSheet:
    """One sheet: its columns, then its rows."""

    def __init__(self, name: str, is_hidden: bool, styles: OdsStyles, room: Room) -> None:
        self._name, self._is_hidden = name, is_hidden
        self._styles, self._room = styles, room
        self._hidden_columns: set[int] = set()
        self._column = 0
        self._row = 0
        self._builder: SheetBuilder | None = None
        self._links: dict[tuple[int, int], str] = {}
        self._comments: list[Element] = []
        self._pictures: list[Element] = []
        self._uncached = self._outside = 0

    def add_columns(self, node: Xml) -> None:
        count = integer(said(node, "table:number-columns-repeated"))
        if said(node, "table:visibility") in _HIDDEN:
            last = min(MAX_COLUMN, self._column + count)
            self._hidden_columns.update(range(self._column + 1, last + 1))
        self._column += count

    def add_row(self, node: Xml) -> None:
        count = integer(said(node, "table:number-rows-repeated"))
        is_hidden = said(node, "table:visibility") in _HIDDEN
        builder = self._open()
        first = self._row + 1
        cells = self._cells(node, first, builder)
        self._row += count
        if not cells and (not is_hidden or count > 1000):
            return
        if self._row > MAX_ROW:
            self._outside += len(cells) * min(count, self._row - MAX_ROW)
        for number in range(first, min(MAX_ROW, self._row) + 1):
            builder.add(number, list(cells), is_hidden=is_hidden)

    def _open(self) -> SheetBuilder:
        if self._builder is None:
            facts = SheetFacts(
                self._name,
                self._is_hidden,
                hidden_columns=frozenset(self._hidden_columns),
                links=self._links,
            )
            facts.layout.margins.update(self._hidden_columns)
            self._builder = SheetBuilder(facts, self._room)
        return self._builder

    def _cells(self, row: Xml, number: int, builder: SheetBuilder) -> list[Cell]:
        cells: list[Cell] = []
        column = 0
        for node in row:
            if name_of(node) not in _CELLS:
                continue
            count = integer(said(node, "table:number-columns-repeated"))
            first, column = column + 1, column + count
            stored = said(node, "office:value-type") or said(node, "table:formula")
            if len(node) == 0 and stored is None:
                self._note_span(node, number, first, builder)
                continue
            content = cell_text(node)
            self._note_beside(content.comments, content.pictures, number, first)
            text, is_text = value_of(node, content.text)
            self._uncached += text.startswith("=") and not content.text
            if content.url:
                self._links[number, first] = content.url
            self._note_span(node, number, first, builder)
            if not text.strip():
                continue
            style = self._styles.kind_of(said(node, "table:style-name"))
            last = min(column, MAX_COLUMN)
            self._outside += column - max(first - 1, last)
            cells += [(at, text, is_text, style) for at in range(first, last + 1)]
        return cells

    def _note_span(self, node: Xml, row: int, column: int, builder: SheetBuilder) -> None:
        columns = integer(said(node, "table:number-columns-spanned"))
        rows = integer(said(node, "table:number-rows-spanned"))
        if columns > 1 or rows > 1:
            bottom, right = min(MAX_ROW, row + rows - 1), min(MAX_COLUMN, column + columns - 1)
            builder.merge(Area(row, column, bottom, right))

    def _note_beside(
        self, comments: list[tuple[str, dict[str, str]]], pictures: list[str], row: int, column: int
    ) -> None:
        cell = Area(row, column, row, column).name
        for text, facts in comments:
            self._comments.append(
                Element(
                    ElementType.UNCATEGORIZED_TEXT,
                    text,
                    marks=frozenset({Mark.COMMENT}),
                    provenance=Provenance(sheet=self._name, cells=cell, rule="comment"),
                    facts=facts,
                )
            )
        for text in pictures:
            self._pictures.append(_picture(text, self._name, cell))

    def shapes(self, node: Xml) -> None:
        """What stands on the sheet and in none of its cells."""
        for child in node:
            if name_of(child) == "table:shapes":
                content = cell_text(child)
                self._pictures += [_picture(text, self._name, None) for text in content.pictures]

    def warnings(self) -> Iterator[str]:
        if self._outside:
            is_one = self._outside == 1
            cells, are, were = ("cell", "is", "was") if is_one else ("cells", "are", "were")
            yield (
                f"{self._outside} {cells} of the sheet {self._name} {are} past its end "
                f"(XFD1048576) and {were} left out"
            )
        if self._uncached:
            yield without_values(self._uncached, self._name, program="LibreOffice")
        if self._builder is not None:
            for name in self._builder.cut_tables:
                yield f"the HTML of the table {name} has its header alone; its text has all rows"

    def finish(self) -> list[Element]:
        found = [] if self._builder is None else self._builder.finish()
        found += [*self._pictures, *self._comments]
        return [hidden(element) for element in found] if self._is_hidden else found


def _picture(text: str, sheet: str, cell: str | None) -> Element:
    return Element(
        ElementType.IMAGE,
        text,
        marks=frozenset({Mark.ALT_TEXT}),
        provenance=Provenance(sheet=sheet, cells=cell, rule="alternative text"),
    )
