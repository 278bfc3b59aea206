"""The text layer of a page: its lines in reading order, each with its box.

Fragments become lines here; `columns` says in which order, `paragraphs` joins lines. A scanned
page's text layer (invisible, under or over the picture) counts as shown; other invisible text and
text outside the page is kept apart as hidden.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ragstone.model.provenance import BBox
from ragstone.parsers.pdf.columns import regions
from ragstone.parsers.pdf.fragments import Fragment, blank_between, fragments
from ragstone.parsers.pdf.pdfium import Annotation, PdfPage
from ragstone.parsers.pdf.script import is_right_to_left

#: A picture over this much of the page makes its invisible text the text layer of a scan.
_SCAN_SHARE = 0.3
#: Fragments of clearly different size this many ems (of the smaller) apart are lines of their own:
#: a heading and the button at the other end of its line.
_APART_EM, _APART_SIZE = 2.5, 1.3
#: A gap of this many ems is one between cells; justified words stay below.
_CELL_EM = 1.5
#: Raised numbers of notes do not tell the size of their line.
_REFERENCE = re.compile(r"[\[\]()\d,*†‡-]+")
#: Ink lower than this many ems says that pdfium does not know the font's shapes.
_FLAT_EM = 0.15


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text.

    `boxes` are around its ink, on the page as shown: one, or one a cell. `x0 … y1` are in the
    reader's frame (the page turned until the line is upright) and span the font's height: lines are
    compared by these. `turn` is in quarters, clockwise. `gapped` lines hold a gap wider than any
    between words, as rows of tables do.
    """

    text: str
    size: float
    bold: bool
    turn: int
    gapped: bool
    boxes: tuple[BBox, ...]
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def box(self) -> BBox:
        """The box around the whole line."""
        around = self.boxes[0]
        for box in self.boxes[1:]:
            around = around.union(box)
        return around


@dataclass(frozen=True, slots=True)
class PageText:
    """What a page says. `blocks` are lines in reading order, one block a column or stretch.

    `unreadable` counts glyphs for which the file gives no text. `has_picture` is only looked for
    on pages without lines.
    """

    number: int
    width: float
    height: float
    blocks: tuple[tuple[Line, ...], ...]
    hidden: tuple[Line, ...]
    annotations: tuple[Annotation, ...]
    unreadable: int
    has_picture: bool

    @property
    def lines(self) -> list[Line]:
        """All lines that show, in reading order."""
        return [line for block in self.blocks for line in block]


def read_page(page: PdfPage, number: int) -> PageText:
    """The lines of an open page; `number` is 1-based."""
    found, unreadable = fragments(page.glyphs(), page.width, page.height)
    scanned = (
        any(fragment.style.invisible for fragment in found) and page.image_share() > _SCAN_SHARE
    )
    shown = [item for item in found if _is_shown(item, page, scanned)]
    hidden = [item for item in found if not _is_shown(item, page, scanned)]
    make = _LineMaker(page, number)
    return PageText(
        number=number,
        width=page.width,
        height=page.height,
        blocks=tuple(
            tuple(make.lines(region))
            for turn in _turns(shown)
            for region in regions([item for item in shown if item.style.turn == turn])
        ),
        hidden=tuple(
            line
            for turn in _turns(hidden)
            for line in make.lines([item for item in hidden if item.style.turn == turn])
        ),
        annotations=tuple(page.annotations()),
        unreadable=unreadable,
        has_picture=not found and page.image_share() > 0,
    )


def _turns(found: Sequence[Fragment]) -> list[int]:
    """The directions of writing on the page, that of most characters first."""
    weight: dict[int, int] = {}
    for fragment in found:
        weight[fragment.style.turn] = weight.get(fragment.style.turn, 0) + len(fragment.text)
    return sorted(weight, key=lambda turn: (-weight[turn], turn))


def _is_shown(fragment: Fragment, page: PdfPage, scanned: bool) -> bool:
    width, height = page.width, page.height
    if fragment.style.turn % 2:
        width, height = height, width
    inside = (
        fragment.x1 > 0 and fragment.x0 < width and 0 < (fragment.y0 + fragment.y1) / 2 < height
    )
    return inside and (scanned or not fragment.style.invisible)


class _LineMaker:
    def __init__(self, page: PdfPage, number: int) -> None:
        self.page, self.number = page, number

    def lines(self, region: Sequence[Fragment]) -> list[Line]:
        """Fragments that share a baseline, put together; from top to bottom."""
        rows: list[list[Fragment]] = []
        tallest: list[Fragment] = []
        for fragment in sorted(region, key=lambda item: (item.y0 + item.y1, item.x0)):
            if rows and _share_line(tallest[-1], fragment):
                rows[-1].append(fragment)
                if fragment.y1 - fragment.y0 > tallest[-1].y1 - tallest[-1].y0:
                    tallest[-1] = fragment
            else:
                rows.append([fragment])
                tallest.append(fragment)
        return [self._line(part) for row in rows for part in _parts(row)]

    def _line(self, row: Sequence[Fragment]) -> Line:
        words = [item for item in row if not _REFERENCE.fullmatch(item.text)] or row
        main = max(words, key=lambda item: len(item.text))
        cells = _cells(row)
        bold = sum(len(item.text) for item in row if item.style.bold)
        return Line(
            text=_joined(row),
            size=main.size,
            bold=2 * bold > sum(len(item.text) for item in row),
            turn=main.style.turn,
            gapped=len(cells) > 1,
            boxes=tuple(self._box(cell) for cell in cells),
            x0=min(item.x0 for item in row),
            y0=main.y0,
            x1=max(item.x1 for item in row),
            y1=main.y1,
        )

    def _box(self, row: Sequence[Fragment]) -> BBox:
        """Around the ink, so that a box holds its own line and no other; rounded outwards."""
        found = [
            box for item in row for box in self.page.tight_boxes(item.start, item.end - item.start)
        ]
        edges = _around(found) if found else (0.0, 0.0, 0.0, 0.0)
        em = max(item.size for item in row)
        upright = row[0].style.turn % 2 == 0
        if (edges[3] - edges[1] if upright else edges[2] - edges[0]) < _FLAT_EM * em:
            edges = _around([self._full_box(item) for item in row])
        return BBox(
            round(edges[0] - 0.005, 2),
            round(edges[1] - 0.005, 2),
            round(edges[2] + 0.005, 2),
            round(edges[3] + 0.005, 2),
            round(self.page.width, 2),
            round(self.page.height, 2),
            self.number,
        )

    def _full_box(self, item: Fragment) -> tuple[float, float, float, float]:
        """A fragment's box at its font's height, back on the page as shown."""
        width, height = self.page.width, self.page.height
        if item.style.turn == 0:
            return (item.x0, item.y0, item.x1, item.y1)
        if item.style.turn == 1:
            return (width - item.y1, item.x0, width - item.y0, item.x1)
        if item.style.turn == 2:
            return (width - item.x1, height - item.y1, width - item.x0, height - item.y0)
        return (item.y0, height - item.x1, item.y1, height - item.x0)


def _share_line(first: Fragment, second: Fragment) -> bool:
    overlap = min(first.y1, second.y1) - max(first.y0, second.y0)
    return overlap >= 0.5 * min(first.y1 - first.y0, second.y1 - second.y0)


def _parts(row: Sequence[Fragment]) -> list[list[Fragment]]:
    """The row in reading order, cut where fragments of different size stand far apart."""
    backwards = sum(len(item.text) for item in row if is_right_to_left(item.text))
    if 2 * backwards > sum(len(item.text) for item in row):
        return [sorted(row, key=lambda item: -item.x1)]
    parts: list[list[Fragment]] = []
    for item in sorted(row, key=lambda item: item.x0):
        if parts:
            small, large = sorted((parts[-1][-1].size, item.size))
            if large < _APART_SIZE * small or item.x0 - parts[-1][-1].x1 < _APART_EM * small:
                parts[-1].append(item)
                continue
        parts.append([item])
    return parts


def _cells(row: Sequence[Fragment]) -> list[list[Fragment]]:
    """The line cut at gaps that are wider than those between words."""
    cells = [[row[0]]]
    for before, after in pairwise(row):
        if _gap_em(before, after) > _CELL_EM:
            cells.append([])
        cells[-1].append(after)
    return cells


def _around(boxes: Sequence[tuple[float, float, float, float]]) -> tuple[float, ...]:
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return (min(x0), min(y0), max(x1), max(y1))


def _gap_em(before: Fragment, after: Fragment) -> float:
    gap = max(after.x0 - before.x1, before.x0 - after.x1)
    return gap / (max(before.size, after.size) or 1.0)


def _joined(row: Sequence[Fragment]) -> str:
    pieces = [row[0].text]
    for before, after in pairwise(row):
        blank = before.blank_after or after.blank_before
        if blank or blank_between(before.text[-1], after.text[0], _gap_em(before, after)):
            pieces.append(" ")
        pieces.append(after.text)
    return "".join(pieces)
