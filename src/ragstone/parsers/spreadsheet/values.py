"""What a cell of an XLSX sheet shows: its stored value in its number format.

    values = CellValues(strings, looks)
    values.cell(2, 1, values.learn(' s="3"'), "", "45356")      # (2, "2024-03-05", False, 0)

Formulas are never worked out: the value that the program stored with one is shown, and the formula
itself where there is none.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import NamedTuple

from ragstone.parsers.spreadsheet.markup import attributes, plain
from ragstone.parsers.spreadsheet.number_format import NumberFormat, general
from ragstone.parsers.spreadsheet.strings import SharedStrings
from ragstone.parsers.spreadsheet.styles import Looks
from ragstone.parsers.tabular.cells import Area, Cell, column_name, column_number

_FORMULA = re.compile(r"<(?:\w+:)?f\b([^>]*?)(?:/>|>([^<]*)<)")
_LINK = re.compile(r'HYPERLINK\(\s*"([^"]{1,2000})"', re.IGNORECASE)
_REFERENCE = re.compile(
    r"""("[^"]*"|'[^']*')|(?<![\w.$])(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w(.])"""
)
_ISO_DATE = re.compile(r"(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?\Z")
#: Numbers in a format that are remembered: dates and shares come again and again.
_REMEMBERED = 20_000
_PLAIN_LENGTH = 15
_MOST_HIDDEN, _MOST_LOOKS = 100_000, 100_000


class Sort(Enum):
    """How a cell comes to what it shows, for those that most cells are."""

    SHARED = auto()
    PLAIN = auto()
    NUMBER = auto()
    TEXT = auto()
    OTHER = auto()


class CellLook(NamedTuple):
    """What the attributes of a cell say; `shown` are numbers by their stored form as shown."""

    sort: Sort
    kind: str
    style: int
    number_format: NumberFormat
    shown: dict[str, str]
    is_unseen: bool = False


class CellValues:
    """Turns the cells of one sheet into what they show.

    - `looks` are those met so far, by their attributes in markup.
    - `uncached` counts the formulas that had no value, which are shown themselves.
    - `missing` counts the cells whose text should be among the shared strings and is not.
    - `hidden_values` holds the cells whose format shows nothing (`;;;`), `unseen_values` those
      whose text has the colour of its ground or is tiny; not where a table's style or a condition
      may give them another ground (`shaded`).
    - `links` are the addresses of HYPERLINK formulas by (row, column).
    - `low_rows` are the rows that are so low that they are margins.
    """

    def __init__(self, strings: SharedStrings, looks: Looks) -> None:
        self.strings = strings
        self.looks: dict[str, CellLook] = {}
        self._looks = looks
        self._shared: dict[str, tuple[str, int, int]] = {}
        self.uncached = self.missing = 0
        self.shaded: list[Area] = []
        self.unseen_values: list[tuple[int, Cell]] = []
        self.hidden_values: list[tuple[int, Cell]] = []
        self.links: dict[tuple[int, int], str] = {}
        self.low_rows: set[int] = set()

    def learn(self, said: str) -> CellLook:
        """What the attributes of a cell mean."""
        found = attributes(said)
        look, kind = found.get("s", ""), found.get("t", "")
        number = int(look) if look.isdecimal() and len(look) < 7 else 0
        number_format = self._looks.format_of(number)
        is_unseen = number in self._looks.unseen
        sort = Sort.OTHER if is_unseen else _sort(kind, number_format)
        style = self._looks.kind_of(number)
        known = CellLook(sort, kind, style, number_format, {}, is_unseen)
        if len(self.looks) < _MOST_LOOKS:
            self.looks[said] = known
        return known

    def cell(self, column: int, row: int, look: CellLook, formula: str, value: str) -> Cell | None:
        """The cell as shown; None for a blank one. `value` and `formula` are markup."""
        cell = self._cell(column, row, look, formula, value)
        if cell is None or not look.is_unseen or len(self.unseen_values) >= _MOST_HIDDEN:
            return cell
        if any(area.holds(row, column) for area in self.shaded):
            return cell
        self.unseen_values.append((row, cell))
        return None

    def _cell(self, column: int, row: int, look: CellLook, formula: str, value: str) -> Cell | None:
        kind, number_format = look.kind, look.number_format
        if formula:
            written = self._formula(formula, column, row)
            if not value:
                if not written:
                    return None
                self.uncached += kind != "str"
                # A formula that gives an empty text has the type of texts and no value.
                return None if kind == "str" else (column, f"={written}", True, look.style)
        if kind == "s":
            text, is_text = self._shared_text(value), True
        elif kind in ("", "n"):
            text, is_text = _number(number_format, look.shown, value), False
        else:
            text, is_text = self._other(kind, value)
        if not text.strip():
            return None if is_text else self._hide(column, row, look, value)
        if is_text and not number_format.is_plain:
            text = number_format.text(text)
        if not text:
            return self._hide(column, row, look, value)
        return column, text, is_text, look.style

    def _shared_text(self, value: str) -> str:
        index = int(value) if value.isdecimal() and len(value) < 12 else -1
        if not 0 <= index < len(self.strings):
            self.missing += 1
            return ""
        return self.strings[index]

    def _hide(self, column: int, row: int, look: CellLook, value: str) -> Cell | None:
        """Keep a value whose format shows nothing; past a bound they are shown all the same."""
        is_shared = look.kind == "s"
        cell = (column, self._shared_text(value) if is_shared else plain(value), is_shared, 0)
        if len(self.hidden_values) >= _MOST_HIDDEN:
            return cell
        self.hidden_values.append((row, cell))
        return None

    def _other(self, kind: str, value: str) -> tuple[str, bool]:
        if kind == "b":
            return ("TRUE" if value.strip() in ("1", "true") else "FALSE"), False
        if kind == "e":
            return plain(value), False
        if kind == "d":
            return _ISO_DATE.sub(r"\1", plain(value)).replace("T", " "), False
        return plain(value), True

    def _formula(self, markup: str, column: int, row: int) -> str:
        """The formula of a cell; one that is shared is moved to where it stands."""
        found = _FORMULA.match(markup)
        if found is None:
            return ""
        said, text = attributes(found[1]) if found[1] else {}, plain(found[2] or "")
        if "YPERLINK" in text.upper():
            link = _LINK.search(text)
            if link:
                self.links[row, column] = link[1]
        if said.get("t") == "shared":
            index = said.get("si", "")
            if text:
                self._shared[index] = (text, column, row)
            elif index in self._shared:
                text, first_column, first_row = self._shared[index]
                text = moved(text, column - first_column, row - first_row)
        return text


_SORTS = {"s": Sort.SHARED, "str": Sort.TEXT, "inlineStr": Sort.TEXT}


def _sort(kind: str, number_format: NumberFormat) -> Sort:
    if kind in ("", "n"):
        return Sort.PLAIN if number_format.is_plain else Sort.NUMBER
    return _SORTS.get(kind, Sort.OTHER) if number_format.is_plain else Sort.OTHER


def _number(number_format: NumberFormat, shown: dict[str, str], value: str) -> str:
    """A number as shown, from its stored form; remembered in `shown`."""
    found = shown.get(value)
    if found is not None:
        return found
    try:
        number = float(value)
    except ValueError:
        return plain(value)
    if number_format.is_plain:
        simple = len(value) <= _PLAIN_LENGTH and value[-1:] not in "0." and "E" not in value.upper()
        # Stored as it is shown, mostly: 12.5; not .1000000000000001
        return value if simple and value[0] not in ".+0" else general(number)
    found = number_format.number(number)
    if len(shown) >= _REMEMBERED:
        shown.clear()
    shown[value] = found
    return found


def moved(formula: str, columns: int, rows: int) -> str:
    """A formula as it reads that many columns and rows further; what has a dollar sign stays."""

    def move(match: re.Match[str]) -> str:
        if match[1]:
            return match[1]
        letters, digits = match[3], match[5]
        if not match[2]:
            letters = column_name(max(1, column_number(letters) + columns))
        if not match[4]:
            digits = str(max(1, int(digits) + rows))
        return f"{match[2]}{letters}{match[4]}{digits}"

    return _REFERENCE.sub(move, formula)
