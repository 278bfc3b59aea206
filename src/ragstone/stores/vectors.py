"""Vectors as stores keep and compare them: float32 rows of one length, compared by cosine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragstone.errors import DimensionMismatch, ParameterError

Vectors = NDArray[np.float32]
#: Scores closer than this are a tie: sums of float32 differ in the last bits with their order.
TIE_DIGITS = 6


def check(vector: Sequence[float], dimensions: int) -> Vectors:
    """`vector` as float32; `DimensionMismatch`, or `ParameterError` for numbers that are none."""
    row: Vectors = np.asarray(vector, dtype=np.float32)
    if row.shape != (dimensions,):
        raise DimensionMismatch(dimensions, len(vector))
    if not np.isfinite(row).all():
        raise ParameterError("a vector holds a number that is not finite; check the embedder")
    return row


def absent(dimensions: int) -> Vectors:
    """The row of a chunk without vector."""
    return np.full(dimensions, np.nan, dtype=np.float32)


def unit(rows: Vectors) -> Vectors:
    """Rows of length 1; zeros where a row is all zeros or `absent`."""
    lengths: NDArray[Any] = np.linalg.norm(rows, axis=-1, keepdims=True)
    usable = np.isfinite(lengths) & (lengths > 0)
    return np.where(usable, rows / np.where(usable, lengths, 1), 0).astype(np.float32, copy=False)


def cosines(rows: Vectors, query: Vectors) -> NDArray[np.float64]:
    """Cosine of every row of `unit` rows with `query`, rounded, in -1…1."""
    return _rounded(rows @ unit(query))


def nearest(
    rows: Vectors, query: Vectors, usable: NDArray[np.bool_], top_k: int
) -> list[tuple[int, float]]:
    """(place, cosine) of the `top_k` usable rows nearest to `query`; of equal ones the first."""
    places = np.flatnonzero(usable)
    if top_k <= 0 or not len(places):
        return []
    raw: Vectors = (rows @ unit(query))[places]
    if top_k < len(places):
        # All that may tie with the last one stay in, so that ties do not depend on the partition.
        last = np.partition(raw, len(raw) - top_k)[len(raw) - top_k]
        near = raw >= last - 2 * 10.0**-TIE_DIGITS
        places, raw = places[near], raw[near]
    scores = _rounded(raw)
    order = np.lexsort((places, -scores))[:top_k]
    return [(int(places[at]), float(scores[at])) for at in order]


def _rounded(raw: Vectors) -> NDArray[np.float64]:
    return np.clip(np.round(raw.astype(np.float64), TIE_DIGITS), -1.0, 1.0)
