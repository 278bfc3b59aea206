from __future__ import annotations

import pytest

from ragstone.errors import CorruptDocument, EncryptedDocument, LimitExceeded
from ragstone.limits import Limits
from ragstone.parsers.zip_package import PackageKind, ZipPackage
from ragstone.sources.source import Source
from samples import make_zip

KIND = PackageKind("odt", "an OpenDocument text", "LibreOffice")
LOOSE = PackageKind("epub", "an EPUB book", "an EPUB editor", has_doctype=True)


def opened(members: dict[str, bytes], kind: PackageKind = KIND, **limits: int) -> ZipPackage:
    source = Source.from_bytes(make_zip(members), "a.odt", limits=Limits(**limits))
    package = ZipPackage(source, kind)
    package.main = "main.xml"
    return package


def test_parts_are_found_in_any_case_and_with_any_slash() -> None:
    package = opened({"/Word\\Document.XML": b"<a/>"})

    assert package.has("word/document.xml")
    assert package.xml("WORD/document.xml").tag == "a"
    assert package.xml("nothing.xml") is None


def test_a_damaged_part_is_kept_as_far_as_it_goes() -> None:
    package = opened({"a.xml": b"<a><b>x</b><c>"})

    assert package.xml("a.xml")[0].text == "x"
    assert package.warnings == ["a.xml is damaged; what could be read was kept"]


def test_a_part_nested_deeper_than_libxml2_allows_is_read() -> None:
    package = opened({"a.xml": b"<a>" * 500 + b"</a>" * 500})

    assert sum(1 for _ in package.xml("a.xml").iter()) == 500


def test_a_document_type_is_refused_and_where_it_is_allowed_its_entities_are() -> None:
    plain = b'<!DOCTYPE a PUBLIC "x" "y.dtd"><a/>'
    entities = b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'

    with pytest.raises(CorruptDocument, match="LibreOffice never does"):
        opened({"a.xml": plain}).xml("a.xml")
    assert opened({"a.xml": plain}, LOOSE).xml("a.xml").tag == "a"
    with pytest.raises(CorruptDocument, match="entities"):
        opened({"a.xml": entities}, LOOSE).xml("a.xml")


def test_a_part_that_cannot_be_unpacked_is_a_warning_and_the_main_one_an_error() -> None:
    data = bytearray(make_zip({"main.xml": b"<a>" + b"x" * 99 + b"</a>", "b.xml": b"y" * 99}))
    data[data.index(b"main.xml") + 12] ^= 0xFF
    data[data.index(b"b.xml") + 8] ^= 0xFF
    package = ZipPackage(Source.from_bytes(bytes(data), "a.odt"), KIND)
    package.main = "main.xml"

    assert package.read("b.xml") is None
    assert package.warnings == ["b.xml cannot be unpacked and was left out"]
    with pytest.raises(CorruptDocument, match=r"main\.xml cannot be unpacked"):
        package.read("main.xml")


def test_bounds_hold_before_anything_is_unpacked() -> None:
    with pytest.raises(LimitExceeded, match="archive_members"):
        opened({f"{n}": b"" for n in range(5)}, archive_members=4)
    with pytest.raises(LimitExceeded, match="unpacked_bytes"):
        opened({"a": b"x" * 100}, unpacked_bytes=99)


def test_what_is_unpacked_counts_once_with_what_is_unpacked_around_it() -> None:
    source = Source.from_bytes(
        make_zip({"a": b"x" * 60, "b": b"y" * 30}), "a.odt", limits=Limits(unpacked_bytes=120)
    )
    source.spend("unpacked_bytes", 40)
    package = ZipPackage(source, KIND)

    assert package.read("a") == package.read("a")
    with pytest.raises(LimitExceeded, match="unpacked_bytes"):
        package.read("b")


def test_a_member_with_a_password_locks_the_file() -> None:
    data = bytearray(make_zip({"a.xml": b"<a/>"}))
    for at in (data.index(b"PK\x03\x04") + 6, data.index(b"PK\x01\x02") + 8):
        data[at] |= 1
    with pytest.raises(EncryptedDocument):
        ZipPackage(Source.from_bytes(bytes(data), "a.odt"), KIND)
