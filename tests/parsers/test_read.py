"""The one door to every parser: choice, warnings, and one kind of failure."""

from __future__ import annotations

import pytest

from ragstone.errors import (
    CorruptDocument,
    LimitExceeded,
    ParameterError,
    SourceNotFound,
    UnsupportedFormat,
)
from ragstone.limits import Limits
from ragstone.parsers import read as read_module
from ragstone.parsers.read import read_document
from ragstone.parsers.text import TextParser
from ragstone.sources.source import Source
from samples import make_pdf


def test_the_content_chooses_the_parser():
    document = read_document(Source.from_bytes(b"<!doctype html><p>Hello", "page"))
    assert document.parser == "html"
    assert "HTML tags" in document.strategy_reason


def test_a_pdf_named_txt_is_read_as_pdf_with_a_warning():
    document = read_document(Source.from_bytes(make_pdf([["Inner basin"]]), "notes.txt"))
    assert document.parser == "pdf"
    assert "content and extension differ" in document.warnings[0]


def test_a_parser_asked_for_by_name_is_used():
    document = read_document(Source.from_bytes(b"# Title", "a.md"), parser="text")
    assert document.parser == "text"
    assert "asked for" in document.strategy_reason


def test_text_in_memory_is_read_by_its_media_type():
    assert read_document(Source.from_text("# T", media_type="text/markdown")).parser == "markdown"
    assert read_document(Source.from_text("# T")).parser == "text"
    assert read_document(Source.from_text("x = 1", media_type="text/x-python")).strategy == "code"


def test_an_unsupported_format_says_what_it_is_and_what_to_do():
    with pytest.raises(UnsupportedFormat) as caught:
        read_document(Source.from_bytes(b"\0\0\0\x18ftypheic\0\0", "chart.heic"))
    assert str(caught.value).startswith("chart.heic: it is a HEIC or AVIF picture")
    assert "OCR" in caught.value.remedy


def test_a_missing_file_is_a_source_error(tmp_path):
    with pytest.raises(SourceNotFound, match=r"nowhere\.txt"):
        read_document(Source.from_path(tmp_path / "nowhere.txt"))


def test_a_file_over_the_limit_is_refused():
    source = Source.from_bytes(b"abc", "a.txt", limits=Limits(file_bytes=2))
    with pytest.raises(LimitExceeded, match=r"a\.txt"):
        read_document(source)


def test_an_unknown_parser_and_an_unknown_option_are_named():
    with pytest.raises(ParameterError, match="no parser called docy"):
        read_document(Source.from_text("a"), parser="docy")
    with pytest.raises(ParameterError, match="speed is not an option"):
        read_document(Source.from_text("a"), parameters={"speed": 1})


def test_whatever_a_library_throws_is_a_corrupt_document(monkeypatch):
    def fail(self, source):
        raise KeyError("inner")

    monkeypatch.setattr(TextParser, "read", fail)
    with pytest.raises(CorruptDocument, match=r"^a\.txt: the text parser failed") as caught:
        read_document(Source.from_bytes(b"abc", "a.txt"))
    assert isinstance(caught.value.__cause__, KeyError)


def test_whatever_detection_throws_is_a_corrupt_document_too(monkeypatch):
    def fail(name, data):
        raise RuntimeError("inner")

    monkeypatch.setattr(read_module, "detect", fail)
    with pytest.raises(CorruptDocument, match=r"^a\.txt: its type could not be told") as caught:
        read_document(Source.from_bytes(b"abc", "a.txt"))
    assert isinstance(caught.value.__cause__, RuntimeError)


def test_text_in_memory_over_the_limit_is_refused():
    source = Source.from_text("潮汐", "a.txt", limits=Limits(file_bytes=5))
    with pytest.raises(LimitExceeded, match=r"a\.txt: file_bytes is 5 and 6 was met"):
        read_document(source)


def test_a_text_of_replacement_characters_says_that_it_was_lost_before():
    lost = "\ufffd\ufffd \ufffd\ufffd\ufffd b\n" * 20
    document = read_document(Source.from_bytes(lost.encode(), "a.txt"))
    assert document.text == lost
    assert [warning for warning in document.warnings if "could not be decoded" in warning]


def test_single_replacement_characters_are_no_reason_to_warn():
    text = "Tide tables for the \ufffdrhus basin.\n"
    assert read_document(Source.from_bytes(text.encode(), "a.txt")).warnings == ()


def test_a_parser_gets_a_door_for_documents_inside(monkeypatch):
    seen: list[Source] = []
    read = TextParser.read

    def spy(self, source):
        seen.append(source)
        return read(self, source)

    monkeypatch.setattr(TextParser, "read", spy)
    read_document(Source.from_bytes(b"abc", "a.txt"))
    assert seen[0].child_parser is read_document


@pytest.mark.parametrize(
    ("name", "parser", "media_type"),
    [
        ("notes.md", "markdown", "text/markdown"),
        ("page.html", "html", "text/html"),
        ("tides.py", "text", "text/x-source"),
        ("text", "text", "text/plain"),
        ("report.pdf", "text", "text/plain"),
    ],
)
def test_text_in_memory_is_read_as_its_name_says(name: str, parser: str, media_type: str):
    document = read_document(Source.from_text("# Tides\n", name))
    assert (document.parser, document.media_type) == (parser, media_type)


def test_the_type_given_for_text_in_memory_goes_before_its_name():
    document = read_document(Source.from_text("# Tides\n", "notes.md", "text/plain"))
    assert document.parser == "text"
