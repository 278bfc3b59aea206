"""A chunk as stores keep it: its metadata, all else of it, and what full-text search sees.

A store holds a hundred thousand chunks, most of them alike in all but text and place. So what is as
usual is not written, nor what follows from the text; metadata are written once, in the form that
filters read.

    packed = pack(chunk)
    unpack(*packed)
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from pydantic_core import PydanticSerializationError, to_jsonable_python

from ragstone.errors import ParameterError
from ragstone.model.block import DataBlock, TextBlock, content_id
from ragstone.model.chunk import Boundary, Chunk
from ragstone.model.json_bytes import bytes_of, values_of
from ragstone.model.metadata_filter import canonical
from ragstone.text.normalize import index_text

#: Fields that are left out where a chunk has nothing else.
_USUAL: dict[str, Any] = {
    "span": None,
    "section_index": 0,
    "heading_path": (),
    "context": "",
    "level": 0,
    "parent_index": None,
    "key": "",
}
#: More than this is compressed: it is a picture, whose base64 takes a third more than its bytes.
_LARGE_BYTES = 64 * 1024
_BOUNDARY = ("reason", "overlap_asked", "overlap_given", "detail")


class Packed(NamedTuple):
    """`payload` is JSON in UTF-8, in which lone surrogates survive, compressed where it is large;
    `metadata` is canonical JSON in ASCII: the same metadata, the same text.
    """

    payload: bytes
    metadata: str


def pack(chunk: Chunk) -> Packed:
    """`ParameterError` for metadata that is not JSON."""
    metadata = chunk.metadata
    try:
        key, written = metadata_key(metadata), _written(metadata)
    except (TypeError, ValueError):  # a date, a set, no finite number: pydantic knows more of them
        metadata = _as_json(chunk)
        key, written = metadata_key(metadata), _written(metadata)
    values = _content(chunk.content) | {
        "source": chunk.source,
        "chunk_index": chunk.chunk_index,
        "total_chunks": chunk.total_chunks,
        "boundaries": [_short(boundary) for boundary in chunk.boundaries],
    }
    held = chunk.__dict__
    values |= {name: held[name] for name, usual in _USUAL.items() if held[name] != usual}
    if written != key:  # a number in another form, such as 1.0
        values["metadata"] = metadata
    payload = bytes_of(values)
    return Packed(zlib.compress(payload, 1) if len(payload) > _LARGE_BYTES else payload, key)


def unpack(payload: bytes, metadata: str) -> Chunk:
    """The inverse of `pack`; every call makes a chunk of its own."""
    values = _values(payload, metadata)
    if "text" in values:
        values["content"] = {"type": "text", "text": values.pop("text")}
    values["boundaries"] = [
        # Earlier versions wrote them in full, as all the rest.
        end if isinstance(end, dict) else dict(zip(_BOUNDARY, end, strict=False))
        for end in values.get("boundaries", ())
    ]
    return Chunk.model_validate(values)


def origin(payload: bytes, metadata: str) -> tuple[str, dict[str, Any]]:
    """The source and the metadata of a chunk, which is not made for them."""
    values = _values(payload, metadata)
    return values["source"], values["metadata"]


def _values(payload: bytes, metadata: str) -> dict[str, Any]:
    if not payload.startswith(b"{"):
        with suppress(zlib.error):  # damaged: no JSON either
            payload = zlib.decompress(payload)
    values = values_of(payload)
    if "metadata" not in values:
        values["metadata"] = values_of(metadata.encode())
    return values


def metadata_key(metadata: Mapping[str, Any]) -> str:
    """Metadata in canonical JSON as one text in ASCII: the same metadata, the same text."""
    return _written(canonical(metadata))


def searchable(chunk: Chunk) -> str:
    """The tokens of a chunk: its context (all there is for data) and its text."""
    return index_text(f"{chunk.context}\n\n{chunk.text}")


def _written(metadata: Mapping[str, Any]) -> str:
    return json.dumps(metadata, sort_keys=True, allow_nan=False)


def _as_json(chunk: Chunk) -> dict[str, Any]:
    try:
        return to_jsonable_python(chunk.metadata, inf_nan_mode="null")
    except PydanticSerializationError as error:
        raise ParameterError(
            f"the metadata of chunk {chunk.chunk_index} of {chunk.source} is not JSON ({error}); "
            "use text, numbers, booleans, None, lists and mappings"
        ) from error


def _content(content: TextBlock | DataBlock) -> dict[str, Any]:
    """The text alone, where all else of its block follows from it."""
    if (
        isinstance(content, TextBlock)
        and content.created_at is content.finished_at is None
        and content.id == content_id("text", content.text)
    ):
        return {"text": content.text}
    return {"content": content.model_dump(mode="json")}


def _short(boundary: Boundary) -> list[Any]:
    """Its fields in order, without the last ones that say nothing."""
    if boundary.detail:
        return [getattr(boundary, name) for name in _BOUNDARY]
    if boundary.overlap_asked or boundary.overlap_given:
        return [boundary.reason, boundary.overlap_asked, boundary.overlap_given]
    return [boundary.reason]
