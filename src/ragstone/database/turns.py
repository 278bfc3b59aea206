"""Whose turn it is to write."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from concurrent.futures import Future


class Turns:
    """A lock handed on in order of asking, across threads and event loops.

    `asyncio.Lock` belongs to one loop; a blocking façade has a loop for every call.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._taken = False
        self._waiting: deque[Future[None]] = deque()

    async def take(self) -> None:
        with self._guard:
            if not self._taken:
                self._taken = True
                return
            turn: Future[None] = Future()
            self._waiting.append(turn)
        try:
            await asyncio.wrap_future(turn)
        except asyncio.CancelledError:
            if not turn.cancel():  # it had just been given to us
                self.give()
            raise

    def give(self) -> None:
        with self._guard:
            while self._waiting:
                turn = self._waiting.popleft()
                if turn.set_running_or_notify_cancel():
                    turn.set_result(None)
                    return
            self._taken = False
