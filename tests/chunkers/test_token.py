import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.verify import verify
from ragstone.errors import ParameterError
from ragstone.model.block import TextBlock
from ragstone.model.chunk import BoundaryReason
from ragstone.model.section import Section
from ragstone.text.tokens import token_counter

ENGLISH = "It wasn't the tide tables (of 1994–95) that were wrong; the captain's clock was. "
CHINESE = "检索增强生成是一种技术，它由检索器和生成器两部分组成。他说：“好。”然后走了！"


def chunks_of(text, **parameters):
    section = Section(content=TextBlock(text=text), source="a.txt")
    chunks = CHUNKERS.create("token", **parameters).chunk_sections([section])
    assert verify([section], chunks) == []
    return chunks


def test_windows_of_words_have_exactly_the_tokens_asked():
    chunks = chunks_of("tide " * 100, chunk_size=10, chunk_overlap=2)
    count = token_counter("cl100k")
    assert {count(chunk.text) for chunk in chunks[:-1]} == {10}
    assert {chunk.boundaries[0].overlap_given for chunk in chunks[1:]} == {2}
    assert chunks[0].boundaries[1].reason is BoundaryReason.TOKEN


@pytest.mark.parametrize("tokenizer", ["cl100k", "o200k", "qwen"])
@pytest.mark.parametrize("text", [ENGLISH * 60, CHINESE * 60, (ENGLISH + CHINESE) * 40])
def test_windows_are_full_and_none_is_over_the_limit(text, tokenizer):
    chunks = chunks_of(text, chunk_size=100, chunk_overlap=20, tokenizer=tokenizer)
    count = token_counter(tokenizer)
    sizes = [count(chunk.text) for chunk in chunks[:-1]]
    assert max(sizes) <= 100
    assert sum(sizes) / len(sizes) > 98


def test_a_character_of_several_tokens_is_never_broken():
    text = "🜲🝆𠮷𡃁" * 100
    chunks = chunks_of(text, chunk_size=7, chunk_overlap=0)
    assert "".join(chunk.text for chunk in chunks) == text
    assert len(chunks) > 50


def test_what_looks_like_a_special_token_is_plain_text():
    text = "<|endoftext|><|fim_prefix|><|im_start|> " * 20
    chunks = chunks_of(text, chunk_size=16, chunk_overlap=0)
    assert "".join(chunk.text for chunk in chunks) == text


def test_surrogates_and_replacement_characters_stay_what_they_are():
    text = "half \ud83d of \udc00 a pair, \ufffd too. " * 20
    chunks = chunks_of(text, chunk_size=12, chunk_overlap=0)
    assert "".join(chunk.text for chunk in chunks) == text


@pytest.mark.parametrize(
    "text", ["Cafe\u0301 au lait. " * 200, "\u1112\u1161\u11ab\u1100\u1173\u11af " * 200]
)
def test_text_that_the_encoding_rewrites_is_cut_all_the_same(text):
    chunks = chunks_of(text, chunk_size=50, chunk_overlap=0, tokenizer="qwen")
    count = token_counter("qwen")
    sizes = [count(chunk.text) for chunk in chunks[:-1]]
    assert max(sizes) <= 50
    assert sum(sizes) / len(sizes) > 40
    assert "".join(chunk.text for chunk in chunks) == text


def test_a_further_hard_limit_cuts_windows_again():
    chunks = chunks_of("tide " * 100, chunk_size=50, chunk_overlap=25, max_characters=40)
    assert max(len(chunk.text) for chunk in chunks) <= 40


@settings(deadline=None, max_examples=30)
@given(st.text(st.characters(codec="utf-8"), max_size=400))
def test_windows_without_overlap_put_together_are_the_text(text):
    chunks = chunks_of(text + "end", chunk_size=128, chunk_overlap=0)
    covered = 0
    for chunk in chunks:
        assert not (text + "end")[covered : chunk.span.start].strip()
        covered = chunk.span.end


@pytest.mark.parametrize(
    ("parameters", "word"),
    [
        ({"chunk_size": 5, "chunk_overlap": 5}, "overlap"),
        ({"chunk_size": 5, "chunk_overlap": -1}, "overlap"),
        ({"chunk_size": 0}, "chunk_size"),
        ({"tokenizer": "gpt9"}, "gpt9"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(parameters, word):
    with pytest.raises(ParameterError, match=word):
        CHUNKERS.create("token", **parameters)
