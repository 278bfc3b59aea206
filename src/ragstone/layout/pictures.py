"""Pictures of a page that are part of what it says: larger than icons, smaller than a background.

A picture may be stored in strips, and may be painted twice; it is one here.

    placed_pictures([(72.0, 100.0, 300.0, 250.0)], width=595, height=842, page=1)
"""

from __future__ import annotations

from collections.abc import Sequence

from ragstone.layout.fragment import Box
from ragstone.layout.page import Picture
from ragstone.model.provenance import BBox

#: An icon is smaller than this, in points; a background covers at least this much of the page.
_ICON_PT, _BACKGROUND = 36.0, 0.85
#: Strips of one picture touch within this many points.
_TOUCH_PT = 1.5
#: Of one page; a map may be made of thousands of tiles.
_MAX_PICTURES = 500


def placed_pictures(boxes: Sequence[Box], width: float, height: float, page: int) -> list[Picture]:
    """The pictures in drawing order; `boxes` as shown, in drawing order, and so numbered."""
    whole: list[tuple[Box, int]] = []
    for number, box in enumerate(boxes[:_MAX_PICTURES]):
        for index, (other, first) in enumerate(whole):
            if _are_one(other, box):
                whole[index] = (_around(other, box), first)
                break
        else:
            whole.append((box, number))
    return [
        Picture(_as_bbox(box, width, height, page), number=number)
        for box, number in whole
        if min(box[2] - box[0], box[3] - box[1]) >= _ICON_PT
        and (box[2] - box[0]) * (box[3] - box[1]) < _BACKGROUND * width * height
    ]


def _as_bbox(box: Box, width: float, height: float, page: int) -> BBox:
    x0, y0, x1, y1 = (round(edge, 2) for edge in box)
    return BBox(x0, y0, x1, y1, round(width, 2), round(height, 2), page)


def _are_one(first: Box, second: Box) -> bool:
    """The same place, or two strips of one width (or height) that touch."""
    same_x = abs(first[0] - second[0]) <= _TOUCH_PT and abs(first[2] - second[2]) <= _TOUCH_PT
    same_y = abs(first[1] - second[1]) <= _TOUCH_PT and abs(first[3] - second[3]) <= _TOUCH_PT
    if same_x and same_y:
        return True
    touch_y = min(abs(first[3] - second[1]), abs(second[3] - first[1])) <= _TOUCH_PT
    touch_x = min(abs(first[2] - second[0]), abs(second[2] - first[0])) <= _TOUCH_PT
    return (same_x and touch_y) or (same_y and touch_x)


def _around(first: Box, second: Box) -> Box:
    return (
        min(first[0], second[0]),
        min(first[1], second[1]),
        max(first[2], second[2]),
        max(first[3], second[3]),
    )
