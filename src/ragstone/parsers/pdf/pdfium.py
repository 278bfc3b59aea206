"""The door to pdfium: files and pages with every handle closed in time.

What a page holds has a door each (`glyphs`, `drawing`, `shapes`, `annotations`, …). Coordinates
leave them in points with the origin at the top left of the page *as shown*: its crop box, turned by
its /Rotate. What the glyphs mean (lines, paragraphs) is not known here.

    with LOCK, open_file(data, password=None) as file, file.page(0) as page:
        glyphs = page.glyphs()
"""

from __future__ import annotations

import ctypes
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from ragstone.layout.fragment import Box
from ragstone.layout.shape import Shape
from ragstone.parsers.pdf.annotations import Annotations, Form
from ragstone.parsers.pdf.bookmarks import Bookmark, bookmarks
from ragstone.parsers.pdf.drawing import Drawing
from ragstone.parsers.pdf.frame import Frame
from ragstone.parsers.pdf.glyphs import Glyphs
from ragstone.parsers.pdf.library import LOCK, PDFIUM, PdfiumError, address, plain, utf16
from ragstone.parsers.pdf.opening import load
from ragstone.parsers.pdf.pictures import picture
from ragstone.parsers.pdf.raster import Raster
from ragstone.parsers.pdf.shapes import shapes
from ragstone.parsers.pdf.tags import Tags, page_tags

__all__ = ["LOCK", "PdfFile", "PdfPage", "PdfiumError", "open_file"]

_void, _int = ctypes.c_void_p, ctypes.c_int
_count_rects = plain(PDFIUM.FPDFText_CountRects, _int, _void, _int, _int)
_rect_at = plain(PDFIUM.FPDFText_GetRect, _int, _void, _int, _void, _void, _void, _void)

_MAX_ATTACHMENTS = 1_000
_PAGES_AN_OPENING = 100


class PdfPage:
    """One open page. `width` and `height` are in points as shown."""

    def __init__(self, document: Any, page: Any, text_page: Any, form: Form | None) -> None:
        self._document, self._page, self._text, self._form = document, page, text_page, form
        self._text_address = address(text_page)
        # Left, top, right, bottom of the last rectangle asked for.
        self._edges = (ctypes.c_double * 4)()
        self._places = [ctypes.addressof(self._edges) + 8 * number for number in range(4)]
        self._frame = Frame(page)
        self._drawing: Drawing | None = None
        self._tags: Tags | None = None
        self.width, self.height = self._frame.width, self._frame.height

    def glyphs(self) -> Glyphs:
        """All characters of the text layer."""
        return Glyphs(self._text, self._frame, self.drawing(), self.tags())

    def tags(self) -> Tags:
        """What the file's structure tree says of the page's objects."""
        if self._tags is None:
            self._tags = page_tags(self._page)
        return self._tags

    def drawing(self) -> Drawing:
        """What is drawn on the page besides paths, in its order."""
        if self._drawing is None:
            self._drawing = Drawing(self._page, self._frame)
        return self._drawing

    def picture(self, box: Box, item: int | None) -> tuple[str, bytes]:
        """Media type and data of the picture at `box`; `item` is its object where it is one."""
        return picture(self._page, self._frame, box, item)

    def raster(self) -> Raster:
        """The page as a reader sees it."""
        return Raster(self._page, self._frame)

    def tight_boxes(self, start: int, count: int) -> list[Box]:
        """The boxes around the ink of glyphs `start … start + count`, one a text object."""
        text, places, edges, box = self._text_address, self._places, self._edges, self._frame.box
        return [
            box(*edges)
            for index in range(_count_rects(text, start, count))
            if _rect_at(text, index, *places)
        ]

    def shapes(self) -> list[Shape]:
        """What is painted besides text and pictures, in drawing order."""
        return shapes(self.drawing())

    def annotations(self) -> Annotations:
        """Notes, comments, form values and links."""
        return Annotations(self._document, self._page, self._text, self._frame, self._form)


class PdfFile:
    """One open file.

    - `language`: its own word for it ("en-GB"), "" where it says nothing.
    - `is_mended`: its end was lost, and its pages were looked for.
    """

    def __init__(self, data: bytes, password: str | None) -> None:
        # pdfium reads from the bytes as long as the file is open.
        self._data, self._password, self.is_mended = data, password, False
        self._document, self._form = self._opened()
        self._pages_read = 0
        self.page_count = int(PDFIUM.FPDF_GetPageCount(self._document))
        self.language = utf16(PDFIUM.FPDFCatalog_GetLanguage, self._document).strip()

    def close(self) -> None:
        document, form = self._document, self._form
        self._document, self._form = None, None
        if form is not None:
            form.close()
        if document:
            PDFIUM.FPDF_CloseDocument(document)

    def _opened(self) -> tuple[Any, Form | None]:
        document, self._data, is_mended = load(self._data, self._password)
        self.is_mended |= is_mended
        has_form = PDFIUM.FPDF_GetFormType(document) != PDFIUM.FORMTYPE_NONE
        return document, Form(document) if has_form else None

    def fact(self, key: str) -> str:
        """An entry of the information dictionary (`Title`, `Author`, …); "" when absent."""
        return utf16(PDFIUM.FPDF_GetMetaText, self._document, key.encode()).strip()

    def bookmarks(self) -> list[Bookmark]:
        """The file's own outline."""
        return bookmarks(self._document)

    def page_label(self, index: int) -> str:
        """The number printed on the page at `index`, from 0; "" where the file gives none."""
        return utf16(PDFIUM.FPDF_GetPageLabel, self._document, index).strip()

    def attachments(self) -> list[str]:
        """The names of the files inside it."""
        count = min(_MAX_ATTACHMENTS, PDFIUM.FPDFDoc_GetAttachmentCount(self._document))
        handles = [PDFIUM.FPDFDoc_GetAttachment(self._document, index) for index in range(count)]
        return [utf16(PDFIUM.FPDFAttachment_GetName, item).strip() for item in handles if item]

    @contextmanager
    def page(self, index: int) -> Generator[PdfPage]:
        """The page at `index`, from 0; `PdfiumError` when it cannot be loaded. One at a time."""
        self._pages_read += 1
        if self._pages_read % _PAGES_AN_OPENING == 0:
            # pdfium keeps the fonts and objects of all pages until the file is closed.
            self.close()
            self._document, self._form = self._opened()
        page = PDFIUM.FPDF_LoadPage(self._document, index)
        if not page:
            raise PdfiumError
        try:
            text_page = PDFIUM.FPDFText_LoadPage(page)
            if not text_page:
                raise PdfiumError
            try:
                yield PdfPage(self._document, page, text_page, self._form)
            finally:
                PDFIUM.FPDFText_ClosePage(text_page)
        finally:
            PDFIUM.FPDF_ClosePage(page)


@contextmanager
def open_file(data: bytes, password: str | None) -> Generator[PdfFile]:
    """The file in `data`, closed at the end; `PdfiumError` when pdfium cannot open it.

    `None` as password tries the empty one, with which most protected files open.
    """
    file = PdfFile(data, password)
    try:
        yield file
    finally:
        file.close()
