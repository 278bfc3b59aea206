"""The ingestion lock: one holder at a time, and a sentence where there is none to be had."""

from __future__ import annotations

import asyncio
import errno
import os
from pathlib import Path

import pytest

from ragstone.errors import StoreError
from ragstone.indexing.lock import ingestion_lock

fcntl = pytest.importorskip("fcntl", reason="POSIX")


def test_the_second_waits_for_the_first(tmp_path: Path) -> None:
    path, order = tmp_path / "ingest.lock", list[str]()

    async def hold(name: str) -> None:
        async with ingestion_lock(path):
            order.append(f"{name} in")
            await asyncio.sleep(0.05)
            order.append(f"{name} out")

    async def both() -> None:
        await asyncio.gather(hold("a"), hold("b"))

    asyncio.run(both())
    assert order == ["a in", "a out", "b in", "b out"]


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.EIO])
def test_a_file_system_without_locks_is_one_sentence_with_a_remedy(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flock(descriptor: int, operation: int) -> None:
        raise OSError(number, os.strerror(number))

    async def hold() -> None:
        async with ingestion_lock(tmp_path / "ingest.lock"):
            raise AssertionError("held without a lock")

    monkeypatch.setattr(fcntl, "flock", flock)
    before = _open_files()
    with pytest.raises(
        StoreError, match=r"cannot be locked .*; put the knowledge base on"
    ) as caught:
        asyncio.run(asyncio.wait_for(hold(), 5))
    assert isinstance(caught.value.__cause__, OSError)
    assert _open_files() == before


def _open_files() -> int:
    return sum(1 for _ in Path("/dev/fd").iterdir())


def test_a_folder_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    async def hold() -> None:
        async with ingestion_lock(tmp_path / "no" / "ingest.lock"):
            pass

    with pytest.raises(StoreError, match="cannot be written"):
        asyncio.run(hold())
