"""The HTML of some rows of a table, with its header rows above them.

    rows = table_rows(text, html)         # None where text and HTML do not tell the same
    rows.piece(120, 240, header=1)        # "<table><tr><th>city…</tr><tr>…" of text[120:240]

A cell that spans rows is there in each piece that it reaches into, with as many rows as are left.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from ragstone.chunkers.structure.table_header import DELIMITER_ROW
from ragstone.model.span import Span

#: A line without the blanks around it, which chunks may lack.
_LINE = re.compile(r"\S(?:[^\r\n]*\S)?")
_ROW = re.compile(r"(?i)<tr\b[^<>]*>")
_CELL = re.compile(r"(?i)<(t[hd])\b([^<>]*)>")
#: What ends a cell, besides the next one.
_CELL_END = re.compile(r"(?i)</(?:t[hdr]|thead|tbody|tfoot|table)\b")
_SPAN = re.compile(r"(?i)\b(row|col)span\s*=\s*[\"']?(\d{1,4})")
#: Columns of cells that reach into further rows, over all rows: a bound to what a file may ask for.
_MOST_SPANNED = 1_000_000
_ROWSPAN = re.compile(r"(?i)\s*\browspan\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]+)")


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell in its first row; `rows` and `columns` are what it spans."""

    tag: str
    attributes: str
    content: str
    rows: int
    columns: int

    def html(self, rows: int) -> str:
        """The cell as one of that many rows."""
        attributes = _ROWSPAN.sub("", self.attributes)
        if rows > 1:
            attributes += f' rowspan="{rows}"'
        return f"<{self.tag}{attributes}>{self.content}</{self.tag}>"


#: Cells by their first column, each with the row in which it begins.
_Cells = dict[int, tuple[int, _Cell]]


@dataclass(frozen=True, slots=True)
class TableRows:
    """A table's text, the lines of its rows in it, what each row holds as HTML, and the cells that
    reach into it from above."""

    text: str
    lines: Sequence[Span]
    rows: Sequence[str]
    above: Sequence[_Cells]

    def piece(self, start: int, end: int, header: int = 0) -> str:
        """The HTML of the rows in `text[start:end]`, below the first `header` rows of the table.

        Of a row that is cut there is what the piece holds, each cell's text in one of its own.
        """
        lines = self.lines
        first = bisect_right(lines, start, key=lambda line: line.end)
        last = bisect_left(lines, end, key=lambda line: line.start)
        whole, behind = first, last
        if first < last:
            whole += lines[first].start < start
            behind -= lines[last - 1].end > end
        rows = list(self._rows(0, min(header, first)))
        if whole > behind:
            rows.append(_as_row(self.text[start:end]))
        else:
            if first < whole:
                rows.append(_as_row(self.text[start : lines[first].end]))
            rows.extend(self._rows(whole, behind))
            if behind < last:
                rows.append(_as_row(self.text[lines[behind].start : end]))
        return f"<table>{''.join(rows)}</table>"

    def _rows(self, first: int, last: int) -> Iterator[str]:
        for row in range(first, last):
            cells = (
                cell.html(min(begun + cell.rows, last) - row)
                for _, (begun, cell) in sorted(
                    _placed(self.rows[row], row, self.above[row]).items()
                )
                if begun == row or row == first
            )
            yield f"<tr>{''.join(cells)}</tr>"


def table_rows(text: str, html: str | None) -> TableRows | None:
    """The rows of a table given twice, one a line of `text` and as HTML; None where their numbers
    differ, a table stands in another, or too many cells span too much."""
    if html is None or html.lower().count("<table") > 1:
        return None
    lines = [Span(*match.span()) for match in _LINE.finditer(text)]
    if len(lines) > 1 and DELIMITER_ROW.match(text, *lines[1]):
        lines[0:2] = [Span(lines[0].start, lines[1].end)]
    rows = _ROW.split(html)[1:]
    above: list[_Cells] = []
    if len(rows) != len(lines):
        return None
    reaching: _Cells = {}
    spanned = 0
    for number, row in enumerate(rows):
        above.append(reaching)
        spanned += sum(cell.columns for _, cell in reaching.values())
        if spanned > _MOST_SPANNED:
            return None
        placed = _placed(row, number, reaching).items()
        reaching = {at: cell for at, cell in placed if cell[0] + cell[1].rows > number + 1}
    return TableRows(text, lines, rows, above)


def _as_row(text: str) -> str:
    """A part of a line as a row."""
    cells = text.strip().removeprefix("| ").removesuffix(" |").split(" | ")
    return f"<tr>{''.join(f'<td>{escape(cell.strip())}</td>' for cell in cells)}</tr>"


def _cells(row: str) -> Iterator[_Cell]:
    starts = list(_CELL.finditer(row))
    for number, start in enumerate(starts):
        last = starts[number + 1].start() if number + 1 < len(starts) else len(row)
        end = _CELL_END.search(row, start.end(), last)
        content = row[start.end() : end.start() if end else last]
        spans = {name.lower(): int(size) for name, size in _SPAN.findall(start[2])}
        rows, columns = max(1, spans.get("row", 1)), max(1, spans.get("col", 1))
        yield _Cell(start[1].lower(), start[2].rstrip(), content, rows, min(columns, 1000))


def _placed(row: str, number: int, above: _Cells) -> _Cells:
    """The cells of a row and those from above."""
    placed = dict(above)
    taken = {at + i for at, (_, cell) in above.items() for i in range(cell.columns)}
    column = 0
    for cell in _cells(row):
        while column in taken:
            column += 1
        placed[column] = (number, cell)
        column += cell.columns
    return placed
