"""Made pages for tests of the layout: lines, blocks and whole pages without any file.

page([line("The gates", size=16), line("Text.", y=130)])
"""

from __future__ import annotations

from collections.abc import Sequence

from ragstone.layout.elements import elements
from ragstone.layout.fragment import Box, Fragment, Style
from ragstone.layout.line import Line
from ragstone.layout.page import Block, PageLayout, Picture
from ragstone.layout.tables.table import PageTable, TableCell
from ragstone.model.element import Element
from ragstone.model.provenance import BBox
from ragstone.text.script import WIDE

WIDTH, HEIGHT = 595.0, 842.0
#: Two full lines of running text, and one that ends a paragraph.
PROSE = (
    "The tide gates open two hours before high water and close some ninety",
    "minutes after it, and nobody may pass between them during the night",
    "without the word of the keeper.",
)


def width_of(text: str, size: float) -> float:
    """About what a usual font takes: an em for wide characters, half of one for the rest."""
    wide = len(WIDE.findall(text))
    return size * (wide + 0.5 * (len(text) - wide))


def line(
    text: str,
    x: float = 72.0,
    y: float = 100.0,
    size: float = 10.0,
    *,
    bold: bool = False,
    colour: int = 0,
    monospaced: bool = False,
    font: str = "Body",
    gapped: bool = False,
    number: int = 1,
    x1: float | None = None,
) -> Line:
    """A line whose top stands `y` points below the page's top."""
    right = x + width_of(text, size) if x1 is None else x1
    style = Style(size, bold, 0, False, font, colour, monospaced)
    box = BBox(x, y, right, y + size, WIDTH, HEIGHT, number)
    return Line(text, style, bold, gapped, (box,), x, y, right, y + size)


def prose(y: float = 140.0, x: float = 72.0, size: float = 10.0, number: int = 1) -> list[Line]:
    """A paragraph of three lines from `y` on."""
    return [
        line(text, x, y + index * size * 1.2, size, number=number)
        for index, text in enumerate(PROSE)
    ]


def page(*blocks: Sequence[Line] | PageTable | Picture, number: int = 1) -> PageLayout:
    """A page of these blocks."""
    held: list[Block] = [
        block if isinstance(block, PageTable | Picture) else tuple(block) for block in blocks
    ]
    return PageLayout(number, WIDTH, HEIGHT, tuple(held), (), (), 0, has_picture=False)


def typed(*pages: PageLayout) -> list[tuple[str, str]]:
    """(type, text) of every element of these pages."""
    return [(element.category, element.text) for element in found(*pages)]


def found(*pages: PageLayout) -> list[Element]:
    return list(elements(pages))


def picture(x0: float, y0: float, x1: float, y1: float, number: int = 1) -> Picture:
    return Picture(BBox(x0, y0, x1, y1, WIDTH, HEIGHT, number))


def table(rows: Sequence[Sequence[str]], y: float = 200.0, header_rows: int = 1) -> PageTable:
    """A table without spans, its rows 15 points apart, its columns 100."""
    cells = tuple(
        TableCell(r, c, 1, 1, (line(text, 72 + 100 * c, y + 15 * r),) if text else ())
        for r, row in enumerate(rows)
        for c, text in enumerate(row)
    )
    box = BBox(72, y, 72 + 100 * len(rows[0]), y + 15 * len(rows), WIDTH, HEIGHT, 1)
    return PageTable(box, len(rows), len(rows[0]), cells, header_rows, "ruled_grid", frozenset())


def fragment(
    text: str, x: float, y: float, size: float = 10.0, start: int = 0, x1: float | None = None
) -> Fragment:
    """A stretch of text; `start` is its place in the order in which the file draws."""
    right = x + width_of(text, size) if x1 is None else x1
    style = Style(size, False, 0, False)
    return Fragment(text, x, y, right, y + size, style, start, start + len(text), False, False)


def rect(x0: float, y0: float, x1: float, y1: float) -> Box:
    return (x0, y0, x1, y1)
