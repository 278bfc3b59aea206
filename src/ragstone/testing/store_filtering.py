"""Filters on metadata, as every vector store must apply them.

What is expected comes from `ragstone.testing.filter_oracle`, not from code that a store may use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstone.errors import ParameterError
from ragstone.stores.base import VectorStoreBase
from ragstone.testing.filter_oracle import FILTERS, METADATA, let_through
from ragstone.testing.store_suite import NAME, SETTINGS, Scenario, StoreSuite, record


class FilteringSuite(StoreSuite):
    """A filter lets through what it says, the same in every method, whatever the types."""

    @SETTINGS
    @given(rows=st.lists(METADATA, max_size=6), filters=st.lists(FILTERS, min_size=1, max_size=4))
    def test_a_filter_lets_through_what_it_says_and_nothing_else(
        self, rows: list[dict[str, Any]], filters: list[dict[str, Any]]
    ) -> None:
        records = [record("a", i, "tide", [1, 0, 0], metadata=m) for i, m in enumerate(rows)]

        async def scenario(store: VectorStoreBase) -> None:
            await store.insert(NAME, records)
            for wanted in filters:
                expected = [i for i, metadata in enumerate(rows) if let_through(metadata, wanted)]
                assert await _indexes(store, wanted) == [expected] * 3
                documents = await store.list_documents(NAME, wanted)
                assert [one.chunk_count for one in documents] == [len(expected)] * bool(expected)

        self.run(scenario)

    @pytest.mark.parametrize(
        ("wanted", "expected"),
        [
            ({"year": 2020}, [0, 2]),
            ({"year": True}, [1]),
            ({"year": "2020"}, [3]),
            ({"year": None}, [4, 5]),
            ({"year": {"$ne": 2020}}, [1, 3, 4, 5, 6]),
            ({"year": {"$in": [2020, "2020"]}}, [0, 2, 3]),
            ({"year": {"$nin": [2020, None]}}, [1, 3, 6]),
            ({"year": {"$gte": 2020}}, [0, 2, 6]),
            ({"year": {"$gt": 2020, "$lt": 2023}}, [6]),
            ({"year": {"$lt": "3"}}, [3]),
            ({"year": {"$exists": True}}, [0, 1, 2, 3, 4, 6]),
            ({"year": [2021, 2022]}, [6]),
            ({"year": {"$not": {"$gte": 2020}}}, [1, 3, 4, 5]),
            ({"$or": [{"year": 2020.0}, {"year": 2022}]}, [0, 2, 6]),
            ({"$and": [{"year": {"$exists": True}}, {"$not": {"year": {"$gt": 0}}}]}, [1, 3, 4]),
        ],
    )
    def test_numbers_texts_truth_null_and_lists_are_told_apart(
        self, wanted: dict[str, Any], expected: list[int]
    ) -> None:
        years: list[dict[str, Any]] = [
            {"year": 2020},
            {"year": True},
            {"year": 2020.0},
            {"year": "2020"},
            {"year": None},
            {},
            {"year": [2021, 2022]},
        ]
        records = [record("a", i, "tide", [1, 0, 0], metadata=m) for i, m in enumerate(years)]

        async def scenario(store: VectorStoreBase) -> list[list[int]]:
            await store.insert(NAME, records)
            return await _indexes(store, wanted)

        assert self.run(scenario) == [expected] * 3

    @pytest.mark.parametrize(
        ("wanted", "complaint"),
        [
            ({"year": {"$greater": 1}}, r"\$greater beside year is no operator; there are: \$eq, "),
            ({"$nor": [{"year": 1}]}, r"\$nor is no operator"),
            ({"year": {"$in": 1}}, r"\$in takes a list of values, not 1"),
            ({"year": {"$gt": None}}, r"\$gt takes a number or a text, not null"),
            ({"$or": []}, r"\$or takes a list of filters, not \[\]"),
        ],
    )
    def test_a_filter_that_makes_no_sense_is_refused_by_every_method(
        self, wanted: dict[str, Any], complaint: str
    ) -> None:
        calls: Sequence[Scenario] = (
            lambda store: store.search(NAME, [1, 0, 0], 5, wanted),
            lambda store: store.search_text(NAME, "tide", 5, wanted),
            lambda store: store.list_documents(NAME, wanted),
            lambda store: store.list_chunks(NAME, "a", metadata_filter=wanted),
        )

        async def scenario(store: VectorStoreBase) -> None:
            for call in calls:
                with pytest.raises(ParameterError, match=complaint):
                    await call(store)

        self.run(scenario)

    def test_what_looks_like_sql_or_a_path_is_a_key_and_a_value_like_any_other(self) -> None:
        odd = ["'; DROP TABLE chunks; --", "$.page", 'a"b', "a.b", "[0]", "%", ":x", "\\", "\n"]
        records = [record("a", i, "tide", [1, 0, 0], metadata={x: x}) for i, x in enumerate(odd)]

        async def scenario(store: VectorStoreBase) -> list[Any]:
            await store.insert(NAME, records)
            return [await _indexes(store, {x: {"$in": [x]}}) for x in odd if x[0] != "$"]

        assert self.run(scenario) == [[[i]] * 3 for i, x in enumerate(odd) if x[0] != "$"]

    def test_a_list_of_many_values_is_no_error(self) -> None:
        records = [record("a", i, "tide", [1, 0, 0], metadata={"n": i}) for i in range(3)]

        async def scenario(store: VectorStoreBase) -> Any:
            await store.insert(NAME, records)
            return await _indexes(store, {"n": {"$in": [*range(2, 50_000)]}})

        assert self.run(scenario) == [[2]] * 3

    def test_a_filter_does_not_eat_into_the_number_asked_for(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[list[str]]:
            rows = [record("a", i, "tide", [1, 0, 0], metadata={"lang": "en"}) for i in range(200)]
            rows += [record("b", i, "tide", [0, 1, 0], metadata={"lang": "zh"}) for i in range(3)]
            await store.insert(NAME, rows)
            wanted = {"lang": "zh"}
            found = [
                await store.search(NAME, [1, 0, 0], 3, wanted),
                await store.search_text(NAME, "tide", 3, wanted),
            ]
            return [[result.document_id for result in results] for results in found]

        assert self.run(scenario) == [["b"] * 3] * 2

    def test_a_page_is_of_the_chunks_that_match(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[int]:
            rows = [record("a", i, metadata={"odd": i % 2 == 1, "page": i}) for i in range(9)]
            await store.insert(NAME, rows)
            wanted = {"odd": True}
            page = await store.list_chunks(NAME, "a", offset=1, limit=2, metadata_filter=wanted)
            [document] = await store.list_documents(NAME, wanted)
            assert (document.chunk_count, document.metadata["page"]) == (4, 1)
            return [chunk.chunk_index for chunk in page]

        assert self.run(scenario) == [3, 5]

    def test_a_filter_sees_what_was_written_last(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[Any]:
            await store.insert(NAME, [record("a", 0, "tide", [1, 0, 0], metadata={"n": 1})])
            found = [await _indexes(store, {"n": {"$lt": 2}})]
            again = record("a", 0, "tide", [1, 0, 0], metadata={"n": 2}, version=2)
            await store.replace(NAME, "a", [again])
            return [*found, await _indexes(store, {"n": {"$lt": 2}})]

        assert self.run(scenario) == [[[0]] * 3, [[]] * 3]


async def _indexes(store: VectorStoreBase, wanted: dict[str, Any]) -> list[list[int]]:
    """Which chunks of document "a" come by vector, by words and in the list."""
    near = await store.search(NAME, [1, 0, 0], 9, wanted)
    worded = await store.search_text(NAME, "tide", 9, wanted)
    listed = await store.list_chunks(NAME, "a", metadata_filter=wanted)
    return [
        [result.chunk.chunk_index for result in near],
        [result.chunk.chunk_index for result in worded],
        [chunk.chunk_index for chunk in listed],
    ]
