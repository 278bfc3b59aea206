"""Tokens for full-text search: one rule for texts and queries, in every language."""

from __future__ import annotations

import re
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.text.normalize import TOKEN_CHARACTERS, QueryTerms, index_text, query_terms
from ragstone.text.radicals import RADICALS


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("The Tide, the tide!", "the tide the tide"),
        ("检索增强", "检索 索增 增强 强"),
        ("好", "好"),
        ("RAG技术2.0版", "rag 技术 术 2.0 2 0 版"),
        ("ＲＡＧ　Ⅳ ﬁne ㎏", "rag iv fine kg"),
        ("ﾊﾟｿｺﾝ", "パソ ソコ コン ン"),
        ("한국어 검색", "한국 국어 어 검색 색"),
        ("ภาษา", "ภา าษ ษา า"),
        ("हिन्दी में", "हिन्दी में"),
        ("Straße CAFÉ", "strasse café"),
        ("cafe\u0301", "café"),
        ("AB-1234", "ab-1234 ab 1234"),
        ("v2.0.1", "v2.0.1 v2 0 1"),
        ("foo_bar __init__", "foo_bar foo bar init"),
        ("a@b.org", "a@b.org a b org"),
        ("C++ and C#", "c++ c and c# c"),
        ("state-of-the-art", "state of the art"),
        ("company's don’t", "company s don t"),
        ("1,234,567 and 1,2", "1234567 and 1 2"),
        ("👩‍🔬✌️🇩🇪", "👩 🔬 ✌ 🇩 🇪"),
        ("in\u00advisi\u200bble", "invisible"),
        ("", ""),
        (" \n\t…—!\u3000", ""),
    ],
)
def test_a_text_becomes_tokens(text: str, tokens: str) -> None:
    assert index_text(text) == tokens


def test_radicals_that_stand_in_for_characters_are_folded() -> None:
    assert index_text("⻓⼤⻢⾞") == index_text("长大马車")


def test_no_radical_is_folded_to_another_radical() -> None:
    assert all(ord(character) not in RADICALS for character in RADICALS.values())
    assert all(unicodedata.name(chr(radical)).startswith("CJK RADICAL") for radical in RADICALS)


@pytest.mark.parametrize("gap", ["\n", "\r\n", " ", "  \n\t", "\u3000"])
def test_a_chinese_word_over_a_line_end_or_a_gap_is_found(gap: str) -> None:
    assert "增强" in index_text(f"检索增{gap}强生成").split()


def test_a_chinese_word_does_not_reach_over_a_blank_line() -> None:
    assert "增强" not in index_text("检索增\n\n强生成").split()


def test_korean_words_stay_apart() -> None:
    assert index_text("검색 좋다") == "검색 색 좋다 다"


@pytest.mark.parametrize(
    ("query", "terms", "prefixes"),
    [
        ("什么是检索增强？", "检索 索增 增强", ""),
        ("蜂医的战术装备是什么", "蜂医 战术 术装 装备", ""),
        ("How high is the spring tide?", "high spring tide", ""),
        ("什么是RAG", "rag", ""),
        ("검색은 무엇인가", "검색 엇인", ""),
        ("検索システムの設計とは", "検索 索シ シス ステ テム 設計", ""),
        ("蜂", "", "蜂"),
        ("买 手机", "手机", "买"),
        ("x", "x", "x"),
        ("AB-1234", "ab-1234 ab 1234", ""),
        ("tide Tide TIDE", "tide", ""),
    ],
)
def test_a_query_becomes_terms(query: str, terms: str, prefixes: str) -> None:
    assert query_terms(query) == QueryTerms(tuple(terms.split()), tuple(prefixes.split()))


@pytest.mark.parametrize("query", ["what is the", "是什么", "和平", "目的", "the", "的", "です"])
def test_a_query_of_stop_words_keeps_them(query: str) -> None:
    assert query_terms(query)


@pytest.mark.parametrize("query", ["", "  ", "?!", "\ud800", "。，"])
def test_a_query_of_nothing_has_no_terms(query: str) -> None:
    assert not query_terms(query)


_TEXTS = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("的是检索増のカﾊﾟ한국ก\u0e34e\u0301-._@'’+#,19 \n\u3000\u200d🦀🇩⻓"),
    ),
    max_size=60,
)


@settings(deadline=None, max_examples=300)
@given(text=_TEXTS)
def test_every_term_of_a_query_is_a_token_of_the_same_text(text: str) -> None:
    tokens = index_text(text).split(" ")
    found = query_terms(text)
    assert set(found.terms) <= set(tokens)
    assert all(any(token.startswith(start) for token in tokens) for start in found.prefixes)
    assert bool(found) == bool(index_text(text))


@settings(deadline=None, max_examples=300)
@given(text=_TEXTS)
def test_tokens_are_plain_short_and_split_at_single_blanks_only(text: str) -> None:
    found = index_text(text)
    assert found == " ".join(found.split())
    found.encode("utf-8")
    for token in found.split(" "):
        assert len(token) <= TOKEN_CHARACTERS
        # FTS5 splits at every ASCII sign that it was not told of.
        assert re.fullmatch(r"[\w#+\-.@]*", "".join(c for c in token if c.isascii()))


@settings(deadline=None, max_examples=300)
@given(text=_TEXTS)
def test_every_letter_of_a_text_is_in_some_token(text: str) -> None:
    letters = {c for c in text if c.isascii() and c.isalnum()}
    assert {c.lower() for c in letters} <= set(index_text(text))


@pytest.mark.parametrize(
    "unit",
    [" ", "检 ", "a-", "1,234,", "_", "a", "e\u0301", "1,", "\n ", "_a", "ß_", "检", "👩‍🔬", "-.@"],
)
def test_the_time_grows_with_the_length_only(unit: str) -> None:
    def seconds(count: int) -> float:
        text = unit * count
        start = time.process_time()
        index_text(text)
        return time.process_time() - start

    index_text("é")
    small = min(seconds(20_000) for _ in range(3))
    assert seconds(160_000) < 0.1 + 8 * 3 * small
