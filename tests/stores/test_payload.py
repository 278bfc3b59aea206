"""Chunks as stores keep them: nothing lost, nothing twice, and what was written before is read."""

from __future__ import annotations

import json
from base64 import b64encode
from datetime import date
from random import randbytes
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.errors import ParameterError, StoreError
from ragstone.model.block import Base64Source, DataBlock, TextBlock
from ragstone.model.chunk import Boundary, BoundaryReason, Chunk
from ragstone.model.json_bytes import bytes_of
from ragstone.model.span import Span
from ragstone.stores.payload import origin, pack, unpack

_TEXTS = st.text('ab 潮\\"\n\ud800', max_size=12)
_VALUES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(-2, 2), _TEXTS)
_BLOCKS = st.one_of(
    st.builds(TextBlock, text=_TEXTS),
    st.builds(TextBlock, text=_TEXTS, id=st.just("own"), created_at=st.just("2024")),
    st.just(DataBlock(source=Base64Source(data="aGk=", media_type="image/png"), name="a")),
)
_BOUNDARIES = st.builds(
    Boundary,
    st.sampled_from(BoundaryReason),
    st.integers(0, 2),
    st.integers(0, 2),
    st.sampled_from(["", "no blank"]),
)
_CHUNKS = st.builds(
    Chunk,
    content=_BLOCKS,
    source=_TEXTS,
    chunk_index=st.integers(0, 9),
    total_chunks=st.integers(1, 10),
    metadata=st.dictionaries(
        st.text('ab潮"', max_size=9), st.one_of(_VALUES, st.lists(_VALUES, max_size=2)), max_size=3
    ),
    span=st.one_of(st.none(), st.builds(Span, st.integers(0, 3), st.integers(3, 9))),
    section_index=st.integers(0, 1),
    heading_path=st.lists(_TEXTS, max_size=2).map(tuple),
    context=_TEXTS,
    boundaries=st.tuples(_BOUNDARIES, _BOUNDARIES),
    level=st.integers(0, 1),
    parent_index=st.one_of(st.none(), st.integers(0, 1)),
    key=st.sampled_from(["", "5ae8"]),
)


def _chunk(**more: Any) -> Chunk:
    values = {"content": TextBlock(text="the tide"), "source": "a.txt", "chunk_index": 0}
    return Chunk(**{**values, "total_chunks": 1, "metadata": {"page": 3}, **more})


@settings(deadline=None, max_examples=150)
@given(_CHUNKS)
def test_a_chunk_comes_back_as_it_was(chunk: Chunk):
    again = unpack(*pack(chunk))
    assert again == chunk
    assert repr(sorted(again.metadata.items(), key=repr)) == repr(
        sorted(chunk.metadata.items(), key=repr)
    )


@settings(deadline=None, max_examples=50)
@given(_CHUNKS)
def test_a_chunk_that_was_written_in_full_is_read(chunk: Chunk):
    written = bytes_of(chunk.model_dump(mode="json"))
    assert unpack(written, pack(chunk).metadata) == chunk
    assert origin(written, "{}") == (chunk.source, chunk.metadata)


def test_what_is_as_usual_is_not_written():
    assert json.loads(pack(_chunk()).payload) == {
        "text": "the tide",
        "source": "a.txt",
        "chunk_index": 0,
        "total_chunks": 1,
        "boundaries": [["document_start"], ["document_end"]],
    }


def test_metadata_are_written_once_unless_a_number_would_change_its_form():
    assert b"page" not in pack(_chunk()).payload
    kept = pack(_chunk(metadata={"page": 3.0}))
    assert str(unpack(*kept).metadata["page"]) == "3.0"
    assert kept.metadata == '{"page": 3}'


def test_a_picture_takes_hardly_more_room_than_its_bytes():
    data = b64encode(randbytes(200_000)).decode()
    content = DataBlock(source=Base64Source(data=data, media_type="image/png"))
    packed = pack(_chunk(content=content))
    assert len(packed.payload) < 210_000
    assert unpack(*packed).content == content


def test_metadata_without_a_form_in_json_are_kept_as_pydantic_writes_them():
    kept = unpack(*pack(_chunk(metadata={"on": date(2024, 3, 1), "share": float("inf")})))
    assert kept.metadata == {"on": "2024-03-01", "share": None}


def test_metadata_that_are_no_json_are_refused():
    with pytest.raises(ParameterError, match=r"chunk 0 of a\.txt"):
        pack(_chunk(metadata={"x": object()}))


@pytest.mark.parametrize("damaged", [b"{", b"", b"x\x9c", b"\x00"])
def test_damaged_bytes_are_told(damaged: bytes):
    with pytest.raises(StoreError, match="damaged"):
        unpack(damaged, "{}")
