"""Binary Excel workbooks (XLSB): the sheets of XLSX in records instead of markup.

    document = XlsbParser().read(Source.from_path("catch.xlsb"))

The record numbers are those of [MS-XLSB] 2.3.2. The stored values of formulas are shown; where none
is stored, the formulas (`formula_tokens.py`).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.ooxml.package import OfficePackage
from ragstone.parsers.outline import outline
from ragstone.parsers.spreadsheet.beside import drawings_of
from ragstone.parsers.spreadsheet.binary_cells import CellMaker, rk_number
from ragstone.parsers.spreadsheet.dangers import dangers_of
from ragstone.parsers.spreadsheet.formula_tokens import XLSB, formula_text
from ragstone.parsers.spreadsheet.strings import SharedStrings
from ragstone.parsers.spreadsheet.styles import Looks
from ragstone.parsers.spreadsheet.xlsb_records import records, rich_string, wide_string
from ragstone.parsers.tabular.cells import MAX_COLUMN, MAX_ROW, Area, Cell
from ragstone.parsers.tabular.merges import Merges
from ragstone.parsers.tabular.parameters import TabularParameters
from ragstone.parsers.tabular.regions import Layout
from ragstone.parsers.tabular.room import Room
from ragstone.parsers.tabular.sheet import SheetBuilder
from ragstone.parsers.tabular.sheet_elements import SheetFacts, hidden
from ragstone.parsers.zip_package import PackageKind
from ragstone.sources.source import Source

_KIND = PackageKind("xlsb", "a binary Excel workbook", "Excel")
_ROW, _RK, _ERROR, _BOOL, _REAL, _TEXT, _SHARED = 0, 2, 3, 4, 5, 6, 7
_FORMULA_TEXT, _FORMULA_NUMBER, _FORMULA_BOOL, _FORMULA_ERROR, _RICH_TEXT = 8, 9, 10, 11, 62
_STRING_ITEM, _FORMAT, _LOOK, _BEGIN_LOOKS, _END_LOOKS = 19, 44, 47, 617, 618
_COLUMNS, _PROPERTIES, _SHEET, _MERGE, _LINK = 60, 153, 156, 176, 494
_AUTHOR, _COMMENT, _COMMENT_TEXT = 632, 635, 637
#: Of cells, the numbers of their records, and the shortest each may be.
_CELLS = {2: 12, 3: 9, 4: 9, 5: 16, 6: 12, 7: 12, 8: 12, 9: 16, 10: 9, 11: 9, 62: 13}
_NARROW = 2.5


class XlsbParser(ParserBase):
    """Reads binary Excel workbooks (.xlsb): the same elements as those of XLSX."""

    row = own_row("xlsb")

    class Parameters(TabularParameters):
        """Those of all parsers of tables."""

    parameters: Parameters

    def read(self, source: Source) -> Document:
        """All of the workbook; raises `ParseError` or `LimitExceeded`."""
        package = OfficePackage(source, _KIND, "xl/workbook.bin")
        parameters = self.parameters
        workbook = _Workbook(package, Room(source, parameters.html_cells))
        elements = outline(workbook.elements())
        warnings = [*package.warnings, *workbook.warnings, *dangers_of(package)]
        if not elements:
            warnings.append("empty")
        return Document(
            source=source.name,
            media_type=self.supported_media_types[0],
            elements=elements,
            grouping="sheet",
            facts={**package.core_facts(), **workbook.facts},
            warnings=tuple(dict.fromkeys(warnings)),
            parser=self.parser_type,
            strategy="cells",
        )


class _Sheet(NamedTuple):
    """A sheet and the part that holds its rows."""

    name: str
    part: str
    is_hidden: bool


class _Workbook:
    """What the workbook says of all sheets, then the sheets; facts and warnings grow."""

    def __init__(self, package: OfficePackage, room: Room) -> None:
        self._package, self._room = package, room
        self._epoch_1904 = False
        self.facts: dict[str, Any] = {}
        self.warnings: list[str] = []

    def elements(self) -> Iterator[Element]:
        sheets = list(self._sheets())
        if not sheets:
            raise self._package.corrupt("its list of sheets cannot be read")
        self.facts["sheets"] = [sheet.name for sheet in sheets]
        if any(name.lower().endswith("vbaproject.bin") for name in self._package.names):
            self.facts["macros"] = True
        strings, looks = self._strings(), self._looks()
        for sheet in sheets:
            found = list(self._sheet(sheet, strings, looks))
            yield from (hidden(element) for element in found) if sheet.is_hidden else found

    def _sheets(self) -> Iterator[_Sheet]:
        targets = self._package.relationships(self._package.main)
        for kind, data in records(self._package.read(self._package.main) or b""):
            if kind == _PROPERTIES and data:
                self._epoch_1904 = bool(data[0] & 1)
            elif kind == _SHEET and len(data) >= 12:
                (state,) = struct.unpack_from("<I", data)
                relation, at = wide_string(data, 8)
                name, _ = wide_string(data, at)
                target = targets.get(relation)
                if target is not None and not target.is_external and target.kind == "worksheet":
                    yield _Sheet(name, target.target, state != 0)

    def _related(self, part: str, kind: str) -> Iterator[tuple[int, bytes]]:
        for name in self._package.related(part, kind).values():
            yield from records(self._package.read(name) or b"")

    def _strings(self) -> SharedStrings:
        strings = SharedStrings()
        for kind, data in self._related(self._package.main, "sharedStrings"):
            if kind == _STRING_ITEM:
                strings.append(rich_string(data, 0))
        return strings

    def _looks(self) -> Looks:
        codes: dict[int, str] = {}
        rows: list[tuple[int, object]] = []
        is_cells = False
        for kind, data in self._related(self._package.main, "styles"):
            if kind in (_BEGIN_LOOKS, _END_LOOKS):
                is_cells = kind == _BEGIN_LOOKS
            elif kind == _FORMAT and len(data) >= 6:
                codes[struct.unpack_from("<H", data)[0]] = wide_string(data, 2)[0]
            elif kind == _LOOK and is_cells and len(data) >= 10:
                _, number, *kinds = struct.unpack_from("<5H", data)
                rows.append((number, tuple(kinds)))
        return Looks.of(rows, codes, epoch_1904=self._epoch_1904)

    def _sheet(self, sheet: _Sheet, strings: SharedStrings, looks: Looks) -> Iterator[Element]:
        data = self._package.read(sheet.part)
        if data is None:
            self.warnings.append(f"the sheet {sheet.name} cannot be read")
            return
        builder = SheetBuilder(self._facts_of(sheet, data), self._room)
        maker = CellMaker(looks, shows_formulas=not _has_values(data))
        for number, is_hidden, cells in _rows(data, maker, strings):
            builder.add(number, cells, is_hidden=is_hidden)
        for number, cell in maker.hidden_values:
            builder.hide(number, cell)
        yield from builder.finish()
        self.warnings += maker.warnings(sheet.name)
        for name in builder.cut_tables:
            self.warnings.append(
                f"the HTML of the table {name} has its header alone; its text has all rows"
            )
        yield from drawings_of(self._package, sheet.part, sheet.name)
        yield from self._comments(sheet)

    def _facts_of(self, sheet: _Sheet, data: bytes) -> SheetFacts:
        merges: list[Area] = []
        unseen: set[int] = set()
        layout = Layout()
        links: dict[tuple[int, int], str] = {}
        targets = self._package.relationships(sheet.part)
        for kind, said in records(data):
            if kind == _COLUMNS and len(said) >= 18:
                first, last, width, _, flags = struct.unpack_from("<4IH", said)
                columns = range(first + 1, min(last + 1, MAX_COLUMN) + 1)
                if flags & 1 or not width:
                    unseen.update(columns)
                elif width / 256 <= _NARROW:
                    layout.margins.update(columns)
            elif kind == _MERGE and len(said) >= 16:
                area = _area(said)
                merges += [area] if area is not None else []
            elif kind == _LINK and len(said) >= 20 and (area := _area(said)) is not None:
                relation, at = wide_string(said, 16)
                target = targets.get(relation)
                place, _ = wide_string(said, at)
                url = ("" if target is None else target.target) + (f"#{place}" if place else "")
                if url:
                    links[area.top, area.left] = url
        layout.margins.update(unseen)
        layout = Layout(Merges(merges), margins=layout.margins)
        return SheetFacts(sheet.name, sheet.is_hidden, layout, frozenset(unseen), links)

    def _comments(self, sheet: _Sheet) -> Iterator[Element]:
        authors: list[str] = []
        area: Area | None = None
        author = ""
        for kind, data in self._related(sheet.part, "comments"):
            if kind == _AUTHOR:
                authors.append(wide_string(data, 0)[0])
            elif kind == _COMMENT and len(data) >= 20:
                (number,) = struct.unpack_from("<I", data)
                author = authors[number] if number < len(authors) else ""
                area = _area(data[4:])
            elif kind == _COMMENT_TEXT and (text := rich_string(data, 0).strip()):
                cells = None if area is None else area.name
                yield Element(
                    ElementType.UNCATEGORIZED_TEXT,
                    text,
                    marks=frozenset({Mark.COMMENT}),
                    provenance=Provenance(sheet=sheet.name, cells=cells, rule="comment"),
                    facts={"author": author} if author else {},
                )


def _has_values(data: bytes) -> bool:
    """Whether any formula of the sheet has a value: where none has, it was never worked out."""
    return any(
        kind in (_FORMULA_NUMBER, _FORMULA_BOOL, _FORMULA_ERROR)
        or (kind == _FORMULA_TEXT and bool(wide_string(said, 8)[0]))
        for kind, said in records(data)
    )


def _rows(
    data: bytes, maker: CellMaker, strings: SharedStrings
) -> Iterator[tuple[int, bool, list[Cell]]]:
    number, is_hidden = 0, False
    cells: list[Cell] = []
    for kind, said in records(data):
        if kind == _ROW and len(said) >= 12:
            if number:
                yield number, is_hidden, cells
            cells = []
            found = struct.unpack_from("<I", said)[0] + 1
            number = found if number < found <= MAX_ROW else 0
            is_hidden = bool(said[11] & 0x10)
        elif kind in _CELLS:
            is_whole = number > 0 and len(said) >= _CELLS[kind]
            cell = _cell(kind, said, number, maker, strings) if is_whole else None
            maker.misplaced += not is_whole
            if cell is not None and (not cells or cells[-1][0] < cell[0]):
                cells.append(cell)
            elif cell is not None:
                maker.misplaced += 1
    if number:
        yield number, is_hidden, cells


def _cell(
    kind: int, said: bytes, row: int, maker: CellMaker, strings: SharedStrings
) -> Cell | None:
    column, look = struct.unpack_from("<II", said)
    column, look = column + 1, look & 0xFFFFFF
    if column > MAX_COLUMN:
        maker.misplaced += 1
        return None
    if kind == _SHARED:
        return maker.shared(row, column, look, strings, struct.unpack_from("<I", said, 8)[0])
    if kind in (_REAL, _FORMULA_NUMBER):
        return maker.number(row, column, look, struct.unpack_from("<d", said, 8)[0])
    if kind == _RK:
        return maker.number(row, column, look, rk_number(struct.unpack_from("<I", said, 8)[0]))
    if kind in (_TEXT, _FORMULA_TEXT):
        text, at = wide_string(said, 8)
        if kind == _FORMULA_TEXT and maker.shows_formulas:
            size = int.from_bytes(said[at + 2 : at + 6], "little")
            tokens = said[at + 6 : at + 6 + size]
            return maker.formula(row, column, look, formula_text(tokens, form=XLSB))
        return maker.text(row, column, look, text)
    if kind == _RICH_TEXT:
        return maker.text(row, column, look, rich_string(said, 8))
    return maker.flag(column, look, said[8], is_error=kind in (_ERROR, _FORMULA_ERROR))


def _area(data: bytes) -> Area | None:
    top, bottom, left, right = struct.unpack_from("<4I", data)
    if top > bottom or left > right or bottom >= MAX_ROW or right >= MAX_COLUMN:
        return None
    return Area(top + 1, left + 1, bottom + 1, right + 1)
