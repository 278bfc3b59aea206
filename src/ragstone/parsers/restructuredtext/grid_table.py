"""Tables of reStructuredText that are drawn as a grid, cut at the columns of their borders.

grid_table(rows("+---+---+\\n| a | b |\\n+---+---+")).lines()       # ["a | b"]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from unicodedata import east_asian_width

from ragstone.parsers.grid import Grid, GridCell, grid_of
from ragstone.parsers.restructuredtext.rows import Row, verbatim

GRID_BORDER = re.compile(r"\+(?:[-=]+\+)+\Z")
#: A border across some of the columns, beside cells that go on.
_PART = re.compile(r"\+(?>(?:-++\+)+)")
_SIDES = frozenset("|+")
#: The second column of a wide sign; no text holds it (`encoding.clean`).
_WIDE = "\0"


def grid_table(lines: Sequence[Row]) -> Grid[GridCell]:
    """The rows of a grid with their spans; of one that is drawn badly what stands between bars."""
    drawn = [_in_columns(line) for line in verbatim(lines).split("\n")]
    last = len(drawn[0]) - 1
    if any(len(line) != last + 1 or not {line[0], line[-1]} <= _SIDES for line in drawn):
        return _between_bars(drawn)
    reader = _Reader(sorted({at for line in drawn if _is_border(line) for at in _corners(line)}))
    for line in drawn:
        reader.take(line)
    reader.end_row()
    for cell in (cell for row in reader.rows for cell in row):
        cell.text = " ".join(filter(None, cell.words))
    return Grid([list[GridCell](row) for row in reader.rows], reader.header_rows)


def _in_columns(line: str) -> str:
    if line.isascii():
        return line
    return "".join(sign + _WIDE if east_asian_width(sign) in "WF" else sign for sign in line)


def _is_border(line: str) -> bool:
    return GRID_BORDER.match(line) is not None


def _corners(line: str) -> Iterator[int]:
    return (at for at, sign in enumerate(line) if sign == "+")


@dataclass(slots=True)
class _Cell(GridCell):
    words: list[str] = field(default_factory=list[str])

    def add(self, line: str) -> None:
        self.words.append(_words(line))


@dataclass(slots=True)
class _Reader:
    """Lines between the columns of `bounds`; `rows` grow."""

    bounds: Sequence[int]
    rows: list[list[_Cell]] = field(default_factory=list[list[_Cell]])
    header_rows: int = 0
    lines: list[str] = field(default_factory=list[str])
    """Those of the row that is read."""
    open_cells: dict[int, _Cell] = field(default_factory=dict[int, _Cell])
    """Cells that go on below, by the number of their first column."""

    def take(self, line: str) -> None:
        if _is_border(line):
            self.end_row()
            self.open_cells = {}
            if "=" in line and not self.header_rows:
                self.header_rows = len(self.rows)
        elif self.lines and (parts := list(self._parts(line))):
            self.end_row()
            for first, last in parts:
                for column in range(first, last):
                    cell = self.open_cells.get(column)
                    if cell is not None and column + cell.columns <= last:
                        del self.open_cells[column]
            for column, cell in self.open_cells.items():
                cell.add(line[self.bounds[column] + 1 : self.bounds[column + cell.columns]])
        else:
            self.lines.append(line)

    def end_row(self) -> None:
        """Cut the lines of a row into cells; those open from above go on in it."""
        if not self.lines:
            return
        cuts = [
            number
            for number, at in enumerate(self.bounds)
            if all(line[at] in _SIDES for line in self.lines)
        ]
        row: list[_Cell] = []
        for first, last in pairwise(cuts):
            cell = self.open_cells.get(first)
            if cell is not None and cell.columns == last - first:
                cell.rows += 1
            else:
                for column in range(first, last):
                    self.open_cells.pop(column, None)
                cell = self.open_cells[first] = _Cell(columns=last - first)
                row.append(cell)
            for line in self.lines:
                cell.add(line[self.bounds[first] + 1 : self.bounds[last]])
        self.rows.append(row)
        self.lines = []

    def _parts(self, line: str) -> Iterator[tuple[int, int]]:
        """The columns that end at this line, as first and behind the last."""
        numbers = {at: number for number, at in enumerate(self.bounds)}
        for found in _PART.finditer(line):
            first, last = numbers.get(found.start()), numbers.get(found.end() - 1)
            if first is not None and last is not None:
                yield first, last


def _words(line: str) -> str:
    return line.replace(_WIDE, "").strip()


def _between_bars(drawn: Sequence[str]) -> Grid[GridCell]:
    rows: list[list[str]] = []
    texts: list[list[str]] = []
    header_rows = 0
    for line in drawn:
        if set(line) <= set("+-="):
            rows += _joined(texts)
            texts = []
            if "=" in line and not header_rows:
                header_rows = len(rows)
        else:
            texts.append([cell.strip() for cell in _words(line).strip("|+").split("|")])
    return grid_of([*rows, *_joined(texts)], header_rows)


def _joined(texts: Sequence[Sequence[str]]) -> list[list[str]]:
    """Lines between two borders as one row; those that are divided otherwise as rows each."""
    if len({len(line) for line in texts}) > 1:
        return [list(line) for line in texts]
    cells = [" ".join(filter(None, column)) for column in zip(*texts, strict=True)]
    return [cells] if any(cells) else []
