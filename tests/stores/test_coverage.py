"""The share of a query's terms, by rarity, that a text holds."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstone.stores.coverage import Coverage, rarity
from ragstone.text.normalize import QueryTerms

WORDS = ("tide", "ferry", "rope", "潮汐")


def test_each_term_counts_by_how_few_texts_hold_it() -> None:
    coverage = Coverage(QueryTerms(("tide", "ferry")), [2, 1], 9)
    tide, ferry = math.log(1 + 7.5 / 2.5), math.log(1 + 8.5 / 1.5)
    assert coverage.of(["high", "tide"]) == pytest.approx(tide / (tide + ferry))
    assert coverage.of(["ferry"]) == pytest.approx(ferry / (tide + ferry))
    assert coverage.of(["rope"]) == 0.0


def test_a_prefix_is_held_by_a_token_that_begins_with_it() -> None:
    coverage = Coverage(QueryTerms(("tide",), ("潮",)), [1, 1], 4)
    assert coverage.of(["潮汐"]) == pytest.approx(0.5)
    assert coverage.of(["大潮"]) == 0.0
    assert coverage.of(["潮汐", "tide"]) == 1.0


def test_a_term_of_every_text_still_counts_something() -> None:
    assert Coverage(QueryTerms(("tide",)), [9], 9).of(["tide"]) == 1.0
    assert 0.0 < rarity(9, 9) < rarity(8, 9)


@given(
    holding=st.lists(st.integers(0, 50), min_size=4, max_size=4),
    tokens=st.lists(st.sampled_from([*WORDS, "other"])),
    more=st.sampled_from(WORDS),
)
def test_it_lies_between_nothing_and_all_and_grows_with_every_term(
    holding: list[int], tokens: list[str], more: str
) -> None:
    coverage = Coverage(QueryTerms(WORDS), holding, 50)
    share = coverage.of(tokens)
    assert 0.0 <= share <= 1.0
    assert (share == 1.0) == (set(WORDS) <= set(tokens))
    assert (share == 0.0) == (not set(WORDS) & set(tokens))
    grown = coverage.of([*tokens, more])
    assert (grown > share) == (more not in tokens)
