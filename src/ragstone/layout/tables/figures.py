"""Areas of drawings: charts, diagrams and maps. Text in them is labels and no table.

Told by axes (lines that meet in the lower left corner and enclose nothing) and by curves or
slanting lines of some size. Not here: pictures.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragstone.layout.fragment import Box
from ragstone.layout.shape import Shape
from ragstone.layout.tables.grid import crossing
from ragstone.layout.tables.rulings import Ruling, Rulings

#: Axes are at least this long, in points, and meet within this.
_AXIS_PT, _MEET_PT = 40.0, 4.0
#: A curve of this size, in points, is a chart's; its labels stand this far around.
_CURVE_PT, _CURVE_HEIGHT_PT, _LABELS_PT = 60.0, 20.0, 30.0
#: So many smaller ones in one frame make it a diagram.
_STROKES, _STROKE_PT, _ARROW_PT = 4, 14.0, 30.0
_FRAME_PT, _FRAME_HEIGHT_PT = 80.0, 60.0
_MANY = 400


def figures(shapes: Sequence[Shape], lines: Rulings, width: float, height: float) -> list[Box]:
    """The areas of drawings on a page of `width` × `height` points."""
    found = [box for box in map(_axes, crossing(lines)) if box is not None]
    strokes = drawn_strokes(shapes)
    curves = [box for box in strokes if _is_curve(box)]
    marks = strokes + _arrows(shapes)
    if not curves and len(marks) < _STROKES:
        return found
    drawn = [shape.box for shape in shapes if shape.kind == "rect" and shape.stroke is not None]
    filled = [shape.box for shape in shapes if shape.kind == "rect" and shape.stroke is None]
    joined = [_around(*group) for group in crossing(lines) if min(map(len, group)) > 1]
    drawn = [frame for frame in drawn if _is_frame(frame, width, height)][:_MANY]
    frames = [frame for frame in filled + joined if _is_frame(frame, width, height)][:_MANY]
    for curve in curves:
        around = [frame for frame in drawn + frames if _is_inside(curve, frame)]
        found.append(_with_labels(min(around, key=_area, default=curve)))
    found += (frame for frame in frames if _held(strokes, frame) >= _STROKES)
    found += (frame for frame in drawn if _held(marks, frame) >= _STROKES)
    return found


def _held(boxes: Sequence[Box], frame: Box) -> int:
    return sum(_is_inside(box, frame) for box in boxes)


def drawn_strokes(shapes: Sequence[Shape]) -> list[Box]:
    """The boxes of curves and slanting lines of some size."""
    return [
        shape.box
        for shape in shapes
        if shape.kind == "path"
        and shape.fill is None
        and max(shape.box[2] - shape.box[0], shape.box[3] - shape.box[1]) >= _STROKE_PT
    ][:_MANY]


def _arrows(shapes: Sequence[Shape]) -> list[Box]:
    """The boxes of filled figures as long as the arrows of a diagram."""
    return [
        shape.box
        for shape in shapes
        if shape.kind == "path"
        and shape.fill is not None
        and max(shape.box[2] - shape.box[0], shape.box[3] - shape.box[1]) >= _ARROW_PT
    ][:_MANY]


def covers(found: Sequence[Box], x: float, y: float) -> bool:
    """Whether a point lies in one of the areas."""
    return any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in found)


def _axes(group: tuple[Sequence[Ruling], Sequence[Ruling]]) -> Box | None:
    """The area between an upright axis and the level lines that begin at it, if that is all."""
    level, upright = group
    x, bottom = upright[0].at, max(line.end for line in upright)
    base = max(line.at for line in level)
    if (
        any(abs(line.at - x) > _MEET_PT for line in upright)
        or any(abs(line.start - x) > _MEET_PT for line in level)
        or abs(bottom - base) > _MEET_PT
    ):
        return None
    top, end = min(line.start for line in upright), max(line.end for line in level)
    if bottom - top < _AXIS_PT or end - x < _AXIS_PT:
        return None
    return (x - _LABELS_PT, top - _MEET_PT, end + _MEET_PT, base + _LABELS_PT / 2)


def _is_curve(box: Box) -> bool:
    return box[2] - box[0] >= _CURVE_PT and box[3] - box[1] >= _CURVE_HEIGHT_PT


def _with_labels(box: Box) -> Box:
    return (box[0] - _LABELS_PT, box[1] - _LABELS_PT / 3, box[2] + _LABELS_PT, box[3] + _LABELS_PT)


def _is_frame(box: Box, width: float, height: float) -> bool:
    return (
        box[2] - box[0] >= _FRAME_PT
        and box[3] - box[1] >= _FRAME_HEIGHT_PT
        and _area(box) < 0.5 * width * height
    )


def _around(level: Sequence[Ruling], upright: Sequence[Ruling]) -> Box:
    return (
        min(line.start for line in level),
        min(line.start for line in upright),
        max(line.end for line in level),
        max(line.end for line in upright),
    )


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _is_inside(box: Box, frame: Box) -> bool:
    return (
        frame[0] - 2 <= box[0]
        and frame[1] - 2 <= box[1]
        and box[2] <= frame[2] + 2
        and box[3] <= frame[3] + 2
    )
