"""The data of a page's pictures: JPEG files as they are in the file, all others as PNG.

A picture that is stored in strips, or has more pixels than one can use, is taken from the page as
it is shown, at 144 pixels an inch.

    media_type, data = picture(page, frame, box, item)
"""

from __future__ import annotations

import ctypes
import math
from typing import Any

import numpy as np
import numpy.typing as npt

from ragstone.layout.fragment import Box
from ragstone.parsers.pdf.frame import Frame
from ragstone.parsers.pdf.library import PDFIUM, utf8
from ragstone.parsers.pdf.page_image import PageImage

#: More pixels than this in a picture are not needed to look at it.
_MAX_PIXELS = 2_000_000
#: Pixels to a point, where a picture is taken from the page.
_SCALE = 2.0
_CHANNELS = {
    PDFIUM.FPDFBitmap_Gray: 1,
    PDFIUM.FPDFBitmap_BGR: 3,
    PDFIUM.FPDFBitmap_BGRx: 4,
    PDFIUM.FPDFBitmap_BGRA: 4,
}
Pixels = npt.NDArray[np.uint8]


def picture(page: Any, frame: Frame, box: Box, item: int | None) -> tuple[str, bytes]:
    """Media type and bytes of the picture at `box`, as shown, of an open page."""
    if item is not None:
        handle = ctypes.cast(item, PDFIUM.FPDF_PAGEOBJECT)
        jpeg = _jpeg(handle)
        if jpeg:
            return "image/jpeg", jpeg
        pixels = _pixels_of(handle)
        if pixels is not None:
            return "image/png", PageImage(pixels).png()
    return "image/png", PageImage(_shown(page, frame, box)).png()


def _jpeg(handle: Any) -> bytes:
    """The data of a picture that is stored as a JPEG file; else nothing."""
    if PDFIUM.FPDFImageObj_GetImageFilterCount(handle) != 1:
        return b""
    if utf8(PDFIUM.FPDFImageObj_GetImageFilter, handle, 0) != "DCTDecode":
        return b""
    size = int(PDFIUM.FPDFImageObj_GetImageDataRaw(handle, None, 0))
    buffer = ctypes.create_string_buffer(size)
    PDFIUM.FPDFImageObj_GetImageDataRaw(handle, buffer, size)
    return buffer.raw if buffer.raw.startswith(b"\xff\xd8") else b""


def _pixels_of(handle: Any) -> Pixels | None:
    """A picture's own pixels; None where it has too many or none that can be had."""
    width, height = ctypes.c_uint(), ctypes.c_uint()
    if not PDFIUM.FPDFImageObj_GetImagePixelSize(handle, width, height):
        return None
    if width.value * height.value > _MAX_PIXELS:
        return None
    bitmap = PDFIUM.FPDFImageObj_GetBitmap(handle)
    if not bitmap:
        return None
    try:
        return _read(bitmap)
    finally:
        PDFIUM.FPDFBitmap_Destroy(bitmap)


def _shown(page: Any, frame: Frame, box: Box) -> Pixels:
    """A part of the page as a reader sees it."""
    x0, y0, x1, y1 = box
    area = max(1.0, (x1 - x0) * (y1 - y0))
    scale = min(_SCALE, math.sqrt(_MAX_PIXELS / area))
    width, height = (max(1, round(side * scale)) for side in (x1 - x0, y1 - y0))
    across, along = (max(1, round(side * scale)) for side in (frame.width, frame.height))
    bitmap = PDFIUM.FPDFBitmap_CreateEx(width, height, PDFIUM.FPDFBitmap_BGR, None, 0)
    if not bitmap:
        return np.full((1, 1, 3), 255, dtype=np.uint8)
    try:
        PDFIUM.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        left, top = round(-x0 * scale), round(-y0 * scale)
        PDFIUM.FPDF_RenderPageBitmap(bitmap, page, left, top, across, along, 0, 0)
        found = _read(bitmap)
        return found if found is not None else np.full((1, 1, 3), 255, dtype=np.uint8)
    finally:
        PDFIUM.FPDFBitmap_Destroy(bitmap)


def _read(bitmap: Any) -> Pixels | None:
    """A copy of a bitmap as red, green, blue: height × width × 3."""
    channels = _CHANNELS.get(PDFIUM.FPDFBitmap_GetFormat(bitmap))
    width, height = PDFIUM.FPDFBitmap_GetWidth(bitmap), PDFIUM.FPDFBitmap_GetHeight(bitmap)
    stride = PDFIUM.FPDFBitmap_GetStride(bitmap)
    if channels is None or width < 1 or height < 1:
        return None
    buffer = ctypes.string_at(PDFIUM.FPDFBitmap_GetBuffer(bitmap), stride * height)
    rows = np.frombuffer(buffer, dtype=np.uint8).reshape(height, stride)[:, : width * channels]
    pixels = rows.reshape(height, width, channels)
    return np.repeat(pixels, 3, axis=2) if channels == 1 else pixels[:, :, 2::-1].copy()
