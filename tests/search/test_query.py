"""Queries as they are given, made into texts."""

from __future__ import annotations

from ragstone.model.block import Base64Source, DataBlock, TextBlock
from ragstone.search.query import query_texts

PICTURE = DataBlock(source=Base64Source(data="aGk=", media_type="image/png"))


def test_texts_and_text_blocks_are_taken_in_order() -> None:
    assert query_texts(["tide", TextBlock(text="潮汐")]) == ["tide", "潮汐"]


def test_data_and_blank_queries_are_left_out() -> None:
    assert query_texts([PICTURE, "", " \n", TextBlock(text="")]) == []


def test_the_same_query_twice_is_asked_once() -> None:
    assert query_texts(["tide", TextBlock(text="tide"), "ferry"]) == ["tide", "ferry"]
