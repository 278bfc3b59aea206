"""What the cells of binary workbooks (XLS, XLSB) show: values in their number formats.

maker = CellMaker(looks)
maker.number(2, 1, 3, 45356.0)                  # (1, "2024-03-05", False, 0)
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from ragstone.parsers.spreadsheet.markup import without_controls
from ragstone.parsers.spreadsheet.number_format import general
from ragstone.parsers.spreadsheet.strings import SharedStrings, missing_texts
from ragstone.parsers.spreadsheet.styles import Looks
from ragstone.parsers.spreadsheet.valueless import without_values
from ragstone.parsers.tabular.cells import Cell

_REMEMBERED = 20_000
_MOST_HIDDEN = 100_000
#: [MS-XLS] 2.5.10, BErr.
_ERRORS = {
    0x00: "#NULL!",
    0x07: "#DIV/0!",
    0x0F: "#VALUE!",
    0x17: "#REF!",
    0x1D: "#NAME?",
    0x24: "#NUM!",
    0x2A: "#N/A",
    0x2B: "#GETTING_DATA",
}


class CellMaker:
    """Cells of one sheet; `shows_formulas` says that its formulas have no values.

    - `hidden_values` are those whose format shows nothing.
    - `missing` counts those whose text should be among the shared strings and is not, `misplaced`
      those out of order or past the end of the sheet, which are left out.
    - `formulas` counts those shown themselves, `unknown` those that cannot be.
    """

    def __init__(self, looks: Looks, *, shows_formulas: bool = False) -> None:
        self._looks, self.shows_formulas = looks, shows_formulas
        self._shown: dict[tuple[int, float], str] = {}
        self.hidden_values: list[tuple[int, Cell]] = []
        self.missing = self.misplaced = self.formulas = self.unknown = 0

    def number(self, row: int, column: int, look: int, value: float) -> Cell | None:
        """A number in its format."""
        number_format = self._looks.format_of(look)
        if number_format.is_plain:
            return column, general(value), False, self._looks.kind_of(look)
        shown = self._shown.get((look, value))
        if shown is None:
            shown = number_format.number(value)
            if len(self._shown) >= _REMEMBERED:
                self._shown.clear()
            self._shown[look, value] = shown
        if shown:
            return column, shown, False, self._looks.kind_of(look)
        return self._hide(row, (column, general(value), False, 0))

    def text(self, row: int, column: int, look: int, value: str) -> Cell | None:
        """A text; None for a blank one."""
        value = without_controls(value)
        if not value.strip():
            return None
        shown = self._looks.format_of(look).text(value)
        if shown:
            return column, shown, True, self._looks.kind_of(look)
        return self._hide(row, (column, value, True, 0))

    def shared(
        self, row: int, column: int, look: int, strings: SharedStrings, index: int
    ) -> Cell | None:
        """A text of those that all sheets share."""
        self.missing += index >= len(strings)
        return self.text(row, column, look, strings[index])

    def formula(self, row: int, column: int, look: int, text: str | None) -> Cell | None:
        """A formula that has no stored value; None for one that cannot be told."""
        if text is None:
            self.unknown += 1
            return None
        self.formulas += 1
        return self.text(row, column, look, f"={text}")

    def warnings(self, sheet: str) -> Iterator[str]:
        """What was left out of the sheet called so, or is shown otherwise."""
        if self.formulas:
            yield without_values(self.formulas, sheet)
        if self.unknown:
            yield without_values(self.unknown, sheet, are_shown=False)
        if self.missing:
            yield missing_texts(self.missing, sheet)
        if self.misplaced:
            yield f"the sheet {sheet} is damaged; what could be read was kept"

    def flag(self, column: int, look: int, code: int, *, is_error: bool) -> Cell:
        """A truth value or an error, as shown."""
        shown = _ERRORS.get(code, "#N/A") if is_error else "TRUE" if code else "FALSE"
        return column, shown, False, self._looks.kind_of(look)

    def _hide(self, row: int, cell: Cell) -> Cell | None:
        """Keep a value whose format shows nothing; past a bound they are shown all the same."""
        if len(self.hidden_values) >= _MOST_HIDDEN:
            return cell
        self.hidden_values.append((row, cell))
        return None


def rk_number(packed: int) -> float:
    """A number packed into 30 bits ([MS-XLS] 2.5.217)."""
    if packed & 2:
        whole = packed >> 2
        value = float(whole - (1 << 30) if whole & (1 << 29) else whole)
    else:
        value = struct.unpack("<d", struct.pack("<II", 0, packed & 0xFFFFFFFC))[0]
    return value / 100 if packed & 1 else value
