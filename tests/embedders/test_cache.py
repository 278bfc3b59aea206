from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.embedders.base import Vectors
from ragstone.embedders.cache import CachedEmbedder, MemoryVectorCache, SQLiteVectorCache
from ragstone.embedders.hashing import HashingEmbedder
from ragstone.errors import EmbedderError


class CountingEmbedder(HashingEmbedder):
    """Remembers what it was asked for; fails at the text "broken"."""

    def __init__(self, dimensions: int = 16) -> None:
        super().__init__(self.Parameters(dimensions=dimensions))
        self.asked: list[list[str]] = []

    @property
    def batch_size(self) -> int:
        return 3

    async def embed_batch(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        if "broken" in texts:
            raise EmbedderError("broken")
        return await super().embed_batch(texts)


def embed(embedder: CachedEmbedder, *texts: str) -> Vectors:
    return asyncio.run(embedder.embed(texts))


def test_a_text_is_embedded_once() -> None:
    inner = CountingEmbedder()
    embedder = CachedEmbedder(inner)
    embed(embedder, "a", "b")
    embed(embedder, "b", "c", "a")
    assert inner.asked == [["a", "b"], ["c"]]
    assert (embedder.hits, embedder.misses) == (2, 3)


def test_equal_texts_of_one_call_are_embedded_once() -> None:
    inner = CountingEmbedder()
    vectors = embed(CachedEmbedder(inner), "a", "a", "b", "a")
    assert inner.asked == [["a", "b"]]
    assert np.array_equal(vectors[0], vectors[3])


class PrefixingEmbedder(CountingEmbedder):
    """Reads queries with a prefix, as models of the E5 kind do."""

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return await self.embed([f"query: {text}" for text in texts])


def test_queries_are_embedded_as_queries_and_once() -> None:
    inner = PrefixingEmbedder()
    embedder = CachedEmbedder(inner)
    first = asyncio.run(embedder.embed_queries(["tide", "sea", "tide"]))
    again = asyncio.run(embedder.embed_queries(["tide", "sea", "tide"]))
    assert inner.asked == [["query: tide", "query: sea"]]
    assert first.tobytes() == again.tobytes()


def test_what_was_asked_is_not_written_to_the_cache(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite"
    embedder = CachedEmbedder(CountingEmbedder(), SQLiteVectorCache(path))
    embed(embedder, "tide")
    asyncio.run(embedder.embed_queries(["when is high water?", "tide"]))
    embedder.cache.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM vectors").fetchone() == (1,)


def test_a_batch_is_embedded_past_the_cache() -> None:
    inner = CountingEmbedder()
    embedder = CachedEmbedder(inner)
    for _ in range(2):
        asyncio.run(embedder.embed_batch(["tide"]))
    assert inner.asked == [["tide"], ["tide"]]


def test_a_query_is_not_taken_for_a_passage_of_the_same_words() -> None:
    embedder = CachedEmbedder(PrefixingEmbedder())
    [passage] = embed(embedder, "tide")
    [query] = asyncio.run(embedder.embed_queries(["tide"]))
    fresh = PrefixingEmbedder()
    assert passage.tobytes() == asyncio.run(fresh.embed(["tide"])).tobytes()
    assert query.tobytes() == asyncio.run(fresh.embed_queries(["tide"])).tobytes()
    assert query.tobytes() != passage.tobytes()


@settings(max_examples=30, deadline=None)
@given(calls=st.lists(st.lists(st.text(max_size=3), max_size=6), max_size=4))
def test_cached_vectors_equal_fresh_ones_to_the_bit(calls: list[list[str]]) -> None:
    embedder = CachedEmbedder(CountingEmbedder())
    for texts in calls:
        fresh = asyncio.run(CountingEmbedder().embed(texts))
        assert embed(embedder, *texts).tobytes() == fresh.tobytes()


def test_another_process_finds_the_vectors_in_the_file(tmp_path: Path) -> None:
    first = CachedEmbedder(CountingEmbedder(), SQLiteVectorCache(tmp_path / "vectors.sqlite"))
    made = embed(first, "a", "潮", "\ud800")
    first.cache.close()
    inner = CountingEmbedder()
    second = CachedEmbedder(inner, SQLiteVectorCache(tmp_path / "vectors.sqlite"))
    assert embed(second, "a", "潮", "\ud800").tobytes() == made.tobytes()
    assert inner.asked == []
    second.cache.close()


def test_another_embedder_does_not_see_the_vectors() -> None:
    cache = MemoryVectorCache()
    embed(CachedEmbedder(CountingEmbedder(16), cache), "a")
    other = CountingEmbedder(32)
    assert embed(CachedEmbedder(other, cache), "a").shape == (1, 32)
    assert other.asked == [["a"]]


def test_what_was_made_before_a_failure_is_kept() -> None:
    inner = CountingEmbedder()
    embedder = CachedEmbedder(inner)
    with pytest.raises(EmbedderError):
        embed(embedder, "a", "b", "c", "broken")
    inner.asked.clear()
    embed(embedder, "a", "b", "c")
    assert inner.asked == []


def test_a_stored_vector_of_another_length_is_made_again() -> None:
    cache = MemoryVectorCache()
    inner = CountingEmbedder()
    embedder = CachedEmbedder(inner, cache)
    cache.put({embedder._key("a"): b"short"})
    assert embed(embedder, "a").tobytes() == asyncio.run(inner.embed(["a"])).tobytes()


def test_it_stands_for_the_embedder_inside() -> None:
    inner = CountingEmbedder()
    embedder = CachedEmbedder(inner)
    assert embedder.fingerprint == inner.fingerprint
    assert embedder.parameters == inner.parameters
    assert (embedder.model, embedder.dimensions, embedder.batch_size) == (inner.model, 16, 3)
    assert embedder.count_tokens("abc") == inner.count_tokens("abc")


def test_the_returned_array_may_be_changed() -> None:
    embedder = CachedEmbedder(CountingEmbedder())
    first = embed(embedder, "a")
    expected = first.tobytes()
    first[:] = 0
    assert embed(embedder, "a").tobytes() == expected


@pytest.mark.parametrize("again", [False, True], ids=["fresh", "from the cache"])
def test_vectors_are_held_once_while_many_are_embedded(tmp_path: Path, again: bool) -> None:
    count, dimensions = 6_000, 512

    class Ones(HashingEmbedder):
        async def embed_batch(self, texts: Sequence[str]) -> Vectors:
            return np.ones((len(texts), dimensions), np.float32)

    embedder = CachedEmbedder(
        Ones(Ones.Parameters(dimensions=dimensions)), SQLiteVectorCache(tmp_path / "v.sqlite")
    )
    texts = [f"tide {number}" for number in range(count)]

    async def run() -> tuple[Vectors, int]:
        async with embedder:
            if again:
                await embedder.embed(texts)
            tracemalloc.start()
            vectors = await embedder.embed(texts)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            return vectors, peak

    vectors, peak = asyncio.run(run())
    assert vectors.min() == 1.0
    assert peak < 2 * count * dimensions * 4
