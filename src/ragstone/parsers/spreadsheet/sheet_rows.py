"""From the cells and rows found in a sheet's markup to rows of what is shown.

reader = RowReader(values)
for number, is_hidden, cells in reader.read(found): …
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ragstone.parsers.spreadsheet.careful_xml import Found
from ragstone.parsers.spreadsheet.values import CellValues, Sort
from ragstone.parsers.tabular.cells import MAX_COLUMN, MAX_ROW, Cell, column_number

#: (number, whether it is hidden, cells that are not blank)
SheetRow = tuple[int, bool, list[Cell]]

_ROW_NUMBER = re.compile(r'\br="(\d{1,7})"')
_HEIGHT = re.compile(r'\bht="([\d.]{1,12})"')
_HIDDEN = re.compile(r'\bhidden="(?:1|true)"')
#: A blank row as low as this is a margin.
_LOW_ROW_PT = 7.0
_COLUMNS: dict[str, int] = {}


class RowReader:
    """Numbers the rows and gives each cell what it shows.

    `is_damaged` says whether cells were left out: those of rows out of order or beyond the sheet,
    and those in one place with another or in none.
    """

    def __init__(self, values: CellValues) -> None:
        self._values = values
        self.is_damaged = False
        self._number = 0
        self._is_hidden = False
        self._is_open = False
        self._cells: list[Cell] = []

    def read(self, found: Sequence[Found]) -> Iterator[SheetRow]:
        """The rows that end in a piece; reading goes on with the next."""
        values, columns = self._values, _COLUMNS
        looks, strings = values.looks, values.strings.first
        shared, plain, number_, text_ = Sort.SHARED, Sort.PLAIN, Sort.NUMBER, Sort.TEXT
        cells = self._cells
        number = self._number
        for letters, said, formula, value, row in found:
            if not letters:
                yield from self._ended(number, cells)
                cells = []
                number = self._begin(row, number)
                continue
            if not value and not formula:
                continue
            look = looks.get(said) or values.learn(said)
            column = columns.get(letters) or _column(letters)
            # What most cells are, without a call for each.
            if not formula:
                sort, _, style, _, shown, _ = look
                if sort is shared:
                    index = int(value) if value.isdecimal() and len(value) < 7 else len(strings)
                    if index < len(strings):
                        if strings[index]:
                            cells.append((column, strings[index], True, style))
                        continue
                elif sort is plain:
                    # 12 and 12.5 as they are stored; not 012, 12.50 and .1000000000000001
                    digits = value if value.isdecimal() else value.replace(".", "", 1)
                    exact = digits is value or (value[-1] not in "0." and len(value) < 16)
                    if exact and value[0] not in "0." and digits.isdecimal():
                        cells.append((column, value, False, style))
                        continue
                elif sort is number_:
                    if text := shown.get(value):
                        cells.append((column, text, False, style))
                        continue
                elif (
                    sort is text_ and value.isprintable() and "&" not in value and "_x" not in value
                ):
                    if not value.isspace():
                        cells.append((column, value, True, style))
                    continue
            cell = values.cell(column, number, look, formula, value)
            if cell is not None:
                cells.append(cell)
        self._cells, self._number = cells, number

    def end(self) -> Iterator[SheetRow]:
        yield from self._ended(self._number, self._cells)

    def _ended(self, number: int, cells: list[Cell]) -> Iterator[SheetRow]:
        if not self._is_open:
            self.is_damaged = self.is_damaged or bool(cells)
            return
        ascending = _ascending(cells)
        self.is_damaged = self.is_damaged or len(ascending) < len(cells)
        yield number, self._is_hidden, ascending

    def _begin(self, row: str, before: int) -> int:
        if row.startswith(' r="') and (said := row[4 : row.find('"', 4)]).isdecimal():
            number = int(said[:8])
        else:
            found = _ROW_NUMBER.search(row)
            number = int(found[1]) if found else before + 1
        self._is_open = before < number <= MAX_ROW
        self._is_hidden = "hidden" in row and bool(_HIDDEN.search(row))
        if " ht=" in row and not self._is_hidden:
            height = _HEIGHT.search(row)
            if height is not None and _is_low(height[1]):
                self._values.low_rows.add(number)
        # Rows out of order are damage; their cells are left out, with a warning.
        return number if self._is_open else before


def _column(letters: str) -> int:
    number = column_number(letters) if len(letters) < 4 else 0
    if not 0 < number <= MAX_COLUMN:
        return 0
    _COLUMNS[letters] = number
    return number


def _is_low(height: str) -> bool:
    try:
        return float(height) <= _LOW_ROW_PT
    except ValueError:
        return False


def _ascending(cells: list[Cell]) -> list[Cell]:
    """The cells by column, each once; those in no column (0) are left out."""
    before = 0
    for cell in cells:
        if cell[0] <= before:
            once = {cell[0]: cell for cell in cells if cell[0]}
            return [cell for _, cell in sorted(once.items())]
        before = cell[0]
    return cells
