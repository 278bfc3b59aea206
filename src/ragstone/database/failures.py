"""What went wrong with a database file, in sentences: cause and remedy."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError, OperationalError

from ragstone.database.files import Files
from ragstone.errors import StoreError

CANNOT_OPEN = "SQLITE_CANTOPEN"
_REASONS = {
    "SQLITE_BUSY": "another process is writing; wait until it has ended and try again",
    "SQLITE_LOCKED": "another process is writing; wait until it has ended and try again",
    "SQLITE_READONLY": "it may not be written; give this user permission for it and its folder",
    "SQLITE_FULL": "the disk is full, or that of temporary files; make room and try again",
    "SQLITE_NOTADB": "it is not a database; give another path or remove the file",
    "SQLITE_CORRUPT": "it is damaged; remove it and build it again from the documents",
    "SQLITE_IOERR": "it could not be read or written; check the disk",
    "SQLITE_PERM": "it may not be opened; give this user permission on it",
    "SQLITE_AUTH": "it may not be opened; give this user permission on it",
}


@contextmanager
def explained(path: Path, name: str) -> Generator[None]:
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


def is_code(error: BaseException | None, code: str) -> bool:
    """Whether SQLite gave `code`, or one that extends it."""
    return getattr(error, "sqlite_errorname", "").startswith(code)


def _reason(error: BaseException | None, path: Path) -> str | None:
    """Cause and remedy in one clause each; None for what is no fault of the file."""
    cannot_open = is_code(error, CANNOT_OPEN)
    if cannot_open or is_code(error, "SQLITE_READONLY"):
        files = Files.at(path)
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
    return next((reason for code, reason in _REASONS.items() if is_code(error, code)), None)
