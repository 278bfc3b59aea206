"""One worker process as its parent sees it: asked, watched, killed past a bound.

`Worker.ask` blocks its thread; the async door is `sandbox.py`.

    worker = Worker(launcher)
    answer = worker.ask(Request("package.stages:parse", b"...", "report.pdf"), limits, stop)
    worker.end()
"""

from __future__ import annotations

import math
import os
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from typing import cast

from ragstone.errors import CorruptDocument, LimitExceeded
from ragstone.indexing.framing import BrokenMessage, FrameReader, FrameWriter, Header
from ragstone.indexing.invocation import OUT_OF_MEMORY, unpack
from ragstone.indexing.launcher import Launcher
from ragstone.indexing.progress import Paced, Progress
from ragstone.limits import Limits

POLL_S = 0.05
GRACE_S = 1.0
"""What a worker that hung up gets to end by itself, so that its exit status is its own."""


class Stopped(Exception):
    """Nobody waits for the answer any more."""


class Lost(Exception):
    """The process is gone with the one that made it: nobody can say how it ended."""


@dataclass(frozen=True, slots=True)
class Request:
    """A call of `target` (`module:function`) with `payload`, for the document called `name`.

    `progress` is told, on the thread that asks, how far the function says it is.
    """

    target: str
    payload: bytes
    name: str
    progress: Progress | None = None


class Worker:
    """A worker process and its channel. One request at a time, from one thread at a time.

    - After any error but one that the function itself raised, the process is gone: a worker that
      was left in the middle of a message would give its answer to the next request.
    - `fit` says whether it may be asked again: alive, and not swollen by what it has read.
    """

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher
        self._channel, self.pid = launcher.start()
        self._channel.setblocking(False)
        self._selector = DefaultSelector()
        self._selector.register(self._channel, EVENT_READ)
        self._first_bytes = resident_bytes(self.pid) or 0
        self._swollen = False
        self._ended = False
        self.served = 0

    @property
    def fit(self) -> bool:
        """Whether to ask it again. An idle worker has nothing to say, but that it died."""
        return not self._ended and not self._swollen and not self._selector.select(0)

    def ask(self, request: Request, limits: Limits, stop: threading.Event) -> bytes:
        """The function's answer.

        Raises what the function raised (see `invocation.unpack`), `LimitExceeded` past
        `parse_seconds` or `parse_memory_bytes`, `CorruptDocument` when the process died,
        `Lost` when that says nothing of the document, and `Stopped` soon after `stop` is set.
        """
        self.served += 1
        try:
            return self._outcome(request, limits, stop)
        except EOFError:
            if not (end := self.end()):
                raise Lost from None
            raise crash(request.name, end) from None
        except BrokenMessage as error:
            self.end(grace_s=0)
            cause = f"its parser sent a broken answer ({error})"
            raise CorruptDocument(request.name, cause, "do not trust the file") from error

    def _outcome(self, request: Request, limits: Limits, stop: threading.Event) -> bytes:
        try:
            header, body = self._exchange(request, limits, stop)
            grown = (resident_bytes(self.pid) or 0) - self._first_bytes
        except EOFError:  # it hung up: `ask` wants to know how it ended
            raise
        except BaseException:  # of any kind: this process may run out of memory too
            self.end(grace_s=0)
            raise
        # What one document left behind must not count against the next.
        self._swollen = grown > limits.parse_memory_bytes // 4
        self._swollen |= header.get("outcome") == OUT_OF_MEMORY
        return unpack(header, body, request.name, limits)

    def end(self, grace_s: float = GRACE_S) -> str:
        """Hang up, which ends an idle worker; how the process ended (see `Launcher.end`)."""
        if self._ended:
            return ""
        self._ended = True
        self._selector.close()
        self._channel.close()
        return self._launcher.end(self.pid, grace_s)

    def _exchange(
        self, request: Request, limits: Limits, stop: threading.Event
    ) -> tuple[Header, bytes]:
        """Send the request and receive the answer, both at once, with an eye on the bounds."""
        writer = FrameWriter({"target": request.target}, request.payload)
        reader = FrameReader(body_limit=limits.parse_memory_bytes)
        watch = _Watch(self.pid, request.name, limits)
        listener = None if request.progress is None else Paced(request.progress)
        self._selector.modify(self._channel, EVENT_READ | EVENT_WRITE)
        while not reader.done:
            if stop.is_set():
                raise Stopped
            for _, events in self._selector.select(watch.look()):
                if events & EVENT_READ:
                    reader.read_some(self._channel)
                elif events & EVENT_WRITE:
                    self._write_some(writer)
            if reader.done and "progress" in reader.header:
                _hear(reader.header, listener)
                reader = FrameReader(body_limit=limits.parse_memory_bytes)
        self._selector.modify(self._channel, EVENT_READ)
        return reader.header, reader.body

    def _write_some(self, writer: FrameWriter) -> None:
        try:
            writer.write_some(self._channel)
        except BlockingIOError:
            return
        except OSError:  # it hung up: reading will say so, after what it had to say
            self._selector.modify(self._channel, EVENT_READ)
            return
        if writer.done:
            self._selector.modify(self._channel, EVENT_READ)


def _hear(header: Header, listener: Progress | None) -> None:
    """A message that is no answer yet."""
    told: object = header["progress"]
    numbers = cast("list[object]", told) if isinstance(told, list) else []
    done, total = numbers if len(numbers) == 2 else (None, None)
    if type(done) is not int or type(total) is not int:
        raise BrokenMessage("a report of progress is not two numbers")
    if listener is not None:
        listener(done, total)


class _Watch:
    """The clock and the scales on one request."""

    def __init__(self, pid: int, name: str, limits: Limits) -> None:
        self._pid, self._name, self._limits = pid, name, limits
        self._started = time.monotonic()
        self._look_again = self._started + POLL_S

    def look(self) -> float:
        """Seconds until the next look; `LimitExceeded` when a bound was passed."""
        now = time.monotonic()
        spent, allowed = now - self._started, self._limits.parse_seconds
        if spent > allowed:
            told = math.ceil(spent * 10) / 10
            raise LimitExceeded("parse_seconds", told, allowed=allowed, file=self._name)
        if now >= self._look_again:
            self._look_again = now + POLL_S
            self._limits.check("parse_memory_bytes", resident_bytes(self._pid) or 0, self._name)
        return min(self._look_again - now, allowed - spent + 0.001)


def resident_bytes(pid: int) -> int | None:
    """Memory that `pid` holds in RAM, shared pages included; None where it is not told.

    proc(5), `statm`, second field. Without /proc only the bound inside the worker holds.
    """
    with suppress(OSError, IndexError, ValueError):
        fields = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")
    return None


def crash(name: str, end: str) -> CorruptDocument:
    """The document `name` took its process along, which ended by `end`."""
    remedy = "the file is damaged or made to do harm; open and save it with another program"
    if end == "SIGKILL":
        remedy = "the machine may be out of memory; try again with fewer workers"
    return CorruptDocument(name, f"its parser crashed ({end})", remedy)
