"""The place of every line of a table, worked out when it is asked for.

lines = RowLines.of_sheet("Fish", array("q", [0, 12]), array("q", [3, 4]), 1, 2)
lines[1].provenance.cells                       # "A4:B4"
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from ragstone.model.provenance import Provenance
from ragstone.model.run import Run
from ragstone.parsers.lazy_runs import LazyRuns
from ragstone.parsers.tabular.cells import column_name


@dataclass(frozen=True, slots=True, eq=False)
class RowLines(LazyRuns):
    """Rows of a sheet from column `left` to column `right`, or lines of a text file from `first` to
    `last` where `sheet` is None.
    """

    starts: array[int]
    first: array[int]
    last: array[int]
    sheet: str | None = None
    left: int = 0
    right: int = 0

    @classmethod
    def of_sheet(
        cls, sheet: str, starts: array[int], rows: array[int], left: int, right: int
    ) -> RowLines:
        return cls(starts, rows, rows, sheet, left, right)

    def __len__(self) -> int:
        return len(self.starts)

    def make(self, index: int) -> Run:
        """The place of one row."""
        return Run(self.starts[index], self._place(index))

    def _place(self, index: int) -> Provenance:
        first, last = self.first[index], self.last[index]
        if self.sheet is None:
            return Provenance(line_start=first, line_end=last)
        start = f"{column_name(self.left)}{first}"
        end = f"{column_name(self.right)}{last}"
        return Provenance(sheet=self.sheet, cells=start if start == end else f"{start}:{end}")
