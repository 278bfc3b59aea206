"""Tables of a web page: rows, cells and spans; and telling data from layout.

A table that only arranges a page (another table inside it and no header cell, one cell, or by its
role) is no table to a reader: its cells are given back as the blocks they hold, in order.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html import escape

from ragstone.model.element import Element, ElementType
from ragstone.model.mark import LEFT_OUT, Mark
from ragstone.model.provenance import merge
from ragstone.model.run import Run
from ragstone.parsers.html.flow import line_place

#: Browsers clamp spans to these (WHATWG HTML, 4.9.11).
_MAX_COLSPAN, _MAX_ROWSPAN = 1000, 65534
_ORDER = {"thead": 0, "tbody": 1, "tfoot": 2}
_APART = frozenset({ElementType.TABLE, ElementType.IMAGE})


@dataclass(slots=True)
class Cell:
    """One `td` or `th` and the blocks in it."""

    tag: str
    rowspan: int
    colspan: int
    blocks: list[Element]
    text: str = ""
    runs: list[Run] = field(default_factory=list[Run])


@dataclass(slots=True)
class _Row:
    part: str
    cells: list[Cell] = field(default_factory=list[Cell])


def span_of(value: str | None, *, of_rows: bool) -> int:
    """A rowspan or colspan attribute as a browser takes it; 1 for nonsense."""
    if not value:
        return 1
    try:
        number = int(value)
    except ValueError:
        return 1
    most = _MAX_ROWSPAN if of_rows else _MAX_COLSPAN
    return min(number, most) if number > 0 else 1


class TableBuilder:
    """One open table."""

    def __init__(self, marks: frozenset[Mark], role: str | None) -> None:
        self._marks, self._role = marks, role
        self._rows: list[_Row] = []
        self.part = "tbody"
        self.cell_count = 0

    def begin_row(self) -> None:
        self._rows.append(_Row(self.part))

    def add(self, cell: Cell) -> None:
        if not self._rows:
            self.begin_row()
        self._rows[-1].cells.append(cell)
        self.cell_count += 1

    def finish(self) -> list[Element]:
        """The table, then what stands apart in its cells (tables, pictures, hidden text)."""
        cells = [cell for row in self._rows for cell in row.cells]
        if self._is_layout(cells):
            return [block for cell in cells for block in cell.blocks]
        for cell in cells:
            cell.text, cell.runs = _one_line(cell.blocks)
        rows = sorted(self._rows, key=lambda row: _ORDER.get(row.part, 1))
        apart = [block for cell in cells for block in cell.blocks if _stands_apart(block)]
        return [*self._table(rows), *apart]

    def _is_layout(self, cells: list[Cell]) -> bool:
        if self._role in ("presentation", "none"):
            return True
        if any(cell.tag == "th" for cell in cells):
            return False
        has_table = any(block.type is ElementType.TABLE for cell in cells for block in cell.blocks)
        widest = max((len(row.cells) for row in self._rows), default=0)
        # One column of several blocks a cell is a page's frame and no list of values.
        framed = widest == 1 and any(len(cell.blocks) > 1 for cell in cells)
        return has_table or len(cells) <= 1 or framed

    def _table(self, rows: list[_Row]) -> list[Element]:
        lines: list[str] = []
        runs: list[Run] = []
        links: list[dict[str, str]] = []
        at = 0
        for row in rows:
            texts: list[str] = []
            start = at
            for cell in row.cells:
                if texts:
                    at += len(" | ")
                runs += [Run(at + start_of, place) for start_of, place in cell.runs]
                texts.append(cell.text)
                at += len(cell.text)
                for block in cell.blocks:
                    links += block.facts.get("links", ())
            if any(texts):
                lines.append(" | ".join(texts))
                at += 1
            else:
                at = start
        if not lines:
            return []
        # The first run begins the text, also where the first cell is empty.
        runs[0] = Run(0, runs[0].provenance)
        places = list({id(run.provenance): run.provenance for run in runs}.values())
        return [
            Element(
                ElementType.TABLE,
                "\n".join(lines),
                html=_as_html(rows),
                marks=self._marks,
                provenance=replace(merge(places), rule="table"),
                facts={"links": links} if links else {},
                lines=tuple(runs) if len(set(places)) > 1 else (),
            )
        ]


def _stands_apart(block: Element) -> bool:
    return block.type in _APART or bool(block.marks & LEFT_OUT)


def _one_line(blocks: list[Element]) -> tuple[str, list[Run]]:
    """A cell's blocks on one line, and where its parts stand."""
    texts: list[str] = []
    runs: list[Run] = []
    at = 0
    for block in blocks:
        if _stands_apart(block):
            continue
        if texts:
            at += 1
        if block.lines:
            runs += [Run(at + run.start, run.provenance) for run in block.lines]
        else:
            place = block.provenance
            runs.append(Run(at, line_place(place.line_start, place.line_end)))
        texts.append(block.text.replace("\n", " ") if "\n" in block.text else block.text)
        at += len(block.text)
    return " ".join(texts), runs


def _as_html(rows: list[_Row]) -> str:
    """Only table tags and spans, and the text."""
    out: list[str] = []
    for row in rows:
        out.append("<tr>")
        for cell in row.cells:
            rows_down = f' rowspan="{cell.rowspan}"' if cell.rowspan > 1 else ""
            columns = f' colspan="{cell.colspan}"' if cell.colspan > 1 else ""
            out.append(f"<{cell.tag}{rows_down}{columns}>{escape(cell.text)}</{cell.tag}>")
        out.append("</tr>")
    return f"<table>{''.join(out)}</table>"
