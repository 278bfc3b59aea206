"""Furniture: running heads and feet, and page numbers.

A line is a running head or foot when it stands at the same place on at least three pages, numbers
in it aside, near the page's edge. A page number stands alone at the top or bottom. Not here: what
a web page carries around its text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import inf

from ragstone.layout.line import Line
from ragstone.layout.page import PageLayout
from ragstone.model.element import ElementType

#: The part of the page's height, at the top and at the bottom, where furniture stands.
_EDGE = 0.12
_MIN_PAGES = 3
#: Lines of one running head stand within this many points of each other.
_PLACE_PT = 3.0
#: Furniture keeps this distance from the text, in ems; else it is a repeated first or last line.
_DETACHED_EM = 0.7
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"\W*(?:page|p\.|seite|第)?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*(?:页|頁)?"
    r"(?:\s*(?:/|of|von|共)\s*\d{1,4}\s*(?:页|頁)?)?\W*",
    re.IGNORECASE,
)

#: A line by its page (1-based) and its number on the page.
Place = tuple[int, int]


def furniture(pages: Sequence[PageLayout]) -> dict[Place, ElementType]:
    """The type of every line that is furniture."""
    found: dict[Place, ElementType] = {}
    alike: dict[tuple[str, int], list[Place]] = defaultdict(list)
    at_top: dict[Place, bool] = {}
    for page in pages:
        lines = page.lines
        for place, line, top in _at_edges(page, lines):
            at_top[place] = top
            if _PAGE_NUMBER.fullmatch(line.text) and _is_outermost(line, lines, top):
                found[place] = ElementType.PAGE_NUMBER
                continue
            for row in _rows(line):
                alike[(_DIGITS.sub("#", line.text), row)].append(place)
    for places in alike.values():
        if len({page for page, _ in places}) >= _MIN_PAGES:
            for place in places:
                kind = ElementType.HEADER if at_top[place] else ElementType.FOOTER
                found.setdefault(place, kind)
    return {place: kind for page in pages for place, kind in _of_page(page, found)}


def _of_page(
    page: PageLayout, found: Mapping[Place, ElementType]
) -> Iterator[tuple[Place, ElementType]]:
    """The furniture of a page, less repeated lines that are set like the text beside them."""
    lines = page.lines
    body = [line.box for index, line in enumerate(lines) if (page.number, index) not in found]
    for index, line in enumerate(lines):
        kind = found.get((page.number, index))
        if kind is None:
            continue
        if kind is ElementType.HEADER:
            distance = min((box.y0 for box in body), default=inf) - line.box.y1
        elif kind is ElementType.FOOTER:
            distance = line.box.y0 - max((box.y1 for box in body), default=-inf)
        else:
            distance = inf
        if distance >= _DETACHED_EM * line.size:
            yield (page.number, index), kind


def _at_edges(page: PageLayout, lines: Sequence[Line]) -> list[tuple[Place, Line, bool]]:
    return [
        ((page.number, index), line, line.box.y1 <= _EDGE * page.height)
        for index, line in enumerate(lines)
        if line.box.y1 <= _EDGE * page.height or line.box.y0 >= (1 - _EDGE) * page.height
    ]


def _rows(line: Line) -> tuple[int, int]:
    """Two stripes of the page, shifted by half: lines at almost the same height share one."""
    stripe = line.box.y0 / (2 * _PLACE_PT)
    return (2 * int(stripe), 2 * int(stripe + 0.5) + 1)


def _is_outermost(line: Line, lines: Sequence[Line], top: bool) -> bool:
    """Whether nothing stands beyond the line, and the text keeps some distance from it."""
    others = [other.box for other in lines if other is not line]
    if top:
        nearest = min((box.y0 for box in others), default=inf)
        return nearest - line.box.y1 > 0.5 * line.size
    nearest = max((box.y1 for box in others), default=-inf)
    return line.box.y0 - nearest > 0.5 * line.size
