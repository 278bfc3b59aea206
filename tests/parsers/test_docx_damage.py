"""Word files that are damaged, hostile or not what they say."""

from __future__ import annotations

import contextlib
import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.docx_samples import W, package, paragraph, read, texts
from ragstone.errors import (
    CorruptDocument,
    EmptyDocument,
    EncryptedDocument,
    LimitExceeded,
    ParseError,
)
from ragstone.limits import MIB, Limits
from samples import make_docx, make_zip


def test_no_bytes_are_an_empty_document() -> None:
    with pytest.raises(EmptyDocument, match=r"sample\.docx"):
        read(b"")


def test_bytes_that_are_no_zip_are_a_corrupt_document() -> None:
    with pytest.raises(CorruptDocument, match="damaged or truncated"):
        read(b"PK\x03\x04 and then nothing")


def test_a_zip_without_a_body_is_a_corrupt_document() -> None:
    with pytest.raises(CorruptDocument, match="without a Word document"):
        read(make_zip({"a.txt": b"a"}))


def test_a_locked_file_is_an_encrypted_document() -> None:
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100) + "EncryptedPackage".encode("utf-16-le")

    with pytest.raises(EncryptedDocument, match="password"):
        read(ole)


def test_a_document_type_is_refused_and_its_entities_stay_closed() -> None:
    body = f'<!DOCTYPE a [<!ENTITY e "lol">]><w:document {W}><w:body>&e;</w:body></w:document>'
    data = make_zip({"word/document.xml": body.encode()})

    with pytest.raises(CorruptDocument, match="document type"):
        read(data)


def test_a_member_that_unpacks_to_too_much_is_refused_before_it_is_unpacked() -> None:
    data = make_zip({"word/document.xml": b" " * (4 * MIB)})

    with pytest.raises(LimitExceeded, match="unpack_ratio"):
        read(data, limits=Limits(unpack_ratio=100))
    with pytest.raises(LimitExceeded, match="unpacked_bytes"):
        read(data, limits=Limits(unpacked_bytes=MIB))


def test_too_many_members_are_refused() -> None:
    with pytest.raises(LimitExceeded, match="archive_members"):
        read(make_docx([("", "a")]), limits=Limits(archive_members=2))


def test_a_damaged_side_part_is_a_warning() -> None:
    members: dict[str, bytes] = {}
    with zipfile.ZipFile(io.BytesIO(package(paragraph("Text."), styles=""))) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members["word/styles.xml"] = b"<w:styles"

    document = read(make_zip(members))

    assert document.elements[0].text == "Text."
    assert any("word/styles.xml" in warning for warning in document.warnings)


def test_tables_in_tables_are_read_to_the_depth_that_people_reach() -> None:
    opening, closing = "<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>"

    assert texts(package(opening * 60 + paragraph("x") + closing * 60)) == ["x"]


def test_nesting_without_end_is_cut_with_a_warning() -> None:
    document = read(package("<w:tbl><w:tr><w:tc>" * 2000))

    assert any("word/document.xml" in warning for warning in document.warnings)


def test_a_strict_file_reads_like_a_transitional_one() -> None:
    strict = b"http://purl.oclc.org/ooxml/wordprocessingml/main"
    usual = b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    with zipfile.ZipFile(io.BytesIO(package(paragraph("Strict.")))) as archive:
        members = {name: archive.read(name).replace(usual, strict) for name in archive.namelist()}

    assert texts(make_zip(members)) == ["Strict."]


@pytest.mark.parametrize("moved", [1, 10_000, 2**31])
def test_a_directory_that_points_elsewhere_is_a_corrupt_document(moved: int) -> None:
    data = bytearray(VALID)
    place = slice(len(data) - 6, len(data) - 2)  # of the central directory, in the end record
    data[place] = (int.from_bytes(data[place], "little") + moved).to_bytes(4, "little")

    with pytest.raises(CorruptDocument):
        read(bytes(data))


VALID = make_docx([("Heading 1", "One"), ("", "First."), [["a", "b"]]])


@settings(deadline=None, max_examples=40)
@given(st.integers(0, len(VALID) - 1), st.integers(0, 255))
def test_damage_anywhere_gives_a_document_or_an_error_of_ours(at: int, byte: int) -> None:
    for damaged in (VALID[:at], VALID[:at] + bytes([byte]) + VALID[at + 1 :]):
        with contextlib.suppress(ParseError, LimitExceeded):
            read(damaged)
