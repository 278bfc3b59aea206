"""What pdfium tells of a page's objects, as plain calls, and how many of them are looked at."""

from __future__ import annotations

import ctypes
from functools import cache

from ragstone.parsers.pdf.library import PDFIUM, plain

_void, _int = ctypes.c_void_p, ctypes.c_int
count_on_page = plain(PDFIUM.FPDFPage_CountObjects, _int, _void)
on_page = plain(PDFIUM.FPDFPage_GetObject, _void, _void, _int)
count_in_form = plain(PDFIUM.FPDFFormObj_CountObjects, _int, _void)
in_form = plain(PDFIUM.FPDFFormObj_GetObject, _void, _void, ctypes.c_ulong)
type_of = plain(PDFIUM.FPDFPageObj_GetType, _int, _void)
bounds_of = plain(PDFIUM.FPDFPageObj_GetBounds, _int, _void, _void, _void, _void, _void)
matrix_of = plain(PDFIUM.FPDFPageObj_GetMatrix, _int, _void, _void)
clip_of = plain(PDFIUM.FPDFPageObj_GetClipPath, _void, _void)
paths_in_clip = plain(PDFIUM.FPDFClipPath_CountPaths, _int, _void)
segments_in_clip = plain(PDFIUM.FPDFClipPath_CountPathSegments, _int, _void, _int)
clip_segment = plain(PDFIUM.FPDFClipPath_GetPathSegment, _void, _void, _int, _int)
point_of = plain(PDFIUM.FPDFPathSegment_GetPoint, _int, _void, _void, _void)

MAX_FORM_DEPTH = 6
#: Of one page; what is painted after these many is not looked at. A map may have a million.
MAX_OBJECTS = 40_000
#: So many points are asked for at once.
MOST_POINTS = 2_000


class Places:
    """Room for what pdfium writes, and where it is.

    pdfium is asked about all points of a path at once: a step of Python for every answer costs more
    than the answer.

    - `x`, `y`: the addresses of each point's numbers; `read(count)` gives the points.
    - `number`: the addresses of `numbers`, four of them.
    """

    def __init__(self) -> None:
        self.points = (ctypes.c_float * (2 * MOST_POINTS))()
        start, width = ctypes.addressof(self.points), ctypes.sizeof(ctypes.c_float)
        self.x = [start + 2 * width * number for number in range(MOST_POINTS)]
        self.y = [place + width for place in self.x]
        self.numbers = (ctypes.c_uint * 4)()
        start, width = ctypes.addressof(self.numbers), ctypes.sizeof(ctypes.c_uint)
        self.number = [start + width * number for number in range(4)]

    def read(self, count: int) -> list[tuple[float, float]]:
        """The first points, as they were written last."""
        xs, ys = (self.points[part : 2 * count : 2] for part in (0, 1))
        return list(zip(xs, ys, strict=True))


@cache
def places() -> Places:
    """One for the process: whoever calls pdfium holds its lock."""
    return Places()
