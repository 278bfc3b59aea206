"""What a sheet's rows were found to be, lines and tables, as elements.

    elements = SheetElements(SheetFacts("Fish"))
    list(elements.of([SheetLine(1, 1, "Catches"), table]))

Not here: which rows are which (`sheet`), and how a table is written (`table`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.places import RowPlaces
from ragstone.model.provenance import Provenance
from ragstone.model.run import Runs
from ragstone.parsers.tabular.cells import Area, Cell, column_name
from ragstone.parsers.tabular.line_type import line_type
from ragstone.parsers.tabular.regions import Layout
from ragstone.parsers.tabular.table import TableWriter

#: Rows between a heading and the table that it stands over.
_NEAR = 3


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """What is known of a sheet before its rows.

    `links` are addresses by (row, column), and may grow while the rows come; `hidden_columns` are
    part of `layout.margins` too.
    """

    name: str
    is_hidden: bool = False
    layout: Layout = field(default_factory=Layout)
    hidden_columns: frozenset[int] = frozenset()
    links: Mapping[tuple[int, int], str] = field(default_factory=dict[tuple[int, int], str])


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A text alone in its row."""

    row: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table that is written, and the rule that found it."""

    writer: TableWriter
    rule: str

    @property
    def area(self) -> Area:
        """The cells that it takes."""
        writer = self.writer
        return Area(min(writer.numbers), writer.left, max(writer.numbers), writer.right)


class SheetElements:
    """Makes the elements of one sheet; `cut_tables` are those whose HTML is not whole."""

    def __init__(self, facts: SheetFacts) -> None:
        self.cut_tables: list[str] = []
        self._facts = facts
        self._links: list[tuple[int, int, str, str]] = []

    def note_links(self, number: int, cells: Sequence[Cell]) -> None:
        """Keep the links of a row, rows ascending."""
        for cell in cells:
            url = self._facts.links.get((number, cell[0]))
            if url:
                self._links.append((number, cell[0], cell[1], url))

    def of(self, found: Sequence[SheetLine | SheetTable]) -> Iterator[Element]:
        """Short lines over a table are titles; a first one over others is that of the sheet."""
        has_sheet_title = False
        marks = frozenset({Mark.HIDDEN}) if self._facts.is_hidden else frozenset[Mark]()
        for at, piece in enumerate(found):
            if isinstance(piece, SheetTable):
                yield self.table(piece, marks)
                continue
            before = found[at - 1] if at else None
            following = found[at + 1] if at + 1 < len(found) else None
            over_table = isinstance(following, SheetTable) and _is_over(piece, before, following)
            over_title = at == 0 and isinstance(following, SheetLine)
            kind = line_type(piece.text, heads=over_table or over_title)
            level, rule = None, "text alone in its rows"
            if kind is ElementType.TITLE:
                level = 2 if has_sheet_title else 1
                rule = "text alone over a table" if over_table else "text alone on top of a sheet"
                has_sheet_title = has_sheet_title or over_title
            cells = Area(piece.row, piece.column, piece.row, piece.column)
            yield Element(
                kind,
                piece.text,
                level=level,
                marks=marks,
                provenance=Provenance(sheet=self._facts.name, cells=cells.name, rule=rule),
                facts=self._link_facts(cells),
            )

    def table(self, table: SheetTable, marks: frozenset[Mark]) -> Element:
        """The element of one table; a long one is noted in `cut_tables`."""
        writer, name, area = table.writer, self._facts.name, table.area
        if writer.is_cut:
            self.cut_tables.append(f"{name}!{area.name}")
        left, right = column_name(area.left), column_name(area.right)
        rows = RowPlaces(writer.numbers, writer.numbers, name, left, right)
        return Element(
            ElementType.TABLE,
            writer.text,
            html=writer.html,
            marks=marks,
            provenance=Provenance(sheet=name, cells=area.name, rule=table.rule),
            facts=self._link_facts(area),
            lines=Runs.of_rows(writer.starts, rows),
        )

    def _link_facts(self, area: Area) -> dict[str, Any]:
        first = bisect_left(self._links, (area.top,))
        last = bisect_left(self._links, (area.bottom + 1,))
        links = [
            {"text": text, "url": url}
            for row, column, text, url in self._links[first:last]
            if area.holds(row, column)
        ]
        return {"links": links} if links else {}


def _is_over(line: SheetLine, before: SheetLine | SheetTable | None, table: SheetTable) -> bool:
    """Whether a line stands over a table: right above it, or near it and alone."""
    gap = table.area.top - line.row
    follows = isinstance(before, SheetLine) and before.row == line.row - 1
    return gap == 1 or (gap <= _NEAR and not follows)


def hidden(element: Element) -> Element:
    """The same element of a hidden sheet."""
    return replace(element, marks=element.marks | {Mark.HIDDEN})
