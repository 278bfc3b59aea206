"""The order and the tables that a file's own tags give, for pages on which they are believed.

Text, tables and pictures each get a place in the file's order. What the tags do not name (headers,
watermarks, pictures without a tag) is put where it stands on the page.

    order = TagOrder(tags)
    tables = order.tables(fragments, make)
    order.blocks(fragments, [(table, start)], [(picture, tag)], make)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import inf

from ragstone.layout.columns import Placed
from ragstone.layout.fragment import Fragment
from ragstone.layout.line import Line, LineMaker
from ragstone.layout.page import Block, Picture
from ragstone.layout.reading_order import regions
from ragstone.layout.tables.table import PageTable, TableCell
from ragstone.layout.tag import Tag
from ragstone.model.provenance import BBox

#: A place in order, and what stands there.
_Row = tuple[float, Block]


class TagOrder:
    """`tags` are those of a page's fragments, by `Fragment.start`."""

    def __init__(self, tags: Mapping[int, Tag]) -> None:
        self._tags = tags

    def tables(self, found: Sequence[Fragment], make: LineMaker) -> list[PageTable]:
        """The tables that the tags tell; those of one row or column only arrange the page."""
        cells: dict[int, dict[tuple[int, int], list[int]]] = defaultdict(lambda: defaultdict(list))
        for index, fragment in enumerate(found):
            tag = self._tags.get(fragment.start)
            if tag is not None and tag.cell is not None:
                cells[tag.cell.table][tag.cell.row, tag.cell.column].append(index)
        made = (self._table(found, places, make) for places in cells.values())
        return [table for table in made if table.rows > 1 and table.columns > 1]

    def blocks(
        self,
        found: Sequence[Fragment],
        tables: Sequence[tuple[PageTable, int]],
        pictures: Sequence[tuple[Picture, Tag | None]],
        make: LineMaker,
    ) -> list[Block]:
        """All of a page in order; a table comes with the `Fragment.start` of some text in it."""
        rows: list[_Row] = [(self._place(start), table) for table, start in tables]
        texts: dict[int, list[Fragment]] = defaultdict(list)
        loose: list[Fragment] = []
        for fragment in found:
            place = self._place(fragment.start)
            (texts[int(place)] if place >= 0 else loose).append(fragment)
        for place, block in texts.items():
            lines = [line for part in self._columns(block) for line in make.lines(part)]
            rows.append((place, tuple(lines)))
        for picture, tag in pictures:
            known = tag is not None and tag.block >= 0
            rows.append((tag.block if known and tag else _beside(picture.box, rows), picture))
        for region in regions(loose):
            if not isinstance(region, Placed):
                lines = tuple(make.lines(region))
                rows.append((-inf if lines[0].y0 < make.height / 2 else inf, lines))
        return _merged([block for _, block in sorted(rows, key=lambda row: row[0])])

    def _columns(self, block: Sequence[Fragment]) -> list[list[Fragment]]:
        """A block's text, cut where it goes on at the top of the next column."""
        parts: list[list[Fragment]] = []
        last: Fragment | None = None
        left, right = inf, -inf
        for item in sorted(block, key=lambda item: (self._tags[item.start].order, item.start)):
            beside = item.x0 >= right or item.x1 <= left
            if last is None or (beside and item.y1 <= last.y0):
                parts.append([])
                left, right = inf, -inf
            parts[-1].append(item)
            left, right, last = min(left, item.x0), max(right, item.x1), item
        return parts

    def _place(self, start: int) -> float:
        tag = self._tags.get(start)
        return tag.block if tag is not None else -1

    def _table(
        self,
        found: Sequence[Fragment],
        places: Mapping[tuple[int, int], Sequence[int]],
        make: LineMaker,
    ) -> PageTable:
        cells: list[TableCell] = []
        filled: set[tuple[int, int]] = set()
        headers: dict[int, bool] = defaultdict(lambda: True)
        for (row, column), indexes in places.items():
            tag = self._tags[found[indexes[0]].start].cell
            row_span, column_span = (tag.row_span, tag.column_span) if tag else (1, 1)
            lines = tuple(make.lines([found[index] for index in indexes]))
            cells.append(TableCell(row, column, row_span, column_span, lines))
            filled |= {(row + r, column + c) for r in range(row_span) for c in range(column_span)}
            headers[row] = headers[row] and tag is not None and tag.is_header
        rows = 1 + max(row for row, _ in filled)
        columns = 1 + max(column for _, column in filled)
        cells += [
            TableCell(row, column, 1, 1, ())
            for row in range(rows)
            for column in range(columns)
            if (row, column) not in filled
        ]
        header_rows = 0
        while header_rows < rows and header_rows in headers and headers[header_rows]:
            header_rows += 1
        taken = frozenset(index for indexes in places.values() for index in indexes)
        return PageTable(
            box=_around([line for cell in cells for line in cell.lines]),
            rows=rows,
            columns=columns,
            cells=tuple(sorted(cells, key=lambda cell: (cell.row, cell.column))),
            header_rows=header_rows if header_rows < rows else 0,
            rule="tags of the file",
            taken=taken,
        )


def _around(lines: Sequence[Line]) -> BBox:
    box = lines[0].box
    for line in lines[1:]:
        box = box.union(line.box)
    return box


def _beside(box: BBox, rows: Sequence[_Row]) -> float:
    """The place of a picture that no tag names: after what ends above its middle in its column."""
    middle = (box.y0 + box.y1) / 2
    above = [
        (other.y1, place)
        for place, block in rows
        for other in [_box_of(block)]
        if other.y1 <= middle and min(other.x1, box.x1) > max(other.x0, box.x0)
    ]
    return max(above)[1] + 0.5 if above else -0.5


def _box_of(block: Block) -> BBox:
    return _around(block) if isinstance(block, tuple) else block.box


def _merged(blocks: Sequence[Block]) -> list[Block]:
    """Blocks of text that follow one another down a column are one block of lines."""
    found: list[Block] = list(blocks[:1])
    for before, block in pairwise(blocks):
        last = found[-1]
        if isinstance(before, tuple) and isinstance(block, tuple) and isinstance(last, tuple):
            one, two = before[-1], block[0]
            beneath = two.y0 >= one.y0 and min(one.x1, two.x1) > max(one.x0, two.x0)
            if beneath and one.turn == two.turn:
                found[-1] = (*last, *block)
                continue
        found.append(block)
    return found
