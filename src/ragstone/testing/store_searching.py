"""Searching a vector store by vector."""

from __future__ import annotations

import math
from typing import Any

import pytest

from ragstone.errors import DimensionMismatch, ParameterError
from ragstone.stores.base import VectorSearchResult, VectorStoreBase
from ragstone.testing.store_suite import NAME, StoreSuite, record


class SearchingSuite(StoreSuite):
    """The nearest by cosine come first, in one order."""

    def test_the_nearest_come_first_with_their_cosine(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[VectorSearchResult]:
            await store.insert(
                NAME,
                [
                    record("a", 0, vector=[0, 2, 0]),
                    record("a", 1, vector=[5, 0, 0]),
                    record("b", 0, vector=[-1, 0, 0]),
                    record("b", 1, vector=[1, 1, 0]),
                ],
            )
            return await store.search(NAME, [3, 0, 0], 3)

        found = self.run(scenario)
        assert [result.key for result in found] == [("a", 1), ("b", 1), ("a", 0)]
        assert [result.score for result in found] == pytest.approx([1, math.sqrt(0.5), 0], abs=1e-5)

    def test_ties_come_by_document_then_chunk(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[tuple[str, int]]:
            for document_id in "cab":
                rows = [record(document_id, i, "tide", [1, 1, 1]) for i in (2, 0, 1)]
                await store.insert(NAME, rows)
            near = await store.search(NAME, [1, 1, 1], 4)
            worded = await store.search_text(NAME, "tide", 4)
            assert [result.key for result in near] == [result.key for result in worded]
            return [result.key for result in near]

        assert self.run(scenario) == [("a", 0), ("a", 1), ("a", 2), ("b", 0)]

    def test_a_result_says_of_which_version_it_is(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[int]:
            await store.insert(NAME, [record("a", 0, "tide", [1, 0, 0])])
            await store.insert(NAME, [record("b", 0, "tide", [0, 1, 0], version=2)])
            await store.replace(NAME, "a", [record("a", 0, "tide", [1, 0, 0], version=7)])
            near = await store.search(NAME, [2, 1, 0], 2)
            worded = await store.search_text(NAME, "tide", 2)
            return [result.version for result in [*near, *worded]]

        assert self.run(scenario) == [7, 2, 7, 2]

    def test_chunks_without_vector_never_come_by_vector(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[tuple[str, int]]:
            await store.insert(NAME, [record("a", 0), record("a", 1, vector=[-1, 0, 0])])
            return [result.key for result in await store.search(NAME, [1, 0, 0], 5)]

        assert self.run(scenario) == [("a", 1)]

    def test_a_vector_of_zeros_is_near_to_nothing(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[float]:
            await store.insert(NAME, [record("a", 0, vector=[0, 0, 0])])
            found = await store.search(NAME, [1, 0, 0])
            found += await store.search(NAME, [0, 0, 0])
            return [result.score for result in found]

        assert self.run(scenario) == [0.0, 0.0]

    def test_a_query_of_another_length_is_refused(self) -> None:
        with pytest.raises(DimensionMismatch, match="3 dimensions and 2"):
            self.run(lambda store: store.search(NAME, [1, 0]))

    def test_a_vector_that_is_not_finite_is_refused(self) -> None:
        with pytest.raises(ParameterError, match="not finite"):
            self.run(lambda store: store.insert(NAME, [record("a", 0, "", [math.nan, 0, 0])]))

    @pytest.mark.parametrize("top_k", [0, -1])
    def test_asking_for_nothing_gives_nothing(self, top_k: int) -> None:
        async def scenario(store: VectorStoreBase) -> list[Any]:
            await store.insert(NAME, [record("a", 0, "tide", [1, 0, 0])])
            return [
                *await store.search(NAME, [1, 0, 0], top_k),
                *await store.search_text(NAME, "tide", top_k),
            ]

        assert self.run(scenario) == []

    def test_similarities_answer_in_the_order_of_the_keys(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[float | None]:
            await store.insert(
                NAME,
                [
                    record("a", 0, vector=[1, 0, 0]),
                    record("a", 1),
                    record("b", 3, vector=[0, 1, 0]),
                ],
            )
            keys = [("b", 3), ("a", 1), ("a", 0), ("a", 7), ("none", 0), ("b", 3)]
            return await store.similarities(NAME, [0, 2, 0], keys)

        found = self.run(scenario)
        assert found == [pytest.approx(1), None, pytest.approx(0), None, None, pytest.approx(1)]
