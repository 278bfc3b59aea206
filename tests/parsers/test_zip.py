"""ZIP: every member through its own parser, and no bomb unpacked."""

from __future__ import annotations

import io
import random
import stat
import struct
import time
import zipfile
import zlib

import pytest

from ragstone.errors import CorruptDocument, EncryptedDocument, LimitExceeded
from ragstone.limits import MIB, Limits
from ragstone.model.document import Document
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import make_pdf, make_zip


def read(data: bytes, **limits: int) -> Document:
    return read_document(Source.from_bytes(data, "a.zip", limits=Limits(**limits)))


def texts(document: Document) -> list[str]:
    return [element.text for element in document.elements]


def zip_of(*members: tuple[zipfile.ZipInfo | str, bytes], method: int = zipfile.ZIP_DEFLATED):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for info, data in members:
            info = zipfile.ZipInfo(info) if isinstance(info, str) else info
            archive.writestr(info, data, method)
    return packed.getvalue()


def test_members_come_in_the_archives_order_each_by_its_own_parser():
    found = read(
        make_zip({"b.md": b"# Ropes\n", "a.pdf": make_pdf([["Lamps"]]), "c/d.txt": b"Oil"})
    )
    assert texts(found) == ["Ropes", "Lamps", "Oil"]
    assert [member.parser for member in found.members] == ["markdown", "pdf", "text"]


@pytest.mark.parametrize(
    "method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
)
def test_every_packing_that_python_writes_is_read(method):
    assert texts(read(zip_of(("a.txt", b"rope " * 5000), method=method))) == ["rope " * 5000]


def test_folders_and_files_of_the_system_are_no_members():
    found = read(
        make_zip(
            {
                "docs/": b"",
                "__MACOSX/docs/._a.txt": b"\0\5\x16\7" * 9,
                "docs/.DS_Store": b"\0\0\0\1Bud1" * 9,
                "docs/._b.txt": b"\0\5\x16\7" * 9,
                "docs/a.txt": b"Ropes.",
            }
        )
    )
    assert [member.path for member in found.members] == ["docs/a.txt"]
    assert found.facts["system_files"] == 3
    assert found.warnings == ()


def test_members_of_one_name_are_told_apart():
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zip_of(("a.txt", b"one"), ("a.txt", b"two"), ("b/c", b"three"), ("b/c", b"four"))
    assert [member.path for member in read(data).members] == [
        "a.txt",
        "a (2).txt",
        "b/c",
        "b/c (2)",
    ]


def test_a_name_that_points_outside_is_shown_without_and_said_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = read(make_zip({"../../evil.txt": b"Ropes.", "/abs.txt": b"Lamps."}))
    assert [member.path for member in found.members] == ["evil.txt", "abs.txt"]
    assert all("points outside" in warning for warning in found.warnings)
    assert list(tmp_path.iterdir()) == []


def test_names_in_an_old_code_page_are_read():
    data = make_zip({"XXXX.txt": b"Ropes."})
    found = read(data.replace(b"XXXX", "费用".encode("gb18030")))
    assert found.members[0].path == "费用.txt"


def test_a_name_told_in_the_unicode_field_is_taken():
    info = zipfile.ZipInfo("____.txt")
    name = "潮汐.txt".encode()
    field = struct.pack("<BI", 1, zlib.crc32(b"____.txt")) + name
    info.extra = struct.pack("<HH", 0x7075, len(field)) + field
    assert read(zip_of((info, b"Ropes."))).members[0].path == "潮汐.txt"


def test_a_symbolic_link_is_not_followed():
    info = zipfile.ZipInfo("link.txt")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    found = read(zip_of((info, b"/etc/passwd"), ("a.txt", b"Ropes.")))
    assert texts(found) == ["link.txt (not read)", "Ropes."]
    assert "symbolic link" in found.members[0].error


def _locked(data: bytes, name: bytes) -> bytes:
    """The archive with the member `name` said to be encrypted."""
    changed = bytearray(data)
    changed[data.index(name) - 30 + 6] |= 1
    changed[data.rindex(name) - 46 + 8] |= 1
    return bytes(changed)


def test_an_encrypted_member_is_named_and_the_others_are_read():
    found = read(_locked(make_zip({"secret.txt": b"Oil.", "a.txt": b"Ropes."}), b"secret.txt"))
    assert texts(found) == ["secret.txt (not read)", "Ropes."]
    assert "password" in found.members[0].error


def test_an_archive_of_encrypted_members_alone_is_encrypted():
    with pytest.raises(EncryptedDocument, match=r"^a\.zip: its members are locked"):
        read(_locked(make_zip({"secret.txt": b"Oil."}), b"secret.txt"))


def test_a_damaged_member_is_named_and_the_others_are_read():
    data = bytearray(make_zip({"a.txt": b"Oil and rope and lamp.", "b.txt": b"Ropes."}))
    data[36:40] = b"\xff" * 4
    found = read(bytes(data))
    assert texts(found) == ["a.txt (not read)", "Ropes."]
    assert "damaged" in found.members[0].error


def test_a_member_with_another_checksum_is_read_with_a_warning():
    data = zip_of(("a.txt", b"Ropes."), method=zipfile.ZIP_STORED).replace(b"Ropes.", b"Rapes.", 1)
    found = read(data)
    assert texts(found) == ["Rapes."]
    assert "checksum" in found.warnings[0]


def test_an_unknown_packing_is_named():
    data = zip_of(("a.txt", b"Ropes."))
    changed = bytearray(data)
    changed[8:10] = changed[data.rindex(b"PK\x01\x02") + 10 :][:2] = b"\x09\0"
    changed[data.rindex(b"PK\x01\x02") + 10] = 9
    assert "number 9" in read(bytes(changed)).members[0].error


def test_an_empty_archive_is_empty():
    found = read(make_zip({}))
    assert found.elements == ()
    assert "empty" in found.warnings


def test_a_bomb_is_refused_by_its_ratio_before_it_is_unpacked():
    data = make_zip({"zeros.txt": bytes(20 * MIB)})
    begin = time.process_time()
    with pytest.raises(LimitExceeded, match=r"^a\.zip/zeros\.txt: unpack_ratio is 1000"):
        read(data)
    assert time.process_time() - begin < 1


def test_a_bomb_among_others_is_named_and_they_are_read():
    found = read(make_zip({"a.txt": b"Ropes.", "zeros.txt": bytes(20 * MIB), "b.txt": b"Oil."}))
    assert texts(found) == ["zeros.txt (not read)", "Ropes.", "Oil."]
    [warning] = found.warnings
    assert warning.startswith("zeros.txt: not read: unpack_ratio is 1000 and 10")
    assert "--limit unpack_ratio=2000" in warning


def test_a_bomb_that_shows_while_it_is_unpacked_is_named_too():
    noise = random.Random(1).randbytes(2 * MIB)
    data = make_zip({"a.txt": b"Ropes.", "late.bin": bytes(40 * MIB) + noise})
    found = read(data, unpack_ratio=100)
    assert texts(found) == ["late.bin (not read)", "Ropes."]
    assert "unpack_ratio is 100 and " in found.members[1].error


def test_what_is_refused_for_itself_does_not_count_for_the_others():
    data = make_zip({"zeros.txt": bytes(20 * MIB), "a.txt": b"Ropes."})
    assert texts(read(data, unpacked_bytes=MIB))[-1] == "Ropes."


def test_what_is_read_counts_together():
    data = make_zip({f"{number}.txt": b"rope " * 1000 for number in range(30)})
    with pytest.raises(LimitExceeded, match=r"^a\.zip: unpacked_bytes is 100000 and 150000"):
        read(data, unpacked_bytes=100_000)


def test_a_bomb_that_hides_its_size_gives_no_more_than_it_said():
    data = bytearray(make_zip({"zeros.txt": b"rope " * 200_000}))
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = (10).to_bytes(4, "little")
    found = read(bytes(data))
    assert texts(found) == ["rope rope "]
    assert "checksum" in found.warnings[0]


def test_members_that_overlap_are_refused():
    data = make_zip({"a.txt": b"rope and lamp", "b.txt": b"oil and rope"})
    at = data.rindex(b"PK\x01\x02")
    overlapping = data[: at + 42] + bytes(4) + data[at + 46 :]
    with pytest.raises(CorruptDocument, match="overlap"):
        read(overlapping)


def test_an_archive_that_holds_itself_ends_at_the_limit():
    data = make_zip({"a.zip": b"x"})
    for _ in range(8):
        data = make_zip({"a.zip": data})
    assert [bool(member.error) for member in read(data).members] == [False] * 6 + [True]


def test_more_members_than_allowed_are_refused_before_the_directory_is_read():
    data = make_zip({f"{number}.txt": b"" for number in range(300)})
    with pytest.raises(LimitExceeded, match="archive_members is 200 and 300 was met"):
        read(data, archive_members=200)


def test_a_member_larger_than_a_file_may_be_is_named_and_not_unpacked():
    found = read(make_zip({"big.txt": b"ab" * 5000, "a.txt": b"Ropes."}), file_bytes=9000)
    assert texts(found)[-1] == "Ropes."
    assert "file_bytes is 9000" in found.members[0].error
