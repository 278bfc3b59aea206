"""The reading order of what stands on a slide, from boxes alone.

White space divides: bands from top to bottom, and columns from left to right where their gap is
clearly wider than the gaps between the bands (nearer things belong together). What stands on
a panel is read with the panel. Recursive X-Y cuts (Nagy, Seth 1984).

    reading_order([(0, 0, 10, 2), (6, 3, 10, 9), (0, 3, 4, 9)])        # [0, 2, 1]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

#: Left, top, right, bottom; any unit, y grows downwards.
Box = tuple[float, float, float, float]

#: Boxes reach over their text and a little into each other; this share of a side does not count.
_SLACK = 0.1
#: Columns are read through when the gaps between their bands are below this share of theirs.
_NEARER = 0.8
#: What lies on a panel: nearly all of it, and clearly smaller than the panel.
_INSIDE, _SMALLER = 0.95, 0.8
#: More boxes than this are no slide for people; they are read in rows.
_MAX_BOXES = 400


def reading_order(boxes: Sequence[Box | None]) -> list[int]:
    """Indices of `boxes` in reading order; those without a box come last, as given."""
    placed = [number for number, box in enumerate(boxes) if box is not None]
    known = {number: box for number, box in enumerate(boxes) if box is not None}
    unplaced = [number for number, box in enumerate(boxes) if box is None]
    if len(placed) > _MAX_BOXES:
        return _rows(placed, known) + unplaced
    panels = _panels(placed, known)
    on_panels = {number for inside in panels.values() for number in inside}
    found: list[int] = []
    _emit([number for number in placed if number not in on_panels], known, panels, found)
    return found + unplaced


def _emit(
    numbers: list[int], boxes: dict[int, Box], panels: dict[int, list[int]], found: list[int]
) -> None:
    for number in _cut(numbers, boxes, 0):
        found.append(number)
        if number in panels:
            _emit(panels[number], boxes, panels, found)


def _panels(numbers: list[int], boxes: dict[int, Box]) -> dict[int, list[int]]:
    """Each panel with what lies directly on it; a panel is the smallest box around another."""
    inside: dict[int, list[int]] = {}
    by_area = sorted(numbers, key=lambda number: (_area(boxes[number]), -number))
    for place, number in enumerate(by_area):
        area = _area(boxes[number])
        for panel in by_area[place + 1 :]:
            wide = _area(boxes[panel]) * _SMALLER >= area
            if area > 0 and wide and _common(boxes[number], boxes[panel]) >= _INSIDE * area:
                inside.setdefault(panel, []).append(number)
                break
    return {panel: sorted(items) for panel, items in inside.items()}


def _cut(numbers: list[int], boxes: dict[int, Box], depth: int) -> list[int]:
    if len(numbers) < 2:
        return numbers
    bands = _divided(numbers, boxes, 1)
    if len(bands) == 1 or depth > _MAX_BOXES:
        columns = _divided(numbers, boxes, 0)
        if len(columns) == 1 or depth > _MAX_BOXES:
            return _rows(numbers, boxes)
        return [number for column in columns for number in _cut(column, boxes, depth + 1)]
    found: list[int] = []
    for run in _runs(bands, boxes):
        columns = _divided(run, boxes, 0)
        whole = len(columns) == 1 and len(run) == len(numbers)
        parts = bands if whole else columns if len(columns) > 1 else [run]
        for part in parts:
            found += _cut(part, boxes, depth + 1)
    return found


def _runs(bands: list[list[int]], boxes: dict[int, Box]) -> list[list[int]]:
    """Bands joined while the same columns go through them and hold more tightly together."""
    runs = [list(bands[0])]
    for above, band in pairwise(bands):
        gap = min(boxes[n][1] for n in band) - max(boxes[n][3] for n in above)
        joined = [*runs[-1], *band]
        between = _widest_gap(joined, boxes)
        if between > 0 and max(gap, 0) <= _NEARER * between:
            runs[-1] = joined
        else:
            runs.append(list(band))
    return runs


def _divided(numbers: list[int], boxes: dict[int, Box], axis: int) -> list[list[int]]:
    """Groups with white space between them along an axis (0: columns, 1: bands), in order."""
    spans = sorted((*_side(boxes[number], axis), number) for number in numbers)
    groups: list[list[int]] = []
    reached = float("-inf")
    for start, end, number in spans:
        if start >= reached:
            groups.append([])
        groups[-1].append(number)
        reached = max(reached, end)
    return groups


def _widest_gap(numbers: list[int], boxes: dict[int, Box]) -> float:
    """The widest white space between columns; 0 when there are none."""
    columns = _divided(numbers, boxes, 0)
    return max(
        (
            min(boxes[n][0] for n in right) - max(boxes[n][2] for n in left) or 1e-9
            for left, right in pairwise(columns)
        ),
        default=0.0,
    )


def _side(box: Box, axis: int) -> tuple[float, float]:
    start, end = box[axis], box[axis + 2]
    slack = (end - start) * _SLACK
    return start + slack, end - slack


def _rows(numbers: list[int], boxes: dict[int, Box]) -> list[int]:
    """From top to bottom, and from left to right where boxes share most of their height."""
    found: list[int] = []
    row: list[int] = []
    for number in sorted(numbers, key=lambda n: (boxes[n][1], boxes[n][0], n)):
        middle = (boxes[number][1] + boxes[number][3]) / 2
        if row and boxes[number][1] >= (boxes[row[0]][1] + boxes[row[0]][3]) / 2 <= middle:
            found += sorted(row, key=lambda n: (boxes[n][0], boxes[n][1], n))
            row = []
        row.append(number)
    return found + sorted(row, key=lambda n: (boxes[n][0], boxes[n][1], n))


def _area(box: Box) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def _common(first: Box, second: Box) -> float:
    return max(0.0, min(first[2], second[2]) - max(first[0], second[0])) * max(
        0.0, min(first[3], second[3]) - max(first[1], second[1])
    )
