"""Merged cells of a sheet, found by row.

merges = Merges([Area(1, 2, 1, 3)])
merges.at(1, 2)                 # the area that begins at B1
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence

from ragstone.parsers.tabular.cells import Area

_NONE: Mapping[int, Area] = {}


class Merges:
    """Areas that are shown as one cell: the one at their top left. Of two that overlap, which no
    program writes, the second is left out."""

    def __init__(self, areas: Iterable[Area] = ()) -> None:
        self._by_row: dict[int, dict[int, Area]] = {}
        self._tall: list[Area] = []
        self._tops: list[int] = []
        # How far down any of the areas up to each one reaches: the look back may end there.
        self._reach: list[int] = []
        # The last area over each column, by its left border: (left, area), apart from each other.
        self._last: list[tuple[int, Area]] = []
        for area in sorted(areas):
            self.add(area)

    def add(self, area: Area) -> None:
        """One more, that begins behind all others or in the same row."""
        if self._overlaps(area):
            return
        self._by_row.setdefault(area.top, {})[area.left] = area
        if area.bottom > area.top:
            self._tall.append(area)
            self._tops.append(area.top)
            self._reach.append(max(area.bottom, self._reach[-1] if self._reach else 0))

    def _overlaps(self, area: Area) -> bool:
        first = bisect_right(self._last, area.left, key=lambda entry: entry[0]) - 1
        if first < 0 or self._last[first][1].right < area.left:
            first += 1
        last = first
        while last < len(self._last) and self._last[last][0] <= area.right:
            if self._last[last][1].bottom >= area.top:
                return True
            last += 1
        self._last[first:last] = [(area.left, area)]
        return False

    def __bool__(self) -> bool:
        return bool(self._by_row)

    def at(self, row: int, column: int) -> Area | None:
        """The area that begins there."""
        return self._by_row.get(row, _NONE).get(column)

    def of_row(self, row: int) -> Mapping[int, Area]:
        """The areas that begin in a row, by their first column."""
        return self._by_row.get(row, _NONE)

    def covered(self, row: int, columns: Iterable[int]) -> set[int]:
        """Those of `columns` that belong to a cell before or above them."""
        areas = [*self.of_row(row).values(), *self._from_above(row)]
        if not areas:
            return set()
        areas.sort(key=lambda area: area.left)
        lefts = [area.left for area in areas]
        found: set[int] = set()
        for column in columns:
            at = bisect_right(lefts, column) - 1
            if at >= 0 and areas[at].right >= column:
                begins = areas[at].left == column and areas[at].top == row
                found.update(() if begins else (column,))
        return found

    def _from_above(self, row: int) -> Sequence[Area]:
        """The areas that begin above a row and reach into it."""
        found: list[Area] = []
        at = bisect_right(self._tops, row - 1) - 1
        while at >= 0 and self._reach[at] >= row:
            if self._tall[at].bottom >= row:
                found.append(self._tall[at])
            at -= 1
        return found
