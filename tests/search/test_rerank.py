"""The likeness of words: which passage a query's words come nearest to."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import pytest

from ragstone.embedders.base import EmbedderBase, Vectors
from ragstone.embedders.hashing import HashingEmbedder
from ragstone.embedders.pieces import WordPieces
from ragstone.search.rerank import compare

#: Words that mean nearly the same lie near each other; all others are at right angles.
NEAR = {"ship": 0, "vessel": 0, "boat": 0, "harbour": 1, "port": 1}


class Words(EmbedderBase):
    """A piece is a word; `NEAR` tells which are alike."""

    embedder_type: ClassVar[str] = "words"
    model = "words"
    dimensions = 200

    async def embed_batch(self, texts: Sequence[str]) -> Vectors:
        return np.ones((len(texts), self.dimensions), np.float32)

    async def word_pieces(self, texts: Sequence[str]) -> WordPieces:
        words = [text.lower().replace(".", " .").replace("?", " ?").split() for text in texts]
        spelled = sorted({word for own in words for word in own})
        rows = np.zeros((len(spelled), self.dimensions), np.float32)
        for number, word in enumerate(spelled):
            rows[number, NEAR.get(word, number + 10)] = 0.9
            rows[number, number + 10] += np.sqrt(1 - 0.81) if word in NEAR else 0.1
        places = {word: number for number, word in enumerate(spelled)}
        texts_rows = [np.array([places[word] for word in own], np.int64) for own in words]
        return WordPieces(texts_rows, rows, spelled)


def likenesses(query: str, *passages: str) -> Sequence[float]:
    found = asyncio.run(compare(Words(), query, passages))
    assert found is not None
    return found


def test_words_of_like_meaning_count_nearly_as_the_same() -> None:
    same, near, far = likenesses("ship harbour", "ship harbour", "vessel port", "rope crane")
    assert same == pytest.approx(1, abs=0.02)
    assert same > near > 0.7
    assert far == pytest.approx(0, abs=0.02)


def test_words_together_in_a_sentence_count_more_than_apart() -> None:
    together, apart = likenesses(
        "ship crane", "The ship has a crane. It rains.", "The ship is here. A crane too."
    )
    assert together > apart


def test_stop_words_and_signs_of_the_query_count_nothing() -> None:
    plain, asked = (
        likenesses(query, "where is the way ?", "rope")[1] for query in ("rope", "where is rope ?")
    )
    assert asked == pytest.approx(plain)


def test_a_query_of_stop_words_alone_is_compared_by_them() -> None:
    first, second = likenesses("where is the", "where is the", "rope crane")
    assert first > second


def test_a_word_that_all_passages_have_says_less_than_one_that_tells_them_apart() -> None:
    tide, ferry = "The tide is high. ", "The ferry waits."
    both, other = likenesses("tide ferry rope", tide + ferry, tide + "A rope.")
    assert both == pytest.approx(other)
    with_ferry, without = likenesses("tide ferry", tide + ferry, tide)
    assert with_ferry - without > 0.5


def test_a_long_passage_does_not_gather_the_words_from_all_its_pages() -> None:
    filling = "Nothing here is said of it at all. " * 60
    short, long = likenesses(
        "ship crane", "The ship has a crane.", f"The ship. {filling} A crane. {filling}"
    )
    assert long < 0.8 * short


@pytest.mark.parametrize("query", ["", "  ", "ship"])
def test_blank_passages_and_queries_have_no_likeness(query: str) -> None:
    assert likenesses(query, "", " \n")[:2] == [0, 0]
    assert list(likenesses("", "ship")) == [0]
    assert list(likenesses("ship")) == []


def test_blank_passages_between_others_keep_their_places() -> None:
    assert [value > 0.5 for value in likenesses("ship", "", "ship", "\n", "ship")] == [
        False,
        True,
        False,
        True,
    ]


def test_a_query_of_many_pages_takes_little_memory() -> None:
    query, passage = "ship harbour rope " * 2000, "The vessel waits in the port. " * 300
    tracemalloc.start()
    found = likenesses(query, *[passage] * 20)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(found) == 20
    assert most < 40_000_000


class Cased(Words):
    """A word with a capital is another piece than without, as in most vocabularies."""

    async def word_pieces(self, texts: Sequence[str]) -> WordPieces:
        return await super().word_pieces([text.replace("Rope", "xrope") for text in texts])


@pytest.mark.parametrize("query", ["rope crane", "Rope crane", "ROPE CRANE"])
def test_capitals_make_no_difference(query: str) -> None:
    found = asyncio.run(compare(Cased(), query, ["Rope crane", "rope crane", "Rope", "tide"]))
    assert found is not None
    assert found[0] == pytest.approx(found[1], abs=0.01)
    assert found[0] > found[2] > found[3] == pytest.approx(0, abs=0.02)


def test_an_embedder_without_word_pieces_cannot_compare() -> None:
    assert asyncio.run(compare(HashingEmbedder(), "ship", ["ship"])) is None
