"""The content is sniffed before the name is believed."""

from __future__ import annotations

import gzip
import io
import time
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.errors import CorruptDocument, EmptyDocument, EncryptedDocument, UnsupportedFormat
from ragstone.parsers.detect import detect, is_binary
from ragstone.parsers.signatures import DOCX, PDF
from samples import make_docx, make_pdf, make_zip

PAGE = make_pdf([["Depth of the inner basin"]])
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@pytest.mark.parametrize(
    ("name", "data", "media_type"),
    [
        ("a.pdf", PAGE, PDF),
        ("a.pdf", b"\r\njunk line\n" + PAGE, PDF),
        ("a", b"x" * 500 + PAGE, PDF),
        ("a.docx", make_docx([("", "text")]), DOCX),
        ("a.xlsx", make_zip({"xl/workbook.xml": b"<x/>"}), XLSX),
        ("a.epub", make_zip({"mimetype": b"application/epub+zip"}), "application/epub+zip"),
        ("a.zip", make_zip({"a.txt": b"a"}), "application/zip"),
        ("a.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"),
        ("a.gz", gzip.compress(b"text"), "application/gzip"),
        ("a.doc", OLE + "WordDocument".encode("utf-16-le"), "application/msword"),
        ("a.rtf", rb"{\rtf1 text}", "application/rtf"),
        ("a.eml", b"From: a@example.org\n\nHi", "message/rfc822"),
        ("a.md", b"# Title", "text/markdown"),
        ("a.py", b"import os\n", "text/x-source"),
        ("a.json", b"{}", "application/json"),
        ("a.html", b"just text", "text/html"),
        ("a.xhtml", b"<?xml version='1.0'?><html/>", "application/xhtml+xml"),
        ("README", b"some words", "text/plain"),
        ("page", b"<!-- x --> <!DOCTYPE html><p>a", "text/html"),
        ("page.xyz", b"\xff\xfe" + "<html>".encode("utf-16-le"), "text/html"),
        ("a.txt", "Tide 潮汐".encode("utf-16"), "text/plain"),
        ("a.txt", "Tide tables".encode("utf-16-le"), "text/plain"),
        ("a.txt", b"Log start\0\0 of the day\npump on\0\n", "text/plain"),
    ],
)
def test_the_content_tells_the_type_and_agrees_with_the_name(name, data, media_type):
    found = detect(name, data)
    assert found.media_type == media_type
    assert found.warning is None
    assert found.reason


@pytest.mark.parametrize(
    ("name", "data", "media_type"),
    [
        ("notes.txt", PAGE, PDF),
        ("catch.xls", b"<html><body><table>", "text/html"),
        ("a.pdf", b"plain words", "text/plain"),
        ("a.pdf", make_docx([("", "text")]), DOCX),
        ("a.md", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"),
    ],
)
def test_a_name_that_says_something_else_gives_a_warning(name, data, media_type):
    found = detect(name, data)
    assert found.media_type == media_type
    assert "content and extension differ" in (found.warning or "")


def test_html_in_a_txt_file_stays_text():
    assert detect("page.txt", b"<!doctype html><p>a").media_type == "text/plain"


def test_a_text_about_pdf_is_no_pdf():
    assert detect("a.txt", b"A file begins with %PDF-1.7 and a comment.").media_type == "text/plain"


def test_a_txt_with_headings_standing_alone_is_read_as_markdown():
    found = detect("a.txt", "# 蜂医\n\n游戏角色。\n\n## 技能\n\n激素枪。\n".encode())
    assert found.media_type == "text/markdown"
    assert "Markdown" in found.reason


@pytest.mark.parametrize("text", ["# a comment\nx = 1\n# another\ny = 2\n", "#1 fan\n\n#2 fan\n"])
def test_number_signs_alone_make_no_markdown(text):
    assert detect("a.txt", text.encode()).media_type == "text/plain"


@pytest.mark.parametrize("name", ["a.pdf", "a.docx", "a.png", "a.xlsx"])
def test_an_empty_container_is_an_error(name):
    with pytest.raises(EmptyDocument, match=r"^a.*0 bytes"):
        detect(name, b"")


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a"])
def test_an_empty_text_is_none(name):
    assert detect(name, b"").media_type.startswith("text/")


def test_a_locked_office_file_says_so():
    with pytest.raises(EncryptedDocument, match="password"):
        detect("a.docx", OLE + "EncryptedPackage".encode("utf-16-le"))


def test_noise_is_binary_data():
    noise = bytes((i * i * 7 + i * 31) % 256 for i in range(4096))
    with pytest.raises(UnsupportedFormat, match="binary data that no parser reads"):
        detect("noise.txt", noise)
    with pytest.raises(CorruptDocument, match="other binary data"):
        detect("noise.pdf", noise)


def test_an_archive_that_is_cut_off_is_still_one():
    assert detect("a.zip", make_zip({"a.txt": b"abc" * 99})[:40]).media_type == "application/zip"


def test_an_archive_that_is_cut_off_is_not_taken_for_the_one_inside_it():
    inner = make_zip({"[Content_Types].xml": b"<Types/>", "word/document.xml": b"<a/>"})
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.txt", b"abc")
        archive.writestr("inner.docx", inner)
        archive.writestr("b.txt", b"abc" * 99)
    cut = packed.getvalue()[: packed.getvalue().index(b"b.txt")]
    assert detect("a.zip", cut).media_type == "application/zip"


@pytest.mark.parametrize("text", ["Straße", "本日の港湾会議で", "\x1b$B", "a\tb\r\n\f"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "shift_jis", "gb18030"])
def test_text_in_any_encoding_is_not_binary(text, encoding):
    assert not is_binary(text.encode(encoding, "ignore"))


def _flagged(archive: bytes) -> bytes:
    """The archive with every member said to be encrypted."""
    local, central = archive.index(b"PK\x03\x04"), archive.index(b"PK\x01\x02")
    changed = bytearray(archive)
    changed[local + 6] |= 1
    changed[central + 8] |= 1
    return bytes(changed)


def _with_damaged_data(archive: bytes) -> bytes:
    """The archive with the data of its first member overwritten by what no inflater takes."""
    start = 30 + len("mimetype")
    return archive[:start] + b"\xff" * 8 + archive[start + 8 :]


@pytest.mark.parametrize("damage", [_flagged, _with_damaged_data])
def test_a_mimetype_that_cannot_be_unpacked_says_nothing(damage):
    book = make_zip({"mimetype": b"application/epub+zip"})
    assert detect("a.epub", book).media_type == "application/epub+zip"
    assert detect("a.zip", damage(book)).media_type == "application/zip"


@pytest.mark.parametrize("said", ["text/plain", "application/pdf", "application/json", "a b", ""])
def test_a_mimetype_that_is_no_archive_is_not_believed(said):
    assert detect("a.zip", make_zip({"mimetype": said.encode()})).media_type == "application/zip"


def test_a_mimetype_nobody_knows_is_told():
    krita = make_zip({"mimetype": b"application/x-krita"})
    assert detect("a.kra", krita).media_type == "application/x-krita"


def test_members_are_found_in_any_case():
    assert detect("a.docx", make_zip({"/Word/Document.xml": b"<x/>"})).media_type == DOCX


@pytest.mark.parametrize(
    "data",
    [
        *(b"x %PDF-1.4 " + piece * 400_000 for piece in (b"1", b"1 ", b"1 1", b"1 2 o", b" ")),
        b"<!--" * 100_000,
        b"<?xml " * 100_000,
        b"<p " + b" " * 400_000,
        b"# a\n\n" + b"#  " * 100_000 + b"\n\n# b",
        b"\n\n# " + b" " * 400_000,
    ],
    ids=["digits", "numbers", "pairs", "objects", "blanks", "comments", "xml", "tag", "hash", "h"],
)
@pytest.mark.parametrize("name", ["a", "a.txt"])
def test_any_text_is_told_in_linear_time(name, data):
    begin = time.process_time()
    assert detect(name, data).media_type.startswith("text/")
    assert time.process_time() - begin < 1


def test_a_pdf_behind_junk_is_told_by_an_object_or_by_its_end():
    head = b"x %PDF-1.4\n"
    assert detect("a", head + b"1 0 obj\n").media_type == PDF
    assert detect("a", head + b"%" * 200_000 + b"\nstartxref\n9\n%%EOF").media_type == PDF
    assert detect("a", head + b"1234567890123 0 obj\n").media_type == "text/plain"


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200), st.sampled_from(["a.txt", "a.pdf", "a.docx", "a", "a.html"]))
def test_any_bytes_have_a_type_or_one_of_our_errors(data, name):
    try:
        assert detect(name, data).media_type
    except (CorruptDocument, EmptyDocument, UnsupportedFormat, EncryptedDocument) as error:
        assert str(error).startswith(name)  # noqa: PT017 - most bytes are fine
