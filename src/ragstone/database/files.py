"""The files of one SQLite database, and whether all that was committed is in the first of them."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Files:
    """Inode, size and time of change (ns) of the database and what SQLite keeps beside it."""

    database: tuple[int, int, int] | None
    log: tuple[int, int, int] | None
    journal: tuple[int, int, int] | None
    index: tuple[int, int, int] | None
    """Shared memory of those who have the log open; gone when the last has closed it."""

    @classmethod
    def at(cls, path: Path) -> Files:
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
