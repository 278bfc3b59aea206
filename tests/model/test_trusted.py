"""Models made without validation are those that validation makes."""

from __future__ import annotations

import copy
import pickle

from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.model.block import TextBlock, content_id, text_block
from ragstone.model.trusted import trusted

TEXTS = st.text(st.characters(), max_size=40)


@settings(deadline=None, max_examples=100)
@given(TEXTS)
def test_a_block_without_validation_is_the_one_with_it(text: str) -> None:
    block = text_block(text)
    assert block == TextBlock(text=text)
    assert list(block.__dict__) == list(TextBlock.model_fields)


def test_a_lone_surrogate_has_the_id_of_its_content() -> None:
    assert text_block("a\ud800").id == content_id("text", "a\ud800")


def test_a_trusted_model_is_copied_pickled_and_written_like_any_other() -> None:
    block = text_block("潮")
    for other in (copy.deepcopy(block), block.model_copy(), pickle.loads(pickle.dumps(block))):
        assert other == block == TextBlock(text="潮")
    assert TextBlock.model_validate_json(block.model_dump_json()) == block


def test_setting_a_field_of_one_block_tells_nothing_about_another() -> None:
    one, other = text_block("a"), text_block("b")
    given_before = set(other.model_fields_set)
    one.created_at = "2026-01-01"
    assert other.created_at is None
    assert other.model_fields_set == given_before


def test_values_filled_in_later_are_the_models() -> None:
    values = dict(TextBlock(text="a"))
    block = trusted(TextBlock, values, set(values))
    values["text"] = "b"
    assert block.text == "b"
