"""Made pages with tables for tests of the layout: text, rulings and what is found on them.

texts(find(cells([["Fish", "Price"], ["Hake", "8"]]), ruled_box(...)))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from pages import HEIGHT, WIDTH, width_of
from ragstone.layout.fragment import Fragment, Style
from ragstone.layout.line import LineMaker
from ragstone.layout.shape import Shape
from ragstone.layout.tables.draft import Piece
from ragstone.layout.tables.find import find_tables
from ragstone.layout.tables.table import PageTable

#: Columns of made tables begin here, and rows are so high.
COLUMNS = (72.0, 200.0, 300.0, 400.0, 480.0)
ROW = 18.0


def text(
    string: str, x: float, y: float, size: float = 10.0, *, bold: bool = False, colour: int = 0
) -> Fragment:
    style = Style(size, bold, 0, False, "Body", colour)
    right = x + width_of(string, size)
    return Fragment(string, x, y, right, y + size, style, 0, len(string), False, False)


def words(fragment: Fragment) -> list[Fragment]:
    """A fragment cut at its blanks, every sign half an em wide."""
    if " " not in fragment.text:
        return [fragment]
    found: list[Fragment] = []
    at = 0
    for word in fragment.text.split(" "):
        x0 = fragment.x0 + at * fragment.size / 2
        found.append(text(word, x0, fragment.y0, fragment.size, bold=fragment.style.bold))
        at += len(word) + 1
    return found


def pieces(fragments: Iterable[Fragment]) -> list[Piece]:
    return [
        Piece(number, item, item.x0, item.y0, item.x1, item.y1, item.size)
        for number, item in enumerate(fragments)
    ]


def cells(
    rows: Sequence[Sequence[str]],
    top: float = 100.0,
    xs: Sequence[float] = COLUMNS,
    pitch: float = ROW,
    bold: int = 0,
) -> list[Fragment]:
    """The texts of a table, left-aligned at `xs`; the first `bold` rows are bold, "" is no text."""
    return [
        text(string, x, top + pitch * number, bold=number < bold)
        for number, row in enumerate(rows)
        for string, x in zip(row, xs, strict=False)
        if string
    ]


def level(y: float, x0: float = 70.0, x1: float = 500.0) -> Shape:
    return Shape("line", (x0, y, x1, y), None, 0, 0.5, 0)


def upright(x: float, y0: float, y1: float) -> Shape:
    return Shape("line", (x, y0, x, y1), None, 0, 0.5, 0)


def box(x0: float, y0: float, x1: float, y1: float, fill: int | None = None) -> Shape:
    """A frame, or with `fill` a background."""
    return Shape("rect", (x0, y0, x1, y1), fill, None if fill is not None else 0, 0.5, 0)


def curve(x0: float, y0: float, x1: float, y1: float) -> Shape:
    return Shape("path", (x0, y0, x1, y1), None, 0, 1.0, 0)


def lattice(xs: Sequence[float], ys: Sequence[float]) -> list[Shape]:
    """All lines of a grid, each cell's sides for themselves."""
    found = [level(y, x0, x1) for y in ys for x0, x1 in pairwise(xs)]
    return found + [upright(x, y0, y1) for x in xs for y0, y1 in pairwise(ys)]


def find(
    fragments: Sequence[Fragment],
    shapes: Sequence[Shape] = (),
    width: float = WIDTH,
    height: float = HEIGHT,
) -> list[PageTable]:
    make = LineMaker(lambda _start, _count: (), width, height, 1)
    return find_tables(fragments, shapes, make, width, height, words)


def texts(table: PageTable) -> list[list[str]]:
    """The cells' texts row by row, those that begin in it; spans as "text (rows×columns)"."""
    rows: list[list[str]] = [[] for _ in range(table.rows)]
    for cell in table.cells:
        span = cell.row_span > 1 or cell.column_span > 1
        spans = f" ({cell.row_span}×{cell.column_span})" if span else ""
        rows[cell.row].append(cell.text + spans)
    return rows
