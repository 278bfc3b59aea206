"""Furniture: running heads and feet, and page numbers.

A line near the page's edge is a running head or foot when it stands at the same place on several
pages, numbers in it aside, or when a page number stands beside its words. On documents too short
to repeat anything, one line apart from the text and set no larger than it is one too. A page number
stands alone at the top or bottom. Not here: what a web page carries around its text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import inf

from ragstone.layout.line import Line
from ragstone.layout.page import PageLayout
from ragstone.layout.page_edges import Edge, Place, Sheet
from ragstone.model.element import ElementType
from ragstone.model.provenance import BBox

#: Repeated on so many pages; on so many fewer in a document of that many pages at most.
_MIN_PAGES, _MIN_PAGES_OF_FEW, _FEW_PAGES = 3, 2, 5
#: Furniture keeps this distance from the text, in ems; else it is a repeated first or last line.
_DETACHED_EM = 0.7
#: What stands only once is further away, in ems, no longer than this, and not much larger than the
#: body: in the margin (a part of the page's height) somewhat, further in not at all.
_APART_EM, _MAX_CHARACTERS = 1.0, 90
_MARGIN, _LARGEST, _LARGEST_AT_BOTH_ENDS, _LARGEST_INSIDE = 0.085, 1.25, 1.6, 1.05
#: A part of a running head is no shorter than this.
_PART_CHARACTERS = 8
_PAGE_NUMBER = re.compile(
    r"\W*(?:page|p\.|seite|第)?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*(?:页|頁)?"
    r"(?:\s*(?:/|of|von|共)\s*\d{1,4}\s*(?:页|頁)?)?\W*"
    r"|(?:\d{1,3}|[A-Z])\s?[-–.]\s?\d{1,4}",
    re.IGNORECASE,
)
#: "114 | Soil", "Survey | 39", "Page 3 of 9".
_NUMBER_BESIDE = re.compile(
    r"(?:\d{1,4}|[ivxlc]{1,6})\s*[|•·]\s*\S.*|.*\S\s*[|•·]\s*(?:\d{1,4}|[ivxlc]{1,6})"
    r"|.*\bpage\s+\d{1,4}(?:\s+of\s+\d{1,4})?",
    re.IGNORECASE,
)
_PAGE_OF = re.compile(
    r"\b(?:page|seite)\s+\d{1,4}\s+(?:of|von)\s+\d{1,4}\b|第\s*\d{1,4}\s*[页頁][，,]?\s*共",
    re.IGNORECASE,
)
_NUMBER_AT_END = re.compile(
    r"(?:\d{1,4}|[ivx]|[ivxlc]{2,6})\s+\D.*|.*\D\s+(?:\d{1,4}|[ivx]|[ivxlc]{2,6})"
)
_NOTE_MARK = re.compile(r"(?:[*†‡§¶]{1,3}|\[\d{1,2}\]|[①-⑳]|\d{1,2}(?=[^\W\d_]))\s*\S")
_SENTENCE_END = re.compile(r"[.!?。！？:：;；,，]$")

_ALONE = "page number: alone at the edge"

#: What a line is, and which rule says so.
Kind = tuple[ElementType, str]


def furniture(
    pages: Sequence[PageLayout], body_size: float = inf, body_bold: bool = False
) -> dict[Place, Kind]:
    """What every line that is furniture is; `body_size` is that of the running text, in points.

    Furniture stands around something: where it would be all that the document holds, it is the
    text itself.
    """
    sheets = [Sheet(page) for page in pages]
    found: dict[Place, Kind] = {}
    alike: dict[tuple[str, int], list[Edge]] = defaultdict(list)
    for sheet in sheets:
        boxes = sheet.boxes + sheet.others
        for edge in sheet.edges:
            rule = _numbered(edge, body_size) if edge.in_margin else None
            if rule is not None and (_tells_page(edge) or _is_outermost(edge, boxes)):
                found[edge.place] = rule
                continue
            largest = _LARGEST_INSIDE if edge.top else _LARGEST
            if edge.in_margin or edge.line.size <= largest * body_size:
                for row in edge.rows:
                    alike[edge.words, row].append(edge)
    fewest = _MIN_PAGES_OF_FEW if len(pages) <= _FEW_PAGES else _MIN_PAGES
    for edges in alike.values():
        enough = fewest if edges[0].in_margin else _MIN_PAGES
        if len({edge.place[0] for edge in edges}) >= enough:
            for edge in edges:
                found.setdefault(edge.place, _repeated(edge))
    _add_beyond(sheets, found)
    _add_parts(sheets, found)
    _add_at_their_place(sheets, found)
    if len(pages) < _MIN_PAGES:
        for sheet in sheets:
            _add_single(sheet, found, body_size, body_bold)
    kinds = {place: kind for sheet in sheets for place, kind in _detached(sheet, found)}
    lines = sum(len(sheet.boxes) for sheet in sheets)
    holds_more = len(kinds) < lines or any(sheet.others for sheet in sheets)
    return kinds if holds_more else {}


def _numbered(edge: Edge, body_size: float) -> Kind | None:
    """What a line with a page number is."""
    if _PAGE_NUMBER.fullmatch(edge.line.text):
        return (ElementType.PAGE_NUMBER, _ALONE)
    if _is_beside_number(edge.line, body_size):
        return (edge.type, "furniture: a page number beside it")
    return None


def _tells_page(edge: Edge) -> bool:
    """Whether a line says that it is that of a page: nothing else says so at the edge."""
    return _PAGE_OF.search(edge.line.text) is not None


def _add_beyond(sheets: Sequence[Sheet], found: dict[Place, Kind]) -> None:
    """Lines further out than one that tells the page."""
    for sheet in sheets:
        told = [edge for edge in sheet.edges if edge.place in found and _tells_page(edge)]
        for edge in sheet.edges:
            if not _is_short(edge.line.text):
                continue
            for other in told:
                above = edge.top and other.top and edge.box.y1 <= other.box.y1
                below = not edge.top and not other.top and edge.box.y0 >= other.box.y0
                if above or below:
                    found.setdefault(edge.place, (edge.type, "furniture: beyond the page's number"))


def _repeated(edge: Edge) -> Kind:
    if _PAGE_NUMBER.fullmatch(edge.line.text):
        return (ElementType.PAGE_NUMBER, "page number: on many pages")
    return (edge.type, "furniture: repeated on pages")


def _add_parts(sheets: Sequence[Sheet], found: dict[Place, Kind]) -> None:
    """Lines that are a part of a running head or foot, at its place: not all pages show all."""
    wholes: dict[int, dict[str, Kind]] = defaultdict(dict)
    edges = [edge for sheet in sheets for edge in sheet.edges]
    for edge in edges:
        kind = found.get(edge.place)
        if kind is not None and kind[0] is not ElementType.PAGE_NUMBER:
            for row in edge.rows:
                wholes[row][edge.masked] = kind
    for edge in edges:
        if edge.place in found or len(edge.masked) < _PART_CHARACTERS or not edge.in_margin:
            continue
        for row in edge.rows:
            for whole, kind in wholes[row].items():
                if edge.masked in whole:
                    found.setdefault(edge.place, kind)


def _add_at_their_place(sheets: Sequence[Sheet], found: dict[Place, Kind]) -> None:
    """Lines where other pages have their running head, as large: it changes with the chapter."""
    sizes: dict[tuple[int, bool], set[float]] = defaultdict(set)
    for sheet in sheets:
        for edge in sheet.edges:
            kind = found.get(edge.place)
            if kind is not None and kind[0] is not ElementType.PAGE_NUMBER:
                for row in edge.rows:
                    sizes[row, edge.top].add(edge.line.size)
    for sheet in sheets:
        boxes: list[BBox] | None = None
        for edge in sheet.edges:
            known = [size for row in edge.rows for size in sizes.get((row, edge.top), ())]
            alike = any(abs(edge.line.size - size) <= 0.05 * size for size in known)
            if (
                edge.place in found
                or not edge.in_margin
                or not alike
                or not _is_short(edge.line.text)
            ):
                continue
            boxes = sheet.without(found) if boxes is None else boxes
            if _is_outermost(edge, boxes, _APART_EM):
                found[edge.place] = (edge.type, "furniture: where other pages have it")


def _is_short(text: str) -> bool:
    return len(text) <= _MAX_CHARACTERS and _SENTENCE_END.search(text) is None


def _add_single(sheet: Sheet, found: dict[Place, Kind], body_size: float, body_bold: bool) -> None:
    """One line at either edge that is apart from the text and set no larger than it."""
    for edge in (edge for edge in sheet.edges if edge.in_margin):
        line, box = edge.line, edge.box
        outer = box.y1 <= _MARGIN * sheet.height or box.y0 >= (1 - _MARGIN) * sheet.height
        limit = _LARGEST_INSIDE
        if outer:
            # Words at both ends of the line are a running head in any size but a title's.
            limit = _LARGEST_AT_BOTH_ENDS if line.gapped else _LARGEST
        plain = line.size <= limit * body_size and (body_bold or not line.bold)
        if not plain or not _is_short(line.text) or edge.place in found:
            continue
        if not edge.top and _NOTE_MARK.match(line.text):
            continue
        rest = sheet.without(found)
        if (len(rest) > 2 or sheet.others) and _is_outermost(edge, rest, _APART_EM):
            found[edge.place] = (edge.type, "furniture: apart at the edge")


def _detached(sheet: Sheet, found: Mapping[Place, Kind]) -> Iterator[tuple[Place, Kind]]:
    """The furniture of a page, less repeated lines that are set like the text beside them."""
    body = sheet.without(found)
    top = min((box.y0 for box in body), default=inf)
    bottom = max((box.y1 for box in body), default=-inf)
    for edge in sheet.edges:
        kind = found.get(edge.place)
        if kind is None:
            continue
        distance = inf
        if kind[1] != _ALONE:
            distance = top - edge.box.y1 if edge.top else edge.box.y0 - bottom
        if distance >= _DETACHED_EM * edge.line.size:
            yield edge.place, kind


def _is_beside_number(line: Line, body_size: float) -> bool:
    if len(line.text) > _MAX_CHARACTERS:
        return False
    if _NUMBER_BESIDE.fullmatch(line.text):
        return True
    if _SENTENCE_END.search(line.text):
        return False
    apart = line.gapped or line.size <= 0.95 * body_size
    limit = _LARGEST_AT_BOTH_ENDS if line.gapped else _LARGEST_INSIDE
    return apart and line.size <= limit * body_size and bool(_NUMBER_AT_END.fullmatch(line.text))


def _is_outermost(edge: Edge, boxes: Sequence[BBox], distance_em: float = 0.5) -> bool:
    """Whether nothing stands beyond the line, and the text keeps some distance from it."""
    own = edge.box
    # What stands beside it on the same line is as far out.
    if edge.top:
        nearest = min((box.y0 for box in boxes if _is_apart(box, own)), default=inf)
        return nearest - own.y1 > distance_em * edge.line.size
    nearest = max((box.y1 for box in boxes if _is_apart(box, own)), default=-inf)
    return own.y0 - nearest > distance_em * edge.line.size


def _is_apart(box: BBox, own: BBox) -> bool:
    return box.y0 >= own.y1 or box.y1 <= own.y0
