"""ZIP archives that are cut off or have lost their directory: members by their own headers."""

from __future__ import annotations

import io
import struct
import time
import zipfile
import zlib
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.errors import CorruptDocument, LimitExceeded, ParseError
from ragstone.limits import MIB, Limits
from ragstone.model.document import Document
from ragstone.parsers.archives.salvage import by_headers
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import make_zip

METHODS = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
MEMBERS = {"a.txt": b"Ropes and lamps.", "c/b.md": b"# Oil\n\n" + b"Much oil. " * 400}


class Pipe(io.RawIOBase):
    """Something that cannot be wound back, so that sizes stand behind the members."""

    def __init__(self) -> None:
        self.written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        self.written += data
        return len(data)


def streamed(members: dict[str, bytes], method: int, *, large: bool = False) -> bytes:
    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w") as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = method
            with archive.open(info, "w", force_zip64=large) as file:
                file.write(data)
    return bytes(pipe.written)


def written(members: dict[str, bytes], method: int) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return packed.getvalue()


def read(data: bytes, **limits: int) -> Document:
    return read_document(Source.from_bytes(data, "a.zip", limits=Limits(**limits)))


def without_directory(data: bytes) -> bytes:
    return data[: data.index(b"PK\x01\x02")]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("large", [False, True], ids=["plain", "zip64"])
@pytest.mark.parametrize("make", ["written", "streamed"])
def test_all_members_are_found_without_the_directory(make: str, large: bool, method: int):
    ways = {"written": written, "streamed": partial(streamed, large=large)}
    data = ways[make](MEMBERS, method)
    found = read(without_directory(data))
    assert [member.path for member in found.members] == list(MEMBERS)
    assert [element.text for element in found.elements] == [
        "Ropes and lamps.",
        "Oil",
        "Much oil. " * 399 + "Much oil.",
    ]
    assert found.warnings == (
        "the archive is damaged or cut off; what is there of its members was read",
    )


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize("make", [written, streamed])
def test_the_member_in_which_it_is_cut_off_is_named(make, method: int):
    lines = "".join(f"line {number} of the log\n" for number in range(9000)).encode()
    data = make({"a.txt": b"Ropes.", "log.txt": lines, "z.txt": b"Oil."}, method)
    found = read(data[: data.index(b"z.txt") // 2])
    assert [member.path for member in found.members] == ["a.txt", "log.txt"]
    assert found.elements[0].text == "Ropes."
    assert found.elements[1].text.startswith("line 0 of the log\nline 1 of")
    assert "log.txt: it is cut off; what could be unpacked was read" in found.warnings


def test_a_member_of_which_nothing_is_left_is_named():
    data = make_zip({"a.txt": b"Ropes.", "b.txt": b"Oil and rope and lamp."})
    found = read(data[: data.index(b"b.txt") + 5])
    assert [(member.path, bool(member.error)) for member in found.members] == [
        ("a.txt", False),
        ("b.txt", True),
    ]


def test_a_size_behind_a_member_needs_no_mark_before_it():
    data = streamed({"a.txt": b"Ropes.", "b.txt": b"Oil."}, zipfile.ZIP_DEFLATED)
    found = read(without_directory(data.replace(b"PK\x07\x08", b"")) + b"PK\x01\x02")
    assert [element.text for element in found.elements] == ["Ropes.", "Oil."]


@pytest.mark.parametrize("left", [3, 4, 8, 15])
def test_sizes_that_were_cut_off_are_no_text(left: int):
    data = streamed({"a.txt": b"Ropes and lamps."}, zipfile.ZIP_STORED)
    data = data[: data.index(b"PK\x07\x08") + left]
    document = read_document(Source.from_bytes(data, "a.zip"))
    assert [element.text for element in document.elements if "lamps" in element.text] == [
        "Ropes and lamps."
    ]
    assert any("cut off" in warning for warning in document.warnings)


def test_the_members_of_an_archive_inside_are_not_taken_for_its_own():
    inner = streamed({"deep.txt": b"Lamps."}, zipfile.ZIP_STORED)
    data = streamed({"inner.zip": inner, "a.txt": b"Ropes."}, zipfile.ZIP_STORED)
    cut = data[: data.rindex(b"a.txt") - 46]
    found = read(cut)
    assert [member.path for member in found.members] == ["inner.zip", "inner.zip/deep.txt", "a.txt"]


def test_an_archive_cut_off_behind_the_archive_inside_it_is_not_that_one():
    inner = make_zip({"deep.txt": b"Lamps."})
    data = written({"a.txt": b"Ropes.", "inner.zip": inner, "b.txt": b"Oil."}, zipfile.ZIP_STORED)
    found = read(data[: data.index(b"b.txt") - 10])
    assert [member.path for member in found.members] == ["a.txt", "inner.zip", "inner.zip/deep.txt"]


def test_an_archive_cut_off_inside_another_one_is_said_of_both():
    inner = without_directory(make_zip({"deep.txt": b"Lamps."}))
    data = written({"inner.zip": inner}, zipfile.ZIP_STORED)
    told = "the archive is damaged or cut off; what is there of its members was read"
    assert set(read(data[: data.rindex(b"PK\x01\x02")]).warnings) == {told, f"inner.zip: {told}"}


def test_nothing_that_can_be_read_is_corrupt():
    with pytest.raises(CorruptDocument, match=r"^a\.zip: the ZIP archive is damaged or cut off"):
        read(make_zip({"a.txt": b"abc" * 99})[:20])


def test_a_member_without_its_end_counts_as_it_is_unpacked():
    data = streamed({"a.txt": b"rope and lamp " * 200_000}, zipfile.ZIP_DEFLATED)
    cut = data[: data.index(b"PK\x07\x08") - 3]
    with pytest.raises(LimitExceeded, match=r"^a\.zip/a\.txt: unpacked_bytes is 1000000"):
        read(cut, unpacked_bytes=1_000_000)


def test_a_bomb_without_its_end_is_refused_by_its_ratio():
    cut = streamed({"a.txt": b"Ropes.", "zeros.txt": bytes(20 * MIB)}, zipfile.ZIP_DEFLATED)
    found = read(cut[: cut.rindex(b"PK\x07\x08") - 3])
    assert "unpack_ratio is 1000" in found.members[1].error
    assert found.elements[-1].text == "Ropes."


def test_members_by_header_count_against_the_limit():
    data = without_directory(make_zip({f"{number}.txt": b"" for number in range(300)}))
    with pytest.raises(LimitExceeded, match="archive_members is 200 and 201 was met"):
        read(data, archive_members=200)


def test_headers_without_an_end_are_looked_for_once():
    head = struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, 8, 8, 0, 0, 0, 0, 0, 1, 0) + b"a"
    data = (head + b"PK\7\x08" * 50) * 20_000
    begin = time.process_time()
    assert len(list(by_headers(data))) == 1
    assert time.process_time() - begin < 5


def test_sizes_in_the_field_for_large_files_are_taken():
    body = b"Ropes."
    field = struct.pack("<HHQQ", 1, 16, len(body), len(body))
    crc = zlib.crc32(body)
    large = 0xFFFFFFFF
    head = struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 45, 0, 0, 0, 0, crc, large, large, 5, len(field))
    assert read(head + b"a.txt" + field + body).elements[0].text == "Ropes."


@settings(deadline=None, max_examples=60)
@given(st.data(), st.sampled_from([written, streamed]), st.sampled_from(METHODS))
def test_wherever_it_is_cut_off_the_whole_members_before_are_read(drawn, make, method):
    members = {f"{number}.txt": f"rope {number} ".encode() * 9 for number in range(4)}
    data = make(members, method)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        ends = [info.header_offset for info in archive.infolist()][1:]
    cut = drawn.draw(st.integers(4, data.index(b"PK\x01\x02")))
    whole = sum(end <= cut for end in ends)
    try:
        found = read(data[:cut])
    except ParseError:
        assert whole == 0
        return
    texts = [element.text for element in found.elements if not element.text.endswith("(not read)")]
    assert texts[:whole] == [text.decode() for text in list(members.values())[:whole]]
