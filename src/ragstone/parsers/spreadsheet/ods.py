"""OpenDocument sheets: the texts that the file itself stores for its cells.

    document = OdsParser().read(Source.from_path("catch.ods"))

Rows are read from `content.xml` as a stream (ODF 1.3 part 3, 9); cells come with what they show, so
that no number format is needed. What repeats is written once where it is blank.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from ragstone.errors import LimitExceeded
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.parsers.archive import UNPACKING_ERRORS
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.outline import outline
from ragstone.parsers.spreadsheet.ods_cells import (
    OdsStyles,
    cell_text,
    integer,
    name_of,
    said,
    value_of,
)
from ragstone.parsers.tabular.cells import MAX_COLUMN, MAX_ROW, Area, Cell
from ragstone.parsers.tabular.parameters import TabularParameters
from ragstone.parsers.tabular.room import Room
from ragstone.parsers.tabular.sheet import SheetBuilder
from ragstone.parsers.tabular.sheet_elements import SheetFacts, hidden
from ragstone.parsers.xml_tree import Xml
from ragstone.parsers.zip_package import PackageKind, ZipPackage
from ragstone.sources.source import Source

_etree: Any = importlib.import_module("lxml.etree")

_KIND = PackageKind("ods", "an OpenDocument sheet", "LibreOffice")
_META = {
    "title": "title",
    "subject": "subject",
    "description": "description",
    "language": "language",
    "creation-date": "created",
    "date": "modified",
}
_HIDDEN = frozenset({"collapse", "filter"})
_CELLS = frozenset({"table:table-cell", "table:covered-table-cell"})


class OdsParser(ParserBase):
    """Reads OpenDocument sheets (.ods, .ots).

    - A section a sheet; every table and line has its cells, every row of a table its own.
    - Hidden sheets, rows, columns and comments are elements that stay out of sections.
    """

    row = own_row("ods")

    class Parameters(TabularParameters):
        """Those of all parsers of tables."""

    parameters: Parameters

    def read(self, source: Source) -> Document:
        """All of the workbook; raises `ParseError` or `LimitExceeded`."""
        package = ZipPackage(source, _KIND)
        manifest = package.read("META-INF/manifest.xml") or b""
        if b"encryption-data" in manifest:
            raise package.locked()
        package.main = "content.xml"
        parameters = self.parameters
        reader = _Reader(package, Room(source, parameters.html_cells))
        elements = outline(reader.elements())
        warnings = [*package.warnings, *reader.warnings]
        if not elements:
            warnings.append("empty")
        return Document(
            source=source.name,
            media_type=self.supported_media_types[0],
            elements=elements,
            grouping="sheet",
            facts={**_facts(package), **reader.facts},
            warnings=tuple(warnings),
            parser=self.parser_type,
            strategy="cells",
        )


class _Reader:
    """The sheets of `content.xml`, one after another."""

    def __init__(self, package: ZipPackage, room: Room) -> None:
        self._package, self._room = package, room
        self._styles = OdsStyles()
        self._sheet: _Sheet | None = None
        self._depth = 0
        self._names: list[str] = []
        self.facts: dict[str, Any] = {}
        self.warnings: list[str] = []

    def elements(self) -> Iterator[Element]:
        stream = self._package.open("content.xml")
        if stream is None:
            raise self._package.corrupt("it is a zip archive without a sheet inside")
        events = _etree.iterparse(
            stream,
            events=("start", "end"),
            resolve_entities=False,
            no_network=True,
            remove_comments=True,
            remove_pis=True,
        )
        is_first, is_sheet = True, False
        try:
            for event, node in events:
                if is_first and node.getroottree().docinfo.internalDTD is not None:
                    raise self._package.corrupt("content.xml declares a document type")
                is_first = False
                name = name_of(node)
                is_sheet = is_sheet or name == "office:spreadsheet"
                yield from (
                    self._started(name, node) if event == "start" else self._ended(name, node)
                )
        except LimitExceeded:  # a ValueError too
            raise
        except (_etree.XMLSyntaxError, ValueError, *UNPACKING_ERRORS):
            if is_first or not is_sheet:
                raise self._package.corrupt("content.xml cannot be read") from None
            self.warnings.append("content.xml is damaged; what could be read was kept")
            if self._sheet is not None:
                yield from self._sheet.finish()
        if not is_sheet and not is_first:
            raise self._package.corrupt("content.xml holds no sheets")
        names = {name.lower() for name in self._package.names}
        if any(name.startswith(("basic/", "scripts/")) for name in names):
            self.facts["macros"] = True
            self.warnings.append("it has macros, which were not run")
        if self._names:
            self.facts["sheets"] = self._names

    def _started(self, name: str, node: Xml) -> Iterator[Element]:
        if name == "table:table":
            # A table in a cell of another one is part of that cell.
            self._depth += 1
            if self._depth == 1:
                title = said(node, "table:name") or f"Sheet{len(self._names) + 1}"
                self._names.append(title)
                is_hidden = self._styles.is_hidden(said(node, "table:style-name"))
                self._sheet = _Sheet(title, is_hidden, self._styles, self._room)
        return iter(())

    def _ended(self, name: str, node: Xml) -> Iterator[Element]:
        sheet = self._sheet
        if name == "office:automatic-styles":
            self._styles.read(node)
        elif name == "table:table":
            self._depth -= 1
            if self._depth == 0 and sheet is not None:
                sheet.shapes(node)
                yield from sheet.finish()
                self.warnings += sheet.warnings()
                self._sheet = None
                _forget(node)
        elif self._depth == 1 and sheet is not None:
            if name == "table:table-column":
                sheet.add_columns(node)
            elif name == "table:table-row":
                sheet.add_row(node)
                _forget(node)
        elif name in ("table:named-range", "table:database-range"):
            kind = "table:cell-range-address"
            target = said(node, kind) or said(node, "table:target-range-address")
            title = said(node, "table:name")
            if target and title and not title.startswith("__Anonymous"):
                self.facts.setdefault("defined_names", {})[title] = target


class _Sheet:
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
        self._uncached = 0

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
        if first > MAX_ROW or (not cells and (not is_hidden or count > 1000)):
            return
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
            if first > MAX_COLUMN:
                break
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
        if self._uncached:
            yield f"{self._uncached} formulas of the sheet {self._name} have no stored value"
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


def _forget(node: Xml) -> None:
    """Give back the memory of what was read, and of what stands before it."""
    node.clear()
    parent = node.getparent()
    if parent is not None:
        while node.getprevious() is not None and name_of(node.getprevious()) != "table:shapes":
            del parent[parent.index(node.getprevious())]


def _facts(package: ZipPackage) -> dict[str, Any]:
    root = package.xml("meta.xml")
    facts: dict[str, Any] = {}
    for node in () if root is None else root.iter():
        key = name_of(node).partition(":")[2]
        text = (node.text or "").strip()
        if text and key in ("creator", "initial-creator"):
            facts.setdefault("authors", []).append(text)
        elif text and key in _META:
            facts[_META[key]] = text
    if "authors" in facts:
        facts["authors"] = list(dict.fromkeys(facts["authors"]))
    return facts
