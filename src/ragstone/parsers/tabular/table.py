"""A table written row by row: one line of text each, HTML while it is small, the place of each row.

    writer = TableWriter([1, 2], header_rows=1)
    writer.add(1, [(1, "Fish", True, 0), (2, "Tons", True, 0)])
    writer.add(2, [(1, "Hake", True, 0), (2, "8", False, 0)])
    writer.text                                     # "Fish | Tons\\nHake | 8"

Rows are not kept: a table of a million rows takes the room of its text.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from html import escape

from ragstone.parsers.tabular.cells import Cell
from ragstone.parsers.tabular.merges import Merges

_BETWEEN = " | "
#: Lines that are joined at a time: a line alone takes fifty bytes more.
_JOINED = 8192


class TableWriter:
    """One table. `columns` are those it shows; None for one so thinly filled that only the cells
    with something in them are written, without HTML.

    - `rows` are the numbers of its rows, where they are known: blank ones take no part in a span.
    - Past `html_cells` cells the HTML holds the header alone; the text always holds all.
    """

    def __init__(
        self,
        columns: Sequence[int] | None,
        header_rows: int = 0,
        merges: Merges | None = None,
        rows: Sequence[int] | None = None,
        html_cells: int = 100_000,
    ) -> None:
        self._columns = None if columns is None else list(columns)
        self._known = set(columns or ())
        self._header_rows = header_rows
        self._merges = merges or None
        self._rows = rows
        self._html_cells = html_cells if columns is not None else 0
        self._pieces: list[str] = []
        self._lines: list[str] = []
        self._html: list[str] = []
        self._header_html = ""
        self._cells = 0
        self._written = 0
        self._is_done = False
        self._at = 0
        self.starts = array("q")
        self.numbers = array("q")
        self.left, self.right = 0, 0

    @property
    def text(self) -> str:
        """All lines so far."""
        self._join()
        self._pieces = ["\n".join(self._pieces)] if self._pieces else []
        return self._pieces[0] if self._pieces else ""

    @property
    def html(self) -> str | None:
        """The table as HTML, or its header where it is too large; None without either."""
        if self._columns is None:
            return None
        if self.is_cut:
            return f"<table>{self._header_html}</table>" if self._header_html else None
        return f"<table>{''.join(self._html)}</table>"

    @property
    def is_cut(self) -> bool:
        """Whether the HTML lacks rows."""
        return self._cells > self._html_cells

    @property
    def width(self) -> int:
        """How many columns it has so far."""
        return len(self._columns or ())

    @property
    def cells(self) -> int:
        """Places of cells written so far, blank ones too."""
        return self._cells

    @property
    def characters(self) -> int:
        return self._at

    def add(self, number: int, cells: list[Cell]) -> None:
        """One more row; blank ones are left out."""
        if not cells:
            return
        left, right = cells[0][0], cells[-1][0]
        if right > self.right:
            self.right = right
        if left < self.left or not self.left:
            self.left = left
        columns = self._columns
        if columns is None:
            self._add_line(number, [cell[1] for cell in cells])
            return
        dense = len(cells) == len(columns) and right == columns[-1] and left == columns[0]
        if dense and self._merges is None:
            self._add_dense(number, [cell[1] for cell in cells])
            return
        self._make_room(cells)
        texts = {cell[0]: cell[1] for cell in cells}
        if self._merges is not None:
            covered = self._merges.covered(number, columns)
            columns = [column for column in columns if column not in covered]
        shown = [texts.get(column, "") for column in columns]
        self._add_html(shown, None if self._merges is None else self._spans(number, columns))
        while shown and not shown[-1]:
            shown.pop()
        if shown:
            self._add_line(number, shown)

    def add_full(self, number: int, texts: list[str]) -> None:
        """One more row with a text in every column, in a table without merged cells."""
        columns = self._columns
        if columns is None or len(texts) != len(columns):
            raise ValueError("a full row has a text for each column")
        self.left, self.right = min(self.left or columns[0], columns[0]), columns[-1]
        self._add_dense(number, texts)

    def _add_dense(self, number: int, texts: list[str]) -> None:
        self._add_line(number, texts)
        if self._is_done:
            self._cells += len(texts)
        else:
            self._add_html(texts, None)

    def _make_room(self, cells: list[Cell]) -> None:
        """Columns that no row had before; those before them keep their order."""
        if self._columns is None:
            return
        for cell in cells:
            if cell[0] not in self._known:
                self._known.add(cell[0])
                self._columns.insert(bisect_left(self._columns, cell[0]), cell[0])

    def _spans(self, number: int, columns: Sequence[int]) -> list[str]:
        """The attributes of a row's cells."""
        if self._merges is None or self._columns is None:
            return [""] * len(columns)
        areas = self._merges.of_row(number)
        found: list[str] = []
        for column in columns:
            area = areas.get(column)
            if area is None:
                found.append("")
                continue
            width = bisect_right(self._columns, area.right) - bisect_left(self._columns, column)
            height = area.bottom - number + 1
            if self._rows is not None:
                height = bisect_right(self._rows, area.bottom) - bisect_left(self._rows, number)
            found.append(
                (f' rowspan="{height}"' if height > 1 else "")
                + (f' colspan="{width}"' if width > 1 else "")
            )
        return found

    def _add_line(self, number: int, shown: list[str]) -> None:
        line = _BETWEEN.join(shown)
        if not line.isprintable():
            line = _BETWEEN.join([" ".join(text.split()) for text in shown])
        self.starts.append(self._at)
        self.numbers.append(number)
        self._lines.append(line)
        self._at += len(line) + 1
        if len(self._lines) >= _JOINED:
            self._join()

    def _join(self) -> None:
        if self._lines:
            self._pieces.append("\n".join(self._lines))
            self._lines = []

    def _add_html(self, shown: Sequence[str], spans: Sequence[str] | None) -> None:
        self._cells += len(shown)
        if self.is_cut and self._written >= self._header_rows:
            self._html, self._is_done = [], True
            return
        name = "th" if self._written < self._header_rows else "td"
        self._written += 1
        if spans is None:
            inside = f"</{name}><{name}>".join(map(_escaped, shown))
            row = f"<tr><{name}>{inside}</{name}></tr>"
        else:
            cells = (
                f"<{name}{span}>{_escaped(text)}</{name}>"
                for text, span in zip(shown, spans, strict=True)
            )
            row = f"<tr>{''.join(cells)}</tr>"
        if name == "th":
            self._header_html += row
        self._html.append(row)


def _escaped(text: str) -> str:
    return escape(text, quote=False).replace("\n", "<br>") if text else ""
