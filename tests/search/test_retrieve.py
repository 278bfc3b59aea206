"""Passages by meaning, by words, fused."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import pytest

from ragstone.embedders.base import EmbedderBase, Vectors
from ragstone.embedders.pieces import WordPieces
from ragstone.errors import ParameterError
from ragstone.model.block import Base64Source, DataBlock
from ragstone.search.fuse import Weights
from ragstone.search.retrieve import Candidate, retrieve
from ragstone.stores.base import VectorRecord
from ragstone.stores.memory import MemoryStore
from ragstone.testing.store_suite import NAME, record

SPANISH = "¿cuándo sube la marea en el ferry?"
#: Vectors for the words that the tests ask with.
MEANING = {"tide": [1, 0, 0], "ferry": [0, 1, 0], SPANISH: [1, 0, 0]}


class Meanings(EmbedderBase):
    """Looks vectors up in `MEANING`, and counts its calls."""

    embedder_type: ClassVar[str] = "meanings"
    model = "meanings"
    dimensions = 3
    calls = 0

    async def embed_batch(self, texts: Sequence[str]) -> Vectors:
        self.calls += 1
        return np.array([MEANING.get(text, [0, 0, 1]) for text in texts], dtype=np.float32)


ROWS = [
    record("a", 0, "spring tide", [1, 0, 0], metadata={"lang": "en"}),
    record("a", 1, "the ferry at low tide", [0.6, 0.8, 0], metadata={"lang": "en"}),
    record("b", 0, "boats cross the strait", [0, 1, 0], metadata={"lang": "fr"}),
    record("c", 0, "rope", [0, 0, 1], metadata={"lang": "en"}),
]


def search(
    *queries: Any,
    rows: Sequence[VectorRecord] = ROWS,
    embedder: EmbedderBase | None = None,
    **options: Any,
) -> list[Candidate]:
    async def scenario() -> list[Candidate]:
        store = MemoryStore()
        await store.create_collection(NAME, 3)
        await store.insert(NAME, rows)
        return await retrieve(store, NAME, embedder, list(queries), **options)

    return asyncio.run(scenario())


def keys(found: Sequence[Candidate]) -> list[tuple[str, int]]:
    return [candidate.key for candidate in found]


def test_the_score_is_cosine_and_weighted_words() -> None:
    found = search("ferry", embedder=Meanings())
    assert keys(found)[:2] == [("a", 1), ("b", 0)]
    assert found[0].scores.dense == pytest.approx(0.8)
    assert found[0].scores.lexical == pytest.approx(1.0)
    assert found[0].score == pytest.approx(1.6)
    assert found[1].scores.lexical == 0.0
    assert found[1].score == pytest.approx(1.0)


def test_a_passage_found_by_words_alone_still_gets_its_cosine() -> None:
    crowd = [record("z", i, "strait", [0, 1, 0.001 * i]) for i in range(60)]
    far = record("a", 0, "the ferry", [0.6, 0.8, 0])
    found = search("ferry", rows=[*crowd, far], embedder=Meanings())
    assert found[0].key == ("a", 0)
    assert found[0].scores.dense == pytest.approx(0.8)


def test_without_embedder_the_best_by_words_scores_one() -> None:
    found = search("ferry tide")
    assert keys(found) == [("a", 1), ("a", 0)]
    assert found[0].score == 1.0
    assert 0 < found[1].score < 1
    assert found[0].scores.dense == 0.0


def test_a_lexical_weight_of_zero_asks_by_meaning_only() -> None:
    found = search("ferry", embedder=Meanings(), weights=Weights(lexical=0.0))
    assert keys(found)[:2] == [("b", 0), ("a", 1)]
    assert {candidate.scores.lexical for candidate in found} == {0.0}


def test_a_dense_weight_of_zero_never_calls_the_embedder() -> None:
    embedder = Meanings()
    found = search("ferry", embedder=embedder, weights=Weights(dense=0.0, lexical=1.0))
    assert keys(found) == [("a", 1)]
    assert embedder.calls == 0


def test_queries_are_embedded_as_queries() -> None:
    class Prefixing(Meanings):
        """Queries and passages have vectors of different kinds, as in E5."""

        async def embed_queries(self, texts: Sequence[str]) -> Vectors:
            return await self.embed([text.removeprefix("query: ") for text in texts])

    found = search("query: ferry", embedder=Prefixing(), weights=Weights(lexical=0.0))
    assert found[0].key == ("b", 0)
    assert found[0].scores.dense == pytest.approx(1.0)


def test_a_passage_with_all_the_words_comes_before_one_that_repeats_a_single_word() -> None:
    rows = [
        *(record("z", i, f"rope number {i}") for i in range(6)),
        record("a", 0, "tide tide tide tide"),
        record("b", 0, "the tide takes the ferry out"),
        record("c", 0, "ferry ferry ferry ferry"),
    ]
    assert search("tide ferry", rows=rows)[0].key == ("b", 0)


def test_an_accidental_match_does_not_outweigh_the_meaning() -> None:
    """A question in a language that the collection does not speak, but for one word."""
    found = search(SPANISH, embedder=Meanings(), top_k=9)
    assert found[0].key == ("a", 0)
    [accident] = [candidate for candidate in found if candidate.key == ("a", 1)]
    assert 0 < accident.scores.lexical < 0.3


def test_without_embedder_a_passage_that_misses_words_scores_below_one() -> None:
    [found] = search("spring zeppelin", score_threshold=0.0)
    assert found.key == ("a", 0)
    assert found.score < 0.5
    assert search("spring zeppelin", score_threshold=0.5) == []


def test_several_queries_keep_the_best_score_of_each_passage_and_embed_once() -> None:
    embedder = Meanings()
    both = search("tide", "ferry", embedder=embedder, top_k=9)
    assert embedder.calls == 1
    single = [search(query, embedder=Meanings(), top_k=9) for query in ("tide", "ferry")]
    for candidate in both:
        scores = [one.score for found in single for one in found if one.key == candidate.key]
        assert candidate.score == max(scores)
    assert [one.score for one in both] == sorted((one.score for one in both), reverse=True)


def test_passages_under_the_threshold_are_left_out() -> None:
    found = search("ferry", embedder=Meanings(), score_threshold=0.9)
    assert keys(found) == [("a", 1), ("b", 0)]


def test_a_filter_holds_for_both_searches() -> None:
    found = search("ferry", embedder=Meanings(), metadata_filter={"lang": "en"}, top_k=9)
    assert set(keys(found)) == {("a", 0), ("a", 1), ("c", 0)}


def test_what_stands_behind_those_asked_for_comes_too() -> None:
    found = search("tide", embedder=Meanings(), top_k=2)
    assert keys(found)[:2] == keys(search("tide", embedder=Meanings(), top_k=4))[:2]
    assert len(found) == len(ROWS)


@pytest.mark.parametrize("top_k", [0, -1, 1.5, "many"])
def test_asking_for_no_passage_is_refused(top_k: Any) -> None:
    with pytest.raises(ParameterError, match=f"top_k is {top_k}; ask for 1 passage or more"):
        search("tide", embedder=Meanings(), top_k=top_k)


@pytest.mark.parametrize("query", ["tide", ""])
def test_a_filter_that_makes_no_sense_is_refused_also_by_a_blank_query(query: str) -> None:
    with pytest.raises(ParameterError, match=r"\$above beside year is no operator"):
        search(query, embedder=Meanings(), metadata_filter={"year": {"$above": 2020}})


def test_ties_come_by_document_then_chunk() -> None:
    rows = [record(name, i, "tide", [1, 0, 0]) for name in "ba" for i in (1, 0)]
    found = search("tide", rows=rows, embedder=Meanings(), top_k=3)
    assert keys(found) == [("a", 0), ("a", 1), ("b", 0), ("b", 1)]


@pytest.mark.parametrize("query", ["", "  "])
def test_a_blank_query_finds_nothing(query: str) -> None:
    assert search(query, embedder=Meanings()) == []


def test_no_query_or_only_pictures_find_nothing() -> None:
    picture = DataBlock(source=Base64Source(data="aGk=", media_type="image/png"))
    assert search(embedder=Meanings()) == []
    assert search(picture, embedder=Meanings()) == []


def test_a_picture_is_found_by_its_caption() -> None:
    picture = DataBlock(source=Base64Source(data="aGk=", media_type="image/png"))
    rows = [*ROWS, record("d", 0, content=picture, context="tide gauge, 1890")]
    found = search("gauge", rows=rows, embedder=Meanings(), top_k=9)
    [mine] = [candidate for candidate in found if candidate.key == ("d", 0)]
    assert mine.score == pytest.approx(0.8)


@pytest.mark.parametrize("threshold", [float("nan"), "high"])
def test_a_threshold_that_is_no_number_is_refused(threshold: Any) -> None:
    with pytest.raises(ParameterError, match="score_threshold is no number"):
        search("tide", embedder=Meanings(), score_threshold=threshold)


class Spelling(Meanings):
    """Has word pieces: "strait" is much like "channel"."""

    async def word_pieces(self, texts: Sequence[str]) -> WordPieces:
        words = [text.split() for text in texts]
        spelled = sorted({word for own in words for word in own})
        rows = np.eye(len(spelled) + 1, dtype=np.float32)[:-1]
        for near in ("channel", "strait"):
            if near in spelled:
                rows[spelled.index(near)] = np.eye(len(spelled) + 1)[-1]
        numbers = [np.array([spelled.index(word) for word in own], np.int64) for own in words]
        return WordPieces(numbers, rows, spelled)


def test_likeness_of_words_ranks_passages_that_cosine_and_words_cannot_tell() -> None:
    rows = [
        record("a", 0, "boats wait", [0, 0, 1]),
        record("b", 0, "boats cross the strait", [0, 0, 1]),
    ]
    found = search("boats channel", rows=rows, embedder=Spelling())
    assert keys(found) == [("b", 0), ("a", 0)]
    assert keys(search("boats channel", rows=rows, embedder=Meanings()))[0] == ("a", 0)


def test_the_score_is_cosine_and_the_late_part_by_the_most_there_is() -> None:
    weights = Weights(dense=2.0, late=3.0)
    found = search("ferry tide", embedder=Spelling(), weights=weights)
    assert found[0].key == ("a", 1)  # it has both words
    for one in found:
        assert one.scores.late is not None
        assert one.score == pytest.approx((2 * one.scores.dense + 3 * one.scores.late) / 5)


def test_the_score_of_a_passage_does_not_depend_on_how_many_are_asked_for() -> None:
    rows = [record("a", i, f"tide {i} {'ferry' * (i % 3)}", [1, 0.01 * i, 0]) for i in range(90)]
    few, many = (search("tide ferry", rows=rows, embedder=Spelling(), top_k=k) for k in (5, 40))
    scores = {candidate.key: candidate.score for candidate in many}
    assert [scores[candidate.key] for candidate in few] == pytest.approx([c.score for c in few])


def test_a_query_whose_words_nobody_has_compares_with_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(MEANING, "marea", [1, 0, 0])
    rows = [record("a", 0, "spring tide", [1, 0, 0]), record("b", 0, "ferry", [0, 0.6, 0.8])]
    found = search("marea", "ferry", rows=rows, embedder=Spelling())
    assert keys(found) == [("a", 0), ("b", 0)]
    assert found[0].score == pytest.approx(1.0)
    assert 0.8 < found[1].score < 1.0


def test_a_late_weight_of_zero_or_no_word_pieces_adds_the_words_as_spelled() -> None:
    plain = search("ferry", embedder=Meanings())
    assert search("ferry", embedder=Spelling(), weights=Weights(late=0.0)) == plain
    assert {candidate.scores.late for candidate in plain} == {None}


def test_likeness_counts_little_where_no_passage_has_the_words() -> None:
    """A question in another language: any text of its own language is liker to it."""
    rows = [
        *(record("z", i, f"la la la {i} cuándo", [0, 0, 1]) for i in range(30)),
        record("a", 0, "spring tide", [1, 0, 0]),
    ]
    found = search(SPANISH, rows=rows, embedder=Spelling())
    assert found[0].key == ("a", 0)


def test_enough_passages_are_compared_for_all_that_were_asked_for() -> None:
    rows = [record("a", i, f"tide {i}", [1, 0.01 * i, 0]) for i in range(90)]
    found = search("tide", rows=rows, embedder=Spelling(), top_k=40)
    assert len(found) == 80
    assert {candidate.scores.late is None for candidate in found} == {False}
