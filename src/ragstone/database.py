"""One SQLite file that several families write through: one writer, many readers.

Stores and records keep their own tables in it and know nothing of each other; what they share is
the transaction. Nothing here knows what the tables mean.

    async with Database("kb.sqlite") as database:
        await database.write(lambda connection: connection.execute(text("CREATE TABLE t (a)")))
        async with database.unit() as unit:                       # several writes, one commit
            await unit.run(lambda connection: connection.execute(insert_one))
            await unit.run(lambda connection: connection.execute(insert_two))
        rows = await database.read(lambda connection: connection.execute(select_all).all())

Several processes may read while one writes (write-ahead log); a second writer waits. Who may not
write the file or its folder (a read-only mount, another user's) reads all the same.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import tempfile
import threading
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.pool import NullPool, Pool, QueuePool, StaticPool

from ragstone.errors import StoreError

Result = TypeVar("Result")

READERS = 4
#: Pages that readers and the writer keep, each: 4 MiB. The system caches the file as well.
_CACHE_KIB = 4 * 1024


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of one family member; `create` runs once per file, in a write transaction.

    A file whose `version` of `name` is another one is refused: it must be built again.
    """

    name: str
    version: int
    create: Callable[[Connection], None]


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
        self._schemas: dict[str, Schema] = {}
        self._created: set[str] = set()
        self._turns = _Turns()
        self._holder: asyncio.Task[Any] | None = None
        self._closed = False
        self._write_engine = self._engine(StaticPool, writes=True)
        self._read_engine = self._engine(QueuePool, writes=False)
        self._writer = ThreadPoolExecutor(1, "ragstone-writer")
        self._readers = ThreadPoolExecutor(READERS, "ragstone-reader")
        self._preparing = threading.Lock()

    def declare(self, schema: Schema) -> None:
        """Have these tables made before anything else is read or written; again is no error."""
        self._schemas.setdefault(schema.name, schema)

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
        with _explained(self.path, self.name):
            return self._on_one_state(work)

    def _on_one_state(self, work: Callable[[Connection], Result]) -> Result:
        """Call `work`; where there are no locks, until nothing changed from opening to its end."""
        while True:
            with self._read_engine.connect() as connection:
                if _holds(connection):
                    try:
                        with connection.begin():
                            result = work(connection)
                    except Exception:  # of pages of two states anything may be raised
                        if _holds(connection):
                            raise
                    else:
                        if _holds(connection):
                            return result
                connection.invalidate()

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        self._prepare()
        with _explained(self.path, self.name), self._write_engine.begin() as connection:
            return work(connection)

    def begin(self) -> Connection:
        """A connection with a transaction open; on the writer's thread only."""
        self._prepare()
        with _explained(self.path, self.name):
            connection = self._write_engine.connect()
            try:
                connection.begin()
            except BaseException:
                connection.close()
                raise
            return connection

    def _prepare(self) -> None:
        """Make the declared tables that are not there yet."""
        if self._schemas.keys() <= self._created:
            return
        with self._preparing, _explained(self.path, self.name):
            if self._missing_schemas():
                # A connection of its own: this may be a reader's thread, the writer's is in use.
                with self._engine(NullPool, writes=True).begin() as connection:
                    self._create(connection)
            self._created.update(self._schemas)

    def _missing_schemas(self) -> bool:
        """Whether a declared schema is not in the file; asks without waiting for a writer."""
        if not self.path.exists():
            return True
        return not self._schemas.keys() <= self._on_one_state(self._versions).keys()

    def _versions(self, connection: Connection) -> dict[str, int]:
        there = "SELECT 1 FROM sqlite_master WHERE name = 'ragstone_schemas'"
        if connection.exec_driver_sql(there).first() is None:
            return {}
        rows = connection.exec_driver_sql("SELECT name, version FROM ragstone_schemas").all()
        found: dict[str, int] = {str(name): int(version) for name, version in rows}
        for name, version in found.items():
            wanted = self._schemas.get(name)
            if wanted is not None and wanted.version != version:
                raise StoreError(
                    f"{self.name} was made by another version of Ragstone ({name} {version}, not "
                    f"{wanted.version}); build it again from the documents"
                )
        return found

    def _create(self, connection: Connection) -> None:
        connection.exec_driver_sql(
            "CREATE TABLE IF NOT EXISTS ragstone_schemas (name TEXT PRIMARY KEY, version INTEGER)"
        )
        there = self._versions(connection)
        for schema in self._schemas.values():
            if schema.name not in there:
                schema.create(connection)
                connection.execute(
                    text("INSERT INTO ragstone_schemas VALUES (:name, :version)"),
                    {"name": schema.name, "version": schema.version},
                )

    def _engine(self, pool: type[Pool], *, writes: bool) -> Engine:
        path, wait_s = self.path, self._busy_timeout_s
        # Connections wander between the threads of a pool and are never used by two at once.
        engine = create_engine(
            "sqlite://",
            creator=lambda: (
                _connect(path, wait_s, writes=True) if writes else _connect_reader(path, wait_s)
            ),
            poolclass=pool,
            **({"pool_size": READERS, "max_overflow": 0} if pool is QueuePool else {}),
        )
        begin = "BEGIN IMMEDIATE" if writes else "BEGIN"

        def begin_it(connection: Connection) -> None:
            connection.exec_driver_sql(begin)

        event.listen(engine, "begin", begin_it)
        return engine


class Unit:
    """One open transaction; fulfils `contracts.UnitOfWork`. Made by `Database.unit()`."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._connection: Connection | None = None
        self._over = False

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """Call `work` with the open connection, on the writer's thread."""
        return await self.database.on_writer(lambda: self._run(work))

    def _run(self, work: Callable[[Connection], Result]) -> Result:
        if self._over:
            raise StoreError("this unit of work is over; open another one")
        if self._connection is None:
            self._connection = self.database.begin()
        with _explained(self.database.path, self.database.name):
            return work(self._connection)

    def commit(self) -> None:
        """Make it so; on the writer's thread."""
        if self._connection is None:
            return
        with _explained(self.database.path, self.database.name):
            self._connection.commit()

    def roll_back(self) -> None:
        """Undo what was not committed and give the connection back; on the writer's thread."""
        self._over = True
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class _Turns:
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


@dataclass(frozen=True, slots=True)
class _Files:
    """Inode, size and time of change (ns) of the database and what SQLite keeps beside it."""

    database: tuple[int, int, int] | None
    log: tuple[int, int, int] | None
    journal: tuple[int, int, int] | None
    index: tuple[int, int, int] | None
    """Shared memory of those who have the log open; gone when the last has closed it."""

    @classmethod
    def at(cls, path: Path) -> _Files:
        real = os.path.realpath(path)  # SQLite puts its files beside what a link leads to
        return cls(*(_stat(real + ending) for ending in ("", "-wal", "-journal", "-shm")))

    @property
    def settled(self) -> bool:
        """Whether all that was committed, and nothing else, is in the database file itself."""
        return self.database is not None and not any(
            side is not None and side[1] for side in (self.log, self.journal)
        )


def _stat(file: str) -> tuple[int, int, int] | None:
    try:
        found = Path(file).stat()
    except OSError:
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns) if stat.S_ISREG(found.st_mode) else None


class _Unlocked(sqlite3.Connection):
    """Reads without locks, which have to be written: right as long as `files` stay as they are."""

    path: Path
    files: _Files


def _holds(connection: Connection) -> bool:
    """Whether what `connection` reads is still one committed state."""
    inner = connection.connection.dbapi_connection
    return not isinstance(inner, _Unlocked) or _Files.at(inner.path) == inner.files


def _connect(path: Path, busy_timeout_s: float, *, writes: bool) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, timeout=busy_timeout_s, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        _use_write_ahead_log(connection, busy_timeout_s, writes=writes)
        connection.execute("PRAGMA synchronous = NORMAL")
        if not writes:
            connection.execute("PRAGMA query_only = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _connect_reader(path: Path, busy_timeout_s: float) -> sqlite3.Connection:
    """With SQLite's locks where they can be had, else without.

    Locks of a log are in files beside the database, which are made by the first who opens it. One
    who may not write the database would make them so that its owner may not write them either.
    """
    files = _Files.at(path)
    if files.settled and files.index is None and not os.access(path, os.W_OK):
        return _connect_unlocked(path, files)
    try:
        return _connect(path, busy_timeout_s, writes=False)
    except sqlite3.OperationalError as error:
        files = _Files.at(path)
        if not files.settled or not (_is(error, "SQLITE_READONLY") or _is(error, _CANTOPEN)):
            raise
        return _connect_unlocked(path, files)


def _connect_unlocked(path: Path, files: _Files) -> sqlite3.Connection:
    # "immutable": https://www.sqlite.org/uri.html, https://www.sqlite.org/wal.html#readonly
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro&immutable=1",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        factory=_Unlocked,
    )
    connection.path, connection.files = path, files
    try:
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
    except BaseException:
        connection.close()
        raise
    return connection


def _use_write_ahead_log(
    connection: sqlite3.Connection, busy_timeout_s: float, *, writes: bool
) -> None:
    """Only the writer changes the mode; SQLite does not wait for that by itself."""
    if not writes or connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
        return
    patience = time.monotonic() + busy_timeout_s
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not _is(error, "SQLITE_BUSY") or time.monotonic() > patience:
                raise
            time.sleep(0.02)


@contextmanager
def _explained(path: Path, name: str) -> Generator[None]:
    """Turn failures of the file into `StoreError`; errors of the work itself pass through."""
    try:
        yield
    except DBAPIError as error:
        reason = _reason(error.orig, path)
        if reason is None and not isinstance(error, OperationalError):
            raise
        raise StoreError(f"{name}: {reason or error.orig}") from error
    except sqlite3.Error as error:
        raise StoreError(f"{name}: {_reason(error, path) or error}") from error


def _is(error: BaseException | None, code: str) -> bool:
    return getattr(error, "sqlite_errorname", "").startswith(code)


_CANTOPEN = "SQLITE_CANTOPEN"
_REASONS = {
    "SQLITE_BUSY": "another process is writing; wait until it has ended and try again",
    "SQLITE_LOCKED": "another process is writing; wait until it has ended and try again",
    "SQLITE_READONLY": "it may not be written; give this user permission for it and its folder",
    "SQLITE_FULL": "the disk is full; make room and try again",
    "SQLITE_NOTADB": "it is not a database; give another path or remove the file",
    "SQLITE_CORRUPT": "it is damaged; remove it and build it again from the documents",
    "SQLITE_IOERR": "it could not be read or written; check the disk",
    "SQLITE_PERM": "it may not be opened; give this user permission on it",
    "SQLITE_AUTH": "it may not be opened; give this user permission on it",
}


def _reason(error: BaseException | None, path: Path) -> str | None:
    """Cause and remedy in one clause each; None for what is no fault of the file."""
    cannot_open = _is(error, _CANTOPEN)
    if cannot_open or _is(error, "SQLITE_READONLY"):
        files = _Files.at(path)
        if files.database is not None and not files.settled and files.index is None:
            return (
                "it was not closed and may not be written, so its last changes cannot be read; let "
                "its owner open it once"
            )
    if cannot_open:
        if not path.parent.is_dir():
            return "its folder is not there; make it or give another path"
        if path.is_dir():
            return "it is a folder; give the path of a file"
        if not os.access(path, os.R_OK) or os.access(path.parent, os.W_OK):
            return "it may not be opened; give this user permission on it and its folder"
        return _REASONS["SQLITE_READONLY"]  # on a read-only mount
    return next((reason for code, reason in _REASONS.items() if _is(error, code)), None)
