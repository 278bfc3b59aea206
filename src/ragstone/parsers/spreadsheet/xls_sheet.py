"""One sheet of an Excel workbook of before 2007, from its records.

Rows stand in blocks, and cells in any order inside one, so that a sheet is gathered first: it has
65,536 rows and 256 columns at most.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator

from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.parsers.spreadsheet.beside import furniture_text
from ragstone.parsers.spreadsheet.binary_cells import CellMaker, rk_number
from ragstone.parsers.spreadsheet.formula_tokens import SheetName, formula_text
from ragstone.parsers.spreadsheet.strings import SharedStrings
from ragstone.parsers.spreadsheet.styles import Looks
from ragstone.parsers.spreadsheet.xls_records import Record, Strings
from ragstone.parsers.tabular.cells import MAX_COLUMN, Area, Cell
from ragstone.parsers.tabular.merges import Merges
from ragstone.parsers.tabular.regions import Layout
from ragstone.parsers.tabular.room import Room
from ragstone.parsers.tabular.sheet import SheetBuilder
from ragstone.parsers.tabular.sheet_elements import SheetFacts

_ROW, _COLUMNS, _MERGES, _LINK, _NOTE = 0x208, 0x7D, 0xE5, 0x1B8, 0x1C
_SHARED, _LABEL, _RICH, _NUMBER, _RK, _MANY_RK = 0xFD, 0x204, 0xD6, 0x203, 0x27E, 0xBD
_FLAG, _FORMULA, _STRING, _OBJECT, _OBJECT_TEXT = 0x205, 0x06, 0x207, 0x5D, 0x1B6
_HEADER, _FOOTER = 0x14, 0x15
#: Width in 1/256 of a digit at which a blank column is a margin, height in twips of such a row.
_NARROW, _LOW = 640, 140
_URL_MONIKER = bytes.fromhex("e0c9ea79f9bace118c8200aa004ba90b")

#: (record, offset of the text, bytes of its length) → the text
ReadText = Callable[[Record, int, int], str]


class XlsSheet:
    """Reads the records of one sheet; `sheet_name` names the sheets in references of formulas, and
    is None for old workbooks, whose formulas are written otherwise.
    """

    def __init__(
        self,
        name: str,
        strings: SharedStrings,
        looks: Looks,
        read_text: ReadText,
        sheet_name: SheetName | None,
    ) -> None:
        self._name, self._strings, self._read_text = name, strings, read_text
        self._sheet_name = sheet_name
        # Formulas with a value, and those whose value is blank: (row, column, look, tokens).
        self._has_values = False
        self._blank: list[tuple[int, int, int, bytes]] = []
        self._maker = CellMaker(looks)
        self._cells: dict[int, dict[int, Cell]] = {}
        self._gathered = self._characters = 0
        self._merges: list[Area] = []
        self._layout = Layout()
        self._hidden_rows: set[int] = set()
        self._hidden_columns: set[int] = set()
        self._links: dict[tuple[int, int], str] = {}
        self._notes: list[tuple[int, int, int, str]] = []
        self._note_texts: dict[int, str] = {}
        self._object = 0
        self._pending: tuple[int, int, int] | None = None
        self._furniture: list[Element] = []
        self.warnings: list[str] = []

    def elements(self, found: Iterable[Record], room: Room, is_hidden: bool) -> list[Element]:
        """Everything on the sheet, furniture first and comments last."""
        for record in found:
            try:
                self._read(record)
            except (struct.error, IndexError):
                self.warnings.append(
                    f"a record of the sheet {self._name} is damaged and was left out"
                )
            room.look_ahead(self._gathered, self._characters)
        self._show_formulas()
        room.look_ahead(self._gathered, self._characters)
        self._layout.margins.update(self._hidden_columns)
        layout = Layout(Merges(self._merges), (), self._layout.margins, self._layout.skipped_rows)
        facts = SheetFacts(
            self._name, is_hidden, layout, frozenset(self._hidden_columns), self._links
        )
        builder = SheetBuilder(facts, room)
        for number in sorted(self._cells):
            row = [cell for _, cell in sorted(self._cells[number].items())]
            builder.add(number, row, is_hidden=number in self._hidden_rows)
        for number, cell in self._maker.hidden_values:
            builder.hide(number, cell)
        elements = [*self._furniture, *builder.finish(), *self._comments()]
        self.warnings += self._maker.warnings(self._name)
        self.warnings += [
            f"the HTML of the table {name} has its header alone; its text has all rows"
            for name in builder.cut_tables
        ]
        return elements

    def _read(self, record: Record) -> None:
        kind, data = record.kind, record.data
        if kind == _MANY_RK:
            row, first = struct.unpack_from("<HH", data)
            for at in range((len(data) - 6) // 6):
                look, packed = struct.unpack_from("<HI", data, 4 + 6 * at)
                number = self._maker.number(row + 1, first + at + 1, look, rk_number(packed))
                self._put(row, number)
        elif kind in (_SHARED, _LABEL, _RICH, _NUMBER, _RK, _FLAG, _FORMULA):
            self._read_cell(record)
        elif kind == _STRING and self._pending is not None:
            row, column, look = self._pending
            text = self._read_text(record, 0, 2)
            self._put(row, self._maker.text(row + 1, column + 1, look, text))
            self._pending = None
        elif kind == _ROW:
            number, height = struct.unpack_from("<H4xH", data)
            if struct.unpack_from("<H", data, 12)[0] & 0x20:
                self._hidden_rows.add(number + 1)
                self._layout.skipped_rows.add(number + 1)
            elif height <= _LOW:
                self._layout.skipped_rows.add(number + 1)
        elif kind == _COLUMNS:
            first, last, width, _, flags = struct.unpack_from("<5H", data)
            columns = range(first + 1, min(last + 1, MAX_COLUMN) + 1)
            if flags & 1 or not width:
                self._hidden_columns.update(columns)
            elif width <= _NARROW:
                self._layout.margins.update(columns)
        elif kind == _MERGES:
            for at in range(min(struct.unpack_from("<H", data)[0], len(data) // 8)):
                top, bottom, left, right = struct.unpack_from("<4H", data, 2 + 8 * at)
                if top <= bottom and left <= right:
                    self._merges.append(Area(top + 1, left + 1, bottom + 1, right + 1))
        else:
            self._read_beside(record)

    def _read_cell(self, record: Record) -> None:
        kind, data = record.kind, record.data
        row, column, look = struct.unpack_from("<3H", data)
        maker = self._maker
        at = (row + 1, column + 1, look)
        if kind == _SHARED:
            self._put(row, maker.shared(*at, self._strings, struct.unpack_from("<I", data, 6)[0]))
        elif kind in (_LABEL, _RICH):
            self._put(row, maker.text(*at, self._read_text(record, 6, 2)))
        elif kind == _NUMBER:
            self._put(row, maker.number(*at, struct.unpack_from("<d", data, 6)[0]))
        elif kind == _RK:
            self._put(row, maker.number(*at, rk_number(struct.unpack_from("<I", data, 6)[0])))
        elif kind == _FLAG:
            self._put(row, maker.flag(column + 1, look, data[6], is_error=bool(data[7])))
        else:
            self._read_formula(row, column, look, data)

    def _read_formula(self, row: int, column: int, look: int, data: bytes) -> None:
        maker = self._maker
        is_text = data[12:14] == b"\xff\xff"
        if is_text and data[6] == 3:
            self._blank.append((row, column, look, data))
            return
        self._has_values = True
        at = (row + 1, column + 1, look)
        if not is_text:
            self._put(row, maker.number(*at, struct.unpack_from("<d", data, 6)[0]))
        elif data[6] == 0:
            # The text of a formula follows in a record of its own.
            self._pending = (row, column, look)
        elif data[6] in (1, 2):
            self._put(row, maker.flag(column + 1, look, data[8], is_error=data[6] == 2))

    def _show_formulas(self) -> None:
        """Formulas themselves, where no formula of the sheet has a value: it was never worked out.
        Where some have, a blank value is one.
        """
        for row, column, look, data in () if self._has_values else self._blank:
            size = int.from_bytes(data[20:22], "little")
            tokens, named = data[22 : 22 + size], self._sheet_name
            text = None if named is None else formula_text(tokens, named)
            self._put(row, self._maker.formula(row + 1, column + 1, look, text))

    def _read_beside(self, record: Record) -> None:
        """Links, comments, page headers."""
        kind, data = record.kind, record.data
        if kind == _LINK:
            top, _, left, _ = struct.unpack_from("<4H", data)
            at = data.find(_URL_MONIKER, 8 + 16)
            if at >= 0:
                (size,) = struct.unpack_from("<I", data, at + 16)
                url = data[at + 20 : at + 20 + min(size, 4200)].decode("utf-16-le", "replace")
                self._links[top + 1, left + 1] = url.partition("\0")[0]
        elif kind == _OBJECT:
            sort, self._object = struct.unpack_from("<4xHH", data)
            self._object = self._object if sort == 0x19 else 0
        elif kind == _OBJECT_TEXT and self._object:
            count = struct.unpack_from("<H", data, 10)[0]
            if len(record.pieces) > 1 and count and record.pieces[1]:
                texts = Strings(record.pieces[1:], 1)
                wide = bool(record.pieces[1][0] & 1)
                self._note_texts[self._object] = texts.characters(count, is_wide=wide)
            self._object = 0
        elif kind == _NOTE:
            row, column, _, number = struct.unpack_from("<4H", data)
            author = self._read_text(record, 8, 2) if len(data) > 11 else ""
            self._notes.append((row + 1, column + 1, number, author))
        elif kind in (_HEADER, _FOOTER) and len(data) > 2:
            text = furniture_text(self._read_text(record, 0, 2), self._name)
            if text:
                is_header = kind == _HEADER
                rule = f"page {'header' if is_header else 'footer'}"
                self._furniture.append(
                    Element(
                        ElementType.HEADER if is_header else ElementType.FOOTER,
                        text,
                        provenance=Provenance(sheet=self._name, rule=rule),
                    )
                )

    def _put(self, row: int, cell: Cell | None) -> None:
        if cell is not None and cell[0] > MAX_COLUMN:
            self._maker.misplaced += 1
        elif cell is not None:
            self._gathered += 1
            self._characters += len(cell[1])
            self._cells.setdefault(row + 1, {})[cell[0]] = cell

    def _comments(self) -> Iterator[Element]:
        for row, column, number, author in self._notes:
            text = self._note_texts.get(number, "").strip().replace("\r", "\n")
            if text:
                cell = Area(row, column, row, column).name
                yield Element(
                    ElementType.UNCATEGORIZED_TEXT,
                    text,
                    marks=frozenset({Mark.COMMENT}),
                    provenance=Provenance(sheet=self._name, cells=cell, rule="comment"),
                    facts={"author": author} if author.strip() else {},
                )
