"""The records of a file become tables and the lines of text above and below them.

TablesReader(text, ";", Room(source, html_cells=100_000)).elements(0)
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace

from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import Provenance
from ragstone.parsers.csv.records import Record, Records
from ragstone.parsers.csv.table import CsvTable, cells_of
from ragstone.parsers.tabular.line_type import line_type
from ragstone.parsers.tabular.room import Room

#: Records that are kept to tell a table's header and columns.
_LOOKED_AT = 100
#: Rows between two looks at the limits.
_CHECKED = 1000
_FEW = 20


class TablesReader:
    """Reads one text. A blank line ends a table where the number of values changes behind it."""

    def __init__(self, text: str, separator: str, room: Room) -> None:
        self._records, self._room = Records(text, separator), room
        self._cut = False
        self._others = 0
        self._taken = (0, 0)

    def elements(self, start: int) -> Iterator[Element]:
        """All of the text from `start`, which is behind a line that is no record."""
        head: list[Record] = []
        table: CsvTable | None = None
        is_behind_blank = False
        for record in self._records.read(start):
            if not any(record[2]):
                is_behind_blank = True
                continue
            usual = table.columns if table else len(head[-1][2]) if head else len(record[2])
            if is_behind_blank and len(record[2]) != usual:
                yield from self._ended(head, table)
                head, table = [], None
            is_behind_blank = False
            if table is None:
                head.append(record)
                if len(head) >= _LOOKED_AT:
                    yield from self._above(head)
                    table = self._begun(head)
                    head = []
            else:
                self._write(table, record)
        yield from self._ended(head, table)

    def warnings(self) -> Iterator[str]:
        if self._others:
            yield f"{self._others} rows have more or fewer values than the others of their table"
        for line in self._records.broken:
            yield f"a quote that begins in line {line} does not end; the line was read as it is"
        if self._cut:
            yield "the HTML of a long table has its header alone; its text has all rows"

    def _ended(self, head: list[Record], table: CsvTable | None) -> Iterator[Element]:
        yield from self._above(head)
        if table is None and head:
            table = self._begun(head)
        if table is not None:
            self._others += table.others
            self._cut = self._cut or table.writer.is_cut
            self._take(table)
            yield table.element()

    def _above(self, head: list[Record]) -> Iterator[Element]:
        """Rows with one value on top of wider ones are lines of text; they leave `head`."""
        while head:
            following = head[1:9]
            alone = len(cells_of(head[0][2])) == 1 and bool(head[0][2][0].strip())
            wide = any(len(cells_of(values)) > 1 for _, _, values in following)
            narrow = len(head) < _FEW and all(len(cells_of(values)) == 1 for _, _, values in head)
            if not alone or not (wide or narrow):
                return
            first, last, values = head.pop(0)
            yield _line(values[0], Provenance(line_start=first, line_end=last), over=wide)

    def _begun(self, head: list[Record]) -> CsvTable:
        table = CsvTable.of(head, self._room.html_cells)
        self._taken = (0, 0)
        for record in head:
            self._write(table, record)
        return table

    def _write(self, table: CsvTable, record: Record) -> None:
        table.add(record)
        if not table.rows % _CHECKED:
            self._take(table)

    def _take(self, table: CsvTable) -> None:
        """Count what was written since the last time."""
        cells, characters = self._taken
        self._taken = table.cells, table.writer.characters
        self._room.take(table.cells - cells, table.writer.characters - characters)


def lines_of(text: str) -> Iterator[Element]:
    """The lines that are not blank, where there are no columns."""
    for number, line in enumerate(io.StringIO(text, newline=None), start=1):
        said = line.strip()
        if len(said) > 1 and said[0] == said[-1] == '"':
            said = said[1:-1].replace('""', '"')
        if said.strip():
            yield _line(said, Provenance(line_start=number, line_end=number), over=False)


def _line(text: str, place: Provenance, *, over: bool) -> Element:
    """A line of text, `over` a table or not."""
    text = text.strip()
    kind, level, rule = line_type(text, heads=over), None, "line without columns"
    if kind is ElementType.TITLE:
        level, rule = 1, "text alone over a table"
    return Element(kind, text, level=level, provenance=replace(place, rule=rule))
