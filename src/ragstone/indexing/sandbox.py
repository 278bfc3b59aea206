"""Parsing apart from the caller: functions of (bytes) -> bytes, run in supervised processes.

A file may make a parser loop, crash, or eat all memory; then one worker process goes, the caller
gets one error on that document, and the next document is parsed. This guards against accidents and
against files that abuse a parser's resources. It does not take away a process's rights: code that
gains control of a worker runs as the same user (run the whole program in a container against that).

    async with Sandbox(workers=2, preload=("ragstone.parsers.read",)) as sandbox:
        answer = await sandbox.call("package.stages:parse", payload, name="report.pdf")

`python -m ragstone.indexing.sandbox` is the entry of the processes themselves (`template.py`).
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Self

from ragstone.errors import ParameterError, RagstoneError
from ragstone.indexing.launcher import Launcher, Options, launcher_for_this_system
from ragstone.indexing.progress import Progress
from ragstone.indexing.supervisor import Lost, Request, Stopped, Worker, crash
from ragstone.limits import DEFAULT_LIMITS, Limits


class Sandbox:
    """A pool of worker processes: use it in `async with`, or `close()` it.

    - No process is started before the first call; nothing is tied to one event loop.
    - At most `workers` calls run at once; the others queue.
    - A worker serves `documents_per_worker` calls, then a fresh one takes its place.
    - A call past `limits.parse_seconds` (wall clock) or `limits.parse_memory_bytes` (resident, the
      payload and the interpreter included) raises `LimitExceeded`, and its worker is killed.
    - A cancelled call kills its worker. Closing ends every process.
    - The caller's `__main__` is never imported: a script needs no main guard.
    """

    def __init__(
        self,
        workers: int = 2,
        limits: Limits = DEFAULT_LIMITS,
        *,
        documents_per_worker: int = 200,
        preload: Sequence[str] = (),
        launcher: Launcher | None = None,
    ) -> None:
        """`preload` names modules that every worker has imported before its first call.

        `launcher` starts the processes; the default fits the system.
        """
        if workers < 1 or documents_per_worker < 1:
            raise ParameterError("a sandbox needs at least 1 worker and 1 document per worker")
        self.workers, self.limits = workers, limits
        self.documents_per_worker = documents_per_worker
        options = Options(tuple(preload), limits.parse_memory_bytes)
        self._launcher = launcher or launcher_for_this_system(options)
        self._idle: deque[Worker] = deque()
        self._calls: set[threading.Event] = set()
        self._threads: ThreadPoolExecutor | None = None

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The processes that run now, the template first."""
        return self._launcher.process_ids

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End every process; calls that still run or wait raise `RagstoneError`."""
        threads, self._threads = self._threads, None
        if threads is None:
            return
        for stop in self._calls:
            stop.set()
        closing: Future[None] = Future()
        # Not through the loop's own executor: its threads may all be busy, or gone already.
        threading.Thread(target=self._close, args=(threads, closing), daemon=True).start()
        await asyncio.wrap_future(closing)

    async def call(
        self, target: str, payload: bytes, *, name: str, progress: Progress | None = None
    ) -> bytes:
        """Run the function `target` (`module:function`) on `payload` in a worker.

        `name` is the document's, for messages; `progress` is told now and then, on the caller's
        loop, how far the function has come, where that says so.

        Raises what the function raised when that is one of ours, `CorruptDocument` for any other
        exception (its trace is logged) and for a crash, `LimitExceeded` past a bound,
        `ParameterError` when there is no such function.
        """
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self.workers, "ragstone-sandbox")
        stop = threading.Event()
        self._calls.add(stop)
        heard = None if progress is None else _on_this_loop(progress)
        job = self._threads.submit(self._serve, Request(target, payload, name, heard), stop)
        running = asyncio.wrap_future(job)
        try:
            return await asyncio.shield(running)
        except Stopped:
            raise RagstoneError(f"{name}: the sandbox was closed while it was read") from None
        except asyncio.CancelledError:
            stop.set()
            if not job.cancel():  # it runs: wait until its worker is gone
                running.add_done_callback(_take_note)
                await asyncio.wait([running])
            raise
        finally:
            self._calls.discard(stop)

    def _serve(self, request: Request, stop: threading.Event) -> bytes:
        """One call, on one of the sandbox's threads: there are as many as workers may run."""
        try:
            return self._asked(request, stop)
        except Lost:  # all processes were ended, by whomever: once more
            pass
        try:
            return self._asked(request, stop)
        except Lost:
            raise crash(request.name, "with all others") from None

    def _asked(self, request: Request, stop: threading.Event) -> bytes:
        if stop.is_set():
            raise Stopped
        worker = self._take_worker()
        try:
            return worker.ask(request, self.limits, stop)
        finally:
            if worker.fit and worker.served < self.documents_per_worker:
                self._idle.append(worker)
            else:
                worker.end()

    def _take_worker(self) -> Worker:
        while self._idle:
            worker = self._idle.pop()
            if worker.fit:
                return worker
            worker.end()
        return Worker(self._launcher)

    def _close(self, threads: ThreadPoolExecutor, closing: Future[None]) -> None:
        closing.set_running_or_notify_cancel()  # from here on it cannot be cancelled
        try:
            threads.shutdown(wait=True)
            while self._idle:
                self._idle.pop().end()
            self._launcher.close()
        except BaseException as error:  # noqa: BLE001 - carried over to the waiting task
            closing.set_exception(error)
        else:
            closing.set_result(None)


def _on_this_loop(progress: Progress) -> Progress:
    """The same for other threads: it is called on the running loop, as long as that runs."""
    loop = asyncio.get_running_loop()

    def tell(done: int, total: int) -> None:
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(progress, done, total)

    return tell


def _take_note(running: asyncio.Future[bytes]) -> None:
    """Nobody waits for how a cancelled call ended; asyncio would complain of that in the log."""
    if not running.cancelled():
        running.exception()


if __name__ == "__main__":
    from ragstone.indexing.template import main

    main(sys.argv[1:])
