"""Holds numpy's OpenBLAS to one thread for as long as an embedder computes.

    with one_blas_thread():
        rows @ matrix

A product that takes a second core takes it from the next document: measured on two cores, two
threads cost 75 % more CPU for 10 % less time. OpenBLAS as numpy ships it has one count for the
whole process, so while the outermost block is open the products of other threads are single too;
the count they had is put back when it closes. Other BLAS libraries are left as they are. No result
depends on this: `exact_matrix` sees to that.
"""

from __future__ import annotations

import ctypes
import importlib
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from typing import Any

_SYMBOLS = (
    ("scipy_openblas_get_num_threads64_", "scipy_openblas_set_num_threads64_"),
    ("scipy_openblas_get_num_threads", "scipy_openblas_set_num_threads"),
    ("openblas_get_num_threads64_", "openblas_set_num_threads64_"),
    ("openblas_get_num_threads", "openblas_set_num_threads"),
)

_lock = threading.Lock()
_open_blocks = 0
_count_before = 1


@cache
def _controls() -> tuple[Callable[[], int], Callable[[int], Any]] | None:
    """OpenBLAS's own getter and setter, reached through the numpy module that links it."""
    try:
        core = importlib.import_module("numpy._core._multiarray_umath")
        library = ctypes.CDLL(str(core.__file__))
    except (ImportError, OSError):
        return None
    for getter, setter in _SYMBOLS:
        if hasattr(library, getter) and hasattr(library, setter):
            return getattr(library, getter), getattr(library, setter)
    return None


def blas_thread_count() -> int | None:
    """Threads a product takes now; None where numpy uses another library than OpenBLAS."""
    controls = _controls()
    return None if controls is None else controls[0]()


@contextmanager
def one_blas_thread() -> Generator[None, None, None]:
    """Products inside the block run on the calling thread alone. May be nested and shared."""
    global _open_blocks, _count_before
    controls = _controls()
    if controls is None:
        yield
        return
    get_count, set_count = controls
    with _lock:
        if _open_blocks == 0:
            _count_before = get_count()
            set_count(1)
        _open_blocks += 1
    try:
        yield
    finally:
        with _lock:
            _open_blocks -= 1
            if _open_blocks == 0:
                set_count(_count_before)
