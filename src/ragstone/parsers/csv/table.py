"""One table of a file of separated values, written as its records come.

table = CsvTable.of(records, html_cells=100_000)        # header and columns as in these
table.add(record)
table.element().text
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Sequence

from ragstone.model.element import Element, ElementType
from ragstone.model.places import RowPlaces
from ragstone.model.provenance import Provenance
from ragstone.model.run import Runs
from ragstone.parsers.csv.records import Record
from ragstone.parsers.tabular.cells import Cell, Row
from ragstone.parsers.tabular.header import header_rows
from ragstone.parsers.tabular.table import TableWriter

_NUMBER = re.compile(
    r"[-+−(]?\s*[$€£¥￥]?\s*[-+]?\d[\d.,'’ \u00a0\u202f]*(?:[eE][+-]?\d+)?\s*[%‰$€£¥￥]?\)?\Z"
    r"|\d{1,4}[-/.年]\d{1,2}(?:[-/.月]\d{1,4})?日?(?:[T ]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?Z?)?\Z"
    r"|\d{1,2}:\d\d(?::\d\d)?\Z"
)


class CsvTable:
    """A table of `columns`; `others` counts rows with more or fewer values."""

    def __init__(self, writer: TableWriter, columns: int) -> None:
        self.writer, self.columns = writer, columns
        self.rows = self.cells = self.others = 0
        self._first, self._last = array("q"), array("q")

    @classmethod
    def of(cls, head: Sequence[Record], html_cells: int) -> CsvTable:
        """The table that begins with these records, without them."""
        looked_at: list[Row] = [
            (number, cells_of(values)) for number, (_, _, values) in enumerate(head, start=1)
        ]
        header = header_rows([row for row in looked_at if row[1]], assumed=True)
        columns = Counter(len(values) for _, _, values in head).most_common(1)[0][0]
        return cls(TableWriter(range(1, columns + 1), header, html_cells=html_cells), columns)

    def add(self, record: Record) -> None:
        first, last, values = record
        self.rows += 1
        self.others += len(values) != self.columns
        texts = list(map(str.strip, values))
        before = len(self.writer.starts)
        if "" not in texts and len(texts) == self.writer.width:
            self.cells += len(texts)
            self.writer.add_full(self.rows, texts)
        else:
            row = [(column, text, True, 0) for column, text in enumerate(texts, start=1) if text]
            self.cells += len(row)
            self.writer.add(self.rows, row)
        if len(self.writer.starts) > before:
            self._first.append(first)
            self._last.append(last)

    def element(self) -> Element:
        first, last = (self._first[0], self._last[-1]) if self._first else (1, 1)
        return Element(
            ElementType.TABLE,
            self.writer.text,
            html=self.writer.html,
            provenance=Provenance(line_start=first, line_end=last, rule="separated values"),
            lines=Runs.of_rows(self.writer.starts, RowPlaces(self._first, self._last)),
        )


def cells_of(values: Sequence[str]) -> list[Cell]:
    """The values that are not blank, with the number of their column."""
    return [
        (column, value.strip(), _NUMBER.match(value.strip()) is None, 0)
        for column, value in enumerate(values, start=1)
        if value and not value.isspace()
    ]
