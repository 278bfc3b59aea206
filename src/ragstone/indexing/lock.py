"""One ingestion at a time for each knowledge base; another one, of any process, waits its turn.

    async with ingestion_lock(Path("kb/ingest.lock")):
        ...

The lock is the operating system's, so a killed process leaves none behind. `StoreError` where the
folder may not be written or its file system knows no locks.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from ragstone.errors import StoreError

logger = logging.getLogger("ragstone.indexing")

_PAUSE_S = 0.1


@asynccontextmanager
async def ingestion_lock(path: Path) -> AsyncGenerator[None]:
    """Hold the lock of the file `path`, made if it is not there; waits, and can be cancelled.

    Raises `StoreError` when the file cannot be made or locked.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise StoreError(
            f"{path.parent} cannot be written ({error.strerror}); "
            "give write permission to this user"
        ) from error
    try:
        said = False
        while not _has_locked(descriptor, path):
            if not said:
                logger.warning("another ingestion into this knowledge base is running; waiting")
                said = True
            await asyncio.sleep(_PAUSE_S)
        yield
    finally:
        os.close(descriptor)  # which gives the lock back


def _has_locked(descriptor: int, path: Path) -> bool:
    try:
        return _try_lock(descriptor)
    except OSError as error:
        raise StoreError(
            f"{path.parent} cannot be locked ({error.strerror}); put the knowledge base on a file "
            "system with locks, such as a local disk"
        ) from error


# `_try_lock` gives False while another holds the lock, and raises OSError where none can be had.
if os.name == "posix":
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

else:
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
        except OSError as error:
            # Microsoft C runtime, "_locking": EACCES while another holds it.
            if error.errno not in {errno.EACCES, errno.EDEADLK}:
                raise
            return False
        return True
