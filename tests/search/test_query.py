"""Queries as they are given, made into texts."""

from __future__ import annotations

from typing import Any

import pytest

from ragstone.errors import ParameterError
from ragstone.model.block import Base64Source, DataBlock, TextBlock
from ragstone.search.query import query_list, query_texts

PICTURE = DataBlock(source=Base64Source(data="aGk=", media_type="image/png"))


def test_texts_and_text_blocks_are_taken_in_order() -> None:
    assert query_texts(["tide", TextBlock(text="潮汐")]) == ["tide", "潮汐"]


def test_data_and_blank_queries_are_left_out() -> None:
    assert query_texts([PICTURE, "", " \n", TextBlock(text="")]) == []


def test_the_same_query_twice_is_asked_once() -> None:
    assert query_texts(["tide", TextBlock(text="tide"), "ferry"]) == ["tide", "ferry"]


def test_one_query_or_several_are_a_list() -> None:
    assert query_list("tide") == ["tide"]
    assert query_list(PICTURE) == [PICTURE]
    assert query_list(("tide", PICTURE)) == ["tide", PICTURE]
    assert query_list(iter(["tide"])) == ["tide"]


@pytest.mark.parametrize(
    ("queries", "kind"), [(None, "NoneType"), (3, "int"), (["a", b"b"], "bytes")]
)
def test_what_is_no_query_is_one_sentence(queries: Any, kind: str) -> None:
    with pytest.raises(ParameterError, match=f"a query is a text, .* and {kind} is none"):
        query_list(queries)
