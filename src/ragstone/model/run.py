"""Runs: for every line of a text, where that line stands in the file.

A text file or a sheet may have a million lines, so the table is kept in columns: an array of
offsets, and the places, which for plain text and for rows of tables are only numbers (`places`).

    runs = Runs.of_lines("a\\nb\\n")        # line 1 at 0, line 2 at 2
    runs.place(Span(2, 3)).line_start       # 2
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, pairwise
from operator import eq
from typing import Any, NamedTuple, cast, overload

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from ragstone.model.places import LinePlaces, RowPlaces, steps
from ragstone.model.provenance import Provenance, merge
from ragstone.model.span import Span

#: Line ends as editors count them: LF, CR-LF, CR. Unicode's other separators do not count.
LINE_END = re.compile(r"\r\n|\r|\n")
#: The places of a stretch of lines.
Places = tuple[Provenance, ...] | LinePlaces | RowPlaces


class Run(NamedTuple):
    """From code point `start` to the next run's start, the text stands at `provenance`."""

    start: int
    provenance: Provenance


class Runs(Sequence[Run]):
    """Immutable, ordered by `start`; the first run starts at 0 unless there is none. Equal to a
    tuple of the same runs.
    """

    __slots__ = ("_firsts", "_places", "_starts")

    def __init__(self, runs: Iterable[Run | tuple[int, Provenance]] = ()) -> None:
        rows = list(runs)
        self._starts = array("q", (row[0] for row in rows))
        self._places: tuple[Places, ...] = (tuple(row[1] for row in rows),)
        # The number of the first run of each of `_places`.
        self._firsts = [0]

    @classmethod
    def of_lines(cls, text: str, first_line: int = 1) -> Runs:
        """One run a line of `text`; the first line has the number `first_line`."""
        return cls.of_units(text, first_line, [(0, None)])

    @classmethod
    def of_units(cls, text: str, first_line: int, units: Iterable[tuple[int, str | None]]) -> Runs:
        """One run a line of `text`, and one more for each unit that begins inside a line.

        `units`: where each begins and its path, ascending, the first at 0.
        """
        # Where the second line and all behind it begin.
        behind = array("q", map(re.Match[str].end, LINE_END.finditer(text)))
        if behind and behind[-1] == len(text):
            behind.pop()
        starts = array("q")
        places: list[Places] = []
        line = 0
        for (start, path), (end, _) in pairwise(chain(units, [(len(text) + 1, None)])):
            line = bisect_right(behind, start, line)
            last = bisect_left(behind, end, line)
            starts.append(start)
            starts.extend(behind[line:last])
            places.append(LinePlaces(first_line + line, last - line + 1, path))
            line = last
        return cls._of(starts, places)

    @classmethod
    def of_rows(cls, starts: array[int], rows: RowPlaces) -> Runs:
        """One run a row of a table, which begins at the offset of the same number."""
        return cls._of(starts, [rows])

    @classmethod
    def joined(cls, pieces: Iterable[tuple[int, Sequence[Run]]]) -> Runs:
        """Runs of texts that stand one behind another, each with the offset where its text does."""
        starts = array("q")
        places: list[Places] = []
        pending: list[Provenance] = []
        for at, runs in pieces:
            if isinstance(runs, Runs):
                places += [tuple(pending), *runs._places]
                pending = []
                starts.extend([at + start for start in runs._starts] if at else runs._starts)
                continue
            for start, place in runs:
                starts.append(at + start)
                pending.append(place)
        return cls._of(starts, [held for held in (*places, tuple(pending)) if held])

    @classmethod
    def _of(cls, starts: array[int], places: Iterable[Places]) -> Runs:
        runs = cls()
        runs._starts, runs._places = starts, tuple(places) or ((),)
        runs._firsts = [0, *accumulate(len(held) for held in runs._places[:-1])]
        return runs

    def inside(self, member: str) -> Runs:
        """The same lines, of a document that is the member `member` of another."""
        return self._of(self._starts, (_inside(held, member) for held in self._places))

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, index: int) -> Run: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Run]: ...
    def __getitem__(self, index: int | slice) -> Run | Sequence[Run]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        start = self._starts[index]
        index = index if index >= 0 else len(self) + index
        stretch = bisect_right(self._firsts, index) - 1
        return Run(start, self._places[stretch][index - self._firsts[stretch]])

    def __iter__(self) -> Iterator[Run]:
        return map(Run, self._starts, chain.from_iterable(self._places))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Runs | tuple):
            return NotImplemented
        runs = cast("Sequence[Run]", other)
        return len(runs) == len(self) and all(map(eq, self, runs))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Runs({len(self)} runs)"

    def within(self, span: Span) -> Sequence[Run]:
        """The runs that hold some of `span`; for an empty span the run at its start."""
        first, last = self._numbers(span)
        return self[first:last]

    def place(self, span: Span) -> Provenance:
        """Where `span` stands in the file: the runs it touches, merged."""
        return merge(self._around(*self._numbers(span)))

    def _numbers(self, span: Span) -> tuple[int, int]:
        """The first run that holds some of `span`, and the one behind the last."""
        first = max(0, bisect_right(self._starts, span.start) - 1)
        return first, min(len(self), max(first + 1, bisect_left(self._starts, span.end)))

    def _around(self, first: int, end: int) -> Iterator[Provenance]:
        """The places of the runs from `first` to before `end`; of lines and rows only the range."""
        stretch = bisect_right(self._firsts, first) - 1
        while first < end:
            held, begin = self._places[stretch], self._firsts[stretch]
            last = min(end, begin + len(held))
            if isinstance(held, tuple):
                yield from held[first - begin : last - begin]
            elif last > first:
                yield held.around(first - begin, last - begin - 1)
            first, stretch = last, stretch + 1

    def to_dict(self) -> dict[str, Any]:
        """Compact: offsets as differences; lines as the number of the first, rows of tables by
        their numbers, other places as a table with every one once.
        """
        said = [_places_dict(held) for held in self._places]
        places = said[0] if len(said) == 1 else {"stretches": said}
        return {"steps": steps(self._starts), **places}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Runs:
        """The inverse of `to_dict`."""
        starts = array("q", accumulate(values["steps"]))
        said = values.get("stretches", [values])
        return cls._of(starts, [_places(held, len(starts)) for held in said])

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


def _inside(places: Places, member: str) -> Places:
    if isinstance(places, RowPlaces):
        return places.inside(member)
    moved: list[Provenance] = [place.inside(member) for place in places]
    return tuple(moved)


def _places_dict(places: Places) -> dict[str, Any]:
    if isinstance(places, LinePlaces | RowPlaces):
        return places.to_dict()
    table = list(dict.fromkeys(places))
    row_of = {place: row for row, place in enumerate(table)}
    return {"rows": [row_of[place] for place in places], "places": [p.to_dict() for p in table]}


def _places(values: Mapping[str, Any], count: int) -> Places:
    """The inverse of `_places_dict`; `count` is that of all runs."""
    if "first_line" in values:
        return LinePlaces(values["first_line"], values.get("count", count), values.get("path"))
    if "table_rows" in values:
        return RowPlaces.from_dict(values)
    table = [Provenance.from_dict(place) for place in values["places"]]
    rows: list[int] = values["rows"]
    return tuple(table[row] for row in rows)
