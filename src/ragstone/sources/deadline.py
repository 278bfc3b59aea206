"""One deadline over everything that fetching a document waits for.

    with Deadline(60.0) as deadline:
        connection = socket.create_connection(address, deadline.left())
        deadline.cuts(connection)       # from now on a read ends when the time is over

A socket's own timeout starts anew with each byte, so that a server can drip for hours.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable
from typing import Self, TypeVar

from ragstone.errors import LimitExceeded

Result = TypeVar("Result")


class Deadline:
    """So many seconds from its making; use it in `with`, which ends its thread."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = time.monotonic() + seconds
        self._socket: socket.socket | None = None
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        self._socket = None

    def left(self) -> float:
        """Seconds that are left, never 0: to a socket that would mean not to wait at all."""
        return max(0.001, self._end - time.monotonic())

    def check(self, name: str) -> None:
        """`LimitExceeded` when the time is over."""
        now = time.monotonic()
        if now >= self._end:
            met = round(now - self._end + self._seconds, 1)
            raise LimitExceeded("fetch_seconds", met, allowed=self._seconds, file=name)

    def cuts(self, connection: socket.socket) -> None:
        """Let a wait on `connection` end in an error when the time is over."""
        connection.settimeout(self.left())
        self._socket = connection

    def run(self, work: Callable[[], Result]) -> Result:
        """What `work` gives, which nothing can stop; `TimeoutError` when it takes too long."""
        results: list[Result] = []
        failures: list[BaseException] = []

        def worker() -> None:
            try:
                results.append(work())
            except BaseException as error:  # noqa: BLE001 - carried over to the waiting thread
                failures.append(error)

        thread = threading.Thread(target=worker, daemon=True)
        thread.start()
        thread.join(self.left())
        if failures:
            raise failures[0]
        if not results:
            raise TimeoutError("the time is over")
        return results[0]

    def _cut(self) -> None:
        found = self._socket
        if found is not None:
            with contextlib.suppress(OSError):
                # Not the TLS socket's own method: the other thread is reading from that.
                socket.socket.shutdown(found, socket.SHUT_RDWR)
