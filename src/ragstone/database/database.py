"""`Database`: the threads, turns and transactions around one file."""

from __future__ import annotations

import asyncio
import tempfile
import threading
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, Engine
from sqlalchemy.pool import NullPool, Pool, QueuePool, StaticPool

from ragstone.database.connection import READERS, holds, make_engine
from ragstone.database.failures import explained
from ragstone.database.schema import Schema, Schemas
from ragstone.database.turns import Turns
from ragstone.database.unit import Result, Unit
from ragstone.errors import StoreError


class Database:
    """A SQLite file, opened at first use and made if it is not there; its folder must be.

    - `write` and `unit` are one transaction each: all of it or nothing, whatever is cancelled,
      raised or killed.
    - `read` sees one state from its first query to its last: that of some commit.
    - one transaction writes at a time; the next ones wait in order, those of other processes up
      to `busy_timeout_s`, then `StoreError`.
    - every failure of the file (not there, damaged, read-only, full) is a `StoreError` that names
      it, the cause and the remedy; errors of the work itself pass through.
    - where nothing may be written, `read` works and leaves nothing behind. Its `work` may then be
      called again: another user's changes in the middle of it are seen at its end.

    `":memory:"` is a file in a temporary folder of its own, gone at `close()`: SQLite's real
    memory databases let no one read while one writes.
    """

    def __init__(self, path: str | Path, *, busy_timeout_s: float = 10.0) -> None:
        self.name = str(path)
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        if self.name == ":memory:":
            self._temporary = tempfile.TemporaryDirectory(
                prefix="ragstone-", ignore_cleanup_errors=True
            )
            path = Path(self._temporary.name, "memory.sqlite")
        self.path = Path(path)
        self._busy_timeout_s = busy_timeout_s
        self._schemas = Schemas(self.name)
        self._turns = Turns()
        self._holder: asyncio.Task[Any] | None = None
        self._closed = False
        self._write_engine = self._engine(StaticPool, writes=True)
        self._read_engine = self._engine(QueuePool, writes=False)
        self._writer = ThreadPoolExecutor(1, "ragstone-writer")
        self._readers = ThreadPoolExecutor(READERS, "ragstone-reader")
        self._preparing = threading.Lock()

    def declare(self, schema: Schema) -> None:
        """Have these tables made before anything else is read or written; again is no error."""
        self._schemas.declare(schema)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Call `work` with a connection that sees one state; changes are refused."""
        return await self._on(self._readers, lambda: self._read(work))

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Call `work` inside a transaction of its own, which commits when it returns."""
        async with self._turn():
            return await self.on_writer(lambda: self._write(work))

    @asynccontextmanager
    async def unit(self) -> AsyncGenerator[Unit]:
        """One transaction over several calls: commits at the end, rolls back on any error.

        Hand it to `member.within(unit)`. Writing through the members themselves meanwhile, in the
        same task, would wait for itself and is refused.
        """
        async with self._turn():
            unit = Unit(self)
            try:
                yield unit
                await self._finish(unit.commit)
            finally:
                await self._finish(unit.roll_back)

    def close(self) -> None:
        """Let running work end and release files and threads; again does nothing."""
        if self._closed:
            return
        self._closed = True
        self._readers.shutdown()
        self._read_engine.dispose()
        self._writer.shutdown()
        self._write_engine.dispose()
        if self._temporary is not None:
            self._temporary.cleanup()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: Any) -> None:
        await asyncio.to_thread(self.close)

    # The async side.

    async def on_writer(self, work: Callable[[], Result]) -> Result:
        """Call `work` on the writer's thread; for units, which have the turn."""
        return await self._on(self._writer, work)

    async def _on(self, threads: ThreadPoolExecutor, work: Callable[[], Result]) -> Result:
        if self._closed:
            raise StoreError(f"{self.name} is closed; open it again")
        return await asyncio.wrap_future(threads.submit(work))

    async def _finish(self, work: Callable[[], None]) -> None:
        """Run `work` on the writer's thread to its end, even when the task is cancelled meanwhile.

        A transaction left open would lock the file for everyone.
        """
        future = asyncio.wrap_future(self._writer.submit(work))
        try:
            await asyncio.shield(future)
        except asyncio.CancelledError:
            await asyncio.wait([future])
            future.exception()
            raise

    @asynccontextmanager
    async def _turn(self) -> AsyncGenerator[None]:
        task = asyncio.current_task()
        if task is not None and task is self._holder:
            raise StoreError(
                "a transaction is open in this task; write through member.within(unit)"
            )
        await self._turns.take()
        self._holder = task
        try:
            yield
        finally:
            self._holder = None
            self._turns.give()

    # On the threads.

    def _read(self, work: Callable[[Connection], Result]) -> Result:
        self._prepare()
        with explained(self.path, self.name):
            return self._on_one_state(work)

    def _on_one_state(self, work: Callable[[Connection], Result]) -> Result:
        """Call `work`; where there are no locks, until nothing changed from opening to its end."""
        while True:
            with self._read_engine.connect() as connection:
                if holds(connection):
                    try:
                        with connection.begin():
                            result = work(connection)
                    except Exception:  # of pages of two states anything may be raised
                        if holds(connection):
                            raise
                    else:
                        if holds(connection):
                            return result
                connection.invalidate()

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        self._prepare()
        with explained(self.path, self.name), self._write_engine.begin() as connection:
            return work(connection)

    def begin(self) -> Connection:
        """A connection with a transaction open; on the writer's thread only."""
        self._prepare()
        with explained(self.path, self.name):
            connection = self._write_engine.connect()
            try:
                connection.begin()
            except BaseException:
                connection.close()
                raise
            return connection

    def _prepare(self) -> None:
        """Make the declared tables that are not there yet."""
        if self._schemas.ready:
            return
        with self._preparing, explained(self.path, self.name):
            # Asking does not wait for a writer.
            if not self.path.exists() or not self._on_one_state(self._schemas.are_there):
                # A connection of its own: this may be a reader's thread, the writer's is in use.
                with self._engine(NullPool, writes=True).begin() as connection:
                    self._schemas.create(connection)
            self._schemas.found()

    def _engine(self, pool: type[Pool], *, writes: bool) -> Engine:
        return make_engine(self.path, pool, wait_s=self._busy_timeout_s, writes=writes)
