"""Visibility: which text of a page a reader sees, from what is painted before and after it.

Text is hidden when it is not painted at all or too small to see, when it has the colour of what
lies behind it (the last fill under it, else white paper), and when a fill or a picture is painted
over it. Before text counts as hidden the page is looked at, since a bar may be a thick line or a
pattern, a picture transparent, and some printers draw letters as curves with unpainted text over
them: where something stands out that is no other text, the text is seen. The
invisible text of a scanned page is what was recognised in its picture: where pictures cover most
of the page and most of its text is such, it is the body.

    seen = visibility(page, page.glyphs(), found, page.shapes())
    seen.shown, seen.hidden, seen.is_scan
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from ragstone.layout.fragment import Box, Fragment, as_shown
from ragstone.layout.shape import Shape
from ragstone.parsers.pdf.glyphs import Glyphs
from ragstone.parsers.pdf.pdfium import PdfPage
from ragstone.parsers.pdf.raster import Raster

#: Pictures that together cover this much of a page are its scan.
_SCAN_SHARE = 0.5
#: Text below this size, in points, is seen by nobody.
_SMALLEST_PT = 1.0
#: Contrast below this cannot be seen (WCAG 2.1, 1.4.3 calls 4.5 readable; 1 is none at all).
_LEAST_CONTRAST = 1.12
#: A cover hides text when it holds the middle and so much of its box.
_COVERED = 0.8
#: Text of which other text takes so much of its place is not what is seen there.
_OVERLAID = 0.4
#: Letters fill at least so much of their box, and so many times what stands out around it.
_LEAST_INK, _MORE_INK = 0.02, 1.5
_PAPER = 0xFFFFFF
#: So many pairs of text and layer are compared at once.
_CELLS = 1_000_000


@dataclass(frozen=True, slots=True)
class Visibility:
    """The fragments of a page, told apart; `is_scan` when its text was recognised in a picture."""

    shown: list[Fragment]
    hidden: list[Fragment]
    is_scan: bool


#: Surely shown or hidden. The others must be looked at: perhaps in the colour of what lies behind,
#: or under a fill; not painted, or under a picture that may be transparent.
_Verdict = Literal["shown", "hidden", "faint", "unpainted"]


class _Look(NamedTuple):
    """A verdict and the place where to look, as shown."""

    verdict: _Verdict
    box: Box


@dataclass(frozen=True, slots=True)
class _Layer:
    """Something painted over an area.

    `colour` is None for pictures and gradients; `fills` says that it covers all of its box.
    """

    box: Box
    order: int
    colour: int | None
    fills: bool


def visibility(
    page: PdfPage, glyphs: Glyphs, found: Sequence[Fragment], shapes: Sequence[Shape]
) -> Visibility:
    """Tell `found`, the fragments of an open page, apart."""
    layers = _Layers(page, glyphs, shapes)
    if layers.show_all(found):
        return Visibility(list(found), [], False)
    looks = layers.looks(found)
    doubtful = [item for item, look in zip(found, looks, strict=True) if look.verdict != "shown"]
    if not doubtful:
        return Visibility(list(found), [], False)
    weight, whole = (sum(len(item.text) for item in items) for items in (doubtful, found))
    is_scan = layers.picture_share >= _SCAN_SHARE and 2 * weight > whole
    sure = [look.box for look in looks if look.verdict == "shown"]
    shown, hidden = list[Fragment](), list[Fragment]()
    for fragment, look in zip(found, looks, strict=True):
        seen = look.verdict == "shown"
        if look.verdict in ("faint", "unpainted"):
            recognised = is_scan and layers.is_on_picture(look.box)
            seen = recognised or layers.stands_out(look, sure)
        (shown if seen else hidden).append(fragment)
    return Visibility(shown, hidden, is_scan)


class _Layers:
    """What is painted over the areas of a page, in drawing order."""

    def __init__(self, page: PdfPage, glyphs: Glyphs, shapes: Sequence[Shape]) -> None:
        self._page, self._glyphs, self._drawing = page, glyphs, page.drawing()
        self._raster: Raster | None = None
        drawing, area = self._drawing, max(1.0, page.width * page.height)
        self.picture_share = min(1.0, sum(_area(item.box) for item in drawing.pictures) / area)
        layers = [
            _Layer(shape.box, shape.order, shape.fill, shape.kind == "rect")
            for shape in shapes
            if shape.fill is not None and shape.kind != "line" and _area(shape.box) > 0
        ]
        layers += [_Layer(item.box, item.order, None, True) for item in drawing.pictures]
        layers += [_Layer(item.box, item.order, None, False) for item in drawing.gradients]
        self._layers = sorted(layers, key=lambda layer: layer.order)

    def show_all(self, found: Sequence[Fragment]) -> bool:
        """Whether nothing but text is painted, and all of it in colours that show on paper."""
        return not self._layers and not any(
            style.invisible or style.size < _SMALLEST_PT or _is_alike(style.colour, _PAPER)
            for style in {fragment.style for fragment in found}
        )

    def looks(self, found: Sequence[Fragment]) -> list[_Look]:
        """What can be said of each fragment without looking at the page."""
        boxes = [as_shown(item, self._page.width, self._page.height) for item in found]
        rows = zip(found, boxes, self._around(boxes), strict=True)
        return [self._look(fragment, box, over) for fragment, box, over in rows]

    def _around(self, boxes: Sequence[Box]) -> list[list[_Layer]]:
        """The layers that hold the middle of each box, in drawing order."""
        found: list[list[_Layer]] = [[] for _ in boxes]
        if not self._layers or not boxes:
            return found
        left, top, right, bottom = np.array([layer.box for layer in self._layers]).T
        places = np.array(boxes)
        middles = (places[:, :2] + places[:, 2:]) / 2
        step = max(1, _CELLS // len(self._layers))
        for start in range(0, len(boxes), step):
            x, y = middles[start : start + step, :, np.newaxis].transpose(1, 0, 2)
            held = (left <= x) & (x <= right) & (top <= y) & (y <= bottom)
            pairs: list[list[int]] = np.argwhere(held).tolist()
            for row, column in pairs:
                found[start + row].append(self._layers[column])
        return found

    def _look(self, fragment: Fragment, box: Box, over: Sequence[_Layer]) -> _Look:
        if fragment.size < _SMALLEST_PT:
            return _Look("hidden", box)
        if fragment.style.invisible:
            return _Look("unpainted", box)
        order = self._drawing.order.get(self._glyphs.item_of(fragment.start), -1) if over else -1
        behind: list[int | None] = [_PAPER]
        for layer in over:
            opaque = layer.fills and self._drawing.is_opaque(layer.order)
            if layer.order < order:
                # What a curved or transparent figure leaves of the colour under it is not known.
                behind = [layer.colour] if opaque else [*behind, layer.colour]
            elif opaque and _covers(layer.box, box):
                verdict = "unpainted" if layer.colour is None else "faint"
                return _Look(verdict, _common(layer.box, box))
        colour = fragment.style.colour
        alike = any(part is not None and _is_alike(colour, part) for part in behind)
        # Behind white text may be the white of a picture.
        faint = alike or (None in behind and _is_alike(colour, _PAPER))
        return _Look("faint" if faint else "shown", box)

    def is_on_picture(self, box: Box) -> bool:
        return any(_holds(picture.box, box) for picture in self._drawing.pictures)

    def stands_out(self, look: _Look, shown: Sequence[Box]) -> bool:
        """Whether there is something to be seen in a fragment's place that is no other text."""
        box = look.box
        if sum(_common_area(other, box) for other in shown) >= _OVERLAID * _area(box):
            return False
        if self._raster is None:
            self._raster = self._page.raster()
        ink = self._raster.ink(box)
        if ink < _LEAST_INK or not (look.verdict == "unpainted" and self.is_on_picture(box)):
            return ink >= _LEAST_INK
        # In a picture something is seen everywhere: letters are more than what is around them.
        x0, y0, x1, y1 = box
        rim = (y1 - y0) / 2
        around = (
            self._raster.ink((x0, y0 - rim, x1, y0)),
            self._raster.ink((x0, y1, x1, y1 + rim)),
        )
        return ink > _MORE_INK * min(around)


def _holds(outer: Box, inner: Box) -> bool:
    """Whether the middle of `inner` lies in `outer`."""
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]


def _covers(outer: Box, inner: Box) -> bool:
    return _common_area(outer, inner) >= _COVERED * _area(inner)


def _common(first: Box, second: Box) -> Box:
    x0, y0 = max(first[0], second[0]), max(first[1], second[1])
    return (x0, y0, max(x0, min(first[2], second[2])), max(y0, min(first[3], second[3])))


def _common_area(first: Box, second: Box) -> float:
    return _area(_common(first, second))


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _contrast(first: int, second: int) -> float:
    """The contrast ratio of two colours, 1 to 21: WCAG 2.1, "contrast ratio"."""
    if first == second:
        return 1.0
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=4096)
def _is_alike(first: int, second: int) -> bool:
    return _contrast(first, second) < _LEAST_CONTRAST


def _luminance(colour: int) -> float:
    parts = [(colour >> shift & 0xFF) / 255 for shift in (16, 8, 0)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
