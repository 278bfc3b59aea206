"""Blocks: the content of sections and chunks, text or data (pictures, sound).

Ids derive from content, so the same bytes have the same id in every run; times stay unset
unless the caller gives them.
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal

from pydantic import BaseModel


def content_id(*parts: str) -> str:
    """32 hex digits of SHA-256 over `parts`; lone surrogates count like any other character."""
    whole = "\0".join((*parts, ""))
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:32]


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
