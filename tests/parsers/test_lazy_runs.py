"""Runs that are made when they are asked for."""

from __future__ import annotations

from ragstone.model.provenance import Provenance
from ragstone.model.run import Run
from ragstone.parsers.lazy_runs import LazyRuns


class Lines(LazyRuns):
    """Ten characters a line; `made` counts."""

    def __init__(self, size: int) -> None:
        self.size, self.made = size, 0

    def __len__(self) -> int:
        return self.size

    def make(self, index: int) -> Run:
        """The line with that number."""
        if index >= self.size:
            raise IndexError(index)
        self.made += 1
        line = index % self.size
        return Run(10 * line, Provenance(line_start=line + 1))


EXACT = tuple(Run(10 * line, Provenance(line_start=line + 1)) for line in range(3))


def test_a_run_is_made_when_it_is_asked_for() -> None:
    lines = Lines(1_000_000)

    assert lines[-1].start == 9_999_990
    assert lines.made == 1


def test_a_slice_is_a_tuple_of_runs() -> None:
    assert Lines(3)[1:] == EXACT[1:]


def test_they_are_equal_to_a_tuple_of_the_same_runs_and_hash_alike() -> None:
    assert Lines(3) == EXACT
    assert hash(Lines(3)) == hash(EXACT)
    assert Lines(3) != EXACT[:2]
    assert Lines(3) != list(EXACT)
