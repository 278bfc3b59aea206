"""Tables that go on over a page break: told by their columns and their repeated header.

Not here: whether something else stands between the two, since only the whole document tells what is
a running head, a note or a page number.

    if continues(above, below):
        table = joined(above, below)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragstone.layout.tables.table import PageTable, TableCell

#: A table that goes on ends in this lowest share of its page and begins in the uppermost one.
_EDGE = 0.35
#: Sides of the two parts agree within this share of the page's width.
_SIDES = 0.03
#: The text of two columns overlaps by this share of the narrower one.
_OVERLAP = 0.3

Span = tuple[float, float]


def continues(above: PageTable, below: PageTable) -> bool:
    """Whether `below`, the first thing on its page, goes on with `above`, the last on the page
    before: the same header again, or none and the same columns at the same places."""
    if above.columns != below.columns or not _at_edges(above, below):
        return False
    if _repeated(above, below):
        return True
    return below.header_rows == 0 and _same_sides(above, below) and _same_columns(above, below)


def joined(above: PageTable, below: PageTable) -> PageTable:
    """One table of both, the repeated header left out; its place and `taken` are those of `above`.

    A row that the page break has cut is one row again where its rest is told by an empty first
    cell and small letters.
    """
    skipped = _repeated(above, below)
    rest = [cell for cell in below.cells if cell.row >= skipped]
    cells = list(above.cells)
    shift = above.rows - skipped
    if _is_rest(above, rest, skipped):
        shift -= 1
        tails = {cell.column: cell.lines for cell in rest if cell.row == skipped}
        cells = [
            replace(cell, lines=cell.lines + tails.get(cell.column, ()))
            if cell.row + cell.row_span == above.rows
            else cell
            for cell in cells
        ]
        rest = [cell for cell in rest if cell.row > skipped]
    cells += (replace(cell, row=cell.row + shift) for cell in rest)
    return replace(above, rows=shift + below.rows, cells=tuple(cells))


def _at_edges(above: PageTable, below: PageTable) -> bool:
    """Whether the parts stand at the end of one page and the start of another, as they are read."""
    turn = _turn(above)
    if turn == 0:
        end, start = above.box.y1 / above.box.page_height, below.box.y0 / below.box.page_height
    elif turn == 1:
        end, start = (
            1 - above.box.x0 / above.box.page_width,
            1 - below.box.x1 / below.box.page_width,
        )
    elif turn == 2:
        end, start = (
            1 - above.box.y0 / above.box.page_height,
            1 - below.box.y1 / below.box.page_height,
        )
    else:
        end, start = above.box.x1 / above.box.page_width, below.box.x0 / below.box.page_width
    return end >= 1 - _EDGE and start <= _EDGE


def _turn(table: PageTable) -> int:
    return next((line.turn for cell in table.cells for line in cell.lines), 0)


def _repeated(above: PageTable, below: PageTable) -> int:
    """How many rows at the top of `below` say the header of `above` again."""
    for count in dict.fromkeys((above.header_rows, 1)):
        if 0 < count < min(above.rows, below.rows):
            texts = _top(above, count)
            if texts == _top(below, count) and any(text for *_, text in texts):
                return count
    return 0


def _top(table: PageTable, count: int) -> list[tuple[int, int, int, str]]:
    """Place, span and text of the cells in the first rows."""
    return sorted(
        (cell.row, cell.column, cell.column_span, "".join(cell.text.split()).casefold())
        for cell in table.cells
        if cell.row < count
    )


def _same_sides(above: PageTable, below: PageTable) -> bool:
    first, second = above.box, below.box
    if _turn(above) % 2:
        near = _SIDES * first.page_height
        return abs(first.y0 - second.y0) <= near and abs(first.y1 - second.y1) <= near
    near = _SIDES * first.page_width
    return abs(first.x0 - second.x0) <= near and abs(first.x1 - second.x1) <= near


def _same_columns(above: PageTable, below: PageTable) -> bool:
    first, second = _spans(above.cells), _spans(below.cells)
    return all(
        min(a[1], b[1]) - max(a[0], b[0]) >= _OVERLAP * min(a[1] - a[0], b[1] - b[0])
        for a, b in ((first[column], second[column]) for column in first.keys() & second.keys())
    )


def _spans(cells: Sequence[TableCell]) -> dict[int, Span]:
    """From where to where the text of each column reaches, in the reader's frame."""
    found: dict[int, Span] = {}
    for cell in cells:
        if cell.column_span == 1 and cell.lines:
            x0, x1 = min(line.x0 for line in cell.lines), max(line.x1 for line in cell.lines)
            known = found.get(cell.column, (x0, x1))
            found[cell.column] = (min(known[0], x0), max(known[1], x1))
    return found


def _is_rest(above: PageTable, rest: Sequence[TableCell], row: int) -> bool:
    """Whether the first row that is left is the rest of the last row above."""
    held = [cell for cell in rest if cell.row == row and cell.lines]
    ending = {
        cell.column for cell in above.cells if cell.row + cell.row_span == above.rows and cell.lines
    }
    return (
        bool(held)
        and all(cell.row_span == 1 for cell in held)
        and all(cell.column > 0 and cell.text[:1].islower() for cell in held)
        and {0, *(cell.column for cell in held)} <= ending
    )
