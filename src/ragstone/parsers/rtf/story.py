"""Stories: the body, a note, a comment, a header, each a run of paragraphs and tables.

Paragraphs come in piece by piece and become elements; rows become tables, whose spans are told by
the right edges of their cells.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.parsers.grid import Grid, GridCell, grid_element
from ragstone.parsers.heading_style import STYLE
from ragstone.parsers.title_by_look import SIZE, looks_like_title, ranked
from ragstone.text.prose import reads_like_prose

#: Edges nearer than this, in twips (a twentieth of a point), are one.
_SAME_EDGE = 30


@dataclass(frozen=True, slots=True)
class Look:
    """What a paragraph says of itself: heading level, list marker and depth, depth in tables.

    `style`: the name of the style that makes it a heading, "" where something else does.
    """

    level: int | None = None
    rule: str = ""
    marker: str | None = None
    list_depth: int = 0
    table_depth: int = 0
    style: str = ""


@dataclass(frozen=True, slots=True)
class CellEdge:
    """Where a cell of a row ends, and how it is merged with others."""

    right: int
    joins_left: bool = False
    begins_down: bool = False
    joins_above: bool = False


@dataclass(slots=True)
class _Row:
    """A finished row with the edges that its definition gave the cells."""

    cells: list[list[Element]]
    edges: Sequence[CellEdge]
    is_header: bool


@dataclass(slots=True)
class _Level:
    """A table that is open: its finished rows, and the cells of the row that is being read."""

    rows: list[_Row] = field(default_factory=list[_Row])
    cells: list[list[Element]] = field(default_factory=list[list[Element]])
    open_cell: list[Element] = field(default_factory=list[Element])


class TextLooks(Protocol):
    """What a piece of text looks like; `size` in half points."""

    @property
    def hidden(self) -> bool: ...
    @property
    def deleted(self) -> bool: ...
    @property
    def inserted(self) -> bool: ...
    @property
    def bold(self) -> bool: ...
    @property
    def size(self) -> int: ...


class Story:
    """`elements` grow; `marks` are on all of them; `place` is their path without the numbers.

    `sizes` counts the characters of each size.
    """

    def __init__(
        self,
        place: str,
        marks: frozenset[Mark] = frozenset(),
        count_cells: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.elements: list[Element] = []
        self.sizes: Counter[int] = Counter()
        self._place, self._marks, self._count_cells = place, marks, count_cells
        self._shown: list[str] = []
        self._hidden: list[str] = []
        self._deleted: list[str] = []
        self._inserted = self._length = self._size = 0
        self._bold = True
        self._links: list[tuple[int, str]] = []
        self._done_links: list[dict[str, str]] = []
        self._after: list[Element] = []
        self._tables: list[_Level] = []
        self._paragraphs = self._table_count = 0

    def add(self, text: str, looks: TextLooks) -> None:
        """Text of the open paragraph."""
        if looks.deleted:
            self._deleted.append(text)
        elif looks.hidden:
            self._hidden.append(text)
        else:
            self._shown.append(text)
            self._length += len(text)
            self._inserted += len(text) if looks.inserted else 0
            if not text.isspace():
                self.sizes[looks.size] += len(text)
                self._bold &= looks.bold
                self._size = self._size or looks.size

    def begin_link(self, url: str) -> None:
        self._links.append((len(self._shown), url))

    def end_link(self) -> None:
        if self._links:
            start, url = self._links.pop()
            text = "".join(self._shown[start:]).strip()
            if text:
                self._done_links.append({"text": text, "url": url})

    def follow(self, elements: Sequence[Element]) -> None:
        """What hangs on the open paragraph and is read after it: notes, boxes, pictures."""
        self._after += elements

    def end_paragraph(self, look: Look) -> None:
        self._close_tables(look.table_depth)
        self._paragraphs += 1
        found = self._paragraph(look)
        while len(self._tables) < look.table_depth:
            self._tables.append(_Level())
        if look.table_depth:
            self._tables[look.table_depth - 1].open_cell += found
        else:
            self.elements += found

    def end_cell(self, look: Look) -> None:
        """The open paragraph ends its cell, with text or without."""
        self.end_paragraph(look)
        if look.table_depth:
            level = self._tables[look.table_depth - 1]
            level.cells.append(level.open_cell)
            level.open_cell = []
            self._count_cells(1)

    def end_row(self, depth: int, edges: Sequence[CellEdge], *, is_header: bool) -> None:
        self._close_tables(depth)
        if len(self._tables) < depth or not depth:
            return
        level = self._tables[depth - 1]
        # A paragraph between the last cell and the end of the row belongs to no cell.
        loose, level.open_cell = level.open_cell, []
        if level.cells:
            level.rows.append(_Row(level.cells, edges, is_header))
            level.rows[-1].cells[-1] += loose
            level.cells = []
        else:
            self._put(loose, depth - 1)

    def finish(self, look: Look) -> list[Element]:
        """End what is open; all elements of the story."""
        self.end_paragraph(look)
        self._close_tables(0)
        return self.elements

    def _put(self, elements: Sequence[Element], depth: int) -> None:
        """Elements after a table of `depth` + 1: into the cell around it, or the story."""
        target = self._tables[depth - 1].open_cell if depth else self.elements
        target += elements

    def _close_tables(self, depth: int) -> None:
        while len(self._tables) > depth:
            level = self._tables.pop()
            self._table_count += 1
            rows = level.rows
            if level.cells or level.open_cell:
                # Cut off inside a row.
                rows.append(_Row([*level.cells, level.open_cell], (), is_header=False))
            self._put(self._table(rows), len(self._tables))

    def _paragraph(self, look: Look) -> list[Element]:
        path = f"{self._place}p[{self._paragraphs}]"
        text = "".join(self._shown).strip()
        found: list[Element] = []
        if text:
            marks = self._marks
            if 0 < self._length <= self._inserted:
                marks |= {Mark.INSERTED}
            facts: dict[str, Any] = {"links": self._done_links} if self._done_links else {}
            if self._bold and not look.table_depth:
                facts[SIZE] = self._size
            found.append(_typed(text, look, path, marks, facts))
        for pieces, mark, rule in (
            (self._hidden, Mark.HIDDEN, "hidden text"),
            (self._deleted, Mark.DELETED, "tracked deletion"),
        ):
            apart = "".join(pieces).strip()
            if apart:
                place = Provenance(path=path, rule=rule)
                kind, marks = ElementType.UNCATEGORIZED_TEXT, self._marks | {mark}
                found.append(Element(kind, apart, marks=marks, provenance=place))
        found += self._after
        self._shown, self._hidden, self._deleted, self._after = [], [], [], []
        self._links, self._done_links = [], []
        self._inserted = self._length = self._size = 0
        self._bold = True
        return found

    def _table(self, rows: list[_Row]) -> list[Element]:
        """The table, then what its cells hold beside text; a single cell is a frame around text."""
        if sum(len(row.cells) for row in rows) == 1:
            return rows[0].cells[0]
        path = f"{self._place}table[{self._table_count}]"
        beside: list[Element] = []
        grid = Grid(_spanned(rows, self._marks, beside))
        for row in rows:
            if not row.is_header:
                break
            grid.header_rows += 1
        found = grid_element(
            grid,
            Provenance(path=path, rule="table"),
            lambda number: Provenance(path=f"{path}/row[{number}]"),
            marks=self._marks,
        )
        return [*([] if found is None else [found]), *beside]


def with_titles(elements: Sequence[Element], sizes: Counter[int]) -> list[Element]:
    """Bold lines on their own that are larger than the body become titles."""
    body = max(sizes, key=lambda size: (sizes[size], -size), default=0)
    found: list[Element] = []
    for element in elements:
        size = element.facts.get(SIZE)
        if size is None:
            found.append(element)
            continue
        is_plain = element.type is not ElementType.TITLE and "list_marker" not in element.facts
        if is_plain and looks_like_title(element.text, size, body=body, is_bold=True):
            rule = "large bold line alone"
            place = replace(element.provenance, rule=rule)
            found.append(replace(element, type=ElementType.TITLE, provenance=place))
        else:
            facts = {key: fact for key, fact in element.facts.items() if key != SIZE}
            found.append(replace(element, facts=facts))
    return ranked(found)


def _typed(
    text: str, look: Look, path: str, marks: frozenset[Mark], facts: dict[str, Any]
) -> Element:
    level = None
    if look.level is not None:
        kind, rule, level = ElementType.TITLE, look.rule, look.level
        if look.style:
            facts[STYLE] = look.style
        if look.marker:
            facts["number"] = look.marker
    elif look.marker is not None:
        kind, rule = ElementType.LIST_ITEM, "list item"
        facts |= {"list_marker": look.marker, "list_depth": look.list_depth}
    elif reads_like_prose(text):
        kind, rule = ElementType.NARRATIVE_TEXT, "sentence or long text"
    else:
        kind, rule = ElementType.UNCATEGORIZED_TEXT, "short and no sentence"
    place = Provenance(path=path, rule=rule)
    return Element(kind, text, level=level, marks=marks, provenance=place, facts=facts)


def _spanned(
    rows: Sequence[_Row], marks: frozenset[Mark], beside: list[Element]
) -> list[list[GridCell]]:
    """Cells with their spans; those that continue a cell above or to the left are left out."""
    edges = _edges(rows)
    found: list[list[GridCell]] = []
    open_cells: dict[int, GridCell] = {}
    for row in rows:
        cells: list[GridCell] = []
        column = 0
        for number, blocks in enumerate(row.cells):
            text = _text(blocks, marks, beside)
            edge = row.edges[number] if number < len(row.edges) else None
            end = column + 1 if edge is None else max(_column(edges, edge.right), column + 1)
            if edge is not None and edge.joins_left and cells:
                cells[-1].columns += end - column
                cells[-1].text = "\n".join(part for part in (cells[-1].text, text) if part)
            elif edge is not None and edge.joins_above and column in open_cells:
                open_cells[column].rows += 1
            else:
                cells.append(GridCell(text, end - column))
                open_cells.pop(column, None)
                if edge is not None and edge.begins_down:
                    open_cells[column] = cells[-1]
            column = end
        found.append(cells)
    return found


def _edges(rows: Sequence[_Row]) -> list[int]:
    """The right edges of all cells, those that are nearly the same once."""
    edges: list[int] = []
    for right in sorted({edge.right for row in rows for edge in row.edges}):
        if not edges or right - edges[-1] > _SAME_EDGE:
            edges.append(right)
    return edges


def _column(edges: Sequence[int], right: int) -> int:
    """How many columns end at `right` or before it."""
    return bisect_right(edges, right)


def _text(blocks: Sequence[Element], marks: frozenset[Mark], beside: list[Element]) -> str:
    texts: list[str] = []
    for element in blocks:
        apart = element.marks - marks - {Mark.INSERTED}
        if element.type in (ElementType.TABLE, ElementType.IMAGE) or apart:
            beside.append(element)
            continue
        marker = element.facts.get("list_marker", "")
        texts.append(f"{marker} {element.text}" if marker else element.text)
    return "\n".join(texts)
