"""Runs: for every line of a section's text, where that line stands in the file.

A text file may have a million lines, so the table is kept in columns: an array of offsets, and
either one `Provenance` a run or, for plain text, only the number of the first line.

    runs = Runs.of_lines("a\\nb\\n")        # line 1 at 0, line 2 at 2
    runs.place(Span(2, 3)).line_start       # 2
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast, overload

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from ragstone.model.provenance import Provenance, merge
from ragstone.model.span import Span

#: Line ends as editors count them: LF, CR-LF, CR. Unicode's other separators do not count.
LINE_END = re.compile(r"\r\n|\r|\n")


class Run(NamedTuple):
    """From code point `start` to the next run's start, the text stands at `provenance`."""

    start: int
    provenance: Provenance


class Runs(Sequence[Run]):
    """Immutable, ordered by `start`; the first run starts at 0 unless there is none."""

    __slots__ = ("_first_line", "_places", "_starts")

    def __init__(self, runs: Iterable[Run | tuple[int, Provenance]] = ()) -> None:
        rows = list(runs)
        self._starts = array("q", (row[0] for row in rows))
        self._places: tuple[Provenance, ...] | None = tuple(row[1] for row in rows)
        self._first_line = 1

    @classmethod
    def of_lines(cls, text: str, first_line: int = 1) -> Runs:
        """One run a line of `text`; the first line has the number `first_line`."""
        starts = array("q", [0])
        starts.extend(map(re.Match[str].end, LINE_END.finditer(text)))
        if len(starts) > 1 and starts[-1] == len(text):
            starts.pop()
        return cls._of_starts(starts, first_line)

    @classmethod
    def _of_starts(cls, starts: array[int], first_line: int) -> Runs:
        runs = cls()
        runs._starts, runs._places, runs._first_line = starts, None, first_line
        return runs

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, index: int) -> Run: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Run]: ...
    def __getitem__(self, index: int | slice) -> Run | Sequence[Run]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        return Run(self._starts[index], self._place(index if index >= 0 else len(self) + index))

    def __iter__(self) -> Iterator[Run]:
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Runs) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash(self._starts.tobytes())

    def __repr__(self) -> str:
        return f"Runs({len(self)} runs)"

    def _place(self, index: int) -> Provenance:
        if self._places is not None:
            return self._places[index]
        line = self._first_line + index
        return Provenance(line_start=line, line_end=line)

    def within(self, span: Span) -> Sequence[Run]:
        """The runs that hold some of `span`; for an empty span the run at its start."""
        if not self._starts:
            return []
        first = max(0, bisect_right(self._starts, span.start) - 1)
        last = max(first + 1, bisect_left(self._starts, span.end))
        return self[first:last]

    def place(self, span: Span) -> Provenance:
        """Where `span` stands in the file: the runs it touches, merged."""
        if self._places is None and self._starts:
            first = max(0, bisect_right(self._starts, span.start) - 1)
            last = max(first + 1, bisect_left(self._starts, span.end)) - 1
            return Provenance(line_start=self._first_line + first, line_end=self._first_line + last)
        return merge(run.provenance for run in self.within(span))

    def to_dict(self) -> dict[str, Any]:
        """Compact: offsets as differences, places as a table with every row once."""
        steps = [b - a for a, b in zip([0, *self._starts], self._starts, strict=False)]
        if self._places is None:
            return {"steps": steps, "first_line": self._first_line}
        table = list(dict.fromkeys(self._places))
        row_of = {place: row for row, place in enumerate(table)}
        rows = [row_of[place] for place in self._places]
        return {"steps": steps, "rows": rows, "places": [place.to_dict() for place in table]}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Runs:
        """The inverse of `to_dict`."""
        starts, at = array("q"), 0
        for step in values["steps"]:
            at += step
            starts.append(at)
        if "first_line" in values:
            return cls._of_starts(starts, values["first_line"])
        table = [Provenance.from_dict(place) for place in values["places"]]
        rows: list[int] = values["rows"]
        return cls(zip(starts, (table[row] for row in rows), strict=True))

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[Any], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        def validate(value: object) -> Runs:
            if isinstance(value, Runs):
                return value
            if isinstance(value, Mapping):
                return cls.from_dict(cast(Mapping[str, Any], value))
            raise ValueError("runs must be a Runs table or its dict form")

        return core_schema.no_info_plain_validator_function(
            validate,
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda runs: runs.to_dict()
            ),
        )
