"""One score of two, one ranking of several."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstone.search.fuse import (
    RANK_CONSTANT,
    Weights,
    by_words,
    nearness,
    reciprocal_rank,
    trust,
)
from ragstone.stores.base import VectorSearchResult
from ragstone.testing.store_suite import record


def result(index: int, score: float, coverage: float) -> VectorSearchResult:
    return VectorSearchResult(
        score=score, document_id="a", chunk=record("a", index).chunk, coverage=coverage
    )


def test_the_default_is_cosine_and_four_fifths_of_the_words() -> None:
    assert Weights().fuse(0.5, 1.0) == pytest.approx(1.3)


def test_the_default_with_likeness_is_cosine_and_five_times_that() -> None:
    assert Weights().fuse_late(0.5, 0.2, 0.4) == pytest.approx(0.5)
    assert Weights().fuse_late(1.0, 1.0, 1.0) == pytest.approx(1)
    assert Weights().fuse_late(0.5, 0.0, 0.0) == pytest.approx(0.5)


def test_likeness_is_trusted_as_far_as_words_were_found() -> None:
    assert trust(0.0, 0.0) == 0
    assert trust(1.0, 1.0) == pytest.approx(1)
    assert 0 < trust(0.0, 0.5) < trust(0.5, 0.5) < trust(0.5, 1.0)


def test_words_count_by_their_part_of_the_best_and_by_what_they_cover() -> None:
    found = by_words([result(0, 8.0, 0.5), result(1, 4.0, 1.0), result(2, 2.0, 0.1)])
    assert found == pytest.approx([0.5, 0.5, 0.025])


def test_nothing_found_by_words_is_no_error() -> None:
    assert by_words([]) == []


@pytest.mark.parametrize(
    "weights", [(-1.0, 1.0, 1.0), (1.0, -0.1, 1.0), (1.0, 1.0, -0.1), (0.0, 0.0, 1.0)]
)
def test_weights_that_make_no_sense_are_refused(weights: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="weights must not be negative"):
        Weights(*weights)


def test_what_two_rankings_agree_on_comes_first() -> None:
    found = reciprocal_rank([["a", "b", "c"], ["d", "b"]], key=str)
    assert [item for item, _ in found] == ["b", "a", "d", "c"]
    assert found[0][1] == pytest.approx(2 / (RANK_CONSTANT + 2))


def test_an_item_twice_in_one_ranking_counts_once() -> None:
    assert reciprocal_rank([["a", "a", "b"]], key=str) == reciprocal_rank([["a", "b"]], key=str)


@given(st.lists(st.lists(st.integers(0, 9), max_size=6), max_size=4))
def test_every_item_comes_once_and_scores_never_rise(rankings: list[list[int]]) -> None:
    found = reciprocal_rank(rankings, key=lambda item: item)
    assert sorted(item for item, _ in found) == sorted({i for row in rankings for i in row})
    scores = [score for _, score in found]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("cosine", "unrelated", "near"), [(1, 0.75, 1), (0.75, 0.75, 0), (0.4, 0, 0.4)]
)
def test_nearness_is_0_for_unrelated_texts_and_1_for_equal_ones(cosine, unrelated, near):
    assert nearness(cosine, unrelated) == pytest.approx(near)


def test_an_embedder_of_high_cosines_leaves_words_their_share():
    weights = Weights()
    by_meaning = weights.fuse(nearness(0.80, 0.75), 0.0)
    assert by_meaning < weights.fuse(nearness(0.75, 0.75), 0.5)
