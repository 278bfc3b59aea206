"""Grids: rulings that cross and enclose cells.

A cell spans rows or columns where the line between is missing. Not here: whether a grid is a table
and what stands in its cells.

    grids(rulings(shapes))
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ragstone.layout.fragment import Box
from ragstone.layout.tables.rulings import Ruling, Rulings

#: Lines that miss each other by less than this, in points, meet: a border's corner, cells that are
#: framed each for itself.
_MEET_PT = 3.0
#: A side is there when a line covers this much of it.
_COVERED = 0.55
#: How far level lines reach past the last upright one, in points, before the table is open there.
_OPEN_PT = 9.0
#: More rows or columns than this are squared paper.
_MAX_LINES = 400


@dataclass(frozen=True, slots=True)
class GridCell:
    """Half-open ranges of rows and columns."""

    row: int
    column: int
    row_end: int
    column_end: int


@dataclass(frozen=True, slots=True)
class Grid:
    """The lines' places, one more than there are columns and rows, and the cells in row order."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    cells: tuple[GridCell, ...]

    @property
    def box(self) -> Box:
        return (self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])


def grids(lines: Rulings) -> list[Grid]:
    """The grids of a page, from top to bottom: at least two cells each."""
    found = [_grid(level, upright) for level, upright in crossing(lines)]
    return sorted(
        (grid for grid in found if grid is not None and len(grid.cells) > 1),
        key=lambda grid: (grid.ys[0], grid.xs[0]),
    )


def crossing(lines: Rulings) -> list[tuple[list[Ruling], list[Ruling]]]:
    """The level and upright lines in groups that hang together."""
    level, upright = lines.level, lines.upright
    parent = list(range(len(level) + len(upright)))

    def root(item: int) -> int:
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    places = [item.at for item in level]
    for index, line in enumerate(upright):
        first = bisect_left(places, line.start - _MEET_PT)
        last = bisect_right(places, line.end + _MEET_PT)
        for other in range(first, last):
            if level[other].start - _MEET_PT <= line.at <= level[other].end + _MEET_PT:
                parent[root(len(level) + index)] = root(other)
    groups: dict[int, tuple[list[Ruling], list[Ruling]]] = {}
    for index, line in enumerate((*level, *upright)):
        groups.setdefault(root(index), ([], []))[index >= len(level)].append(line)
    return [group for group in groups.values() if group[0] and group[1]]


def level_alone(lines: Rulings) -> list[Ruling]:
    """The level lines that are no side of a frame."""
    framed: set[int] = set()
    for level, upright in crossing(lines):
        for line in level:
            ends = [
                any(
                    abs(other.at - x) <= _MEET_PT
                    and other.start - _MEET_PT <= line.at <= other.end + _MEET_PT
                    for other in upright
                )
                for x in (line.start, line.end)
            ]
            if all(ends):
                framed.add(id(line))
    return [line for line in lines.level if id(line) not in framed]


def _grid(level: Sequence[Ruling], upright: Sequence[Ruling]) -> Grid | None:
    xs = _with_open_ends([line.at for line in upright], level)
    ys = _with_open_ends([line.at for line in level], upright)
    if not (2 <= len(xs) <= _MAX_LINES and 2 <= len(ys) <= _MAX_LINES):
        return None
    below = _sides(level, ys, xs)
    beside = _sides(upright, xs, ys)
    return Grid(tuple(xs), tuple(ys), tuple(_cells(len(ys) - 1, len(xs) - 1, below, beside)))


def _with_open_ends(places: Sequence[float], across: Sequence[Ruling]) -> list[float]:
    """The places of the lines, double ones once, with the ends of those that cross them."""
    found: list[float] = []
    groups: list[list[float]] = []
    for place in sorted(places):
        near = groups and place - groups[-1][-1] <= _MEET_PT
        if near and place - groups[-1][0] <= 2 * _MEET_PT:
            groups[-1].append(place)
        else:
            groups.append([place])
    found = [(group[0] + group[-1]) / 2 for group in groups]
    start, end = min(line.start for line in across), max(line.end for line in across)
    if found[0] - start > _OPEN_PT:
        found.insert(0, start)
    if end - found[-1] > _OPEN_PT:
        found.append(end)
    return found


def _sides(
    lines: Iterable[Ruling], places: Sequence[float], crossings: Sequence[float]
) -> set[tuple[int, int]]:
    """(place, interval): where a line is drawn at a place between two crossings."""
    covered: dict[tuple[int, int], float] = {}
    for line in lines:
        index = _nearest(places, line.at)
        first = max(0, bisect_right(crossings, line.start) - 1)
        for interval in range(first, len(crossings) - 1):
            left, right = crossings[interval], crossings[interval + 1]
            if left > line.end:
                break
            share = (min(right, line.end) - max(left, line.start)) / (right - left)
            key = (index, interval)
            covered[key] = covered.get(key, 0.0) + max(0.0, share)
    return {key for key, share in covered.items() if share >= _COVERED}


def _nearest(places: Sequence[float], at: float) -> int:
    index = bisect_left(places, at)
    near = [other for other in (index - 1, index) if 0 <= other < len(places)]
    return min(near, key=lambda other: abs(places[other] - at))


def _cells(
    rows: int, columns: int, below: set[tuple[int, int]], beside: set[tuple[int, int]]
) -> list[GridCell]:
    """Fields joined over missing sides where the whole is a rectangle, from left to right."""
    taken = [[False] * columns for _ in range(rows)]
    found: list[GridCell] = []
    for row in range(rows):
        for column in range(columns):
            if taken[row][column]:
                continue
            column_end = column + 1
            while (
                column_end < columns
                and not taken[row][column_end]
                and (column_end, row) not in beside
            ):
                column_end += 1
            row_end = row + 1
            while row_end < rows and _goes_on(row_end, column, column_end, below, beside):
                row_end += 1
            for inner in range(row, row_end):
                taken[inner][column:column_end] = [True] * (column_end - column)
            found.append(GridCell(row, column, row_end, column_end))
    return found


def _goes_on(
    row: int, start: int, end: int, below: set[tuple[int, int]], beside: set[tuple[int, int]]
) -> bool:
    """Whether a cell over the columns `start … end` goes on into `row`: nothing divides it."""
    return not any((row, column) in below for column in range(start, end)) and not any(
        (column, row) in beside for column in range(start + 1, end)
    )
