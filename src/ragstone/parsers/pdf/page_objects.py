"""What pdfium tells of a page's objects, as plain calls, and how many of them are looked at.

`drawing` and `shapes` walk the same objects and count them in the same order, so both keep to these
bounds.
"""

from __future__ import annotations

import ctypes

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
