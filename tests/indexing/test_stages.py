"""Stages: everything travels by value, and hash and parse see the same bytes."""

from __future__ import annotations

import asyncio
import hashlib
import os
from pathlib import Path
from typing import Any

import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.errors import LimitExceeded, ParameterError, SourceNotFound
from ragstone.indexing.held import Held, HeldChunks
from ragstone.indexing.stages import (
    ChunkedDocument,
    ChunkRequest,
    ParsedDocument,
    ParseRequest,
    chunk,
    parse,
)
from ragstone.limits import Limits
from ragstone.model.section import Section
from ragstone.model.span import Span
from ragstone.sources.source import Source


def _parse(source: Source) -> tuple[ParsedDocument, Held[Section]]:
    return ParsedDocument.unpack(parse(ParseRequest.of(source).pack()))


def test_a_file_comes_back_as_sections_with_its_hash(tmp_path: Path) -> None:
    path = tmp_path / "潮.md"
    data = "# One\n\nText.\n\n# Two\n\n潮汐\n".encode()
    path.write_bytes(data)
    parsed, sections = _parse(Source.from_path(path))
    assert parsed.content_hash == hashlib.sha256(data).hexdigest()
    assert parsed.size == len(data)
    assert "".join(section.text for section in sections) == data.decode()
    last = sections[-1]
    start = last.text.index("潮汐")
    assert last.place(Span(start, start + 2)).line_start == 7


def test_bytes_and_text_in_memory_travel_too() -> None:
    by_bytes, in_bytes = _parse(Source.from_bytes(b"a\nb", "a.txt"))
    by_text, in_text = _parse(Source.from_text("a\nb", "a.txt"))
    assert in_bytes[0].text == in_text[0].text == "a\nb"
    assert by_bytes.content_hash == by_text.content_hash


def test_a_body_with_line_ends_is_not_taken_for_the_head() -> None:
    assert _parse(Source.from_bytes(b"\n\n{}\n", "a.txt"))[1][0].text == "\n\n{}\n"


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
    assert _parse(Source.from_path(path))[1][0].text == "text"


def _cut(source: Source, chunker: str, **parameters: Any) -> tuple[ChunkedDocument, HeldChunks]:
    answer = parse(ParseRequest.of(source).pack())
    request = ChunkRequest(chunker=chunker, parameters=parameters)
    return ChunkedDocument.unpack(chunk(request.pack(answer)))


def test_a_parsed_document_is_cut_as_its_sections_are() -> None:
    source = Source.from_text("# One\n\nHigh 潮汐.\n\n# Two\n\nLow.\n", "a.md")
    _, chunks = _cut(source, "recursive", chunk_size=12, chunk_overlap=0)
    chunker = CHUNKERS.create("recursive", chunk_size=12, chunk_overlap=0)
    assert list(chunks) == asyncio.run(chunker.chunk(list(_parse(source)[1])))
    assert len(chunks) > 2


def test_chunks_that_others_lie_in_are_told() -> None:
    source = Source.from_text("High water. Low water. Slack water. " * 40, "a.txt")
    chunked, chunks = _cut(source, "hierarchical")
    assert chunked.parents == sorted(
        {each.parent_index for each in chunks if each.parent_index is not None}
    )
    assert chunked.parents


def test_a_document_without_text_has_no_chunks() -> None:
    assert len(_cut(Source.from_text("", "a.txt"), "balanced")[1]) == 0


def test_a_chunker_that_needs_an_embedder_makes_its_own() -> None:
    source = Source.from_text("High water is at six. The ferry is blue. " * 5, "a.txt")
    assert len(_cut(source, "semantic", embedder="hashing")[1]) >= 1


def test_what_a_chunker_refuses_is_its_own_error() -> None:
    with pytest.raises(ParameterError, match="max_bytes"):
        _cut(Source.from_text("\N{GRINNING FACE}", "a.txt"), "fixed", max_bytes=1)
