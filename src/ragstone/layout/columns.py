"""Columns: whether what stands on both sides of a gutter is read one side after the other.

Geometry decides where it is clear: two blocks of running text, or one whose lines do not stand on
the lines of the other. Rows of a form or list keep together: cells do not fill their column as
running text does, and stand on common lines. Where geometry leaves both open, the order in which
the file draws them is asked, and believed when it is that of one of the two readings all through.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from ragstone.layout.fragment import Fragment
from ragstone.layout.numbering import is_marker
from ragstone.layout.page import Picture
from ragstone.layout.tables.table import PageTable

#: Beside a gutter narrower than this, in ems, both columns must look like running text.
_CLEAR_GUTTER_EM = 1.2
#: A column is at least this wide, in ems, and has at least this many lines.
_COLUMN_EM = 8.0
_COLUMN_LINES = 3
#: A line fills its column when it is this much of its width; that is so for most running text.
_FILLED = 0.6
#: Lines stand beside each other when their middles differ by less than this, in points.
_BESIDE_PT = 1.0
#: At most this share of lines stands on a line of the other column where the two are apart.
_APART = 0.5
#: Sizes that differ so many times are those of different texts.
_OTHER_SIZE = 1.3
#: An aside is at most this wide as a part of the text beside it.
_NARROW = 0.5

#: No letters, but for a small roman number.
_WORDLESS = re.compile(r"(?:[\W\d_]|\b[ivxlc]{1,7}\b)+")

#: (middle, left, right) of a line of a column.
Row = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Placed:
    """A table or picture among the text; `x0 … y1` in the reader's frame, `size` in points."""

    block: PageTable | Picture
    x0: float
    y0: float
    x1: float
    y1: float
    size: float


Item = Fragment | Placed


def are_columns(
    left: Sequence[Item], right: Sequence[Item], em: float, gutter_em: float, unbroken: bool = True
) -> bool:
    """Whether `left` is read to its end before `right`; `gutter_em` is the gutter's width.

    The order of drawing is only asked where the two are `unbroken` by white from left to right.
    """
    if _is_beside(left) or _is_beside(right):
        return False
    rows = [_rows(side) for side in (left, right)]
    # A table or a picture is a column by itself.
    whole = [any(isinstance(item, Placed) for item in side) for side in (left, right)]
    filled = [is_whole or _is_filled(side, em) for side, is_whole in zip(rows, whole, strict=True)]
    long = [
        is_whole or len(side) >= _COLUMN_LINES for side, is_whole in zip(rows, whole, strict=True)
    ]
    if all(filled) and all(long):
        return True
    if gutter_em < _CLEAR_GUTTER_EM:
        return False
    apart = _aligned(rows[0], rows[1]) < _APART or (unbroken and _differ(left, right))
    if any(f and n for f, n in zip(filled, long, strict=True)) and apart:
        return True
    enough = all(long) or (any(long) and _is_inside(rows[0], rows[1]))
    return unbroken and apart and enough and _is_drawn_in_turn(left, right)


def _is_beside(side: Sequence[Item]) -> bool:
    """Whether a side holds no words: bullets, numbers of items and pages, leaders and amounts stand
    beside what they belong to, however far."""
    return all(
        isinstance(item, Fragment) and (_WORDLESS.fullmatch(item.text) or is_marker(item.text))
        for item in side
    )


def is_aside(left: Sequence[Item], right: Sequence[Item]) -> bool:
    """Whether the left column is a narrow one of smaller text, to be read after the right one."""
    texts = [[item for item in side if isinstance(item, Fragment)] for side in (left, right)]
    if not all(texts):
        return False
    widths = [max(i.x1 for i in side) - min(i.x0 for i in side) for side in (left, right)]
    sizes = [median(item.size for item in side) for side in texts]
    return widths[0] < _NARROW * widths[1] and sizes[0] < 0.95 * sizes[1]


def _is_inside(left: Sequence[Row], right: Sequence[Row]) -> bool:
    """Whether the shorter column begins and ends beside the longer one."""
    short, long = sorted((left, right), key=len)
    return long[0][0] < short[0][0] and short[-1][0] < long[-1][0]


def _differ(left: Sequence[Item], right: Sequence[Item]) -> bool:
    """Whether the two are set in clearly different sizes, as a head beside its text is."""
    small, large = sorted(median(item.size for item in side) for side in (left, right))
    return large >= _OTHER_SIZE * small


def _is_drawn_in_turn(left: Sequence[Item], right: Sequence[Item]) -> bool:
    """Whether the file draws all of `left` before all of `right`, or the other way round."""
    first = [item.start for item in left if isinstance(item, Fragment)]
    second = [item.start for item in right if isinstance(item, Fragment)]
    if not first or not second:
        return True
    return max(first) < min(second) or max(second) < min(first)


def _rows(side: Sequence[Item]) -> list[Row]:
    rows: list[Row] = []
    bottom = float("-inf")
    for item in sorted(side, key=lambda item: item.y0 + item.y1):
        middle = (item.y0 + item.y1) / 2
        if middle < bottom:
            last = rows[-1]
            rows[-1] = (last[0], min(last[1], item.x0), max(last[2], item.x1))
        else:
            rows.append((middle, item.x0, item.x1))
        if isinstance(item, Fragment):
            bottom = max(bottom, item.y1 - 0.25 * (item.y1 - item.y0))
    return rows


def _is_filled(rows: Sequence[Row], em: float) -> bool:
    width = max(row[2] for row in rows) - min(row[1] for row in rows)
    if width < _COLUMN_EM * em:
        return False
    full = sum(1 for row in rows if row[2] - row[1] >= _FILLED * width)
    return full >= 0.5 * len(rows)


def _aligned(left: Sequence[Row], right: Sequence[Row]) -> float:
    """The share of the shorter column's lines that stand beside a line of the other."""
    short, long = sorted((left, right), key=len)
    middles = [row[0] for row in long]
    beside = sum(
        bisect_left(middles, row[0] - _BESIDE_PT) < bisect_left(middles, row[0] + _BESIDE_PT)
        for row in short
    )
    return beside / len(short)
