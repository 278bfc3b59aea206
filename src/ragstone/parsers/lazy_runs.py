"""Runs that are made when they are asked for: a million places as objects take four times the room
of the text that they belong to.

`Runs` (`model.run`) keeps the places of a section; this is what the lines of one element may be.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import cast, overload

from ragstone.model.run import Run


class LazyRuns(Sequence[Run]):
    """Equal to a tuple of the same runs. A subclass says how many there are, and makes each."""

    __slots__ = ()

    @abstractmethod
    def make(self, index: int) -> Run:
        """The run with that number; negative ones count from the end."""

    @overload
    def __getitem__(self, index: int) -> Run: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Run]: ...
    def __getitem__(self, index: int | slice) -> Run | Sequence[Run]:
        if isinstance(index, slice):
            return tuple(self.make(at) for at in range(*index.indices(len(self))))
        return self.make(index)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LazyRuns | tuple):
            return NotImplemented
        runs = cast("Sequence[Run]", other)
        return len(runs) == len(self) and all(
            one == two for one, two in zip(self, runs, strict=True)
        )

    def __hash__(self) -> int:
        return hash(tuple(self))
