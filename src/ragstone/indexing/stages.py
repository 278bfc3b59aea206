"""The stages that run away from the database: functions of (bytes) to bytes.

They are module-level and take everything by value, so that the sandbox's workers, and later a
cluster's, can run them. Request and answer are one line of JSON, then a body.

    answer = parse(ParseRequest.of(Source.from_path("report.pdf")).pack())
    ParsedDocument.unpack(answer).sections
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from ragstone.limits import Limits
from ragstone.model.section import Section
from ragstone.model.sectioning import SectionBy
from ragstone.parsers.catalog import PARSERS
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

PARSE = "ragstone.indexing.stages:parse"


def parsing_modules() -> tuple[str, ...]:
    """What a worker needs to parse: this module and the parsers whose packages are installed."""
    parsers = (row.target.partition(":")[0] for row in PARSERS if not row.missing)
    return (__name__, *parsers)


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
    """What indexing needs of a document: its sections, and the facts about the file."""

    content_hash: str
    size: int
    media_type: str
    parser: str
    warnings: list[str]
    sections: list[Section]

    def pack(self) -> bytes:
        return self.model_dump_json().encode()

    @classmethod
    def unpack(cls, answer: bytes) -> ParsedDocument:
        return cls.model_validate_json(answer)


def content_hash(data: bytes) -> str:
    """What tells one version of a document from another: SHA-256, hex."""
    return hashlib.sha256(data).hexdigest()


def parse(payload: bytes) -> bytes:
    """`ParseRequest` in, `ParsedDocument` out, packed. Raises the errors of `read_document`."""
    request = ParseRequest.unpack(payload)
    source = request.source()
    data = source.read_bytes()
    document = read_document(source)
    return ParsedDocument(
        content_hash=content_hash(data),
        size=len(data),
        media_type=document.media_type,
        parser=document.parser,
        warnings=list(document.warnings),
        sections=document.sections(request.sections),
    ).pack()
