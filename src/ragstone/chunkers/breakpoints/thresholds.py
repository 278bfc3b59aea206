"""Thresholds: which of the distances between neighbours are large, by five statistical rules.

Pure functions of numbers; where the distances come from is the business of `distances`.

    scores, threshold = score([0.1, 0.1, 0.6, 0.1], "percentile", 95)
    # break behind each sentence whose score is over the threshold: here only the third
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

ThresholdRule = Literal[
    "percentile", "standard_deviation", "interquartile", "interquartile_q3", "gradient"
]
#: How strict each rule is unless told: percentiles, or multiples of a spread.
DEFAULT_AMOUNTS: dict[ThresholdRule, float] = {
    "percentile": 95,
    "standard_deviation": 3,
    "interquartile": 1.5,
    "interquartile_q3": 1.5,
    "gradient": 95,
}
#: Rules whose amount is a percentile.
PERCENTILES: frozenset[ThresholdRule] = frozenset({"percentile", "gradient"})

#: The mean of equal numbers may come out a little smaller than they are.
_ROUNDING = 1e-9

Floats = NDArray[np.float64]


def score(
    distances: Sequence[float] | Floats, rule: ThresholdRule, amount: float
) -> tuple[Floats, float]:
    """(what is compared, the threshold it must exceed); both in the unit of the distances.

    With d for the distances and N for the amount:

    - `percentile`: the Nth percentile of d, interpolated linearly.
    - `standard_deviation`: mean(d) + N · σ(d), σ of the whole population.
    - `interquartile`: mean(d) + N · (Q3 - Q1), as langchain-experimental computes it.
    - `interquartile_q3`: Q3 + N · (Q3 - Q1), as its documentation and Tukey (1977) have it.
    - `gradient`: the Nth percentile of the gradient of d (central differences), compared with the
      gradient. A single distance has none: it is over its threshold unless it is 0.
    """
    d = np.asarray(distances, np.float64)
    if not d.size:
        return d, 0.0
    if rule == "gradient":
        if d.size == 1:
            return d, 0.0
        d = np.gradient(d)
    return d, float(_THRESHOLDS[rule](d, amount))


def over(scores: Floats, threshold: float) -> list[int]:
    """The numbers of the scores over the threshold, by more than what rounding makes of a mean."""
    return np.flatnonzero(scores - threshold > _ROUNDING).tolist()


def _spread(d: Floats) -> tuple[float, float]:
    """(third quartile, distance of the quartiles)."""
    first, third = np.percentile(d, [25, 75])
    return float(third), float(third - first)


def _percentile(d: Floats, amount: float) -> float:
    return float(np.percentile(d, amount))


_THRESHOLDS: dict[ThresholdRule, Callable[[Floats, float], float]] = {
    "percentile": _percentile,
    "standard_deviation": lambda d, amount: float(d.mean() + amount * d.std()),
    "interquartile": lambda d, amount: float(d.mean() + amount * _spread(d)[1]),
    "interquartile_q3": lambda d, amount: _spread(d)[0] + amount * _spread(d)[1],
    "gradient": _percentile,
}
assert set(get_args(ThresholdRule)) == set(_THRESHOLDS) == set(DEFAULT_AMOUNTS)
