"""Pages as images, with drawings over them.

    with PageImages(data) as images:
        image = images.image(0, over=drawing)     # `drawing`: a PDF of one page of the same size
        image.png()

What is drawn over a page is itself a page of PDF, so that pdfium paints lines and letters and no
other library is needed. The library's lock is taken for each call, and not between calls.
"""

from __future__ import annotations

import ctypes
import struct
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ragstone.parsers.pdf.library import LOCK, PDFIUM, PdfiumError
from ragstone.parsers.pdf.opening import load, opened

#: Pixels a point, and the most pixels on a side: a poster would fill the memory.
_SCALE, _LONGEST = 2.0, 5000
_WHITE = 0xFFFFFFFF
_BGR = 2  # FPDFBitmap_BGR: three bytes a pixel
_SHOW_ANNOTATIONS = 1


@dataclass(frozen=True, slots=True)
class PageImage:
    """Rows of pixels, three bytes (red, green, blue) each: an array of height × width × 3."""

    pixels: NDArray[np.uint8]

    def png(self) -> bytes:
        """The image as a PNG file (RFC 2083): true colour, rows unfiltered."""
        height, width, _ = self.pixels.shape
        unfiltered = np.zeros((height, 1), dtype=np.uint8)
        rows = np.hstack((unfiltered, self.pixels.reshape(height, width * 3)))
        header = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
        parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)


class PageImages:
    """The pages of one file: use it in `with`."""

    def __init__(self, data: bytes, password: str | None = None) -> None:
        """`PdfiumError` when pdfium cannot open the file in `data`."""
        with LOCK:
            # pdfium reads from the bytes as long as the file is open.
            self._document, self._data, _ = load(data, password)
            self.page_count = int(PDFIUM.FPDF_GetPageCount(self._document))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with LOCK:
            PDFIUM.FPDF_CloseDocument(self._document)

    def image(self, index: int, over: bytes = b"") -> PageImage:
        """The page at `index`, from 0, as shown, 144 pixels an inch; `PdfiumError` if it is broken.

        `over` is stretched to the size of the page.
        """
        with LOCK, _page(self._document, index) as page:
            width_pt = max(1.0, float(PDFIUM.FPDF_GetPageWidthF(page)))
            height_pt = max(1.0, float(PDFIUM.FPDF_GetPageHeightF(page)))
            scale = min(_SCALE, _LONGEST / max(width_pt, height_pt))
            width, height = max(1, round(width_pt * scale)), max(1, round(height_pt * scale))
            bitmap = PDFIUM.FPDFBitmap_CreateEx(width, height, _BGR, None, 0)
            if not bitmap:
                raise PdfiumError
            try:
                PDFIUM.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, _WHITE)
                _paint(bitmap, page, width, height)
                if over:
                    with opened(over) as drawing, _page(drawing, 0) as top:
                        _paint(bitmap, top, width, height)
                return PageImage(_pixels(bitmap, width, height))
            finally:
                PDFIUM.FPDFBitmap_Destroy(bitmap)


@contextmanager
def _page(document: Any, index: int) -> Generator[Any]:
    page = PDFIUM.FPDF_LoadPage(document, index)
    if not page:
        raise PdfiumError
    try:
        yield page
    finally:
        PDFIUM.FPDF_ClosePage(page)


def _paint(bitmap: Any, page: Any, width: int, height: int) -> None:
    PDFIUM.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, _SHOW_ANNOTATIONS)


def _pixels(bitmap: Any, width: int, height: int) -> NDArray[np.uint8]:
    """A copy of the bitmap's bytes; its rows are longer than their pixels."""
    stride = int(PDFIUM.FPDFBitmap_GetStride(bitmap))
    buffer = ctypes.string_at(PDFIUM.FPDFBitmap_GetBuffer(bitmap), stride * height)
    rows = np.frombuffer(buffer, dtype=np.uint8).reshape(height, stride)
    return rows[:, : width * 3].reshape(height, width, 3)[:, :, ::-1].copy()
