"""The text layer of a page: its lines, tables and pictures in reading order, each with its box.

Everything that a page holds is put together here; `layout` says how. Text that a reader does not
see is kept apart (`visibility`), what the page or a clip cuts off is left out and counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragstone.layout.bullets import with_bullets
from ragstone.layout.figures import figures
from ragstone.layout.fragment import Fragment
from ragstone.layout.line import LineMaker
from ragstone.layout.page import PageLayout, Picture
from ragstone.layout.page_order import blocks_of, lines_of
from ragstone.layout.pictures import placed_pictures
from ragstone.layout.tables.find import find_tables
from ragstone.layout.tag import Tag, belief
from ragstone.layout.tag_order import TagOrder
from ragstone.parsers.pdf.fragments import fragments
from ragstone.parsers.pdf.glyphs import Glyphs
from ragstone.parsers.pdf.pdfium import PdfPage
from ragstone.parsers.pdf.picture_taker import PictureTaker
from ragstone.parsers.pdf.visibility import visibility
from ragstone.parsers.pdf.word_cutter import WordCutter

#: Boxes that differ by less, in points, are one that was rounded.
_ROUNDED_PT = 0.02

#: Times its size that a font's height may be.
_TOO_HIGH = 1.8


def read_page(page: PdfPage, number: int, taker: PictureTaker | None = None) -> PageLayout:
    """The blocks of an open page; `number` is 1-based. `taker` takes the data of its pictures."""
    glyphs, notes = page.glyphs(), page.annotations()
    read = fragments(glyphs, page.width, page.height)
    shapes = page.shapes() if read.found else []
    seen = visibility(page, glyphs, read.found, shapes)
    shown = [_trimmed(item, page) for item in seen.shown]
    tags, distrust = _tags(page, glyphs, shown)
    make = LineMaker(page.tight_boxes, page.width, page.height, number, tags)
    order = TagOrder(tags)
    tables = order.tables(shown, make)
    if not tables:
        words = WordCutter(glyphs, read.words)
        tables = find_tables(shown, shapes, make, page.width, page.height, words)
    taken = frozenset(index for table in tables for index in table.taken)
    rest = [item for index, item in enumerate(shown) if index not in taken]
    rest = with_bullets(rest, shapes)
    pictures = _pictures(page, number, taker)
    if tags:
        starts = [(table, shown[min(table.taken)].start) for table in tables]
        blocks = order.blocks(rest, starts, pictures, make)
    else:
        blocks = blocks_of(rest, [*tables, *(picture for picture, _ in pictures)], make)
    return PageLayout(
        number=number,
        width=page.width,
        height=page.height,
        blocks=tuple(blocks),
        hidden=tuple(lines_of(seen.hidden, make)),
        annotations=tuple(notes.written),
        links=tuple(notes.links),
        unreadable=read.unreadable,
        clipped=read.clipped,
        is_scan=seen.is_scan,
        distrust=distrust,
        has_picture=bool(page.drawing().pictures),
        figures=figures(shapes, rest, page.width, page.height),
    )


def _trimmed(item: Fragment, page: PdfPage) -> Fragment:
    """A fragment at the height of its ink where its font says it is twice as high as its size, as
    fonts of symbols do: else it lies over the lines above and below."""
    if item.style.turn or item.y1 - item.y0 <= _TOO_HIGH * item.size:
        return item
    ink = page.tight_boxes(item.start, item.end - item.start)
    if not ink:
        return item
    top, bottom = min(box[1] for box in ink), max(box[3] for box in ink)
    room = max(0.0, item.size - (bottom - top)) / 2
    return replace(item, y0=max(item.y0, top - room), y1=min(item.y1, bottom + room))


def _tags(page: PdfPage, glyphs: Glyphs, shown: Sequence[Fragment]) -> tuple[dict[int, Tag], str]:
    """The tags of the fragments that show, where they are believed, else why they are not."""
    if not page.tags():
        return {}, ""
    tags = {item.start: tag for item in shown if (tag := glyphs.tag(item.start)) is not None}
    reason = belief(shown, tags)
    return ({}, reason) if reason else (tags, "")


def _pictures(
    page: PdfPage, number: int, taker: PictureTaker | None
) -> list[tuple[Picture, Tag | None]]:
    """The pictures of the page, each with what the file says of it."""
    painted = page.drawing().pictures
    boxes = [item.box for item in painted]
    found: list[tuple[Picture, Tag | None]] = []
    for picture in placed_pictures(boxes, page.width, page.height, number):
        item, box = painted[picture.number].item, painted[picture.number].box
        tag = page.tags().of(item) if page.tags() else None
        whole = (picture.box.x0, picture.box.y0, picture.box.x1, picture.box.y1)
        is_one = max(abs(a - b) for a, b in zip(box, whole, strict=True)) < _ROUNDED_PT
        data = taker.take(page, whole, item if is_one else None) if taker is not None else None
        alt = tag.alt if tag is not None else picture.alt
        found.append((replace(picture, alt=alt, data=data), tag))
    return found
