"""The door to a page's path objects: lines, rectangles and other figures as painted.

Not here: what they mean (a ruling, a cell's background, a bullet), and where the page's objects are
found (`drawing`).

    page.shapes()
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator
from itertools import pairwise, repeat
from typing import Any

from ragstone.layout.fragment import Box
from ragstone.layout.shape import Shape, ShapeKind
from ragstone.parsers.pdf.drawing import Drawing, PathObject
from ragstone.parsers.pdf.library import PDFIUM, plain
from ragstone.parsers.pdf.matrix import (
    IDENTITY,
    Bounds,
    Matrix,
    Point,
    bounds,
    common,
    moved,
    moved_bounds,
    times,
)
from ragstone.parsers.pdf.page_objects import MOST_POINTS, bounds_of, places, point_of

_void, _int = ctypes.c_void_p, ctypes.c_int
_mode_of = plain(PDFIUM.FPDFPath_GetDrawMode, _int, _void, _void, _void)
_fill_of = plain(PDFIUM.FPDFPageObj_GetFillColor, _int, _void, _void, _void, _void, _void)
_stroke_of = plain(PDFIUM.FPDFPageObj_GetStrokeColor, _int, _void, _void, _void, _void, _void)
_width_of = plain(PDFIUM.FPDFPageObj_GetStrokeWidth, _int, _void, _void)
_count_segments = plain(PDFIUM.FPDFPath_CountSegments, _int, _void)
_segment_of = plain(PDFIUM.FPDFPath_GetPathSegment, _void, _void, _int)
_kind_of = plain(PDFIUM.FPDFPathSegment_GetType, _int, _void)
_closes = plain(PDFIUM.FPDFPathSegment_GetClose, _int, _void)

_CURVE, _MOVE = PDFIUM.FPDF_SEGMENT_BEZIERTO, PDFIUM.FPDF_SEGMENT_MOVETO
#: Of the paths of one page; what is painted after these many is not looked at.
_MAX_SEGMENTS = 60_000
#: A path of more segments than this is a drawing: only its bounds are taken.
_DRAWING_SEGMENTS = MOST_POINTS
#: A line may lean this much, in points: that is below what a printer shows.
_LEAN_PT = 0.5
#: Points nearer than this, in points, are one.
_SAME_PT = 0.02


def shapes(drawing: Drawing) -> list[Shape]:
    """What is painted on a page, in drawing order, form objects included.

    What lies outside of the page is left out.
    """
    reader = _Reader(drawing)
    found: list[Shape] = []
    for path in drawing.paths:
        if reader.segments > _MAX_SEGMENTS:
            break
        found += reader.shapes(path)
    return found


class _Reader:
    """Reads the paths of one page; it counts the `segments` that it has looked at."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing, self._as_shown = drawing, drawing.frame.box
        self._page: Box = (0.0, 0.0, drawing.width, drawing.height)
        self._places = places()
        self.segments = 0

    def shapes(self, path: PathObject) -> Iterator[Shape]:
        """The figures of one path as painted."""
        item, order, outer, clip = path
        numbers, place = self._places.numbers, self._places.number
        if not _mode_of(item, place[0], place[1]):
            return
        is_filled, is_stroked = numbers[0], numbers[1]
        fill = self._painted(_fill_of, item) if is_filled else None
        stroke = self._painted(_stroke_of, item) if is_stroked else None
        if fill is None and stroke is None:
            return
        matrix = times(self._drawing.own_matrix(item), outer)
        clip = common(clip, self._drawing.own_clip(item, outer))
        if clip is not None and (clip[0] >= clip[2] or clip[1] >= clip[3]):
            return
        width = 0.0
        if stroke is not None and _width_of(item, self._places.x[0]):
            a, b, c, d, *_ = matrix
            width = round(self._places.points[0] * math.sqrt(abs(a * d - b * c)), 3)
        for kind, box in self._figures(item, matrix, outer, fill is not None):
            inside = _both(box, clip)
            if inside is None:
                continue
            left, bottom, right, top = inside
            shown = _both(self._as_shown(left, top, right, bottom), self._page)
            if shown is not None:
                yield Shape(kind, shown, fill, stroke, width, order)

    def _figures(
        self, item: int, matrix: Matrix, outer: Matrix, filled: bool
    ) -> Iterator[tuple[ShapeKind, Bounds]]:
        """The figures of one path object: its straight parts apart where there are only these."""
        count = max(0, _count_segments(item))
        self.segments += min(count, _DRAWING_SEGMENTS)
        if count > _DRAWING_SEGMENTS:
            if bounds_of(item, *self._places.x[:4]):
                left, bottom, right, top = self._places.points[0:8:2]
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
        room = self._places
        segments = list(map(_segment_of, repeat(item, count), range(count)))
        known = list(map(point_of, segments, room.x, room.y))
        at = room.read(count)
        if matrix != IDENTITY:
            at = [moved(matrix, x, y) for x, y in at]
        parts: list[tuple[list[Point], bool]] = []
        asked = zip(known, map(_kind_of, segments), map(_closes, segments), at, strict=True)
        for is_known, kind, closes, point in asked:
            if not is_known:
                continue
            if kind == _MOVE or not parts:
                parts.append(([], False))
            points, curved = parts[-1]
            points.append(point)
            if kind == _CURVE and not curved:
                parts[-1] = (points, True)
            if closes:
                points.append(points[0])
        return [part for part in parts if len(part[0]) > 1]

    def _painted(self, function: Callable[..., Any], item: int) -> int | None:
        """A colour as 0xRRGGBB; None when it lets everything through."""
        if not function(item, *self._places.number):
            return 0
        red, green, blue, alpha = self._places.numbers
        if not alpha:
            return None
        return red << 16 | green << 8 | blue


def _straight(points: list[Point], filled: bool) -> list[tuple[ShapeKind, Bounds]] | None:
    """A subpath of straight parts as a rectangle or as lines; None when it is neither."""
    box = _rectangle(points)
    if box is not None:
        return [("rect", box)]
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


def _rectangle(points: list[Point]) -> Bounds | None:
    """The box of four corners that follow one another at right angles, as most are written."""
    if len(points) < 5 or any(point != points[0] for point in points[4:]):
        return None
    (x0, y0), (x1, y1), (x2, y2), (x3, y3), *_ = points
    lies = y0 == y1 and x1 == x2 and y2 == y3 and x3 == x0
    if not lies and not (x0 == x1 and y1 == y2 and x2 == x3 and y3 == y0):
        return None
    if abs(x0 - x2) <= _SAME_PT or abs(y0 - y2) <= _SAME_PT:
        return None
    return (min(x0, x2), min(y0, y2), max(x0, x2), max(y0, y2))


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
