"""Tables of a page, found by their rulings, their fills and the alignment of their text.

Not here: what a table looks like as HTML or text, which tables of two pages are one.

    tables = find_tables(fragments, shapes, make, width, height)
"""

from __future__ import annotations

from collections.abc import Sequence

from ragstone.layout.fragment import Box, Fragment
from ragstone.layout.line import Line, LineMaker
from ragstone.layout.shape import Shape
from ragstone.layout.tables.draft import Draft, Piece
from ragstone.layout.tables.frame import Frame, is_read_backwards, turns
from ragstone.layout.tables.lines import Words
from ragstone.layout.tables.search import search
from ragstone.layout.tables.table import PageTable, TableCell
from ragstone.model.provenance import BBox


def _whole(fragment: Fragment) -> Sequence[Fragment]:
    return (fragment,)


def find_tables(
    fragments: Sequence[Fragment],
    shapes: Sequence[Shape],
    make: LineMaker,
    width: float,
    height: float,
    words: Words = _whole,
) -> list[PageTable]:
    """The tables among `fragments`, from top to bottom.

    `width` and `height` are the page's, in points as shown; `words` cuts a fragment at its blanks
    where a column's border runs through it.
    """
    # A stamp across the page stands in no cell.
    free = {index: item for index, item in enumerate(fragments) if not item.style.lean}
    backwards = is_read_backwards(free.values())
    found: list[PageTable] = []
    for turn in turns(fragments):
        frame = Frame(turn, width, height, backwards)
        pieces = [frame.piece(index, fragment) for index, fragment in free.items()]
        for draft in search(pieces, [frame.shape(shape) for shape in shapes], frame.size, words):
            table = _table(draft, frame, make)
            found.append(table)
            for index in table.taken:
                free.pop(index, None)
    return sorted(found, key=lambda table: (table.box.y0, table.box.x0))


def _table(draft: Draft, frame: Frame, make: LineMaker) -> PageTable:
    return PageTable(
        box=_box(frame.shown(draft.box), make),
        rows=draft.rows,
        columns=draft.columns,
        cells=tuple(
            TableCell(
                cell.row,
                cell.column,
                cell.row_end - cell.row,
                cell.column_end - cell.column,
                tuple(_lines(cell.pieces, make)),
            )
            for cell in draft.cells
        ),
        header_rows=draft.header_rows,
        rule=draft.rule,
        taken=frozenset(piece.number for cell in draft.cells for piece in cell.pieces),
    )


def _lines(pieces: Sequence[Piece], make: LineMaker) -> list[Line]:
    """The lines of a cell, those of each direction of writing for itself."""
    found: list[Line] = []
    for turn in dict.fromkeys(piece.fragment.style.turn for piece in pieces):
        found += make.lines(
            [piece.fragment for piece in pieces if piece.fragment.style.turn == turn]
        )
    return found


def _box(box: Box, make: LineMaker) -> BBox:
    x0, y0, x1, y1 = (round(edge, 2) for edge in box)
    return BBox(x0, y0, x1, y1, round(make.width, 2), round(make.height, 2), make.number)
