"""Reading what an embeddings service answers: vectors, error texts, asked pauses. No requests here.

vectors = read_vectors(answer, count=2, dimensions=1536, host="api.openai.com", model="…")
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx
import numpy as np
from pydantic import BaseModel, ValidationError

from ragstone.embedders.base import Vectors
from ragstone.errors import DimensionMismatch, EmbedderError

_SAID_CHARACTERS = 200


class _Item(BaseModel):
    embedding: list[float] | str
    """Numbers, or base64 of little-endian float32."""
    index: int | None = None


class _Answer(BaseModel):
    data: list[_Item]


def read_vectors(
    answer: httpx.Response, count: int, dimensions: int, host: str, model: str
) -> Vectors:
    """The vectors of an answer in the order of the texts: (count, dimensions).

    Raises `EmbedderError` when it is no such answer or of another count, `DimensionMismatch` when
    the vectors are of another length.
    """
    try:
        items = _Answer.model_validate_json(answer.content).data
    except ValidationError as error:
        raise EmbedderError(
            f"{host} answered with something that is no list of embeddings; check base_url"
        ) from error
    if len(items) != count:
        raise EmbedderError(
            f"{host} gave {len(items)} vectors for {count} texts; set batch_size=1 or use another "
            "service"
        )
    vectors = np.empty((count, dimensions), np.float32)
    for place, item in zip(_places(items, host), items, strict=True):
        vector = _numbers(item.embedding, host)
        if len(vector) != dimensions:
            raise DimensionMismatch(dimensions, len(vector), f"the embedder asking for {model}")
        vectors[place] = vector
    if not np.isfinite(vectors).all():
        raise EmbedderError(f"{host} gave a vector with numbers that are not finite")
    return vectors


def _places(items: list[_Item], host: str) -> list[int]:
    """Which text each item belongs to; their own order where the service does not say."""
    if all(item.index is None for item in items):
        return list(range(len(items)))
    places = [-1 if item.index is None else item.index for item in items]
    if sorted(places) != list(range(len(items))):
        raise EmbedderError(f"{host} gave vectors whose index does not match the texts")
    return places


def _numbers(embedding: list[float] | str, host: str) -> Vectors:
    if isinstance(embedding, list):
        # A number past float32 becomes infinite, and that is refused by the caller.
        with np.errstate(over="ignore"):
            return np.array(embedding, np.float64).astype(np.float32)
    try:
        return np.frombuffer(base64.b64decode(embedding, validate=True), "<f4").astype(np.float32)
    except (binascii.Error, ValueError) as error:
        raise EmbedderError(
            f"{host} gave a vector that is not base64 of float32; set encoding_format=float"
        ) from error


def error_text(answer: httpx.Response) -> str:
    """What the service says went wrong, in one short line; its status where it says nothing."""
    said: Any = None
    try:
        body: Any = answer.json()
        said = body["error"]["message"]
    except (ValueError, KeyError, TypeError):
        said = answer.text
    line = " ".join(str(said).split())
    if not line:
        return f"status {answer.status_code}"
    return line if len(line) <= _SAID_CHARACTERS else f"{line[:_SAID_CHARACTERS]}…"


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Seconds of the header Retry-After (RFC 9110, 10.2.3: a number or a date); None without it."""
    value = headers.get("retry-after", "").strip()
    if not value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            when = parsedate_to_datetime(value)
        except ValueError:
            return None
        when = when if when.tzinfo else when.replace(tzinfo=UTC)
        seconds = (when - datetime.now(UTC)).total_seconds()
    return max(0.0, seconds) if np.isfinite(seconds) else None
