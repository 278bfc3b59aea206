from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.embedders.exact_matrix import ExactMatrix


def quantised(inputs: int, outputs: int, seed: int = 0, step: float = 0.0123) -> np.ndarray:
    levels = np.random.default_rng(seed).integers(-127, 128, (inputs, outputs))
    return (levels * np.float64(step)).astype(np.float32)


def test_the_step_of_quantised_weights_is_found() -> None:
    matrix = ExactMatrix.from_weights(quantised(512, 64))
    assert matrix.step == pytest.approx(0.0123, rel=1e-6)
    assert np.array_equal(matrix.integers, np.rint(matrix.integers))


def test_weights_without_a_step_are_refused() -> None:
    weights = np.random.default_rng(0).standard_normal((64, 8)).astype(np.float32)
    with pytest.raises(ValueError, match="whole multiples"):
        ExactMatrix.from_weights(weights)


def test_the_largest_possible_sum_is_still_a_whole_number_of_float32() -> None:
    matrix = ExactMatrix.from_weights(quantised(1280, 32))
    largest = np.abs(matrix.integers.astype(np.float64)).sum(axis=0).max() * float(matrix.limit)
    assert largest < 2**24


def test_products_are_those_of_the_weights_within_the_rounding_of_the_input() -> None:
    weights = quantised(512, 64)
    rows = np.random.default_rng(1).standard_normal((40, 512)).astype(np.float32)
    exact = rows.astype(np.float64) @ weights
    found = ExactMatrix.from_weights(weights).multiply(rows.copy())
    assert np.abs(found - exact).max() < 3e-3 * np.abs(exact).max()


@settings(max_examples=30, deadline=None)
@given(count=st.integers(1, 70), seed=st.integers(0, 2**32 - 1))
def test_a_row_has_the_same_bits_at_every_place_of_every_batch(count: int, seed: int) -> None:
    matrix = ExactMatrix.from_weights(quantised(320, 48))
    rows = np.random.default_rng(seed).standard_normal((count, 320)).astype(np.float32)
    together = matrix.multiply(rows.copy())
    for place in range(count):
        assert (
            matrix.multiply(rows[place : place + 1].copy()).tobytes() == together[place].tobytes()
        )


def test_inputs_added_in_any_order_give_the_same_bits() -> None:
    weights = quantised(512, 32)
    rows = np.random.default_rng(2).standard_normal((10, 512)).astype(np.float32)
    order = np.random.default_rng(3).permutation(512)
    first = ExactMatrix.from_weights(weights).multiply(rows.copy())
    second = ExactMatrix.from_weights(weights[order]).multiply(rows[:, order].copy())
    assert first.tobytes() == second.tobytes()


def test_a_row_of_zeros_gives_zeros() -> None:
    matrix = ExactMatrix.from_weights(quantised(64, 8))
    assert not matrix.multiply(np.zeros((3, 64), np.float32)).any()


def test_peaks_that_are_known_change_nothing() -> None:
    matrix = ExactMatrix.from_weights(quantised(64, 8))
    rows = np.random.default_rng(4).standard_normal((5, 64)).astype(np.float32)
    peaks = np.abs(rows).max(axis=1)
    assert matrix.multiply(rows.copy(), peaks).tobytes() == matrix.multiply(rows.copy()).tobytes()
