"""How far the pen goes from glyph to glyph: gaps between advances, where boxes hold overhangs too.

pdfium's box of a glyph holds its ink: the top of an f reaches beyond its advance, the tail of a j
before it, and a gap between boxes is narrower there than the blank that was set. Not here: which
gaps are blanks.

    Advances(text_page).gap(340, 342, "f")     # 0.2, where boxes are 0.15 em apart
"""

from __future__ import annotations

import ctypes
import math
from typing import Any

from ragstone.parsers.pdf.library import PDFIUM, address, plain

_void, _int = ctypes.c_void_p, ctypes.c_int
_origin_at = plain(PDFIUM.FPDFText_GetCharOrigin, _int, _void, _int, _void, _void)
_matrix_at = plain(PDFIUM.FPDFText_GetMatrix, _int, _void, _int, _void)
_size_at = plain(PDFIUM.FPDFText_GetFontSize, ctypes.c_double, _void, _int)
_object_at = plain(PDFIUM.FPDFText_GetTextObject, _void, _void, _int)
_font_of = plain(PDFIUM.FPDFTextObj_GetFont, _void, _void)
_width_of = plain(PDFIUM.FPDFFont_GetGlyphWidth, _int, _void, ctypes.c_uint, ctypes.c_float, _void)


class Advances:
    """Of the glyphs of one open page of text."""

    def __init__(self, text_page: Any) -> None:
        self._page = address(text_page)
        self._origin = (ctypes.c_double * 2)()
        place = ctypes.addressof(self._origin)
        self._places = (place, place + ctypes.sizeof(ctypes.c_double))
        self._matrix, self._width = PDFIUM.FS_MATRIX(), ctypes.c_float()

    def gap(self, before: int, after: int, sign: str) -> float | None:
        """From the end of the advance of glyph `before`, which is `sign`, to the origin of glyph
        `after` on the same baseline, in ems; None where the font does not tell."""
        item = _object_at(self._page, before)
        start, end = self._origin_of(before), self._origin_of(after)
        if not item or start is None or end is None:
            return None
        width, matrix = self._width, self._matrix
        if not _width_of(_font_of(item), ord(sign), 1.0, ctypes.addressof(width)):
            return None
        if not _matrix_at(self._page, before, ctypes.addressof(matrix)) or width.value <= 0:
            return None
        size = abs(_size_at(self._page, before))
        em = size * math.hypot(matrix.c, matrix.d)
        advance = size * math.hypot(matrix.a, matrix.b) * width.value
        return (math.dist(start, end) - advance) / em if em else None

    def _origin_of(self, index: int) -> tuple[float, float] | None:
        if not _origin_at(self._page, index, *self._places):
            return None
        return self._origin[0], self._origin[1]
