"""gzip, bzip2, xz: a file or an archive inside, unpacked step by step."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import time
from collections.abc import Callable

import pytest

from ragstone.errors import CorruptDocument, LimitExceeded
from ragstone.limits import MIB, Limits
from ragstone.model.document import Document
from ragstone.parsers.archives import unpacking
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import make_tar

Pack = Callable[[bytes], bytes]
PACKS: dict[str, Pack] = {
    "gz": lambda data: gzip.compress(data, mtime=0),
    "bz2": bz2.compress,
    "xz": lzma.compress,
}
each = pytest.mark.parametrize("ending", PACKS)


def read(data: bytes, name: str, **limits: int) -> Document:
    return read_document(Source.from_bytes(data, name, limits=Limits(**limits)))


def texts(document: Document) -> list[str]:
    return [element.text for element in document.elements]


@each
def test_one_file_inside_is_named_without_the_ending(ending: str):
    found = read(PACKS[ending](b"# Ropes\n"), f"notes.md.{ending}")
    assert (found.members[0].path, found.members[0].parser) == ("notes.md", "markdown")
    assert found.sections()[0].metadata["member"] == "notes.md"


@each
def test_an_archive_inside_gives_its_members(ending: str):
    found = read(PACKS[ending](make_tar({"a.txt": b"Ropes.", "b.txt": b"Oil."})), f"a.tar.{ending}")
    assert [member.path for member in found.members] == ["a.txt", "b.txt"]
    assert texts(found) == ["Ropes.", "Oil."]


def test_the_name_that_gzip_kept_is_taken():
    packed = io.BytesIO()
    with gzip.GzipFile("2024/费用.txt".encode().decode("latin-1"), "wb", 9, packed, 0) as file:
        file.write(b"Ropes.")
    assert read(packed.getvalue(), "x.gz").members[0].path == "费用.txt"


@each
def test_several_streams_in_a_row_are_one_file(ending: str):
    found = read(PACKS[ending](b"Ropes, ") + PACKS[ending](b"lamps."), f"a.txt.{ending}")
    assert texts(found) == ["Ropes, lamps."]
    assert found.warnings == ()


@each
def test_a_stream_that_is_cut_off_gives_what_is_there(ending: str):
    lines = "".join(f"line {number} of the log\n" for number in range(45_000)).encode()
    found = read(PACKS[ending](lines)[:-40], f"a.txt.{ending}")
    assert found.elements[0].text.startswith("line 0 of the log\nline 1 of")
    assert "cut off" in found.warnings[0]


@each
def test_a_stream_that_gives_nothing_is_corrupt(ending: str):
    parser = {"gz": "gzip", "bz2": "bzip2", "xz": "xz"}[ending]
    source = Source.from_bytes(PACKS[ending](b"Ropes.")[:10], f"a.{ending}")
    with pytest.raises(CorruptDocument, match=rf"^a\.{ending}"):
        read_document(source, parser=parser)


@each
def test_other_data_behind_the_end_are_told(ending: str):
    found = read(PACKS[ending](b"Ropes.") + b"and more", f"a.txt.{ending}")
    assert texts(found) == ["Ropes."]
    assert "other data" in found.warnings[0]


@each
def test_zeros_behind_the_end_are_nothing(ending: str):
    assert read(PACKS[ending](b"Ropes.") + bytes(512), f"a.txt.{ending}").warnings == ()


@each
def test_a_bomb_is_refused_within_a_second(ending: str):
    bomb = PACKS[ending](bytes(20 * MIB))
    begin = time.process_time()
    with pytest.raises(LimitExceeded, match=r"unpack_ratio is 1000"):
        read(bomb, f"a.{ending}")
    assert time.process_time() - begin < 1


@each
def test_a_bomb_in_an_archive_is_named_and_what_stands_before_it_is_read(ending: str):
    bomb = PACKS[ending](make_tar({"a.txt": b"Ropes.", "zeros": bytes(10 * MIB), "b": b"Oil."}))
    found = read(bomb, f"a.tar.{ending}")
    assert [member.path for member in found.members] == ["a.txt", "zeros"]
    assert "unpack_ratio is 1000" in found.members[1].error
    assert texts(found) == ["zeros (not read)", "Ropes."]
    assert "what stands behind that member" in found.warnings[-1]


@each
def test_an_archive_that_begins_with_a_bomb_is_refused(ending: str):
    bomb = PACKS[ending](make_tar({"zeros": bytes(10 * MIB), "a.txt": b"Ropes."}))
    with pytest.raises(LimitExceeded, match=r"unpack_ratio is 1000"):
        read(bomb, f"a.tar.{ending}")


@each
def test_what_is_unpacked_is_bounded(ending: str):
    lines = "".join(f"line {number} of the log\n" for number in range(10_000)).encode()
    with pytest.raises(LimitExceeded, match="unpacked_bytes is 100000"):
        read(PACKS[ending](lines), f"a.txt.{ending}", unpacked_bytes=100_000)


def test_a_dictionary_larger_than_allowed_is_refused(monkeypatch):
    monkeypatch.setattr(unpacking, "_MEMORY", MIB)
    with pytest.raises(CorruptDocument):
        read(lzma.compress(b"Ropes."), "a.xz")


def test_a_packed_file_in_a_packed_file_is_opened():
    found = read(PACKS["gz"](PACKS["bz2"](b"Ropes.")), "a.txt.bz2.gz")
    assert [member.path for member in found.members] == ["a.txt.bz2", "a.txt.bz2/a.txt"]
