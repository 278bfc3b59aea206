"""TAR: members read forwards; links, devices and sparse files named and left out."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Sequence

import pytest

from ragstone.errors import CorruptDocument
from ragstone.limits import Limits
from ragstone.model.document import Document
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import make_tar

FORMATS = [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT]


def read(data: bytes, **limits: int) -> Document:
    return read_document(Source.from_bytes(data, "a.tar", limits=Limits(**limits)))


def texts(document: Document) -> list[str]:
    return [element.text for element in document.elements]


def info(name: str, data: bytes = b"", **said: object) -> tuple[tarfile.TarInfo, bytes]:
    member = tarfile.TarInfo(name)
    member.size = len(data)
    for key, value in said.items():
        setattr(member, key, value)
    return member, data


def tar_of(members: Sequence[tuple[tarfile.TarInfo, bytes]], kind: int = tarfile.PAX_FORMAT):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=kind) as archive:
        for member, data in members:
            archive.addfile(member, io.BytesIO(data))
    return packed.getvalue()


@pytest.mark.parametrize("kind", FORMATS, ids=["ustar", "gnu", "pax"])
def test_long_names_are_read_in_every_dialect(kind: int):
    name = "/".join(["letters"] * 12) + "/notes.txt"
    found = read(tar_of([info(name, b"Ropes."), info("b.txt", b"Lamps.")], kind))
    assert [member.path for member in found.members] == [name, "b.txt"]
    assert texts(found) == ["Ropes.", "Lamps."]


@pytest.mark.parametrize("kind", FORMATS[1:], ids=["gnu", "pax"])
def test_names_longer_than_a_header_and_in_any_script_are_read(kind: int):
    name = "信件" * 60 + ".txt"
    assert read(tar_of([info(name, b"Ropes.")], kind)).members[0].path == name


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        (tarfile.SYMTYPE, "symbolic link"),
        (tarfile.LNKTYPE, "it is a link to etc/passwd"),
        (tarfile.CHRTYPE, "device"),
        (tarfile.BLKTYPE, "device"),
        (tarfile.FIFOTYPE, "pipe"),
    ],
    ids=["symlink", "hardlink", "character", "block", "pipe"],
)
def test_what_is_no_file_is_named_and_left_out(kind: bytes, why: str):
    odd = info("odd", type=kind, linkname="/etc/passwd")
    found = read(tar_of([odd, info("a.txt", b"Ropes.")]))
    assert texts(found) == ["odd (not read)", "Ropes."]
    assert why in found.members[0].error


def test_a_sparse_file_is_named_and_what_follows_is_read():
    data = bytearray(tar_of([info("holes", b"x" * 600), info("a.txt", b"Ropes.")]))
    data[156:157] = b"S"
    found = read(_summed(bytes(data)))
    assert texts(found) == ["holes (not read)", "Ropes."]
    assert "sparse" in found.members[0].error


def test_a_sparse_file_of_pax_is_named():
    holes = info("holes", b"x" * 600, pax_headers={"GNU.sparse.major": "1"})
    found = read(tar_of([holes, info("a.txt", b"Ropes.")]))
    assert texts(found) == ["holes (not read)", "Ropes."]


def _summed(data: bytes) -> bytes:
    """The first header with its checksum set right."""
    head = data[:148] + b" " * 8 + data[156:512]
    return data[:148] + b"%06o\0 " % sum(head) + data[156:]


def test_folders_are_no_members():
    folder = info("docs", type=tarfile.DIRTYPE)
    found = read(tar_of([folder, info("docs/a.txt", b"Ropes.")]))
    assert [member.path for member in found.members] == ["docs/a.txt"]


def test_an_archive_cut_in_a_member_gives_what_is_there_with_a_warning():
    data = make_tar({"a.txt": b"Ropes.", "b.txt": b"Lamps and oil. " * 99})
    found = read(data[: 512 * 3 + 30])
    assert texts(found) == ["Ropes.", "Lamps and oil. Lamps and oil. "]
    assert found.warnings == ("b.txt: it is cut off; what is there was read",)


def test_what_stands_behind_a_damaged_header_is_lost_with_a_warning():
    data = bytearray(make_tar({"a.txt": b"Ropes.", "b.txt": b"Lamps."}))
    data[1024 + 10] ^= 0xFF
    found = read(bytes(data))
    assert texts(found) == ["Ropes."]
    assert "damaged or cut off" in found.warnings[0]


def test_archives_behind_each_other_are_one():
    found = read(make_tar({"a.txt": b"Ropes."}) + make_tar({"b.txt": b"Lamps."}))
    assert texts(found) == ["Ropes.", "Lamps."]


def test_a_size_that_cannot_be_is_no_endless_loop():
    data = bytearray(make_tar({"a.txt": b"Ropes."}))
    data[124:136] = b"\xff" * 11 + b"\x80"
    found = read(_summed(bytes(data)))
    assert found.elements == ()
    assert "damaged" in found.warnings[0]


def test_a_huge_size_gives_what_is_there():
    data = bytearray(make_tar({"a.txt": b"Ropes."}))
    data[124:136] = b"\x80" + (2**60).to_bytes(11, "big")
    found = read(_summed(bytes(data)))
    assert "file_bytes" in found.members[0].error


def test_a_name_record_without_end_is_refused():
    long_name = info("a" * 200, b"Ropes.")
    data = bytearray(tar_of([long_name], tarfile.GNU_FORMAT))
    data[124:136] = b"\x80" + (2**40).to_bytes(11, "big")
    found = read(_summed(bytes(data)))
    assert found.elements == ()
    assert "more than 1 MiB" in found.warnings[0]


def test_what_is_no_archive_is_corrupt():
    source = Source.from_bytes(b"words " * 200, "a.tar")
    with pytest.raises(CorruptDocument, match=r"^a\.tar"):
        read_document(source, parser="tar")


def test_an_archive_of_one_long_text_is_no_text():
    found = read(make_tar({"a.txt": b"Ropes and lamps. " * 9999}))
    assert found.parser == "tar"
