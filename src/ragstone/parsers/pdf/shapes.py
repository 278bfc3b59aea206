"""The door to a page's path objects: lines, rectangles and other figures as painted.

Not here: what they mean (a ruling, a cell's background, a bullet), and pictures (`drawing`, which
counts the page's objects in the same order).

    page.shapes()
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from ragstone.layout.fragment import Box
from ragstone.layout.shape import Shape, ShapeKind
from ragstone.parsers.pdf.library import PDFIUM, address, plain
from ragstone.parsers.pdf.matrix import (
    IDENTITY,
    Bounds,
    Matrix,
    Point,
    bounds,
    moved,
    moved_bounds,
    times,
)
from ragstone.parsers.pdf.page_objects import (
    MAX_FORM_DEPTH,
    MAX_OBJECTS,
    bounds_of,
    clip_of,
    clip_segment,
    count_in_form,
    count_on_page,
    in_form,
    matrix_of,
    on_page,
    paths_in_clip,
    point_of,
    segments_in_clip,
    type_of,
)

_void, _int = ctypes.c_void_p, ctypes.c_int
_mode_of = plain(PDFIUM.FPDFPath_GetDrawMode, _int, _void, _void, _void)
_fill_of = plain(PDFIUM.FPDFPageObj_GetFillColor, _int, _void, _void, _void, _void, _void)
_stroke_of = plain(PDFIUM.FPDFPageObj_GetStrokeColor, _int, _void, _void, _void, _void, _void)
_width_of = plain(PDFIUM.FPDFPageObj_GetStrokeWidth, _int, _void, _void)
_count_segments = plain(PDFIUM.FPDFPath_CountSegments, _int, _void)
_segment_of = plain(PDFIUM.FPDFPath_GetPathSegment, _void, _void, _int)
_kind_of = plain(PDFIUM.FPDFPathSegment_GetType, _int, _void)
_closes = plain(PDFIUM.FPDFPathSegment_GetClose, _int, _void)

#: left, top, right, bottom in page space, where y grows upwards, to a box as shown.
AsShown = Callable[[float, float, float, float], Box]

_PATH, _FORM = PDFIUM.FPDF_PAGEOBJ_PATH, PDFIUM.FPDF_PAGEOBJ_FORM
_CURVE, _MOVE = PDFIUM.FPDF_SEGMENT_BEZIERTO, PDFIUM.FPDF_SEGMENT_MOVETO
#: Of the paths of one page; what is painted after these many is not looked at.
_MAX_SEGMENTS = 60_000
#: A path of more segments than this is a drawing: only its bounds are taken.
_DRAWING_SEGMENTS = 2_000
#: A line may lean this much, in points: that is below what a printer shows.
_LEAN_PT = 0.5
#: Points nearer than this, in points, are one.
_SAME_PT = 0.02


def shapes(page: Any, as_shown: AsShown, width: float, height: float) -> list[Shape]:
    """What is painted on a page of pdfium, in drawing order, form objects included.

    `width` and `height` are the page's as shown; what lies outside is left out.
    """
    walk = _Walk(as_shown, (0.0, 0.0, width, height))
    return list(walk.objects(address(page), IDENTITY, None, 0))


class _Walk:
    """One walk over a page's objects, by their addresses; it counts what it has seen."""

    def __init__(self, as_shown: AsShown, page: Box) -> None:
        self._as_shown, self._page = as_shown, page
        self._order, self._segments = -1, 0
        self._x, self._y = ctypes.c_float(), ctypes.c_float()
        self._point = (ctypes.byref(self._x), ctypes.byref(self._y))
        self._colour = [ctypes.c_uint() for _ in range(4)]
        self._channels = [ctypes.byref(channel) for channel in self._colour]
        self._modes = (ctypes.c_int(), ctypes.c_int())
        self._matrix_held = PDFIUM.FS_MATRIX()

    def objects(
        self, parent: int, matrix: Matrix, clip: Bounds | None, depth: int
    ) -> Iterator[Shape]:
        count, get = (count_in_form, in_form) if depth else (count_on_page, on_page)
        for index in range(max(0, count(parent))):
            self._order += 1
            if self._order > MAX_OBJECTS or self._segments > _MAX_SEGMENTS:
                return
            item = get(parent, index)
            kind = type_of(item)
            if kind == _PATH:
                yield from self._path(item, matrix, clip)
            elif kind == _FORM and depth < MAX_FORM_DEPTH:
                inner = times(self._matrix(item), matrix)
                limit = _both(clip, self._clip(item, matrix))
                yield from self.objects(item, inner, limit, depth + 1)

    def _path(self, item: int, outer: Matrix, clip: Bounds | None) -> Iterator[Shape]:
        mode, stroked = self._modes
        if not _mode_of(item, ctypes.byref(mode), ctypes.byref(stroked)):
            return
        fill = self._painted(_fill_of, item) if mode.value else None
        stroke = self._painted(_stroke_of, item) if stroked.value else None
        if fill is None and stroke is None:
            return
        matrix = times(self._matrix(item), outer)
        clip = _both(clip, self._clip(item, outer))
        width = 0.0
        if stroke is not None and _width_of(item, self._point[0]):
            a, b, c, d, *_ = matrix
            width = round(self._x.value * math.sqrt(abs(a * d - b * c)), 3)
        for kind, box in self._figures(item, matrix, outer, fill is not None):
            inside = _both(box, clip)
            if inside is None:
                continue
            left, bottom, right, top = inside
            shown = _both(self._as_shown(left, top, right, bottom), self._page)
            if shown is not None:
                yield Shape(kind, shown, fill, stroke, width, self._order)

    def _figures(
        self, item: int, matrix: Matrix, outer: Matrix, filled: bool
    ) -> Iterator[tuple[ShapeKind, Bounds]]:
        """The figures of one path object: its straight parts apart where there are only these."""
        count = max(0, _count_segments(item))
        self._segments += min(count, _DRAWING_SEGMENTS)
        if count > _DRAWING_SEGMENTS:
            edges = [ctypes.c_float() for _ in range(4)]
            if bounds_of(item, *map(ctypes.byref, edges)):
                left, bottom, right, top = (edge.value for edge in edges)
                yield "path", moved_bounds(outer, (left, bottom, right, top))
            return
        parts = self._parts(item, count, matrix)
        found: list[tuple[ShapeKind, Bounds]] = []
        for points, curved in parts:
            figures = None if curved else _straight(points, filled)
            if figures is None:
                yield "path", bounds(point for part, _ in parts for point in part)
                return
            found += figures
        yield from found

    def _parts(self, item: int, count: int, matrix: Matrix) -> list[tuple[list[Point], bool]]:
        """The subpaths: their points and whether one of them is curved."""
        parts: list[tuple[list[Point], bool]] = []
        x, y = self._x, self._y
        for index in range(count):
            segment = _segment_of(item, index)
            if not point_of(segment, *self._point):
                continue
            kind = _kind_of(segment)
            if kind == _MOVE or not parts:
                parts.append(([], False))
            points, curved = parts[-1]
            points.append(moved(matrix, x.value, y.value))
            if kind == _CURVE and not curved:
                parts[-1] = (points, True)
            if _closes(segment):
                points.append(points[0])
        return [part for part in parts if len(part[0]) > 1]

    def _clip(self, item: int, matrix: Matrix) -> Bounds | None:
        """The bounds of an object's clip in page space; None where nothing is clipped."""
        path = clip_of(item)
        found: Bounds | None = None
        for index in range(max(0, paths_in_clip(path)) if path else 0):
            count = min(_DRAWING_SEGMENTS, max(0, segments_in_clip(path, index)))
            self._segments += count
            points = [
                moved(matrix, self._x.value, self._y.value)
                for number in range(count)
                if point_of(clip_segment(path, index, number), *self._point)
            ]
            if points:
                found = _both(found, bounds(points)) or (0.0, 0.0, 0.0, 0.0)
        return found

    def _matrix(self, item: int) -> Matrix:
        matrix = self._matrix_held
        if not matrix_of(item, ctypes.byref(matrix)):
            return IDENTITY
        return (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)

    def _painted(self, function: Callable[..., Any], item: int) -> int | None:
        """A colour as 0xRRGGBB; None when it lets everything through."""
        if not function(item, *self._channels):
            return 0
        red, green, blue, alpha = self._colour
        if not alpha.value:
            return None
        return red.value << 16 | green.value << 8 | blue.value


def _straight(points: list[Point], filled: bool) -> list[tuple[ShapeKind, Bounds]] | None:
    """A subpath of straight parts as a rectangle or as lines; None when it is neither."""
    corners = [points[0]]
    corners += (now for last, now in pairwise(points) if math.dist(last, now) > _SAME_PT)
    closed = len(corners) > 2 and math.dist(corners[0], corners[-1]) <= _SAME_PT
    if filled and len(corners) > 2 and not closed:
        corners.append(corners[0])
        closed = True
    if not all(_is_level(last, now) for last, now in pairwise(corners)):
        return None
    if closed and len(corners) == 5:
        return [("rect", bounds(corners))]
    if filled and len(corners) > 3:
        return None
    return [("line", bounds(pair)) for pair in pairwise(corners)]


def _is_level(first: Point, second: Point) -> bool:
    return abs(first[0] - second[0]) <= _LEAN_PT or abs(first[1] - second[1]) <= _LEAN_PT


def _both(first: Bounds | None, second: Bounds | None) -> Bounds | None:
    """What two boxes share, also when it is only a line; None where they do not touch.

    No box limits nothing.
    """
    if first is None or second is None:
        return first or second
    left, low = max(first[0], second[0]), max(first[1], second[1])
    right, high = min(first[2], second[2]), min(first[3], second[3])
    return (left, low, right, high) if left <= right and low <= high else None
