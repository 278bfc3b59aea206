"""Layer normalisation (Ba et al. 2016) and the sums of squares it is made with.

layer_norm(rows, gain, bias, epsilon=1e-12)     # in place
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]


def square_sums(rows: FloatArray) -> FloatArray:
    """The sum of the squares of each row: (n, width) -> (n,)."""
    return np.einsum("ij,ij->i", rows, rows)


def layer_norm(rows: FloatArray, gain: FloatArray, bias: FloatArray, epsilon: float) -> None:
    """Bring each row of `rows` (n, width) to mean 0 and variance 1, times `gain`, plus `bias`."""
    rows -= rows.mean(axis=1, keepdims=True)
    rows *= np.reciprocal(np.sqrt(square_sums(rows) / rows.shape[1] + epsilon))[:, None]
    rows *= gain
    rows += bias
