"""Bullets that are painted: small filled shapes left of a line, as browsers print their lists.

with_bullets(fragments, shapes, width, height)      # the same with "•" where one is painted
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from ragstone.layout.fragment import Fragment
from ragstone.layout.shape import Shape

#: The size of a bullet, and its distance from the text, in ems of the line.
_SMALLEST_EM, _LARGEST_EM = 0.12, 0.75
_NEAREST_EM, _FARTHEST_EM = 0.1, 2.2
#: A bullet's middle is about that of the small letters.
_HEIGHT_EM = 0.4
BULLET = "•"


def with_bullets(fragments: Sequence[Fragment], shapes: Sequence[Shape]) -> list[Fragment]:
    """The fragments, with one more for every painted bullet; upright text only."""
    dots = [shape for shape in shapes if _is_dot(shape)]
    if not dots:
        return list(fragments)
    upright = sorted((item for item in fragments if item.style.turn == 0), key=lambda i: i.y0)
    if not upright:
        return list(fragments)
    tops = [item.y0 for item in upright]
    tallest = max(item.y1 - item.y0 for item in upright)
    found: list[Fragment] = []
    for dot in dots:
        middle = (dot.box[1] + dot.box[3]) / 2
        near = upright[bisect_left(tops, middle - tallest) : bisect_right(tops, middle)]
        beside = [item for item in near if item.y1 > middle]
        line = _marked_by(dot, beside)
        if line is not None and not any(_overlaps(dot, item) for item in beside):
            found.append(_fragment(dot, line))
    return [*fragments, *_one_each(found)]


def _is_dot(shape: Shape) -> bool:
    width, height = shape.box[2] - shape.box[0], shape.box[3] - shape.box[1]
    painted = shape.fill is not None or shape.stroke is not None
    return painted and 0 < width < 12 and 0 < height < 12 and 0.5 < width / height < 2


def _marked_by(dot: Shape, beside: Sequence[Fragment]) -> Fragment | None:
    """The first fragment right of the dot, where it stands as a bullet of that line would."""
    right = [item for item in beside if item.x0 >= dot.box[2]]
    if not right:
        return None
    line = min(right, key=lambda item: item.x0)
    em = line.size or 1.0
    size = max(dot.box[2] - dot.box[0], dot.box[3] - dot.box[1])
    near = _NEAREST_EM * em <= line.x0 - dot.box[2] <= _FARTHEST_EM * em
    level = abs(dot.box[1] + dot.box[3] - line.y0 - line.y1) / 2 <= _HEIGHT_EM * em
    fits = _SMALLEST_EM * em <= size <= _LARGEST_EM * em
    left = [item for item in beside if item.x1 <= dot.box[0]]
    # Text close on the left makes it a sign between words.
    free = all(dot.box[0] - item.x1 > 1.5 * em for item in left)
    return line if near and level and fits and free else None


def _overlaps(dot: Shape, item: Fragment) -> bool:
    return item.x0 < dot.box[2] and item.x1 > dot.box[0]


def _fragment(dot: Shape, line: Fragment) -> Fragment:
    """The bullet as a fragment on its line; it holds no glyphs."""
    return Fragment(
        text=BULLET,
        x0=dot.box[0],
        y0=line.y0,
        x1=dot.box[2],
        y1=line.y1,
        style=line.style,
        start=line.start,
        end=line.start,
        blank_before=True,
        blank_after=True,
    )


def _one_each(found: Sequence[Fragment]) -> list[Fragment]:
    """One bullet a line: a ring around a dot is two shapes."""
    kept: dict[int, Fragment] = {}
    for item in found:
        kept.setdefault(item.start, item)
    return list(kept.values())
