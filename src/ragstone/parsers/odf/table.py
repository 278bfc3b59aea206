"""Tables of an OpenDocument file: cells with spans, what stands beside their text behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ragstone.limits import Limits
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.parsers.bounded import TextBound
from ragstone.parsers.grid import Grid, GridCell, grid_element
from ragstone.parsers.odf.nodes import Xml, children, number, tag

#: The blocks of a cell, by its node and its path.
BlocksOf = Callable[[Xml, str], Iterable[Element]]

_ROW_GROUPS = frozenset({"table:table-rows", "table:table-row-group", "table:table-header-rows"})
_MAX_COLUMNS, _MAX_ROWS = 1000, 65534


class TableReader:
    """Reads the tables of one file, whose cells are counted together."""

    def __init__(self, limits: Limits, name: str, bound: TextBound) -> None:
        self._limits, self._name, self._bound, self._cells = limits, name, bound, 0

    def read(
        self, node: Xml, path: str, marks: frozenset[Mark], blocks: BlocksOf
    ) -> Iterator[Element]:
        """The table with the `marks` around it; a single cell is a frame around its blocks."""
        rows = list(_rows(node, is_header=False))
        if sum(1 for row, _ in rows for _ in children(row, "table:table-cell")) == 1:
            for row, _ in rows:
                for cell in children(row, "table:table-cell"):
                    yield from blocks(cell, f"{path}/table-row[1]/table-cell[1]/")
            return
        after: list[Element] = []
        grid: Grid[GridCell] = Grid([])
        for place, (row, is_header) in enumerate(rows, start=1):
            cells: list[GridCell] = []
            for column, cell in enumerate(children(row, "table:table-cell"), start=1):
                here = f"{path}/table-row[{place}]/table-cell[{column}]/"
                text = _text(blocks(cell, here), here, marks, after)
                cells += self._repeated(cell, text)
            # Empty rows may be repeated without end, and say nothing.
            again = number(row, "table:number-rows-repeated", 1)
            again = again if any(cell.text for cell in cells) else 1
            self._count(len(cells) * (again - 1))
            self._bound.take(sum(len(cell.text) for cell in cells) * (again - 1))
            if is_header and grid.header_rows == len(grid.rows):
                grid.header_rows += again
            grid.rows += [cells] * again
        found = grid_element(
            grid,
            Provenance(path=path, rule="table"),
            lambda place: Provenance(path=f"{path}/table-row[{place}]"),
            marks=marks,
        )
        if found is not None:
            yield found
        yield from after

    def _repeated(self, node: Xml, text: str) -> list[GridCell]:
        """The cell as often as it is there; empty ones to the edge of a sheet are one."""
        cell = GridCell(
            text,
            max(1, min(number(node, "table:number-columns-spanned", 1), _MAX_COLUMNS)),
            max(1, min(number(node, "table:number-rows-spanned", 1), _MAX_ROWS)),
        )
        again = max(1, number(node, "table:number-columns-repeated", 1))
        if not text and again > _MAX_COLUMNS:
            again = 1
        self._count(again)
        self._bound.take(len(text) * (again - 1))
        return [cell] * again

    def _count(self, cells: int) -> None:
        self._cells += cells
        self._limits.check("table_cells", self._cells, self._name)


def _rows(node: Xml, *, is_header: bool) -> Iterator[tuple[Xml, bool]]:
    for item in node:
        kind = tag(item)
        if kind == "table:table-row":
            yield item, is_header
        elif kind in _ROW_GROUPS:
            yield from _rows(item, is_header=is_header or kind == "table:table-header-rows")


def _text(
    blocks: Iterable[Element], path: str, marks: frozenset[Mark], beside: list[Element]
) -> str:
    """The text of a cell; inner tables, pictures and what is marked goes to `beside`."""
    texts: list[str] = []
    for element in blocks:
        is_inner = (element.provenance.path or "").startswith(f"{path}table[")
        is_apart = bool(element.marks - marks - {Mark.INSERTED})
        if is_inner or is_apart or element.type is ElementType.IMAGE:
            beside.append(element)
            continue
        marker = element.facts.get("list_marker", "")
        texts.append(f"{marker} {element.text}" if marker else element.text)
    return "\n".join(texts)
