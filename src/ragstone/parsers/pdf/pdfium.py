"""The door to pdfium: files and pages with every handle closed in time, and glyphs in columns.

All calls into the untyped `pypdfium2.raw` stand here. Coordinates leave this module in points with
the origin at the top left of the page *as shown*: its crop box, turned by its /Rotate. What the
glyphs mean (lines, paragraphs) is not known here.

    with LOCK, open_file(data, password=None) as file, file.page(0) as page:
        glyphs = page.glyphs()
"""

from __future__ import annotations

import ctypes
import importlib
import math
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from ragstone.layout.fragment import Box, Boxes, Style
from ragstone.layout.page import Annotation

# Importing the package initialises the library, once for the process.
_raw: Any = importlib.import_module("pypdfium2.raw")

#: pdfium is not thread-safe: whoever calls into this module holds the lock.
LOCK = threading.Lock()


def _returning_address(function: Any) -> Any:
    """The same C function giving plain integers: a pointer object a glyph takes 2 µs."""
    kind = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
    return kind(ctypes.cast(function, ctypes.c_void_p).value or 0)


_text_object_at = _returning_address(_raw.FPDFText_GetTextObject)

_INVISIBLE = 3  # text render mode "neither fill nor stroke": PDF 32000-1, table 106
_BOLD_NAMES = ("bold", "black", "heavy", "demi", "黑体", "simhei")
_BOLD_WEIGHT = 600
_MAX_FORM_DEPTH = 4


class PdfiumError(Exception):
    """pdfium could not open a file or page. `needs_password` tells locked from damaged."""

    def __init__(self, needs_password: bool = False) -> None:
        self.needs_password = needs_password
        super().__init__("a password is needed" if needs_password else "damaged")


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters of a page in pdfium's order: code points, boxes (n × 4), styles.

    Boxes span a glyph's advance and its font's height. `objects` holds the number of each glyph's
    text object, an index into `styles`; -1 for those that pdfium made up (blanks, line ends).
    """

    codes: list[int]
    boxes: Boxes
    objects: list[int]
    styles: list[Style]


class PdfPage:
    """One open page. `width` and `height` are in points as shown."""

    def __init__(self, page: Any, text_page: Any) -> None:
        self._page, self._text = page, text_page
        bounds = _raw.FS_RECTF()
        _raw.FPDF_GetPageBoundingBox(page, bounds)
        self._left, self._right = sorted((bounds.left, bounds.right))
        self._bottom, self._top = sorted((bounds.bottom, bounds.top))
        self._turn = int(_raw.FPDFPage_GetRotation(page)) % 4
        across, along = self._right - self._left, self._top - self._bottom
        self.width, self.height = (along, across) if self._turn % 2 else (across, along)

    def glyphs(self) -> Glyphs:
        """All characters of the text layer."""
        count = max(0, int(_raw.FPDFText_CountChars(self._text)))
        rects = (_raw.FS_RECTF * count)()
        box_of, code_of, text = _raw.FPDFText_GetLooseCharBox, _raw.FPDFText_GetUnicode, self._text
        codes = [int(code_of(text, index)) for index in range(count)]
        for index in range(count):
            box_of(text, index, rects[index])
        handle = ctypes.cast(text, ctypes.c_void_p)
        addresses = [_text_object_at(handle, index) for index in range(count)]
        styles: list[Style] = []
        number_of: dict[int, int] = {}
        objects: list[int] = []
        for index, address in enumerate(addresses):
            if not address:
                objects.append(-1)
                continue
            if address not in number_of:
                number_of[address] = len(styles)
                styles.append(self._style(index))
            objects.append(number_of[address])
        columns = np.frombuffer(rects, dtype=np.float32).reshape(count, 4).astype(np.float64)
        # FS_RECTF is left, top, right, bottom in page space, where y grows upwards.
        return Glyphs(codes, self._as_shown(columns), objects, styles)

    def tight_boxes(self, start: int, count: int) -> list[Box]:
        """The boxes around the ink of glyphs `start … start + count`, one a text object."""
        edges = [ctypes.c_double() for _ in range(4)]
        return [
            self._box(*(edge.value for edge in edges))
            for index in range(_raw.FPDFText_CountRects(self._text, start, count))
            if _raw.FPDFText_GetRect(self._text, index, *edges)
        ]

    def image_share(self) -> float:
        """How much of the page its largest picture covers, 0 to 1."""
        page_area = max(1.0, self.width * self.height)
        return max((area / page_area for area in self._image_areas(self._page, 0)), default=0.0)

    def annotations(self) -> list[Annotation]:
        """Filled form fields ("form_value") and free-text notes ("note"), in the file's order."""
        found: list[Annotation] = []
        for index in range(max(0, _raw.FPDFPage_GetAnnotCount(self._page))):
            annotation = _raw.FPDFPage_GetAnnot(self._page, index)
            if not annotation:
                continue
            try:
                found.extend(self._annotation(annotation))
            finally:
                _raw.FPDFPage_CloseAnnot(annotation)
        return found

    def _annotation(self, annotation: Any) -> Iterator[Annotation]:
        kinds = {
            _raw.FPDF_ANNOT_WIDGET: ("form_value", b"V"),
            _raw.FPDF_ANNOT_FREETEXT: ("note", b"Contents"),
        }
        kind, key = kinds.get(_raw.FPDFAnnot_GetSubtype(annotation), ("", b""))
        if not kind or _raw.FPDFAnnot_GetValueType(annotation, key) != _raw.FPDF_OBJECT_STRING:
            return
        text = _utf16(_raw.FPDFAnnot_GetStringValue, annotation, key)
        rect = _raw.FS_RECTF()
        if text.strip() and _raw.FPDFAnnot_GetRect(annotation, rect):
            yield Annotation(kind, text, self._box(rect.left, rect.top, rect.right, rect.bottom))

    def _image_areas(self, parent: Any, depth: int) -> Iterator[float]:
        inside = depth > 0
        count = _raw.FPDFFormObj_CountObjects if inside else _raw.FPDFPage_CountObjects
        get = _raw.FPDFFormObj_GetObject if inside else _raw.FPDFPage_GetObject
        for index in range(max(0, count(parent))):
            item = get(parent, index)
            kind = _raw.FPDFPageObj_GetType(item)
            if kind == _raw.FPDF_PAGEOBJ_FORM and depth < _MAX_FORM_DEPTH:
                yield from self._image_areas(item, depth + 1)
            elif kind == _raw.FPDF_PAGEOBJ_IMAGE:
                edges = [ctypes.c_float() for _ in range(4)]
                if _raw.FPDFPageObj_GetBounds(item, *edges):
                    left, bottom, right, top = (edge.value for edge in edges)
                    yield abs(right - left) * abs(top - bottom)

    def _style(self, index: int) -> Style:
        matrix = _raw.FS_MATRIX()
        size = float(_raw.FPDFText_GetFontSize(self._text, index))
        turned = 0
        if _raw.FPDFText_GetMatrix(self._text, index, matrix):
            size *= math.hypot(matrix.c, matrix.d)
            turned = round(math.degrees(math.atan2(matrix.b, matrix.a)) / 90)
        item = _raw.FPDFText_GetTextObject(self._text, index)
        mode = _raw.FPDFTextObj_GetTextRenderMode(item)
        return Style(
            round(abs(size), 2), self._is_bold(index), (self._turn - turned) % 4, mode == _INVISIBLE
        )

    def _is_bold(self, index: int) -> bool:
        name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
        _raw.FPDFText_GetFontInfo(self._text, index, name, len(name), flags)
        font = name.value.decode("utf-8", "replace").lower()
        weight = _raw.FPDFText_GetFontWeight(self._text, index)
        return weight >= _BOLD_WEIGHT or any(word in font for word in _BOLD_NAMES)

    def _box(self, left: float, top: float, right: float, bottom: float) -> Box:
        x0, y0, x1, y1 = self._turned(left, top, right, bottom)
        return (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))

    def _as_shown(self, boxes: Boxes) -> Boxes:
        """Boxes of page space (left, top, right, bottom; y upwards), as shown (y downwards)."""
        x0, y0, x1, y1 = self._turned(*boxes.T)
        low, high = np.minimum, np.maximum
        return np.stack((low(x0, x1), low(y0, y1), high(x0, x1), high(y0, y1)), axis=1)

    def _turned(self, left: Any, top: Any, right: Any, bottom: Any) -> tuple[Any, Any, Any, Any]:
        """Two opposite corners, of one box or of columns of boxes, after the page's /Rotate."""
        if self._turn == 0:
            return left - self._left, self._top - top, right - self._left, self._top - bottom
        if self._turn == 1:
            return (
                bottom - self._bottom,
                left - self._left,
                top - self._bottom,
                right - self._left,
            )
        if self._turn == 2:
            return (
                self._right - right,
                bottom - self._bottom,
                self._right - left,
                top - self._bottom,
            )
        return self._top - top, self._right - right, self._top - bottom, self._right - left


class PdfFile:
    """One open file."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self.page_count = int(_raw.FPDF_GetPageCount(document))

    def fact(self, key: str) -> str:
        """An entry of the information dictionary (`Title`, `Author`, …); "" when absent."""
        return _utf16(_raw.FPDF_GetMetaText, self._document, key.encode()).strip()

    @contextmanager
    def page(self, index: int) -> Generator[PdfPage]:
        """The page at `index`, from 0; `PdfiumError` when it cannot be loaded."""
        page = _raw.FPDF_LoadPage(self._document, index)
        if not page:
            raise PdfiumError
        try:
            text_page = _raw.FPDFText_LoadPage(page)
            if not text_page:
                raise PdfiumError
            try:
                yield PdfPage(page, text_page)
            finally:
                _raw.FPDFText_ClosePage(text_page)
        finally:
            _raw.FPDF_ClosePage(page)


@contextmanager
def open_file(data: bytes, password: str | None) -> Generator[PdfFile]:
    """The file in `data`, closed at the end; `PdfiumError` when pdfium cannot open it.

    `None` as password tries the empty one, with which most protected files open.
    """
    secret = None if password is None else password.encode()
    document = _raw.FPDF_LoadMemDocument64(data, len(data), secret)
    if not document:
        raise PdfiumError(needs_password=_raw.FPDF_GetLastError() == _raw.FPDF_ERR_PASSWORD)
    try:
        yield PdfFile(document)
    finally:
        _raw.FPDF_CloseDocument(document)


def _utf16(function: Any, *arguments: Any) -> str:
    """What a pdfium getter writes into a caller's buffer: UTF-16, closed by a NUL."""
    size = int(function(*arguments, None, 0))
    if size <= 2:
        return ""
    buffer = ctypes.create_string_buffer(size)
    # Some annotation getters want their own character type for the buffer.
    target = ctypes.cast(buffer, function.argtypes[-2])
    function(*arguments, target, size)
    return buffer.raw[: size - 2].decode("utf-16-le", "ignore")
