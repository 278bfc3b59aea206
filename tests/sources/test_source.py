"""Reading a source: all of it, and never more than the limit."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from ragstone.errors import LimitExceeded
from ragstone.limits import MIB, Limits
from ragstone.sources.source import Source

SMALL = Limits(file_bytes=10)


def test_the_bytes_of_a_path_a_payload_and_a_text_agree(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("潮汐\n".encode())
    sources = (
        Source.from_path(path),
        Source.from_bytes("潮汐\n".encode(), "a.txt"),
        Source.from_text("潮汐\n", "a.txt"),
    )
    for source in sources:
        assert source.read_bytes() == "潮汐\n".encode()
        with source.open() as file:
            assert file.read() == "潮汐\n".encode()


@pytest.mark.parametrize("size", [0, 1, MIB - 1, MIB, MIB + 1, 2 * MIB + 1])
def test_a_file_of_any_size_is_read_whole(tmp_path: Path, size: int) -> None:
    path = tmp_path / "a"
    path.write_bytes(os.urandom(size))
    assert Source.from_path(path).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("way", ["path", "bytes", "text"])
def test_what_is_as_large_as_the_limit_is_read_and_one_byte_more_is_refused(
    tmp_path: Path, way: str
) -> None:
    for size in (10, 11):
        path = tmp_path / "a.txt"
        path.write_text("x" * size)
        source = {
            "path": Source.from_path(path, limits=SMALL),
            "bytes": Source.from_bytes(b"x" * size, "a.txt", limits=SMALL),
            "text": Source.from_text("x" * size, "a.txt", limits=SMALL),
        }[way]
        if size == 10:
            assert source.read_bytes() == b"x" * 10
            continue
        for read in (source.read_bytes, source.open):
            with pytest.raises(LimitExceeded, match=r"a\.txt: file_bytes is 10 and 11 was met"):
                read()


def test_the_limit_of_a_text_counts_bytes_and_not_characters() -> None:
    with pytest.raises(LimitExceeded, match="12 was met"):
        Source.from_text("潮汐潮汐", limits=SMALL).read_bytes()


class _Growing(io.RawIOBase):
    """A file of 5 bytes by its directory entry that never ends."""

    def __init__(self, path: Path) -> None:
        self.given = 0
        self._file = path.open("rb")

    def fileno(self) -> int:
        return self._file.fileno()

    def read(self, size: int = -1) -> bytes:
        assert 0 <= size <= MIB, "all of it, or more than it can hold, was asked for"
        self.given += size
        return b"x" * size

    def close(self) -> None:
        self._file.close()


def test_a_file_that_grows_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.log"
    path.write_text("start")
    growing = _Growing(path)
    monkeypatch.setattr(Path, "open", lambda *_: growing)
    with pytest.raises(LimitExceeded, match=r"a\.log: file_bytes is 10 and 11 was met"):
        Source.from_path(path, limits=SMALL).read_bytes()
    assert growing.given == 11


def test_little_memory_is_set_aside_for_a_small_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.log"
    path.write_text("start")
    growing = _Growing(path)
    asked: list[int] = []
    monkeypatch.setattr(growing, "read", lambda size: asked.append(size) or b"")
    monkeypatch.setattr(Path, "open", lambda *_: growing)
    assert Source.from_path(path).read_bytes() == b""
    assert asked == [6]


def test_a_path_with_two_dots_is_the_same_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    whole = Source.from_path(tmp_path / "docs" / "a.txt").uri
    for path in ("../docs/a.txt", "../here/../docs/a.txt", tmp_path / "x" / ".." / "docs/a.txt"):
        assert Source.from_path(path).uri == whole


def test_two_dots_behind_a_link_lead_out_of_what_it_points_to(tmp_path: Path) -> None:
    (tmp_path / "far" / "inner").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "far" / "inner")
    found = Source.from_path(tmp_path / "link" / ".." / "a.txt").uri
    assert found == Source.from_path(tmp_path / "far" / "a.txt").uri


def test_a_link_is_a_place_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "release").mkdir()
    (tmp_path / "current").symlink_to(tmp_path / "release")
    assert Source.from_path(tmp_path / "current" / "a.txt").uri.endswith("/current/a.txt")
