"""Separated values (CSV, TSV): one table, whatever its separator, quotes and encoding.

    CsvParser().read(Source.from_text("place;height\\nBrest;7,1\\n", media_type="text/csv"))

The document is composed and not verbatim: a table needs its rows, its header and its columns, which
quotes and line ends inside values hide. Every row knows the lines of the file that it stands on.
A file that has no columns is read as lines of text.
"""

from __future__ import annotations

import csv
import io
import re
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from pydantic import Field

from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import Provenance
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.decoding import text_of
from ragstone.parsers.outline import outline
from ragstone.parsers.tabular.cells import Cell, Row
from ragstone.parsers.tabular.header import header_rows
from ragstone.parsers.tabular.parameters import TabularParameters
from ragstone.parsers.tabular.row_lines import RowLines
from ragstone.parsers.tabular.table import TableWriter
from ragstone.sources.source import Source
from ragstone.text.prose import reads_like_prose

_SEPARATORS = (",", ";", "\t", "|")
#: Rows that are looked at to tell separator and header, and characters of them.
_LOOKED_AT, _LOOKED_AT_CHARACTERS = 100, 200_000
#: Of the rows looked at so many have the same number of values, where there are columns.
_ALIKE = 0.7
#: Ragged rows and several tables: most rows have columns, and many the same number.
_DIVIDED, _RAGGED = 0.8, 0.4
_SAID = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
_NUMBER = re.compile(
    r"[-+−(]?\s*[$€£¥￥]?\s*[-+]?\d[\d.,'’ \u00a0\u202f]*(?:[eE][+-]?\d+)?\s*[%‰$€£¥￥]?\)?\Z"
    r"|\d{1,4}[-/.年]\d{1,2}(?:[-/.月]\d{1,4})?日?(?:[T ]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?Z?)?\Z"
    r"|\d{1,2}:\d\d(?::\d\d)?\Z"
)
#: No bound of its own: the limits of the source hold.
_LONGEST_VALUE = 2**31 - 1
_CHECKED = 1000
#: Quotes that never end; after so many of them quotes mean nothing.
_MOST_BROKEN = 20
_NO_QUOTES: dict[str, Any] = {"quoting": csv.QUOTE_NONE}
_FEW, _TITLE_LENGTH = 20, 120


class CsvParser(ParserBase):
    """Reads CSV and TSV: a comma, semicolon, tab or bar between values, with quotes or without."""

    row = own_row("csv")

    class Parameters(TabularParameters):
        """Those of all parsers of tables, and the separator."""

        separator: str | None = Field(default=None, min_length=1, max_length=1)
        """What stands between values; if not given, it is told from the file."""

    parameters: Parameters

    def read(self, source: Source) -> Document:
        """All of the file; raises `LimitExceeded`."""
        found = text_of(source)
        parameters = self.parameters
        text = found.text.removeprefix("\ufeff")
        said = _SAID.match(text)
        separator = parameters.separator or (said[1] if said else separator_of(text))
        warnings = list(found.warnings)
        facts = dict(found.facts)
        if not text:
            elements: list[Element] = []
        elif separator is None:
            elements = list(_lines(text))
        else:
            reader = _Reader(source, separator, parameters.html_cells)
            elements = list(reader.elements(text, said.end() if said else 0))
            facts["separator"] = separator
            warnings += reader.warnings()
        return Document(
            source=source.name,
            media_type=source.media_type or "text/csv",
            elements=outline(element for element in elements if element.text),
            grouping="whole",
            facts=facts,
            warnings=tuple(warnings),
            parser=self.parser_type,
            strategy="lines" if separator is None else "rows",
        )


def separator_of(text: str) -> str | None:
    """What stands between the values of a text; None where nothing divides its lines alike.

    The separator that gives most rows the same number of values, and more than one; of several
    the one with more columns.
    """
    head = text[:_LOOKED_AT_CHARACTERS]
    is_whole = len(head) == len(text)
    best: tuple[float, int, str] | None = None
    for separator in _SEPARATORS:
        if separator not in head:
            continue
        rows = [row for row in islice(_rows(head, separator), _LOOKED_AT + 1) if any(row)]
        if not is_whole and len(rows) > 1 and len(rows) <= _LOOKED_AT:
            rows.pop()
        rows = rows[:_LOOKED_AT]
        if not rows:
            continue
        # A title above or a sum below the table has fewer values than its rows.
        wide = Counter(len(row) for row in rows if len(row) > 1)
        columns, times = wide.most_common(1)[0] if wide else (1, 0)
        alike, divided = times / len(rows), sum(wide.values()) / len(rows)
        ragged = divided >= _DIVIDED and alike >= _RAGGED and not _is_prose(rows)
        if columns < 2 or not (alike >= _ALIKE or ragged) or _is_sentence(rows, columns):
            continue
        key = (round(alike, 1), columns, separator)
        if best is None or key[:2] > best[:2]:
            best = key
    return None if best is None else best[2]


def _is_prose(rows: Sequence[Sequence[str]]) -> bool:
    """Whether every second row is sentences with commas in them."""
    return sum(reads_like_prose(" ".join(row)) for row in rows) * 2 >= len(rows)


def _is_sentence(rows: Sequence[Sequence[str]], columns: int) -> bool:
    """Whether a comma or two in hardly any lines is punctuation."""
    return len(rows) < 3 and columns < 3 and reads_like_prose(" ".join(rows[0]))


def _rows(text: str, separator: str) -> Iterator[list[str]]:
    csv.field_size_limit(_LONGEST_VALUE)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    while True:
        try:
            yield next(reader)
        except StopIteration:
            return
        except csv.Error:
            # A lone carriage return inside a value, or a value past the limit.
            continue


#: (first line, last line, values); lines of the file, 1-based.
_Record = tuple[int, int, list[str]]


class _Reader:
    """The records of a file become tables and the lines of text above and below them.

    A blank line ends a table where the number of values changes behind it.
    """

    def __init__(self, source: Source, separator: str, html_cells: int) -> None:
        self._source, self._separator, self._html_cells = source, separator, html_cells
        self._cells = self._characters = 0
        self._cut = False
        self._others = 0
        self._broken: list[int] = []

    def elements(self, text: str, start: int) -> Iterator[Element]:
        """All of `text` behind `start`, a line that is no record."""
        head: list[_Record] = []
        table: _Table | None = None
        is_behind_blank = False
        for record in self._records(text, start):
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
        for line in self._broken:
            yield f"a quote that begins in line {line} does not end; the line was read as it is"
        if self._cut:
            yield "the HTML of a long table has its header alone; its text has all rows"

    def _ended(self, head: list[_Record], table: _Table | None) -> Iterator[Element]:
        yield from self._above(head)
        if table is None and head:
            table = self._begun(head)
        if table is not None:
            self._others += table.others
            self._cut = self._cut or table.writer.is_cut
            self._check(table)
            yield table.element()

    def _above(self, head: list[_Record]) -> Iterator[Element]:
        """Rows with one value on top of wider ones are lines of text; they leave `head`."""
        while head:
            following = head[1:9]
            alone = len(_cells(head[0][2])) == 1 and bool(head[0][2][0].strip())
            wide = any(len(_cells(values)) > 1 for _, _, values in following)
            narrow = len(head) < _FEW and all(len(_cells(values)) == 1 for _, _, values in head)
            if not alone or not (wide or narrow):
                return
            first, last, values = head.pop(0)
            yield _line(values[0], Provenance(line_start=first, line_end=last), over=wide)

    def _begun(self, head: list[_Record]) -> _Table:
        looked_at: list[Row] = [
            (number, _cells(values)) for number, (_, _, values) in enumerate(head, start=1)
        ]
        header = header_rows([row for row in looked_at if row[1]], assumed=True)
        columns = Counter(len(values) for _, _, values in head).most_common(1)[0][0]
        writer = TableWriter(range(1, columns + 1), header, html_cells=self._html_cells)
        table = _Table(writer, columns)
        for record in head:
            self._write(table, record)
        return table

    def _write(self, table: _Table, record: _Record) -> None:
        table.add(record)
        if not table.rows % _CHECKED:
            self._check(table)

    def _check(self, table: _Table) -> None:
        limits, name = self._source.limits, self._source.name
        self._cells += table.cells
        self._characters += table.writer.characters - table.counted
        table.cells, table.counted = 0, table.writer.characters
        limits.check("sheet_cells", self._cells, name)
        limits.check("text_characters", self._characters, name)

    def _records(self, text: str, start: int) -> Iterator[_Record]:
        """Each record with its lines. A quote that never ends would take all of the rest: its line
        is read as it stands, and the reading goes on behind it."""
        csv.field_size_limit(_LONGEST_VALUE)
        lines = _NumberedLines(text, start)
        while True:
            reader = csv.reader(lines, delimiter=self._separator)
            for values in reader:
                if lines.is_over and len(lines.taken) > 1 and lines.has_open_quote:
                    break
                yield lines.first, lines.last, values
                lines.taken.clear()
            else:
                return
            self._broken.append(lines.first)
            plain = next(csv.reader(lines.taken[:1], **_NO_QUOTES, delimiter=self._separator))
            yield lines.first, lines.first, plain
            if len(self._broken) >= _MOST_BROKEN:
                rest, first = lines.taken[1:], lines.first + 1
                quoteless = csv.reader(rest, **_NO_QUOTES, delimiter=self._separator)
                yield from ((first + at, first + at, values) for at, values in enumerate(quoteless))
                return
            lines.back_to(lines.first + 1)


class _NumberedLines:
    """The lines of a text for a reader of records; `taken` are those of the record being read."""

    def __init__(self, text: str, start: int) -> None:
        self._stream = io.StringIO(text, newline="")
        self._stream.seek(start)
        self._ahead: list[str] = []
        self.taken: list[str] = []
        self.last = 1 if start else 0
        self.is_over = False

    @property
    def first(self) -> int:
        """The number of the first line taken."""
        return self.last - len(self.taken) + 1

    @property
    def has_open_quote(self) -> bool:
        return sum(line.count('"') for line in self.taken) % 2 == 1

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._ahead.pop() if self._ahead else self._stream.readline()
        if not line:
            self.is_over = True
            raise StopIteration
        self.last += 1
        self.taken.append(line)
        return line

    def back_to(self, number: int) -> None:
        """Give the lines taken from that number on once more."""
        keep = number - self.first
        self._ahead = [*self._ahead, *reversed(self.taken[keep:])]
        self.last = number - 1
        self.taken = []
        self.is_over = False


class _Table:
    """One table being written."""

    def __init__(self, writer: TableWriter, columns: int) -> None:
        self.writer, self.columns = writer, columns
        self.rows = self.cells = self.others = self.counted = 0
        self._first, self._last = array("q"), array("q")

    def add(self, record: _Record) -> None:
        first, last, values = record
        self.rows += 1
        self.others += len(values) != self.columns
        row = _cells(values)
        self.cells += len(row)
        before = len(self.writer.starts)
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
            lines=RowLines(self.writer.starts, self._first, self._last),
        )


def _cells(values: Sequence[str]) -> list[Cell]:
    return [
        (column, value.strip(), _NUMBER.match(value.strip()) is None, 0)
        for column, value in enumerate(values, start=1)
        if value and not value.isspace()
    ]


def _lines(text: str) -> Iterator[Element]:
    """The lines that are not blank, where there are no columns."""
    for number, line in enumerate(io.StringIO(text, newline=None), start=1):
        said = line.strip()
        if len(said) > 1 and said[0] == said[-1] == '"':
            said = said[1:-1].replace('""', '"')
        if said.strip():
            yield _line(said, Provenance(line_start=number, line_end=number), over=False)


def _line(text: str, place: Provenance, *, over: bool) -> Element:
    """A line of text, `over` a table or not."""
    kind, level, rule = ElementType.UNCATEGORIZED_TEXT, None, "line without columns"
    if reads_like_prose(text):
        kind = ElementType.NARRATIVE_TEXT
    elif over and len(text) <= _TITLE_LENGTH and any(map(str.isalpha, text)):
        kind, level, rule = ElementType.TITLE, 1, "text alone over a table"
    return Element(kind, text.strip(), level=level, provenance=replace(place, rule=rule))
