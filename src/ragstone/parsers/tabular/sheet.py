"""A sheet's rows become elements: tables, headings and lines above them, what is hidden.

    builder = SheetBuilder(SheetFacts("Fish"), Room(source))
    builder.add(1, [(1, "Fish", True, 0), (2, "Tons", True, 0)])
    builder.add(2, [(1, "Hake", True, 0), (2, "8", False, 0)])
    builder.finish()[0].provenance.cells            # "A1:B2"

Rows come in order and are kept only up to a blank one, and only so many of them: what is longer is
one table and is written as it comes.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragstone.model.element import Element
from ragstone.model.mark import Mark
from ragstone.parsers.tabular.cells import Area, Cell, Row
from ragstone.parsers.tabular.header import LOOKED_AT, header_rows
from ragstone.parsers.tabular.regions import Region, bottom_of, regions_of
from ragstone.parsers.tabular.room import Room
from ragstone.parsers.tabular.sheet_elements import SheetElements, SheetFacts, SheetLine, SheetTable
from ragstone.parsers.tabular.table import TableWriter

#: Cells of rows that are kept until a blank row shows where their tables end.
_KEPT_CELLS = 60_000
#: The same of tables that groups of rows behind blank rows still belong to.
_HELD_CELLS = 400_000
#: Tables side by side that a blank row may not end.
_MOST_HELD = 64
#: Rows of sums below a table: a sum, a tax, a sum of both.
_MOST_SUMS = 3
#: Rows between two looks at the limits.
_CHECKED = 256


class SheetBuilder:
    """Give it the rows of one sheet in order, then `finish()`."""

    def __init__(self, facts: SheetFacts, room: Room) -> None:
        self._facts, self._room = facts, room
        self._layout = facts.layout
        self._elements = SheetElements(facts)
        self._found: list[SheetLine | SheetTable] = []
        self._band: list[Row] = []
        self._band_cells = 0
        self._until = 0
        self._held: list[Region] = []
        self._held_cells = 0
        self._stream: TableWriter | None = None
        self._taken = (0, 0)
        self._hidden, self._unseen = TableWriter(None), TableWriter(None)

    def add(self, number: int, cells: list[Cell], *, is_hidden: bool = False) -> None:
        """One row with the cells that are not blank, ascending."""
        stream, facts = self._stream, self._facts
        is_next = number == self._until + 1 and not is_hidden
        has_more = facts.links or facts.hidden_columns or self._layout.merges
        if stream is not None and is_next and not has_more:
            self._until = number
            stream.add(number, cells)
            if not number % _CHECKED:
                self._take_stream(stream)
            return
        if cells:
            self._room.take(len(cells), sum([len(cell[1]) + 3 for cell in cells]))
        if is_hidden:
            self._layout.skipped_rows.add(number)
            self._hidden.add(number, cells)
            return
        hidden = facts.hidden_columns
        if hidden and any(cell[0] in hidden for cell in cells):
            self._hidden.add(number, [cell for cell in cells if cell[0] in hidden])
            cells = [cell for cell in cells if cell[0] not in hidden]
        if self._layout.merges and cells:
            covered = self._layout.merges.covered(number, [cell[0] for cell in cells])
            if covered:
                self._hidden.add(number, [cell for cell in cells if cell[0] in covered])
                cells = [cell for cell in cells if cell[0] not in covered]
        if not cells:
            return
        if facts.links:
            self._elements.note_links(number, cells)
        if (self._band or self._stream) and not self._follows(number):
            self._end_band()
        self._until = max(self._until, number, bottom_of((number, cells), self._layout.merges))
        if self._stream is not None:
            self._stream.add(number, cells)
            self._taken = self._stream.cells, self._stream.characters
            return
        self._band.append((number, cells))
        self._band_cells += len(cells)
        if self._band_cells > _KEPT_CELLS:
            self._begin_stream()

    @property
    def cut_tables(self) -> Sequence[str]:
        """The places of tables whose HTML has their header alone."""
        return self._elements.cut_tables

    def merge(self, area: Area) -> None:
        """A merged cell that begins in the next row to be added, for files that say so there."""
        self._layout.merges.add(area)

    def hide(self, number: int, cell: Cell) -> None:
        """A cell that has a value and shows nothing; called behind all rows, in order."""
        self._room.take(1, len(cell[1]) + 3)
        self._hidden.add(number, [cell])

    def disguise(self, number: int, cell: Cell) -> None:
        """A cell whose text nobody sees; called behind all rows, in order."""
        self._room.take(1, len(cell[1]) + 3)
        self._unseen.add(number, [cell])

    def finish(self) -> list[Element]:
        """All elements in order, what is hidden last."""
        self._end_band()
        self._flush()
        elements = list(self._elements.of(self._found))
        if self._hidden.numbers:
            table = SheetTable(self._hidden, "hidden rows and columns")
            elements.append(self._elements.table(table, frozenset({Mark.HIDDEN})))
        if self._unseen.numbers:
            table = SheetTable(self._unseen, "text in the colour of its ground, or tiny")
            elements.append(self._elements.table(table, frozenset({Mark.SUSPICIOUS})))
        return elements

    def _take_stream(self, stream: TableWriter) -> None:
        """Count what was written since the last time."""
        cells, characters = self._taken
        self._taken = stream.cells, stream.characters
        self._room.take(stream.cells - cells, stream.characters - characters)

    def _follows(self, number: int) -> bool:
        if self._layout.follows(self._until, number):
            return True
        return any(area.holds(number, area.left) for area, _ in self._layout.tables)

    def _begin_stream(self) -> None:
        """The band is too long to be kept: lines on top apart, the rest is one table."""
        self._flush()
        regions = list(regions_of(self._band[: LOOKED_AT * 2], self._layout))
        top = 0
        while top < len(regions) and regions[top].is_line:
            self._found.append(_line(regions[top]))
            top += 1
        body = self._band[top:]
        columns = sorted({cell[0] for _, cells in body for cell in cells})
        thin = Region(body, columns).is_thin
        named = [count for area, count in self._layout.tables if area.top == body[0][0]]
        header = named[0] if named else header_rows(body[: LOOKED_AT + 8], self._layout.merges)
        self._stream = self._writer(None if thin else columns, header, None)
        for number, cells in body:
            self._stream.add(number, cells)
        self._taken = self._stream.cells, self._stream.characters
        self._band, self._band_cells = [], 0

    def _end_band(self) -> None:
        if self._stream is not None:
            self._take_stream(self._stream)
            self._found.append(SheetTable(self._stream, "rows without a blank one"))
            self._stream = None
        if not self._band:
            return
        band, cells = self._band, self._band_cells
        regions = list(regions_of(band, self._layout))
        self._band, self._band_cells = [], 0
        added: list[Region] = []
        if len(self._held) > _MOST_HELD:
            self._flush()
        if self._takes_sums(band, regions) or self._takes_group(regions):
            self._held_cells += cells
            return
        for region in regions:
            at = next((i for i, held in enumerate(self._held) if self._continues(held, region)), -1)
            if at < 0:
                added.append(region)
                continue
            self._held[at].rows.extend(region.rows)
        if len(added) == len(regions) or self._held_cells > _HELD_CELLS:
            self._flush()
        self._held += added
        self._held_cells += cells

    def _takes_sums(self, band: list[Row], regions: Sequence[Region]) -> bool:
        """Whether a table above takes a row or two below it that have blank cells between the first
        and those with sums.
        """
        if len(band) > _MOST_SUMS or len(regions) == 1:
            return False
        columns = sorted({cell[0] for _, cells in band for cell in cells})
        sums = Region(band, columns)
        for held in self._held:
            begins = bool(held.columns) and held.columns[0] == columns[0]
            if begins and self._continues(held, sums):
                held.rows.extend(band)
                return True
        return False

    def _takes_group(self, regions: Sequence[Region]) -> bool:
        """Whether a table above takes a line and the rows below it, which the line names."""
        if len(regions) != 2 or not regions[0].is_line or regions[1].is_line:
            return False
        line, below = regions
        both = Region([*line.rows, *below.rows], below.columns, below.header_rows)
        starts = line.rows[0][1][0][0]
        for held in self._held:
            begins = bool(held.columns) and held.columns[0] == starts
            if begins and self._continues(held, both, group_name=True):
                held.rows.extend(both.rows)
                return True
        return False

    def _continues(self, above: Region, below: Region, *, group_name: bool = False) -> bool:
        """Whether a blank row only divides groups of one table: the same columns, and below it no
        header of its own. With `group_name` the first row below is no row of cells."""
        if above.is_line or above.is_thin or above.header_rows is not None:
            return False
        if below.header_rows is not None or not below.columns:
            return False
        first, last = below.rows[0][0], above.rows[-1][0]
        last = max(last, bottom_of(above.rows[-1], self._layout.merges))
        if not self._layout.follows(last + 1, first) or len(above.columns) < 2:
            return False
        rows = below.rows[1:] if group_name else below.rows
        if not set(below.columns) <= set(above.columns) or len(rows[0][1]) < 2:
            return False
        header = header_rows(above.rows[:LOOKED_AT], self._layout.merges)
        if header == 0 or header_rows(rows[:LOOKED_AT], self._layout.merges):
            return False
        # A row of texts alone could be another header, unless the table above is all texts too.
        numbers = any(not cell[2] for cell in rows[0][1])
        same_width = below.columns == above.columns
        looks = [cell[3] for cell in above.rows[0][1]]
        return numbers or (same_width and [cell[3] for cell in rows[0][1]] != looks)

    def _flush(self) -> None:
        """Write the regions that nothing continues any more."""
        held, self._held, self._held_cells = self._held, [], 0
        for region in held:
            self._found.append(_line(region) if region.is_line else self._written(region))

    def _written(self, region: Region) -> SheetTable:
        header = region.header_rows
        if header is None:
            header = header_rows(region.rows[: LOOKED_AT + 8], self._layout.merges)
        columns = None if region.is_thin else region.columns
        rows = [number for number, _ in region.rows]
        writer = self._writer(columns, header, rows)
        for number, cells in region.rows:
            writer.add(number, cells)
        named = region.header_rows is not None
        return SheetTable(writer, "named as a table" if named else "rows and columns")

    def _writer(
        self, columns: Sequence[int] | None, header: int, rows: Sequence[int] | None
    ) -> TableWriter:
        return TableWriter(columns, header, self._layout.merges, rows, self._room.html_cells)


def _line(region: Region) -> SheetLine:
    number, cells = region.rows[0]
    return SheetLine(number, cells[0][0], cells[0][1].strip())
