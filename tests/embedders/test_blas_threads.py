from __future__ import annotations

import threading

import numpy as np
import pytest

from ragstone.embedders import blas_threads
from ragstone.embedders.blas_threads import blas_thread_count, one_blas_thread


class FakeBlas:
    """A count like OpenBLAS's, so that the rule is tested on machines of one core too."""

    def __init__(self, count: int) -> None:
        self.count = count

    def get(self) -> int:
        return self.count

    def set(self, count: int) -> None:
        self.count = count


@pytest.fixture
def blas(monkeypatch: pytest.MonkeyPatch) -> FakeBlas:
    blas = FakeBlas(4)
    monkeypatch.setattr(blas_threads, "_controls", lambda: (blas.get, blas.set))
    return blas


def test_numpy_takes_one_thread_inside_and_what_it_had_behind() -> None:
    before = blas_thread_count()
    with one_blas_thread():
        assert blas_thread_count() in {1, None}
        assert (np.ones((64, 64)) @ np.ones((64, 64)) == 64).all()
    assert blas_thread_count() == before


def test_an_inner_block_does_not_end_the_outer_one(blas: FakeBlas) -> None:
    with one_blas_thread():
        with one_blas_thread():
            assert blas.count == 1
        assert blas.count == 1
    assert blas.count == 4


def test_the_last_of_several_threads_puts_the_count_back(blas: FakeBlas) -> None:
    entered, leave = threading.Event(), threading.Event()

    def hold() -> None:
        with one_blas_thread():
            entered.set()
            leave.wait(10)

    other = threading.Thread(target=hold)
    with one_blas_thread():
        other.start()
        assert entered.wait(10)
    assert blas.count == 1
    leave.set()
    other.join()
    assert blas.count == 4


def test_the_count_is_put_back_after_an_error(blas: FakeBlas) -> None:
    with pytest.raises(ZeroDivisionError), one_blas_thread():
        raise ZeroDivisionError
    assert blas.count == 4


def test_another_blas_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blas_threads, "_controls", lambda: None)
    with one_blas_thread():
        assert blas_thread_count() is None
