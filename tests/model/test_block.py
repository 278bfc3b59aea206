"""Blocks: ids come from content, times are never invented."""

from __future__ import annotations

from ragstone.model.block import Base64Source, DataBlock, TextBlock, URLSource


def test_the_same_text_has_the_same_id_in_every_run() -> None:
    assert TextBlock(text="潮").id == TextBlock(text="潮").id != TextBlock(text="汐").id


def test_a_given_id_is_kept() -> None:
    assert TextBlock(text="a", id="mine").id == "mine"


def test_data_of_another_type_or_place_has_another_id() -> None:
    ids = {
        DataBlock(source=Base64Source(data="AA==", media_type="image/png")).id,
        DataBlock(source=Base64Source(data="AA==", media_type="image/gif")).id,
        DataBlock(source=URLSource(url="file:///a.png", media_type="image/png")).id,
    }
    assert len(ids) == 3


def test_times_stay_unset_unless_given() -> None:
    assert TextBlock(text="a").model_dump() == {
        "type": "text",
        "text": "a",
        "id": TextBlock(text="a").id,
        "created_at": None,
        "finished_at": None,
    }


def test_a_lone_surrogate_has_an_id_too() -> None:
    assert TextBlock.model_construct(text="\ud800").text == "\ud800"
