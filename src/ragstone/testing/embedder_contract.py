"""What every embedder must hold, as a class of tests to inherit.

    class TestMine(EmbedderContract):
        @pytest.fixture(scope="class")
        @classmethod
        def embedder(cls):
            return MyEmbedder()

The fixture has class (or module) scope, since tests with generated texts use it many times.
`variants` may give the embedder with other parameters, which must have other fingerprints.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragstone.embedders.base import EmbedderBase, Vectors
from ragstone.embedders.pieces import WordPieces

#: Texts that have broken embedders: nothing, blanks, marks, halves of characters, long words.
AWKWARD_TEXTS = (
    "",
    " ",
    "\n\t\u3000",
    "\x00",
    "\ud800",
    "潮\udfff汐",
    "\ud83e\udd8a",
    "\u200b\u200d\ufeff",
    "a" * 3000,
    "🧑‍🤝‍🧑" * 50,
    "e" + "\u0301" * 100,
)

_NEIGHBOURS = (
    "The harbour master reads the tide tables every morning.",
    "潮汐表每天早上由港务长查看。",
    "short",
    "A longer neighbour, so that batches of another length are made. " * 20,
)

# Every subclass runs the same inherited tests, which hypothesis takes for an accident.
_GENERATED = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.differing_executors]
)

# Any code point, lone surrogates too.
_ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=80)


class EmbedderContract:
    """Inherit, give `embedder`, and every rule of `EmbedderBase` is tested."""

    computes_here = True
    """False for embedders that ask a service: their vectors are not compared bit for bit."""

    @pytest.fixture(scope="class")
    @classmethod
    def variants(cls) -> Sequence[EmbedderBase]:
        """The same embedder with other parameters; none where it has no parameters."""
        return ()

    def same(self, first: Vectors, second: Vectors) -> bool:
        """Whether two arrays hold the same vectors: to the bit, or nearly for a service."""
        if self.computes_here:
            return first.tobytes() == second.tobytes()
        return bool(np.allclose(first, second, rtol=1e-3, atol=1e-4))

    def test_it_has_a_name_a_model_and_a_number_of_dimensions(self, embedder: Any) -> None:
        assert embedder.embedder_type
        assert embedder.model
        assert embedder.dimensions > 0
        assert embedder.batch_size > 0

    def test_no_texts_give_an_empty_array(self, embedder: Any) -> None:
        vectors = embed(embedder, [])
        assert vectors.shape == (0, embedder.dimensions)
        assert vectors.dtype == np.float32

    def test_each_text_has_one_row_of_float32(self, embedder: Any) -> None:
        vectors = embed(embedder, _NEIGHBOURS)
        assert vectors.shape == (len(_NEIGHBOURS), embedder.dimensions)
        assert vectors.dtype == np.float32
        assert np.isfinite(vectors).all()
        assert (np.linalg.norm(vectors, axis=1) > 0).all()

    def test_rows_stand_in_the_order_of_the_texts(self, embedder: Any) -> None:
        forwards = embed(embedder, _NEIGHBOURS)
        backwards = embed(embedder, _NEIGHBOURS[::-1])
        assert self.same(forwards, backwards[::-1])
        assert not np.allclose(forwards[0], forwards[1], atol=1e-3)

    def test_more_texts_than_a_batch_holds_come_back_whole(self, embedder: Any) -> None:
        texts = [f"sentence number {n}" for n in range(embedder.batch_size * 2 + 1)]
        vectors = embed(embedder, texts)
        assert len(vectors) == len(texts)
        border = embedder.batch_size
        alone = embed(embedder, texts[border - 1 : border + 1])
        assert self.same(vectors[border - 1 : border + 1], alone)

    def test_equal_texts_have_equal_vectors(self, embedder: Any) -> None:
        first, _, second = embed(embedder, ["tide tables", "another text", "tide tables"])
        assert self.same(first, second)

    @pytest.mark.parametrize("text", AWKWARD_TEXTS, ids=lambda text: ascii(text)[:24])
    def test_an_awkward_text_has_a_finite_vector(self, embedder: Any, text: str) -> None:
        vectors = embed(embedder, ["before", text, "behind"])
        assert np.isfinite(vectors).all()
        assert np.linalg.norm(vectors[1]) > 0
        assert embedder.count_tokens(text) >= 0

    @_GENERATED
    @given(text=_ANY_TEXT)
    def test_any_text_has_a_finite_vector(self, embedder: Any, text: str) -> None:
        [vector] = embed(embedder, [text])
        assert np.isfinite(vector).all()
        assert np.linalg.norm(vector) > 0

    @_GENERATED
    @given(texts=st.lists(st.one_of(_ANY_TEXT, st.sampled_from(_NEIGHBOURS)), max_size=12))
    def test_a_vector_does_not_depend_on_its_neighbours(
        self, embedder: Any, texts: list[str]
    ) -> None:
        together = embed(embedder, texts)
        for text, vector in zip(texts, together, strict=True):
            assert self.same(embed(embedder, [text])[0], vector)

    def test_no_queries_give_an_empty_array(self, embedder: Any) -> None:
        vectors = embed_queries(embedder, [])
        assert vectors.shape == (0, embedder.dimensions)
        assert vectors.dtype == np.float32

    def test_each_query_has_one_row_in_order_whatever_stands_beside_it(self, embedder: Any) -> None:
        vectors = embed_queries(embedder, _NEIGHBOURS)
        assert vectors.shape == (len(_NEIGHBOURS), embedder.dimensions)
        assert vectors.dtype == np.float32
        for text, vector in zip(_NEIGHBOURS, vectors, strict=True):
            assert self.same(embed_queries(embedder, [text])[0], vector)
        assert not np.allclose(vectors[0], vectors[1], atol=1e-3)

    def test_a_query_lies_nearest_to_the_passage_of_its_own_words(self, embedder: Any) -> None:
        queries, passages = embed_queries(embedder, _NEIGHBOURS), embed(embedder, _NEIGHBOURS)
        cosines = (queries / _norms(queries)) @ (passages / _norms(passages)).T
        assert cosines.argmax(axis=1).tolist() == list(range(len(_NEIGHBOURS)))

    @pytest.mark.parametrize("text", AWKWARD_TEXTS, ids=lambda text: ascii(text)[:24])
    def test_an_awkward_query_has_a_finite_vector(self, embedder: Any, text: str) -> None:
        vectors = embed_queries(embedder, ["before", text, "behind"])
        assert np.isfinite(vectors).all()
        assert np.linalg.norm(vectors[1]) > 0

    def test_word_pieces_name_a_vector_of_unit_length_each(self, embedder: Any) -> None:
        found = word_pieces(embedder, [*AWKWARD_TEXTS, *_NEIGHBOURS])
        if found is None:
            return  # an embedder may have none
        assert len(found.texts) == len(AWKWARD_TEXTS) + len(_NEIGHBOURS)
        assert len(found.spelled) == len(found.rows)
        assert np.allclose(np.linalg.norm(found.rows, axis=1), 1, atol=1e-3)
        for text, own in zip(_NEIGHBOURS, found.texts[len(AWKWARD_TEXTS) :], strict=True):
            alone = word_pieces(embedder, [text])
            assert alone is not None
            assert [alone.spelled[row] for row in alone.texts[0]] == [
                found.spelled[row] for row in own
            ]
            assert np.array_equal(alone.rows[alone.texts[0]], found.rows[own])

    def test_calls_side_by_side_give_what_calls_in_turn_give(self, embedder: Any) -> None:
        async def side_by_side() -> list[Vectors]:
            return await asyncio.gather(*(embedder.embed([text]) for text in _NEIGHBOURS))

        in_turn = [embed(embedder, [text]) for text in _NEIGHBOURS]
        for first, second in zip(in_turn, asyncio.run(side_by_side()), strict=True):
            assert self.same(first, second)

    def test_it_works_inside_its_own_context(self, embedder: Any) -> None:
        async def inside() -> Vectors:
            async with embedder as entered:
                return await entered.embed(["tide tables"])

        assert self.same(asyncio.run(inside()), embed(embedder, ["tide tables"]))

    def test_the_fingerprint_stays_and_names_the_model(self, embedder: Any) -> None:
        assert embedder.fingerprint == embedder.fingerprint
        assert embedder.model in embedder.fingerprint
        assert str(embedder.dimensions) in embedder.fingerprint

    def test_other_parameters_have_another_fingerprint(
        self, embedder: Any, variants: Sequence[EmbedderBase]
    ) -> None:
        fingerprints = [embedder.fingerprint, *(variant.fingerprint for variant in variants)]
        assert len(set(fingerprints)) == len(fingerprints)

    def test_a_longer_text_has_no_fewer_tokens(self, embedder: Any) -> None:
        counts = [embedder.count_tokens("tide tables " * n) for n in (0, 1, 10, 100)]
        assert counts == sorted(counts)
        assert counts[0] == 0
        assert counts[-1] > counts[1] > 0


def embed(embedder: EmbedderBase, texts: Sequence[str]) -> Vectors:
    """The vectors of `texts`, from code that is not async."""
    return asyncio.run(embedder.embed(texts))


def word_pieces(embedder: EmbedderBase, texts: Sequence[str]) -> WordPieces | None:
    """The word pieces of `texts`, from code that is not async."""
    return asyncio.run(embedder.word_pieces(texts))


def embed_queries(embedder: EmbedderBase, texts: Sequence[str]) -> Vectors:
    """The vectors to search with for `texts`, from code that is not async."""
    return asyncio.run(embedder.embed_queries(texts))


def _norms(vectors: Vectors) -> Vectors:
    """The length of each row, as a column."""
    return np.linalg.norm(vectors, axis=1, keepdims=True)
