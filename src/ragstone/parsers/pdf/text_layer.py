"""The text layer of a page: its lines in reading order, each with its box.

Fragments become lines here; `layout` says how, and in which order. A scanned
page's text layer (invisible, under or over the picture) counts as shown; other invisible text and
text outside the page is kept apart as hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragstone.layout.fragment import Fragment
from ragstone.layout.line import LineMaker
from ragstone.layout.page import PageLayout
from ragstone.layout.reading_order import regions
from ragstone.parsers.pdf.fragments import fragments
from ragstone.parsers.pdf.pdfium import PdfPage

#: A picture over this much of the page makes its invisible text the text layer of a scan.
_SCAN_SHARE = 0.3


def read_page(page: PdfPage, number: int) -> PageLayout:
    """The lines of an open page; `number` is 1-based."""
    found, unreadable = fragments(page.glyphs(), page.width, page.height)
    scanned = (
        any(fragment.style.invisible for fragment in found) and page.image_share() > _SCAN_SHARE
    )
    shown = [item for item in found if _is_shown(item, page, scanned)]
    hidden = [item for item in found if not _is_shown(item, page, scanned)]
    make = LineMaker(page.tight_boxes, page.width, page.height, number)
    return PageLayout(
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
