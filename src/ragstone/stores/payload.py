"""A chunk as stores keep it: bytes of JSON, and the tokens that full-text search sees."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic_core import PydanticSerializationError

from ragstone.errors import ParameterError
from ragstone.model.chunk import Chunk
from ragstone.model.json_bytes import bytes_of, values_of
from ragstone.model.metadata_filter import canonical
from ragstone.text.normalize import index_text


def pack(chunk: Chunk) -> bytes:
    """JSON in UTF-8; lone surrogates survive. `ParameterError` for metadata that is not JSON."""
    try:
        values = chunk.model_dump(mode="json")
    except PydanticSerializationError as error:
        raise ParameterError(
            f"the metadata of chunk {chunk.chunk_index} of {chunk.source} is not JSON ({error}); "
            "use text, numbers, booleans, None, lists and mappings"
        ) from error
    return bytes_of(values)


def unpack(payload: bytes) -> Chunk:
    """The inverse of `pack`; every call makes a chunk of its own."""
    return Chunk.model_validate(values_of(payload))


def metadata_key(metadata: Mapping[str, Any]) -> str:
    """Metadata in canonical JSON as one text in ASCII: the same metadata, the same text."""
    return json.dumps(canonical(metadata))


def searchable(chunk: Chunk) -> str:
    """The tokens of a chunk: its context (all there is for data) and its text."""
    return index_text(f"{chunk.context}\n\n{chunk.text}")
