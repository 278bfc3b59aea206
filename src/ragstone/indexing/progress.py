"""Progress: how far a stage has come, told from inside a worker to whoever waits for its answer.

A stage calls `report`, wherever it runs; where nobody listens, nothing happens.

    with told_to(print):
        report(3, 40)       # 3 40
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar

#: Told how much is done, and of how much.
Progress = Callable[[int, int], None]

#: A listener hears no more than one report in so many seconds, and none before the first of them.
INTERVAL_S = 0.5

_listener: ContextVar[Progress | None] = ContextVar("listener", default=None)


def report(done: int, total: int) -> None:
    """Tell whoever listens here."""
    listener = _listener.get()
    if listener is not None:
        listener(done, total)


@contextmanager
def told_to(listener: Progress) -> Generator[None]:
    """What is reported inside is told to `listener`."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


class Paced:
    """A listener that passes on what comes in time: a report that comes too soon is left out."""

    def __init__(self, listener: Progress) -> None:
        self._listener = listener
        self._next = time.monotonic() + INTERVAL_S

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + INTERVAL_S
            self._listener(done, total)
