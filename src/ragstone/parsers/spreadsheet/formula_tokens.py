"""Formulas of binary workbooks as people write them: "SUM(A1:A2)*2".

    formula_text(tokens)                            # None where a token is not known
    formula_text(tokens, form=XLSB)

Tokens stand in the order of a stack machine ([MS-XLS] 2.5.198, [MS-XLSB] 2.5.97). Formulas are
shown where their value is not stored, and never worked out.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import NamedTuple

from ragstone.parsers.spreadsheet.function_names import FIXED, VARIABLE
from ragstone.parsers.tabular.cells import column_name

#: No longer formula can be typed into Excel.
_LONGEST = 8192
_BINARY: Mapping[int, str] = dict(
    enumerate(["+", "-", "*", "/", "^", "&", "<", "<=", "=", ">=", ">", "<>"], start=3)
)
_BETWEEN = {0x0F: " ", 0x10: ",", 0x11: ":"}
_ERRORS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!"}
_CHOOSE, _SUM = 0x04, 0x10

SheetName = Callable[[int], str | None]


class Form(NamedTuple):
    """What differs between the two kinds of workbook: how rows and lengths of texts are packed, and
    whether a text says that it is in UTF-16.
    """

    row: str
    length: str
    says_width: bool


XLS, XLSB = Form("<H", "<B", says_width=True), Form("<I", "<H", says_width=False)


class _Unknown(Exception):
    """A token that is not known."""


def formula_text(
    tokens: bytes, sheet_name: SheetName = lambda _: None, form: Form = XLS
) -> str | None:
    """The formula without its "="; `sheet_name` names a sheet by its number in references."""
    reader = _Reader(tokens, sheet_name, form)
    try:
        while reader.at < len(tokens):
            reader.step()
    except (_Unknown, IndexError, struct.error):
        return None
    return reader.stack[0] if len(reader.stack) == 1 else None


class _Reader:
    """The stack, and where in the tokens it is."""

    def __init__(self, tokens: bytes, sheet_name: SheetName, form: Form) -> None:
        self.stack: list[str] = []
        self.at = 0
        self._tokens, self._sheet_name, self._form = tokens, sheet_name, form

    def step(self) -> None:
        """One token."""
        kind = self._take("<B")
        # Three classes of the same token: reference, value, array.
        base = kind if kind < 0x20 else kind & 0x1F | 0x20
        if kind in _BINARY or kind in _BETWEEN:
            self._join(_BINARY.get(kind) or _BETWEEN[kind])
        elif kind in (0x12, 0x13):
            self._push(f"{'+' if kind == 0x12 else '-'}{self.stack.pop()}")
        elif kind == 0x14:
            self._push(f"{self.stack.pop()}%")
        elif kind == 0x15:
            self._push(f"({self.stack.pop()})")
        elif kind == 0x19:
            self._attribute()
        elif base in (0x21, 0x22):
            self._function(base)
        elif base in (0x24, 0x25, 0x3A, 0x3B):
            self._reference(base)
        else:
            self._push(self._constant(kind))

    def _take(self, form: str) -> int:
        (value,) = struct.unpack_from(form, self._tokens, self.at)
        self.at += struct.calcsize(form)
        return int(value)

    def _push(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise _Unknown
        self.stack.append(text)

    def _join(self, sign: str) -> None:
        right = self.stack.pop()
        self._push(f"{self.stack.pop()}{sign}{right}")

    def _constant(self, kind: int) -> str:
        if kind == 0x16:
            return ""
        if kind == 0x17:
            count = self._take(self._form.length)
            is_wide = self._take("<B") & 1 if self._form.says_width else 1
            size = count * (2 if is_wide else 1)
            raw = self._tokens[self.at : self.at + size]
            self.at += size
            text = raw.decode("utf-16-le" if is_wide else "latin-1", "replace")
            return '"' + text.replace('"', '""') + '"'
        if kind == 0x1C:
            return _ERRORS.get(self._take("<B"), "#N/A")
        if kind == 0x1D:
            return "TRUE" if self._take("<B") else "FALSE"
        if kind == 0x1E:
            return str(self._take("<H"))
        if kind == 0x1F:
            (number,) = struct.unpack_from("<d", self._tokens, self.at)
            self.at += 8
            return f"{number:.15g}"
        raise _Unknown

    def _attribute(self) -> None:
        """Jumps and blanks; a sum of one argument is written as an attribute too."""
        kind, size = self._take("<B"), self._take("<H")
        if kind & _CHOOSE:
            self.at += 2 * (size + 1)
        elif kind & _SUM:
            self._push(f"SUM({self.stack.pop()})")

    def _function(self, base: int) -> None:
        if base == 0x21:
            name, count = FIXED.get(self._take("<H"), ("", 0))
        else:
            count = self._take("<B") & 0x7F
            name = VARIABLE.get(self._take("<H") & 0x7FFF, "")
        if not name or count > len(self.stack):
            raise _Unknown
        given = self.stack[len(self.stack) - count :]
        del self.stack[len(self.stack) - count :]
        self._push(f"{name}({','.join(given)})")

    def _reference(self, base: int) -> None:
        before = ""
        if base in (0x3A, 0x3B):
            sheet = self._sheet_name(self._take("<H"))
            if sheet is None:
                raise _Unknown
            before = f"{sheet}!" if sheet.isalnum() else "'" + sheet.replace("'", "''") + "'!"
        if base in (0x24, 0x3A):
            self._push(before + _cell(self._take(self._form.row), self._take("<H")))
            return
        top, bottom = self._take(self._form.row), self._take(self._form.row)
        left, right = self._take("<H"), self._take("<H")
        self._push(f"{before}{_cell(top, left)}:{_cell(bottom, right)}")


def _cell(row: int, column: int) -> str:
    """A cell; two bits of the column say whether column and row move with the formula."""
    fixed_column = "" if column & 0x4000 else "$"
    fixed_row = "" if column & 0x8000 else "$"
    return f"{fixed_column}{column_name((column & 0x3FFF) + 1)}{fixed_row}{row + 1}"
