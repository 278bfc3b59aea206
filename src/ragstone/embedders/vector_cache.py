"""Where vectors are remembered: in memory, or in one SQLite file that any processes may share.

    cache = SQLiteVectorCache(Path("kb/vectors.sqlite"))
    cache.put({key: vector_bytes})
    cache.get([key])

Not the store: nothing here is searched, and deleting the file loses time and nothing else. What the
keys are stands in `cache`. Trouble with the file is a warning in the log `ragstone.embedders`, once
for each kind of trouble.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

logger = logging.getLogger("ragstone.embedders")

Result = TypeVar("Result")

_KEYS_AT_ONCE = 500  # SQLite before 3.32 takes 999 parameters
_WAIT_FOR_LOCK_S = 30.0
#: Of a new file. On SQLite's own pages of 4 KiB a vector of 512 numbers is alone, half empty.
_PAGE_BYTES = 16 * 1024


class VectorCache(ABC):
    """Bytes by key, in bulk. Safe to call from several threads; never raises for its own damage."""

    @abstractmethod
    def get(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """What is stored under `keys`; those that are not stored are left out."""

    @abstractmethod
    def put(self, vectors: Mapping[bytes, bytes]) -> None:
        """Store all of `vectors`; keys that are there already keep what they have."""

    @abstractmethod
    def close(self) -> None:
        """Give files back. A later call opens them again."""


class MemoryVectorCache(VectorCache):
    """Lasts as long as the process, or the object."""

    def __init__(self) -> None:
        self._vectors: dict[bytes, bytes] = {}

    def get(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        return {key: self._vectors[key] for key in keys if key in self._vectors}

    def put(self, vectors: Mapping[bytes, bytes]) -> None:
        for key, vector in vectors.items():
            self._vectors.setdefault(key, vector)

    def close(self) -> None:
        """Nothing to give back: the vectors stay."""


class LastVectors(VectorCache):
    """In memory, the `most` that were asked for or put last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._vectors: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        with self._lock:
            for key in keys:
                if key in self._vectors:
                    self._vectors.move_to_end(key)
                    found[key] = self._vectors[key]
        return found

    def put(self, vectors: Mapping[bytes, bytes]) -> None:
        with self._lock:
            for key, vector in vectors.items():
                self._vectors.setdefault(key, vector)
                self._vectors.move_to_end(key)
            while len(self._vectors) > self._most:
                self._vectors.popitem(last=False)

    def close(self) -> None:
        """Nothing to give back: the vectors stay."""


class SQLiteVectorCache(VectorCache):
    """Opened at first use. A file that is damaged or no cache is set aside with a warning.

    When the disk is full or there is no such folder, nothing is remembered, with a warning. Where
    this user may only read, what is there is used, nothing is remembered, and nothing is said.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._inode = 0
        self._said: set[str] = set()

    def get(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        wanted = list(keys)
        with self._lock:
            if self._may_only_read():
                return self._select_unlocked(wanted)
            return self._with_file(lambda connection: _select(connection, wanted)) or {}

    def put(self, vectors: Mapping[bytes, bytes]) -> None:
        with self._lock:
            if vectors and not self._may_only_read():
                self._with_file(lambda connection: _insert(connection, vectors))

    def close(self) -> None:
        with self._lock:
            connection, self._connection, self._inode = self._connection, None, 0
            if connection is not None:
                # Closing writes the log back into the file, which a full disk may refuse.
                with contextlib.suppress(sqlite3.Error):
                    connection.close()

    def _may_only_read(self) -> bool:
        """Opened as usual there, SQLite fails, or leaves files that the owner may not write."""
        try:
            if self._connection is not None or not self.path.parent.is_dir():
                return False
            places = (self.path.parent, self.path)
            return any(place.exists() and not os.access(place, os.W_OK) for place in places)
        except OSError:  # a folder above may not be entered: opening will say so
            return False

    def _select_unlocked(self, keys: list[bytes]) -> dict[bytes, bytes]:
        """What is in the file while nobody writes it; nothing otherwise, and if it is damaged."""
        with contextlib.suppress(sqlite3.Error, OSError):
            before = self._written()
            uri = f"{self.path.absolute().as_uri()}?mode=ro&immutable=1"
            with contextlib.closing(sqlite3.connect(uri, uri=True)) as connection:
                found = _select(connection, keys)
            if before is not None and before == self._written():
                return found
        return {}

    def _written(self) -> tuple[int, int, int] | None:
        """Which file it is and when it was written last; None while its log holds more."""
        file = self.path.resolve()
        log = file.with_name(file.name + "-wal")
        if log.exists() and log.stat().st_size:
            return None
        now = file.stat()
        return now.st_ino, now.st_size, now.st_mtime_ns

    def _with_file(self, work: Callable[[sqlite3.Connection], Result]) -> Result | None:
        """What `work` gives, at the second try if the file could be mended; None when it fails."""
        for last_try in (False, True):
            try:
                return work(self._open())
            except (sqlite3.Error, OSError) as error:
                if not self._mend(error, last_try):
                    break
        return None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = sqlite3.connect(
                self.path, timeout=_WAIT_FOR_LOCK_S, check_same_thread=False
            )
            self._connection = connection
            connection.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
            connection.execute("PRAGMA journal_mode = WAL")
            # The last rows before a power cut may go; the file stays whole (SQLite, "WAL").
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL)"
            )
            try:
                connection.execute("SELECT key, vector FROM vectors LIMIT 0")
            except sqlite3.OperationalError as error:
                raise sqlite3.DatabaseError("it is a database of something else") from error
            self._inode = self.path.stat().st_ino
        return self._connection

    def _mend(self, error: sqlite3.Error | OSError, last_try: bool) -> bool:
        """Close the file after `error`, and set it aside if it is damaged; whether to try again."""
        opened = self._inode
        self.close()
        if isinstance(error, sqlite3.OperationalError | OSError):  # locked, full, not writable
            cause = error.strerror if isinstance(error, OSError) else error
            self._say(
                f"{self.path.name}: vectors are not remembered ({cause}); see whether the disk is "
                "full and the folder may be written"
            )
            return False
        if last_try:
            return False
        if self._leads_to(opened):
            aside = self._set_aside()
            self._say(
                f"{self.path.name}: the cache of vectors is unusable ({error}); it was set aside "
                f"as {aside} and a new one begun; delete it when you like"
            )
        return True

    def _say(self, sentence: str) -> None:
        """Once: a full disk is met again at every batch."""
        if sentence not in self._said:
            self._said.add(sentence)
            logger.warning("%s", sentence)

    def _leads_to(self, opened: int) -> bool:
        """Whether the path still leads to the damaged file, or another process has mended it."""
        try:
            inode = self.path.stat().st_ino
        except OSError:
            return False
        return opened in {0, inode}

    def _set_aside(self) -> str:
        number = 1
        with contextlib.suppress(OSError):
            while (aside := self._aside(number)).exists():
                number += 1
            self.path.rename(aside)
        for ending in ("-wal", "-shm"):
            with contextlib.suppress(OSError):
                self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
        return self._aside(number).name

    def _aside(self, number: int) -> Path:
        return self.path.with_name(f"{self.path.name}.damaged-{number}")


def _insert(connection: sqlite3.Connection, vectors: Mapping[bytes, bytes]) -> None:
    with connection:
        connection.executemany(
            "INSERT OR IGNORE INTO vectors (key, vector) VALUES (?, ?)", vectors.items()
        )


def _select(connection: sqlite3.Connection, keys: list[bytes]) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    for start in range(0, len(keys), _KEYS_AT_ONCE):
        some = keys[start : start + _KEYS_AT_ONCE]
        marks = ",".join("?" * len(some))
        query = f"SELECT key, vector FROM vectors WHERE key IN ({marks})"  # noqa: S608
        rows: list[tuple[Any, Any]] = connection.execute(query, some).fetchall()
        found.update((bytes(key), bytes(vector)) for key, vector in rows)
    return found
