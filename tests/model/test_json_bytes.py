"""JSON as stores and records keep it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.errors import StoreError
from ragstone.model.json_bytes import bytes_of, values_of

_TEXT = st.text(st.one_of(st.characters(), st.sampled_from("潮\udce9\ud83d")))
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None, max_examples=60)
@given(st.dictionaries(_TEXT, _VALUES, max_size=3))
def test_values_come_back_as_they_went_in(values: dict[str, Any]) -> None:
    # A pair of lone halves is one character, as it is in Python's own decoder.
    whole = values_of(bytes_of(values))
    assert bytes_of(whole) == bytes_of(values)


def test_lone_surrogates_survive() -> None:
    values = {"name": "潮汐 \udce9.md"}
    assert values_of(bytes_of(values)) == values


@pytest.mark.parametrize("damaged", [b"\xff{}", b'{"a":', b""])
def test_damaged_bytes_are_one_sentence(damaged: bytes) -> None:
    with pytest.raises(StoreError, match=r"damaged.*backup"):
        values_of(damaged)
