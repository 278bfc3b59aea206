"""The stages that run away from the database: functions of (bytes) to bytes.

They are module-level and take everything by value, so that the sandbox's workers, and later a
cluster's, can run them. Request and answer are one line of JSON, then a body.

    parsed = parse(ParseRequest.of(Source.from_path("report.pdf")).pack())
    cut = chunk(ChunkRequest(chunker="balanced").pack(parsed))
    facts, sections = ParsedDocument.unpack(parsed)
    notes, chunks = ChunkedDocument.unpack(cut)
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from ragstone.chunkers.base import ChunkerBase, TextChunker
from ragstone.chunkers.catalog import CHUNKERS
from ragstone.indexing.held import Held, HeldChunks, Lines
from ragstone.indexing.progress import report
from ragstone.limits import Limits
from ragstone.model.chunk import Chunk
from ragstone.model.section import Section
from ragstone.model.sectioning import SectionBy
from ragstone.parsers.catalog import PARSERS
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

PARSE = "ragstone.indexing.stages:parse"
CHUNK = "ragstone.indexing.stages:chunk"


def parsing_modules() -> tuple[str, ...]:
    """What a worker needs to parse: this module and the parsers whose packages are installed."""
    parsers = (row.target.partition(":")[0] for row in PARSERS if not row.missing)
    return (__name__, *parsers)


def chunking_module(chunker: str) -> str:
    """What a worker needs beside it to cut by the chunker of that name."""
    return CHUNKERS.entry(chunker).target.partition(":")[0]


class ParseRequest(BaseModel):
    """A source, and by what sections to divide it. Bytes in memory travel as the body."""

    name: str
    uri: str
    path: str | None = None
    media_type: str | None = None
    is_text: bool = False
    sections: SectionBy = "natural"
    limits: dict[str, Any] = Field(default_factory=dict)
    body: bytes = Field(default=b"", exclude=True)

    @classmethod
    def of(cls, source: Source, sections: SectionBy = "natural") -> ParseRequest:
        body = source.read_bytes() if source.path is None else b""
        return cls(
            name=source.name,
            uri=source.uri,
            path=None if source.path is None else str(source.path.absolute()),
            media_type=source.media_type,
            is_text=source.text is not None,
            sections=sections,
            limits=asdict(source.limits),
            body=body,
        )

    def pack(self) -> bytes:
        # json, not pydantic, writes it: a path may hold bytes that are no UTF-8 (lone surrogates).
        return json.dumps(self.model_dump()).encode() + b"\n" + self.body

    @classmethod
    def unpack(cls, payload: bytes) -> ParseRequest:
        head, _, body = payload.partition(b"\n")
        return cls.model_validate({**json.loads(head), "body": body})

    def source(self) -> Source:
        """The source to read: a path is read now, once, so that hash and parse see one content."""
        limits = Limits(**self.limits)
        if self.is_text:
            text = self.body.decode("utf-8", "surrogatepass")
            return Source(self.name, self.uri, text=text, media_type=self.media_type, limits=limits)
        data = self.body
        if self.path is not None:
            data = Source(self.name, self.uri, path=Path(self.path), limits=limits).read_bytes()
        return Source(self.name, self.uri, data=data, media_type=self.media_type, limits=limits)


class ParsedDocument(BaseModel):
    """The facts about a file that was parsed; its sections stand behind them, one a line."""

    content_hash: str
    size: int
    media_type: str
    parser: str
    warnings: list[str]

    def pack(self, sections: Iterable[Section]) -> bytes:
        return _packed(self, sections)

    @classmethod
    def unpack(cls, answer: bytes) -> tuple[ParsedDocument, Held[Section]]:
        end = _head_end(answer)
        return cls.model_validate_json(answer[:end]), Held(Lines(answer, end + 1), Section)


class ChunkRequest(BaseModel):
    """The pinned chunker; what `parse` answered travels behind it as it came."""

    chunker: str
    parameters: dict[str, Any] = Field(default_factory=dict)

    def pack(self, parsed: bytes) -> bytes:
        return b"".join((json.dumps(self.model_dump()).encode(), b"\n", parsed))

    @classmethod
    def unpack(cls, payload: bytes) -> tuple[ChunkRequest, list[Section]]:
        end = _head_end(payload)
        lines = Lines(payload, _head_end(payload, end + 1) + 1, in_memory=len(payload))
        return cls.model_validate_json(payload[:end]), list(Held(lines, Section))


class ChunkedDocument(BaseModel):
    """What is to be said of a document's chunks, which stand behind it, one a line.

    `parents`: the numbers of those that others lie in.
    """

    warnings: list[str]
    parents: list[int]

    @classmethod
    def of(cls, chunks: Sequence[Chunk], warnings: list[str]) -> ChunkedDocument:
        parents = {each.parent_index for each in chunks if each.parent_index is not None}
        return cls(warnings=warnings, parents=sorted(parents))

    def pack(self, chunks: Iterable[Chunk]) -> bytes:
        return _packed(self, chunks)

    @classmethod
    def unpack(cls, answer: bytes) -> tuple[ChunkedDocument, HeldChunks]:
        end = _head_end(answer)
        found = cls.model_validate_json(answer[:end])
        return found, HeldChunks(Lines(answer, end + 1), found.parents)


def _packed(head: BaseModel, lines: Iterable[BaseModel]) -> bytes:
    """JSON as pydantic writes it holds no line end."""
    packed = io.BytesIO()
    packed.write(head.model_dump_json().encode() + b"\n")
    for line in lines:
        packed.write(line.model_dump_json().encode())
        packed.write(b"\n")
    return packed.getvalue()


def _head_end(packed: bytes, start: int = 0) -> int:
    """Where the line ends that starts at `start`; of a head without line end, all of it."""
    end = packed.find(b"\n", start)
    return end if end >= 0 else len(packed)


def content_hash(data: bytes) -> str:
    """What tells one version of a document from another: SHA-256, hex."""
    return hashlib.sha256(data).hexdigest()


def parse(payload: bytes) -> bytes:
    """`ParseRequest` in, `ParsedDocument` out, packed. Raises the errors of `read_document`."""
    request = ParseRequest.unpack(payload)
    source = request.source()
    data = source.read_bytes()
    document = read_document(replace(source, progress=report))
    parsed = ParsedDocument(
        content_hash=content_hash(data),
        size=len(data),
        media_type=document.media_type,
        parser=document.parser,
        warnings=list(document.warnings),
    )
    return parsed.pack(document.sections(request.sections))


def chunk(payload: bytes) -> bytes:
    """`ChunkRequest` in, `ChunkedDocument` out, packed. Raises the errors of the chunker."""
    request, sections = ChunkRequest.unpack(payload)
    chunker = _chunker(request.chunker, json.dumps(request.parameters, sort_keys=True))
    if isinstance(chunker, TextChunker):
        chunks = chunker.chunk_sections(sections)
    else:
        chunks = asyncio.run(chunker.chunk(sections))
    return ChunkedDocument.of(chunks, chunker.warnings(chunks)).pack(chunks)


@lru_cache(maxsize=1)
def _chunker(name: str, parameters: str) -> ChunkerBase:
    """The chunker that this worker has cut with before, or another: one may load a model."""
    return CHUNKERS.create(name, **json.loads(parameters))
