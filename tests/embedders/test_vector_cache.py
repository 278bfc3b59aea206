from __future__ import annotations

import errno
import logging
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ragstone.embedders.vector_cache import (
    LastVectors,
    MemoryVectorCache,
    SQLiteVectorCache,
    VectorCache,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vectors.sqlite"


@pytest.fixture(params=["memory", "sqlite"])
def cache(request: pytest.FixtureRequest, path: Path) -> Iterator[VectorCache]:
    cache = MemoryVectorCache() if request.param == "memory" else SQLiteVectorCache(path)
    yield cache
    cache.close()


def test_what_was_put_is_got_and_nothing_else(cache: VectorCache) -> None:
    cache.put({b"a": b"1", b"b": b"2"})
    assert cache.get([b"b", b"c"]) == {b"b": b"2"}


def test_thousands_of_keys_come_back_in_one_call(cache: VectorCache) -> None:
    vectors = {n.to_bytes(4, "big"): bytes([n % 256]) for n in range(3001)}
    cache.put(vectors)
    assert cache.get(vectors) == vectors


def test_a_key_keeps_its_first_vector(cache: VectorCache) -> None:
    cache.put({b"a": b"1"})
    cache.put({b"a": b"2"})
    assert cache.get([b"a"]) == {b"a": b"1"}


def test_nothing_asked_and_nothing_put_are_fine(cache: VectorCache) -> None:
    cache.put({})
    assert cache.get([]) == {}


def test_it_opens_again_after_it_was_closed(cache: VectorCache) -> None:
    cache.put({b"a": b"1"})
    cache.close()
    assert cache.get([b"a"]) == {b"a": b"1"}


def test_threads_may_share_it(cache: VectorCache) -> None:
    def work(number: int) -> None:
        for step in range(20):
            key = f"{number}-{step}".encode()
            cache.put({key: key})
            assert cache.get([key]) == {key: key}

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(6)))
    assert len(cache.get([f"{n}-{s}".encode() for n in range(6) for s in range(20)])) == 120


def test_processes_may_share_the_file_from_its_first_second(path: Path) -> None:
    code = (
        "import sys\n"
        "from ragstone.embedders.vector_cache import SQLiteVectorCache\n"
        "cache = SQLiteVectorCache(sys.argv[1]); name = sys.argv[2]\n"
        "for n in range(40): cache.put({f'{name}-{n}'.encode(): b'v'})\n"
        "cache.close()"
    )
    runs = [
        subprocess.Popen([sys.executable, "-c", code, str(path), name], stderr=subprocess.PIPE)
        for name in ("a", "b", "c")
    ]
    assert [run.communicate()[1] for run in runs] == [b"", b"", b""]
    assert [run.returncode for run in runs] == [0, 0, 0]
    cache = SQLiteVectorCache(path)
    assert len(cache.get([f"{name}-{n}".encode() for name in "abc" for n in range(40)])) == 120
    cache.close()


@pytest.mark.parametrize("numbers", [384, 512, 768, 1024])
def test_the_file_is_hardly_larger_than_the_vectors(path: Path, numbers: int) -> None:
    cache = SQLiteVectorCache(path)
    cache.put({number.to_bytes(32, "big"): bytes(4 * numbers) for number in range(1000)})
    cache.close()
    assert path.stat().st_size < 1.4 * 4 * numbers * 1000


def test_nothing_is_opened_before_it_is_used(path: Path) -> None:
    SQLiteVectorCache(path)
    assert not path.exists()


@pytest.mark.parametrize(
    "content", [b"this is no database at all" * 400, b"SQLite format 3\0" * 99]
)
def test_a_damaged_file_is_set_aside_and_a_new_one_begun(
    path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_bytes(content)
    cache = SQLiteVectorCache(path)
    assert cache.get([b"a"]) == {}
    assert re.search(r"unusable.*set aside as vectors\.sqlite\.damaged-1", caplog.text)
    cache.put({b"a": b"1"})
    assert cache.get([b"a"]) == {b"a": b"1"}
    assert path.with_name("vectors.sqlite.damaged-1").read_bytes() == content
    cache.close()


def test_a_file_that_is_damaged_while_it_is_open_is_set_aside(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cache = SQLiteVectorCache(path)
    cache.put({n.to_bytes(4, "big"): bytes(2000) for n in range(200)})
    cache.close()
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (path.stat().st_size - 4096))
    cache.put({b"a": b"1"})
    assert "unusable" in caplog.text
    assert cache.get([b"a"]) == {b"a": b"1"}
    cache.close()


def test_a_second_damage_gets_a_second_name(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for number in (1, 2):
        path.write_bytes(b"no database" * 500)
        cache = SQLiteVectorCache(path)
        cache.get([b"a"])
        assert f"damaged-{number}" in caplog.text
        cache.close()


def test_a_database_of_something_else_is_set_aside_whole(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE vectors (something TEXT)")
    connection.close()
    cache = SQLiteVectorCache(path)
    cache.put({b"a": b"1"})
    assert "set aside" in caplog.text
    assert cache.get([b"a"]) == {b"a": b"1"}
    cache.close()


def test_a_file_that_another_process_has_mended_is_left_alone(path: Path) -> None:
    cache = SQLiteVectorCache(path)
    cache.put({b"a": b"1"})
    cache._inode += 1  # as if the path led to another file by now
    assert cache._mend(sqlite3.DatabaseError("malformed"), last_try=False)
    assert cache.get([b"a"]) == {b"a": b"1"}
    cache.close()


def test_a_folder_that_is_not_there_costs_one_warning_and_no_result(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cache = SQLiteVectorCache(tmp_path / "no" / "vectors.sqlite")
    for _ in range(3):
        cache.put({b"a": b"1"})
        assert cache.get([b"a"]) == {}
    [record] = caplog.records
    assert (record.name, record.levelno) == ("ragstone.embedders", logging.WARNING)
    assert "vectors are not remembered" in record.getMessage()


@pytest.mark.parametrize("place", ["vectors.sqlite", "."], ids=["file", "folder"])
def test_a_system_that_refuses_to_look_costs_a_warning_and_no_result(
    path: Path, place: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    whole = Path.stat

    def stat(self: Path, **rest: Any) -> os.stat_result:
        if self == path.parent / place:
            raise PermissionError(errno.EACCES, "Permission denied", str(self))
        return whole(self, **rest)

    cache = SQLiteVectorCache(path)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "stat", stat)
        cache.put({b"a": b"1"})
        assert cache.get([b"b"]) == {}
    cache.close()
    if place != ".":
        assert "not remembered (Permission denied)" in caplog.text
    assert str(path.parent) not in caplog.text


def test_the_last_vectors_are_those_asked_for_or_put_last() -> None:
    cache = LastVectors(2)
    cache.put({b"a": b"1", b"b": b"2"})
    cache.get([b"a"])
    cache.put({b"c": b"3"})
    assert cache.get([b"a", b"b", b"c"]) == {b"a": b"1", b"c": b"3"}


READER = """
import sys
from ragstone.embedders.vector_cache import SQLiteVectorCache
cache = SQLiteVectorCache(sys.argv[1])
before = cache.get([b"a"])
cache.put({b"b": b"2"})
print(before, cache.get([b"b"]))
cache.close()
"""


def _read_without_permission(path: Path, *, folder: int = 0o555) -> str:
    """What a process that may not write the folder and its files gets; root loses its power."""
    drop = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.getuid() == 0 else []
    for file in path.parent.iterdir():
        file.chmod(0o444)
    before = sorted(path.parent.iterdir())
    path.parent.chmod(folder)
    done = subprocess.run(
        [*drop, sys.executable, "-c", READER, str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    path.parent.chmod(0o755)
    assert done.stderr == ""
    assert sorted(path.parent.iterdir()) == before
    return done.stdout.strip()


@pytest.mark.parametrize("folder", [0o555, 0o755], ids=["folder and file", "file only"])
def test_where_nothing_may_be_written_what_is_there_is_read_in_silence(
    path: Path, folder: int
) -> None:
    cache = SQLiteVectorCache(path)
    cache.put({b"a": b"1"})
    cache.close()
    assert _read_without_permission(path, folder=folder) == "{b'a': b'1'} {}"


def test_where_nothing_may_be_written_a_file_in_use_is_not_read(path: Path) -> None:
    cache = SQLiteVectorCache(path)
    cache.put({b"a": b"1"})
    assert _read_without_permission(path) == "{} {}"
    cache.close()


def test_where_nothing_may_be_written_no_file_is_an_empty_cache(path: Path) -> None:
    assert _read_without_permission(path) == "{} {}"


def test_where_nothing_may_be_written_a_damaged_file_is_an_empty_cache(path: Path) -> None:
    path.write_bytes(b"this is no database at all" * 400)
    assert _read_without_permission(path) == "{} {}"
