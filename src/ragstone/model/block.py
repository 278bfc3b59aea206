"""Blocks: the content of sections and chunks, text or data (pictures, sound).

Ids derive from content, so the same bytes have the same id in every run; times stay unset
unless the caller gives them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel

from ragstone.model.trusted import trusted

#: Characters from which an id is worked out piece by piece.
_LARGE = 1_000_000


def content_id(*parts: str) -> str:
    """32 hex digits of SHA-256 over `parts`; lone surrogates count like any other character."""
    if sum(map(len, parts)) > _LARGE:
        return _large_id(parts)
    whole = "\0".join((*parts, ""))
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _large_id(parts: Sequence[str]) -> str:
    """The same without a second and a third copy of texts of many megabytes."""
    digest = hashlib.sha256()
    for part in parts:
        for start in range(0, len(part), _LARGE):
            digest.update(part[start : start + _LARGE].encode("utf-8", "surrogatepass"))
        digest.update(b"\0")
    return digest.hexdigest()[:32]


class Base64Source(BaseModel):
    """Bytes carried in place."""

    type: Literal["base64"] = "base64"
    data: str
    media_type: str


class URLSource(BaseModel):
    """Bytes that live elsewhere."""

    type: Literal["url"] = "url"
    url: str
    media_type: str


class TextBlock(BaseModel):
    """A piece of text."""

    type: Literal["text"] = "text"
    text: str
    id: str = ""
    created_at: str | None = None
    finished_at: str | None = None

    def model_post_init(self, context: Any, /) -> None:  # noqa: ARG002 - pydantic calls it so
        self.id = self.id or content_id("text", self.text)


#: All of them count as given, so that one set serves every block: nothing can be added to it.
_TEXT_FIELDS = set(TextBlock.model_fields)


def text_block(text: str) -> TextBlock:
    """`TextBlock(text=text)` without validation, for a slice of a text that was validated."""
    # `content_id` written out: this runs once a chunk.
    digest = hashlib.sha256(f"text\0{text}\0".encode("utf-8", "surrogatepass")).hexdigest()
    values = {
        "type": "text",
        "text": text,
        "id": digest[:32],
        "created_at": None,
        "finished_at": None,
    }
    return trusted(TextBlock, values, _TEXT_FIELDS)


class DataBlock(BaseModel):
    """A picture, sound or other data that is never cut."""

    type: Literal["data"] = "data"
    id: str = ""
    source: Base64Source | URLSource
    name: str | None = None
    created_at: str | None = None
    finished_at: str | None = None

    def model_post_init(self, context: Any, /) -> None:  # noqa: ARG002 - pydantic calls it so
        place = self.source.data if isinstance(self.source, Base64Source) else self.source.url
        self.id = self.id or content_id("data", self.source.media_type, place)
