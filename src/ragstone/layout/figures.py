"""Figures: areas of a page that hold a drawing with labels, such as a chart.

A drawing is a filled or framed area whose text is labels: short, scattered, none of it lines of
running text. Titles and paragraphs are not looked for in there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from ragstone.layout.fragment import Box, Fragment
from ragstone.layout.shape import Shape
from ragstone.text.script import WIDE

#: A drawing is at least this wide and high, in points, and at most this much of the page.
_SMALLEST_PT, _LARGEST = 60.0, 0.6
#: The length of a label (wide characters count twice), and how much of the text is labels.
_LABEL_CHARACTERS, _LABELS = 30, 0.8
_MIN_LABELS = 3
#: What lists have and drawings do not.
_BULLETS = frozenset("•◦▪‣⁃●○◆➢✓")
#: An axis is at least this much of the drawing's side; without axes a drawing has many shapes.
_AXIS, _MANY_SHAPES = 0.5, 12
#: Lines of text stand closer than this, in ems.
_PITCH_EM = 3.0


def figures(
    shapes: Sequence[Shape], fragments: Sequence[Fragment], width: float, height: float
) -> tuple[Box, ...]:
    """The boxes of drawings as shown, the largest first."""
    areas = [shape.box for shape in shapes if _is_area(shape, width, height)]
    areas = sorted(set(areas), key=lambda box: (-_size(box), box))[:50]
    found: list[Box] = []
    for area in areas:
        if any(_holds(other, area) for other in found):
            continue
        inside = [item for item in fragments if item.style.turn == 0 and _is_in(item, area)]
        lengths = [len(item.text) + len(WIDE.findall(item.text)) for item in inside]
        labels = sum(length for length in lengths if length <= _LABEL_CHARACTERS)
        if any(item.text[0] in _BULLETS for item in inside):
            continue
        is_labels = len(inside) >= _MIN_LABELS and labels >= _LABELS * sum(lengths)
        if is_labels and _scattered(inside) and _is_drawn(area, shapes):
            found.append(area)
    return tuple(found)


def _scattered(inside: Sequence[Fragment]) -> bool:
    """Whether labels stand beside each other, or far above each other, as no lines of text do."""
    tops = sorted({round(item.y0) for item in inside})
    if len(inside) >= 1.5 * len(tops) or len(tops) <= 2:
        return True
    pitch = median(below - above for above, below in pairwise(tops))
    return pitch > _PITCH_EM * median(item.size for item in inside)


def _is_drawn(area: Box, shapes: Sequence[Shape]) -> bool:
    """Whether the area holds axes, or many shapes: a card or a box holds text alone."""
    across, along = area[2] - area[0], area[3] - area[1]
    inside = [shape.box for shape in shapes if shape.box != area and _holds(area, shape.box)]
    level = any(box[2] - box[0] > _AXIS * across and box[3] - box[1] < 3 for box in inside)
    upright = any(box[3] - box[1] > _AXIS * along and box[2] - box[0] < 3 for box in inside)
    return (level and upright) or len(inside) >= _MANY_SHAPES


def _is_area(shape: Shape, width: float, height: float) -> bool:
    box = shape.box
    across, along = box[2] - box[0], box[3] - box[1]
    painted = shape.fill not in (None, 0xFFFFFF) or shape.stroke is not None
    large = across >= _SMALLEST_PT and along >= _SMALLEST_PT
    return painted and large and across * along <= _LARGEST * width * height


def _size(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _holds(outer: Box, inner: Box) -> bool:
    return (
        outer[0] <= inner[0] + 1
        and outer[1] <= inner[1] + 1
        and outer[2] >= inner[2] - 1
        and outer[3] >= inner[3] - 1
    )


def _is_in(item: Fragment, area: Box) -> bool:
    x, y = (item.x0 + item.x1) / 2, (item.y0 + item.y1) / 2
    return area[0] <= x <= area[2] and area[1] <= y <= area[3]
