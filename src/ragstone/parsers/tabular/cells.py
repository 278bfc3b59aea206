"""Cells and areas of a sheet: column letters, ranges, and what is known of a cell.

column_name(28)                     # "AB"
Area.parse("B3:D7")                 # Area(3, 2, 7, 4)
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

#: (column, text as shown, whether it is text and no number, number of its look or 0). A plain
#: tuple: a workbook may have millions, and a named one takes five times as long to make.
Cell = tuple[int, str, bool, int]
#: (number, cells that are not blank, ascending); both 1-based.
Row = tuple[int, list[Cell]]

#: Of Excel; what is beyond is nonsense (ISO/IEC 29500-1, 18.3.1.4; XFD1048576).
MAX_ROW, MAX_COLUMN = 1_048_576, 16_384

_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})\Z")


class Area(NamedTuple):
    """A rectangle of cells, all four borders in it."""

    top: int
    left: int
    bottom: int
    right: int

    @classmethod
    def parse(cls, name: str) -> Area | None:
        """ "B3:D7" or "B3", with or without dollar signs; None for anything else."""
        first, _, last = name.partition(":")
        start = _CELL.match(first)
        end = _CELL.match(last or first)
        if start is None or end is None:
            return None
        rows = sorted((int(start[2]), int(end[2])))
        columns = sorted((column_number(start[1]), column_number(end[1])))
        if rows[0] < 1 or rows[1] > MAX_ROW or columns[1] > MAX_COLUMN:
            return None
        return cls(rows[0], columns[0], rows[1], columns[1])

    @property
    def name(self) -> str:
        start = f"{column_name(self.left)}{self.top}"
        end = f"{column_name(self.right)}{self.bottom}"
        return start if start == end else f"{start}:{end}"

    @property
    def width(self) -> int:
        return self.right - self.left + 1

    def holds(self, row: int, column: int) -> bool:
        return self.top <= row <= self.bottom and self.left <= column <= self.right


@lru_cache(maxsize=MAX_COLUMN)
def column_name(number: int) -> str:
    """1 → "A", 28 → "AB"."""
    name = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


@lru_cache(maxsize=MAX_COLUMN)
def column_number(name: str) -> int:
    """ "A" → 1, "AB" → 28."""
    number = 0
    for letter in name.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
