"""The profile of a section: its sentences, the distances between them, and where they break.

What `semantic` works from, and what a plot of it shows.

    profile = await CHUNKERS.create("semantic").profile(section)
    plot(profile.ends, profile.scores, line=profile.threshold, marks=profile.breakpoints)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ragstone.chunkers.breakpoints.distances import Unit, Units
from ragstone.chunkers.breakpoints.thresholds import Floats, ThresholdRule, over, score


@dataclass(frozen=True, slots=True)
class Rule:
    """How breakpoints are chosen: by a threshold, or the largest distances so that `number` chunks
    come out."""

    threshold: ThresholdRule
    amount: float
    number: int | None = None

    def __str__(self) -> str:
        if self.number is not None:
            return f"one of the largest for {self.number} chunks"
        return f"{self.threshold} {self.amount:g}"


@dataclass(frozen=True, slots=True)
class Profile:
    """Distance i stands between unit i and unit i + 1; so do score i and breakpoint i.

    - `units`: the sentences, and what counts as one.
    - `distances`: 1 - the cosine of neighbours; 0 to 2.
    - `scores`: what the threshold is compared with: the distances, or their gradient.
    - `threshold`: None where the number of chunks was asked for.
    - `breakpoints`: ascending, as the rule has them; the limits may add and take away.
    """

    units: Units
    distances: Sequence[float]
    scores: Sequence[float]
    threshold: float | None
    breakpoints: tuple[int, ...]
    rule: Rule

    @classmethod
    def of(cls, units: Iterable[Unit], distances: Floats, rule: Rule) -> Profile:
        """Apply the rule to the distances of one section."""
        told, threshold = array("d", distances), None
        scores, of_scores = distances, told
        if rule.number is None:
            scores, threshold = score(distances, rule.threshold, rule.amount)
            breakpoints = over(scores, threshold)
            if scores is not distances:
                of_scores = array("d", scores)
        else:
            breakpoints = sorted(_by_size(scores)[: rule.number - 1])
        columns = units if isinstance(units, Units) else Units.of(units)
        return cls(columns, told, of_scores, threshold, tuple(breakpoints), rule)

    @property
    def ends(self) -> Sequence[int]:
        """For each distance, where in the text it stands: the end of the unit before it."""
        return self.units.ends[:-1]

    def candidates(self) -> list[int]:
        """Where the text may break, the largest score first: all places if a number was asked for,
        since the limits may forbid some of the largest."""
        if self.rule.number is not None:
            return _by_size(self.scores)
        return sorted(self.breakpoints, key=lambda place: -self.scores[place])

    def why(self, place: int) -> str:
        """A clause that says why the text breaks behind the unit of that number."""
        if self.threshold is None:
            return f"distance {self.scores[place]:.3f}, {self.rule}"
        what = "gradient" if self.rule.threshold == "gradient" else "distance"
        score = f"{what} {self.scores[place]:.3f}"
        return f"{score} over the threshold {self.threshold:.3f} ({self.rule})"


def _by_size(scores: Sequence[float] | Floats) -> list[int]:
    """The numbers of the scores from the largest to the smallest, the earlier first of equals."""
    return np.argsort(-np.asarray(scores, np.float64), kind="stable").tolist()
