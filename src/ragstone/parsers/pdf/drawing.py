"""The order in which a page is drawn: its text objects, pictures and colour gradients.

Form objects are entered; what they hold is placed on the page. Paths are the business of `shapes`,
which counts in the same order. Not here: what is hidden behind what.

    drawing = Drawing(page, frame)
    drawing.pictures[0].box         # as shown, cut to what its clip lets through
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

from ragstone.layout.fragment import Box
from ragstone.parsers.pdf.frame import Frame
from ragstone.parsers.pdf.library import PDFIUM, address, plain
from ragstone.parsers.pdf.matrix import (
    IDENTITY,
    Bounds,
    Matrix,
    bounds,
    common,
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
_is_transparent = plain(PDFIUM.FPDFPageObj_HasTransparency, _int, _void)

#: Of one clip path; a longer one is a figure whose first points tell its bounds well enough.
_MAX_CLIP_POINTS = 200


@dataclass(frozen=True, slots=True)
class Painted:
    """A picture or a gradient.

    - `box`: what of it shows, as shown; `order`: the number of its object in drawing order.
    - `item`: the object's address.
    """

    box: Box
    order: int
    item: int


class Drawing:
    """One walk over the objects of an open page.

    - `width`, `height`: of the page as shown, in points.
    - `pictures`, `gradients`: in drawing order.
    - `order`: of each text object, by its address.
    """

    def __init__(self, page: Any, frame: Frame) -> None:
        self._frame = frame
        self.width, self.height = frame.width, frame.height
        self._floats = (ctypes.c_float * 4)()
        place, width = ctypes.addressof(self._floats), ctypes.sizeof(ctypes.c_float)
        self._places = [place + width * number for number in range(4)]
        self._matrix = PDFIUM.FS_MATRIX()
        self._items: list[int] = []
        self._outer: dict[int, tuple[Matrix, Bounds | None]] = {}
        self.pictures: list[Painted] = []
        self.gradients: list[Painted] = []
        self.order: dict[int, int] = {}
        self._walk(address(page), count_on_page, on_page, (IDENTITY, None), 0)

    def clip(self, item: int) -> Box | None:
        """What of the page a text object may paint on, as shown; None for all of it."""
        outer, clip = self._outer.get(item, (IDENTITY, None))
        clip = common(clip, self._clip(item, outer))
        return None if clip is None else self._shown(clip)

    def is_opaque(self, order: int) -> bool:
        """Whether the object of this number hides what lies under it."""
        return order < len(self._items) and not _is_transparent(self._items[order])

    def _walk(
        self, parent: int, count: Any, get: Any, outer: tuple[Matrix, Bounds | None], depth: int
    ) -> None:
        for index in range(max(0, count(parent))):
            if len(self._items) > MAX_OBJECTS:
                return
            item = get(parent, index)
            order, kind = len(self._items), type_of(item)
            self._items.append(item)
            if kind == PDFIUM.FPDF_PAGEOBJ_TEXT:
                self.order[item] = order
                if depth:
                    self._outer[item] = outer
            elif kind == PDFIUM.FPDF_PAGEOBJ_IMAGE:
                self.pictures += self._painted(item, order, outer)
            elif kind == PDFIUM.FPDF_PAGEOBJ_SHADING:
                self.gradients += self._painted(item, order, outer)
            elif kind == PDFIUM.FPDF_PAGEOBJ_FORM and depth < MAX_FORM_DEPTH:
                matrix, clip = outer
                inner = times(self._own_matrix(item), matrix)
                clip = common(clip, self._clip(item, matrix))
                self._walk(item, count_in_form, in_form, (inner, clip), depth + 1)

    def _painted(self, item: int, order: int, outer: tuple[Matrix, Bounds | None]) -> list[Painted]:
        matrix, clip = outer
        if not bounds_of(item, *self._places):
            return []
        left, bottom, right, top = self._floats
        box = common(moved_bounds(matrix, (left, bottom, right, top)), clip)
        box = common(box, self._clip(item, matrix))
        shown = self._shown(box) if box is not None else (0.0, 0.0, 0.0, 0.0)
        x0, y0 = max(0.0, shown[0]), max(0.0, shown[1])
        x1, y1 = min(self._frame.width, shown[2]), min(self._frame.height, shown[3])
        return [Painted((x0, y0, x1, y1), order, item)] if x1 > x0 and y1 > y0 else []

    def _clip(self, item: int, matrix: Matrix) -> Bounds | None:
        """The bounds of an object's clip in page space; None where nothing is clipped."""
        path = clip_of(item)
        found: Bounds | None = None
        for index in range(max(0, paths_in_clip(path)) if path else 0):
            points: list[tuple[float, float]] = []
            for number in range(min(_MAX_CLIP_POINTS, max(0, segments_in_clip(path, index)))):
                segment = clip_segment(path, index, number)
                if point_of(segment, self._places[0], self._places[1]):
                    points.append((self._floats[0], self._floats[1]))
            if points:
                found = common(found, moved_bounds(matrix, bounds(points)))
        return found

    def _own_matrix(self, item: int) -> Matrix:
        matrix = self._matrix
        if not matrix_of(item, ctypes.addressof(matrix)):
            return IDENTITY
        return (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)

    def _shown(self, box: Bounds) -> Box:
        left, bottom, right, top = box
        return self._frame.box(left, top, right, bottom)
