"""Stages: everything travels by value, and hash and parse see the same bytes."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from ragstone.errors import LimitExceeded, SourceNotFound
from ragstone.indexing.stages import ParsedDocument, ParseRequest, parse
from ragstone.limits import Limits
from ragstone.model.span import Span
from ragstone.sources.source import Source


def _parse(source: Source) -> ParsedDocument:
    return ParsedDocument.unpack(parse(ParseRequest.of(source).pack()))


def test_a_file_comes_back_as_sections_with_its_hash(tmp_path: Path) -> None:
    path = tmp_path / "潮.md"
    data = "# One\n\nText.\n\n# Two\n\n潮汐\n".encode()
    path.write_bytes(data)
    parsed = _parse(Source.from_path(path))
    assert parsed.content_hash == hashlib.sha256(data).hexdigest()
    assert parsed.size == len(data)
    assert "".join(section.text for section in parsed.sections) == data.decode()
    last = parsed.sections[-1]
    start = last.text.index("潮汐")
    assert last.place(Span(start, start + 2)).line_start == 7


def test_bytes_and_text_in_memory_travel_too() -> None:
    by_bytes = _parse(Source.from_bytes(b"a\nb", "a.txt"))
    by_text = _parse(Source.from_text("a\nb", "a.txt"))
    assert by_bytes.sections[0].text == by_text.sections[0].text == "a\nb"
    assert by_bytes.content_hash == by_text.content_hash


def test_a_body_with_line_ends_is_not_taken_for_the_head() -> None:
    assert _parse(Source.from_bytes(b"\n\n{}\n", "a.txt")).sections[0].text == "\n\n{}\n"


def test_limits_travel_with_the_request(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"x" * 100)
    with pytest.raises(LimitExceeded, match="file_bytes"):
        _parse(Source.from_path(path, limits=Limits(file_bytes=99)))


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound, match="no such file"):
        _parse(Source.from_path(tmp_path / "gone.txt"))


def test_a_path_that_is_no_utf8_travels_too(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff.txt"))
    path.write_bytes(b"text")
    assert _parse(Source.from_path(path)).sections[0].text == "text"
