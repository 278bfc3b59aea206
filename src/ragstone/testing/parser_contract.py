"""What every parser promises, as tests that a third party's parser inherits.

    class TestMyParser(ParserContract):
        payload, filename = b"...", "sample.xyz"

        def parser(self) -> ParserBase:
            return MyParser()

Bad input is made from `payload`: cut off, damaged, empty, and replaced by noise.
"""

from __future__ import annotations

import asyncio
import json
import random
import socket
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import pytest
from pydantic import ValidationError

from ragstone.errors import ParseError, RagstoneError
from ragstone.model.document import Document
from ragstone.model.section import Section
from ragstone.model.span import Span
from ragstone.parsers.base import ParserBase
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source


class ParserContract:
    """Set `payload` (a good small file with some text) and `filename`, and give a parser.

    - `is_text`: whether an empty file is a document with the warning "empty", and no error.
    - `expected`: texts that must be found in the elements of the good file.
    """

    payload: ClassVar[bytes] = b""
    filename: ClassVar[str] = "sample"
    is_text: ClassVar[bool] = False
    expected: ClassVar[tuple[str, ...]] = ()

    def parser(self) -> ParserBase:
        """A fresh parser with its default parameters."""
        raise NotImplementedError

    def read(self, payload: bytes) -> Document:
        """The document in `payload`, as `read_document` hands it to the parser."""
        source = Source.from_bytes(payload, self.filename, child_parser=read_document)
        return self.parser().read(source)

    @pytest.fixture
    def document(self) -> Document:
        """The good file."""
        return self.read(self.payload)

    def test_the_good_file_is_read(self, document: Document) -> None:
        text = "\n".join(element.text for element in document.elements)
        assert document.elements
        for wanted in self.expected:
            assert wanted in text

    def test_a_document_names_its_file_and_its_parser(self, document: Document) -> None:
        assert document.source == self.filename
        assert document.parser == self.parser().parser_type
        assert document.media_type in self.parser().supported_media_types

    def test_the_same_bytes_give_the_same_output(self, document: Document) -> None:
        assert self.read(self.payload).to_dict() == document.to_dict()

    def test_bytes_and_path_agree(self, tmp_path: Path) -> None:
        path = tmp_path / self.filename
        path.write_bytes(self.payload)
        from_bytes = asyncio.run(self.parser().parse(self.payload, self.filename))
        from_path = asyncio.run(self.parser().parse(str(path), self.filename))
        assert from_bytes == from_path
        assert from_bytes

    def test_a_document_survives_json(self, document: Document) -> None:
        assert Document.from_dict(json.loads(json.dumps(document.to_dict()))) == document

    def test_sections_survive_json(self, document: Document) -> None:
        for section in document.sections():
            assert Section.model_validate_json(section.model_dump_json()) == section

    def test_every_element_has_a_place_and_an_id_of_its_own(self, document: Document) -> None:
        ids = [element.id for element in document.elements]
        assert all(ids)
        assert len(set(ids)) == len(ids)
        for element in document.elements:
            place = {**element.provenance.to_dict(), "rule": None}
            assert set(place) > {"rule"}
            assert element.parent_id is None or element.parent_id in ids

    def test_text_has_no_nul_and_no_lone_surrogate(self, document: Document) -> None:
        texts = [element.text for element in document.elements]
        for text in [*texts, *(section.text for section in document.sections())]:
            assert "\0" not in text
            text.encode("utf-8")

    @pytest.mark.parametrize("by", ["natural", "heading", "document"])
    def test_runs_and_parts_of_a_section_are_in_order_and_in_range(
        self, document: Document, by: Any
    ) -> None:
        sections = document.sections(by)
        assert sections
        assert [section.index for section in sections] == list(range(len(sections)))
        for section in sections:
            if section.content.type == "data":
                continue
            starts = [run.start for run in section.runs]
            assert starts[0] == 0
            assert starts == sorted(set(starts))
            assert starts[-1] < len(section.text)
            assert all(part.start < part.end <= len(section.text) for part in section.parts)
            assert all(a.end <= b.start for a, b in pairwise(section.parts))

    @pytest.mark.parametrize("by", ["natural", "heading", "document"])
    def test_a_part_holds_its_element(self, document: Document, by: Any) -> None:
        elements = {element.id: element for element in document.elements}
        texts = (section for section in document.sections(by) if section.content.type == "text")
        for section in texts:
            for part in section.parts:
                element, held = elements[part.element_id], section.text[part.start : part.end]
                if document.text is None:
                    assert held.endswith(element.text)
                else:
                    assert element.span is not None
                    assert held == document.text[element.span.start : element.span.end]

    def test_the_place_of_a_part_is_its_elements_place(self, document: Document) -> None:
        elements = {element.id: element for element in document.elements}
        for section in document.sections():
            for part in section.parts:
                found = section.place(Span(part.start, part.end))
                wanted = elements[part.element_id].provenance
                for name in ("page", "slide", "sheet", "line_start", "line_end"):
                    assert getattr(found, name) == getattr(wanted, name)

    def test_verbatim_sections_together_are_the_text(self, document: Document) -> None:
        if document.text is not None:
            together = "".join(section.text for section in document.sections())
            assert together == document.text

    def test_an_empty_file_is_told_apart(self) -> None:
        if self.is_text:
            for payload in (b"", b" \r\n\t\n"):
                document = self.read(payload)
                assert document.elements == ()
                assert "empty" in document.warnings
                assert document.sections() == []
        else:
            with pytest.raises(ParseError) as caught:
                read_document(Source.from_bytes(b"", self.filename))
            assert str(caught.value).startswith(self.filename)

    def test_bad_files_give_one_of_our_errors_or_a_document(self) -> None:
        for payload in _bad_files(self.payload):
            try:
                document = self.read(payload)
            except RagstoneError as error:
                assert self.filename in str(error)  # noqa: PT017 - a document is fine too
            else:
                json.dumps(document.to_dict())
                document.sections()

    def test_no_file_is_left_and_no_network_used(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_: Any, **__: Any) -> None:
            raise AssertionError("a parser used the network")

        monkeypatch.setattr(socket.socket, "connect", refuse)
        monkeypatch.setattr(socket, "getaddrinfo", refuse)
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        monkeypatch.chdir(tmp_path)
        self.read(self.payload)
        assert list(tmp_path.iterdir()) == []

    def test_media_types_and_extensions_are_named(self) -> None:
        parser = self.parser()
        assert parser.supported_media_types
        assert parser.supported_extensions() == sorted(set(parser.supported_extensions()))
        assert all(extension.startswith(".") for extension in parser.supported_extensions())

    def test_an_unknown_parameter_is_refused(self) -> None:
        with pytest.raises(ValidationError):
            self.parser().Parameters.model_validate({"no_such_option": 1})


def _bad_files(payload: bytes, count: int = 24) -> Iterator[bytes]:
    """The file cut off, with bytes changed, moved and doubled, and noise of several sizes."""
    chance = random.Random(7)  # noqa: S311 - the same files in every run
    for index in range(count):
        yield payload[: len(payload) * index // count]
        damaged = bytearray(payload)
        for _ in range(1 + len(damaged) // 200):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        yield bytes(damaged)
        start = chance.randrange(len(payload))
        yield payload[start:] + payload[:start]
    for size in (1, 2, 3, 10, 100, 5000):
        yield chance.randbytes(size)
    yield b"\0" * 100
    yield b"\xff\xfe"
    yield payload * 2
