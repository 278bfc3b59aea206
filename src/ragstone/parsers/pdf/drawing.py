"""The order in which a page is drawn: its text objects, paths, pictures and colour gradients.

Form objects are entered; what they hold is placed on the page. Not here: what the paths look like
(`shapes`), and what is hidden behind what.

    drawing = Drawing(page, frame)
    drawing.pictures[0].box         # as shown, cut to what its clip lets through
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from itertools import compress, repeat
from typing import Any, NamedTuple

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
    places,
    point_of,
    segments_in_clip,
    type_of,
)

_void, _int = ctypes.c_void_p, ctypes.c_int
_TEXT, _PATH = PDFIUM.FPDF_PAGEOBJ_TEXT, PDFIUM.FPDF_PAGEOBJ_PATH
_IMAGE, _SHADING = PDFIUM.FPDF_PAGEOBJ_IMAGE, PDFIUM.FPDF_PAGEOBJ_SHADING
_FORM = PDFIUM.FPDF_PAGEOBJ_FORM
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


class PathObject(NamedTuple):
    """A path that may be painted.

    - `item`: the object's address; `order`: its number in drawing order.
    - `outer`: the matrix of the forms around it; `clip`: what they let through, in page space, None
      for everything.
    """

    item: int
    order: int
    outer: Matrix
    clip: Bounds | None


class Drawing:
    """One walk over the objects of an open page.

    - `frame`, `width`, `height`: of the page as shown, in points.
    - `pictures`, `gradients`, `paths`: in drawing order.
    - `order`: of each text object, by its address.
    """

    def __init__(self, page: Any, frame: Frame) -> None:
        self.frame = frame
        self.width, self.height = frame.width, frame.height
        self._room = places()
        self._matrix = PDFIUM.FS_MATRIX()
        self._matrix_place = ctypes.addressof(self._matrix)
        self._items: list[int] = []
        self._outer: dict[int, tuple[Matrix, Bounds | None]] = {}
        self.pictures: list[Painted] = []
        self.gradients: list[Painted] = []
        self.paths: list[PathObject] = []
        self.order: dict[int, int] = {}
        self._walk(address(page), count_on_page, on_page, (IDENTITY, None), 0)

    def clip(self, item: int) -> Box | None:
        """What of the page a text object may paint on, as shown; None for all of it."""
        outer, clip = self._outer.get(item, (IDENTITY, None))
        clip = common(clip, self.own_clip(item, outer))
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
            if kind == _TEXT:
                self.order[item] = order
                if depth:
                    self._outer[item] = outer
            elif kind == _PATH:
                self.paths.append(PathObject(item, order, *outer))
            elif kind == _IMAGE:
                self.pictures += self._painted(item, order, outer)
            elif kind == _SHADING:
                self.gradients += self._painted(item, order, outer)
            elif kind == _FORM and depth < MAX_FORM_DEPTH:
                matrix, clip = outer
                inner = times(self.own_matrix(item), matrix)
                clip = common(clip, self.own_clip(item, matrix))
                self._walk(item, count_in_form, in_form, (inner, clip), depth + 1)

    def _painted(self, item: int, order: int, outer: tuple[Matrix, Bounds | None]) -> list[Painted]:
        matrix, clip = outer
        if not bounds_of(item, *self._room.x[:4]):
            return []
        left, bottom, right, top = self._room.points[0:8:2]
        box = common(moved_bounds(matrix, (left, bottom, right, top)), clip)
        box = common(box, self.own_clip(item, matrix))
        shown = self._shown(box) if box is not None else (0.0, 0.0, 0.0, 0.0)
        x0, y0 = max(0.0, shown[0]), max(0.0, shown[1])
        x1, y1 = min(self.width, shown[2]), min(self.height, shown[3])
        return [Painted((x0, y0, x1, y1), order, item)] if x1 > x0 and y1 > y0 else []

    def own_clip(self, item: int, matrix: Matrix) -> Bounds | None:
        """The bounds of an object's clip in page space; None where nothing is clipped.

        `matrix` is that of the forms around it.
        """
        path = clip_of(item)
        found: Bounds | None = None
        for index in range(max(0, paths_in_clip(path)) if path else 0):
            count = min(_MAX_CLIP_POINTS, max(0, segments_in_clip(path, index)))
            segments = map(clip_segment, repeat(path, count), repeat(index), range(count))
            known = list(map(point_of, segments, self._room.x, self._room.y))
            points = list(compress(self._room.read(count), known))
            if points:
                found = common(found, moved_bounds(matrix, bounds(points)))
        return found

    def own_matrix(self, item: int) -> Matrix:
        """The matrix of a path, a picture or a form."""
        matrix = self._matrix
        if not matrix_of(item, self._matrix_place):
            return IDENTITY
        return (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)

    def _shown(self, box: Bounds) -> Box:
        left, bottom, right, top = box
        return self.frame.box(left, top, right, bottom)
