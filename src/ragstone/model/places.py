"""Places of many lines in columns: a million of them as objects take four times the room of the
text that they belong to.

    places = RowPlaces(array("q", [3, 4]), array("q", [3, 4]), sheet="Fish", left="A", right="D")
    places[1].cells                                 # "A4:D4"

`Runs` (`model.run`) keeps them beside the offsets of the lines.
"""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, overload

from ragstone.model.provenance import Provenance


class LazyPlaces(Sequence[Provenance]):
    """Places that are made when they are asked for. A subclass says how many there are."""

    __slots__ = ()

    @abstractmethod
    def around(self, first: int, last: int) -> Provenance:
        """The place of what stands in those from `first` to `last`, numbers from 0."""

    @overload
    def __getitem__(self, index: int) -> Provenance: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Provenance]: ...
    def __getitem__(self, index: int | slice) -> Provenance | Sequence[Provenance]:
        if isinstance(index, slice):
            return tuple(self.around(at, at) for at in range(*index.indices(len(self))))
        size = len(self)
        if not -size <= index < size:
            raise IndexError(index)
        index = index if index >= 0 else size + index
        return self.around(index, index)


@dataclass(frozen=True, slots=True)
class LinePlaces(LazyPlaces):
    """The lines of a text, one behind another from the number `first`; all of them belong to the
    record or key `path`, if to any."""

    first: int
    size: int
    path: str | None = None

    def __len__(self) -> int:
        return self.size

    def around(self, first: int, last: int) -> Provenance:
        """Some of the lines."""
        return Provenance(line_start=self.first + first, line_end=self.first + last, path=self.path)

    def to_dict(self) -> dict[str, Any]:
        """Compact; without a path where there is none."""
        path = {} if self.path is None else {"path": self.path}
        return {"first_line": self.first, "count": self.size, **path}


@dataclass(frozen=True, slots=True)
class RowPlaces(LazyPlaces):
    """The rows of a table from row `first[i]` to row `last[i]`: of a sheet, between the columns
    `left` and `right` ("A", "D"); lines of a text file where `sheet` is None.
    """

    first: array[int]
    last: array[int]
    sheet: str | None = None
    left: str = ""
    right: str = ""
    member: str | None = None

    def __len__(self) -> int:
        return len(self.first)

    def around(self, first: int, last: int) -> Provenance:
        """Some of the rows."""
        first, last = self.first[first], self.last[last]
        if self.sheet is None:
            return Provenance(line_start=first, line_end=last, member=self.member)
        start, end = f"{self.left}{first}", f"{self.right}{last}"
        cells = start if start == end else f"{start}:{end}"
        return Provenance(sheet=self.sheet, cells=cells, member=self.member)

    def inside(self, member: str) -> RowPlaces:
        """The same rows, of a table in the member `member` of another document."""
        held = member if self.member is None else f"{member}/{self.member}"
        return replace(self, member=held)

    def to_dict(self) -> dict[str, Any]:
        """Compact: numbers as differences, the last rows as what they are past the first."""
        taller = [last - first for first, last in zip(self.first, self.last, strict=True)]
        said = {name: getattr(self, name) for name in ("sheet", "left", "right", "member")}
        found: dict[str, Any] = {"table_rows": steps(self.first)}
        if any(taller):
            found["taller"] = taller
        return found | {name: value for name, value in said.items() if value}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> RowPlaces:
        """The inverse of `to_dict`."""
        said = {name: value for name, value in values.items() if name in cls.__slots__}
        first = array("q", accumulate(values["table_rows"]))
        taller: Sequence[int] = values.get("taller", ())
        pairs = zip(first, taller, strict=True) if taller else ()
        last = array("q", (row + more for row, more in pairs)) if taller else first
        return cls(first, last, **said)


def steps(numbers: Iterable[int]) -> list[int]:
    """Numbers as differences, which take less room: [3, 4, 6] → [3, 1, 2]."""
    before, found = 0, list[int]()
    for number in numbers:
        found.append(number - before)
        before = number
    return found
