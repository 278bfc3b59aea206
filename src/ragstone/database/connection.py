"""Connections to the file: the writer's, and readers' with SQLite's locks or without."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import Pool, QueuePool

from ragstone.database.failures import CANNOT_OPEN, is_code
from ragstone.database.files import Files

READERS = 4
#: Pages that readers and the writer keep, each: 4 MiB. The system caches the file as well.
_CACHE_KIB = 4 * 1024


def make_engine(path: Path, pool: type[Pool], *, wait_s: float, writes: bool) -> Engine:
    """Connections to the file, for one writer or for readers, who begin by themselves."""
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


def holds(connection: Connection) -> bool:
    """Whether what `connection` reads is still one committed state."""
    inner = connection.connection.dbapi_connection
    return not isinstance(inner, Unlocked) or Files.at(inner.path) == inner.files


class Unlocked(sqlite3.Connection):
    """Reads without locks, which have to be written: right as long as `files` stay as they are."""

    path: Path
    files: Files


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
    files = Files.at(path)
    if files.settled and files.index is None and not os.access(path, os.W_OK):
        return _connect_unlocked(path, files)
    try:
        return _connect(path, busy_timeout_s, writes=False)
    except sqlite3.OperationalError as error:
        files = Files.at(path)
        if not files.settled or not (
            is_code(error, "SQLITE_READONLY") or is_code(error, CANNOT_OPEN)
        ):
            raise
        return _connect_unlocked(path, files)


def _connect_unlocked(path: Path, files: Files) -> sqlite3.Connection:
    # "immutable": https://www.sqlite.org/uri.html, https://www.sqlite.org/wal.html#readonly
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro&immutable=1",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        factory=Unlocked,
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
            if not is_code(error, "SQLITE_BUSY") or time.monotonic() > patience:
                raise
            time.sleep(0.02)
