"""Searching a vector store by words.

Checked by what must be found and in which order, not by score, since engines weigh words
differently; how much of a query a chunk holds does not depend on the engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from ragstone.model.block import Base64Source, DataBlock
from ragstone.stores.base import VectorStoreBase
from ragstone.testing.store_suite import NAME, StoreSuite, record


class TextSuite(StoreSuite):
    """Any word is enough, in every language and spelling, and coverage says how many there are."""

    def test_a_collection_without_vectors_is_searched_by_text(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[str]:
            await store.insert(NAME, [record("a", 0, "spring tide"), record("b", 0, "ferry")])
            found = await store.search_text(NAME, "tide", metadata_filter={"page": None})
            return [result.document_id for result in found]

        assert self.run(scenario, dimensions=0) == ["a"]

    def test_any_of_the_words_is_enough(self) -> None:
        async def scenario(store: VectorStoreBase) -> set[str]:
            await store.insert(
                NAME,
                [record("a", 0, "spring tide"), record("b", 0, "ferry"), record("c", 0, "rope")],
            )
            found = await store.search_text(NAME, "when is the tide for the ferry")
            assert all(result.score > 0 for result in found)
            return {result.document_id for result in found}

        assert self.run(scenario) == {"a", "b"}

    @pytest.mark.parametrize(
        ("query", "text"),
        [
            ("蜂医的战术装备是什么", "蜂医携带的装备有烟幕和激素枪。"),
            ("什么是检索增强生成", "检索增强生成（RAG）把检索和生成结合起来。"),
            ("ＲＡＧ", "what rag means"),
            ("⻓江", "长江流入东海"),
            ("潮汐", "今天的潮\n汐表"),
            ("検索システム", "このシステムは検索が速い"),
            ("검색", "한국어검색은 빠르다"),
            ("AB-1234", "valve ab-1234, spare"),
            ("1234", "valve AB-1234, spare"),
            ("foo_bar", "call foo_bar() twice"),
            ("is it 是什么", "it is what it is, 是什么"),
            ("🦀", "fresh 🦀 today"),
        ],
    )
    def test_it_is_found_in_every_language_and_spelling(self, query: str, text: str) -> None:
        async def scenario(store: VectorStoreBase) -> list[str]:
            await store.insert(NAME, [record("a", 0, text), record("b", 0, "unrelated rope 绳子")])
            return [result.document_id for result in await store.search_text(NAME, query)]

        assert self.run(scenario) == ["a"]

    def test_every_single_character_of_a_chinese_text_finds_it(self) -> None:
        text = "大潮时水位最高"

        async def scenario(store: VectorStoreBase) -> list[int]:
            await store.insert(NAME, [record("a", 0, text), record("b", 0, "绳子")])
            return [len(await store.search_text(NAME, character)) for character in text]

        if self.finds_every_character:
            assert self.run(scenario) == [1] * len(text)

    @pytest.mark.parametrize("query", ["", "  ", "?!", '"', "* OR NEAR(", "a\u0000b", "\ud800"])
    def test_no_query_is_an_error(self, query: str) -> None:
        async def scenario(store: VectorStoreBase) -> Any:
            await store.insert(NAME, [record("a", 0, "tide")])
            return await store.search_text(NAME, query)

        assert self.run(scenario) == []

    def test_a_query_of_many_words_is_no_error(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[str]:
            await store.insert(NAME, [record("a", 0, "word1 tide")])
            query = " ".join(f"word{i}" for i in range(5000))
            return [result.document_id for result in await store.search_text(NAME, query)]

        assert self.run(scenario) == ["a"]

    def test_data_is_found_by_its_context(self) -> None:
        picture = DataBlock(source=Base64Source(data="aGk=", media_type="image/png"))
        given_record = record("a", 0, content=picture, context="Figure 2: tide gauge")

        async def scenario(store: VectorStoreBase) -> list[Any]:
            await store.insert(NAME, [given_record])
            return [result.chunk.content for result in await store.search_text(NAME, "gauge")]

        assert self.run(scenario) == [picture]

    # How much of a query a chunk holds.

    def coverage(
        self, texts: Sequence[str], query: str, metadata_filter: Mapping[str, Any] | None = None
    ) -> dict[str, float]:
        """Coverage by text, in a collection of these texts, each with its number as `page`."""

        async def scenario(store: VectorStoreBase) -> dict[str, float]:
            rows = [record("a", i, text, metadata={"page": i}) for i, text in enumerate(texts)]
            await store.insert(NAME, rows)
            found = await store.search_text(NAME, query, 99, metadata_filter)
            return {result.chunk.text: result.coverage for result in found}

        found = self.run(scenario)
        return found if self.tells_coverage else self._untold(found)

    @pytest.mark.parametrize(
        ("query", "text"),
        [
            ("when is the tide for the ferry", "the tide takes the ferry out"),
            ("AB-1234", "valve ab-1234, spare"),
            ("检索增强生成", "什么是检索增强生成？"),
            ("潮", "大潮时水位最高"),
            ("the", "the rope"),
            ("🦀", "fresh 🦀 today"),
        ],
    )
    def test_a_chunk_with_every_word_is_covered_wholly(self, query: str, text: str) -> None:
        assert self.coverage([text, "unrelated rope 绳子", "the the"], query)[text] == 1.0

    def test_a_chunk_with_some_of_the_words_is_covered_in_part(self) -> None:
        found = self.coverage(["spring tide", "ferry tide", "rope"], "tide ferry")
        assert set(found) == {"spring tide", "ferry tide"}
        assert found["ferry tide"] == 1.0
        if self.tells_coverage:
            assert 0.0 < found["spring tide"] < 1.0

    def test_a_rare_word_covers_more_than_a_common_one(self) -> None:
        texts = ["the ferry", *(f"low tide {i}" for i in range(5)), "rope"]
        found = self.coverage(texts, "tide ferry")
        if self.tells_coverage:
            assert found["the ferry"] > 0.5 > found["low tide 0"]
            assert found["the ferry"] + found["low tide 0"] == pytest.approx(1.0)

    def test_words_that_no_chunk_holds_are_missing_all_the_same(self) -> None:
        texts = ["spring tide", "ferry", "rope"]
        one = self.coverage(texts, "tide zeppelin")["spring tide"]
        two = self.coverage(texts, "tide zeppelin 飞艇")["spring tide"]
        if self.tells_coverage:
            assert 0.5 > one > two > 0.0

    def test_how_often_a_chunk_says_a_word_does_not_change_what_it_covers(self) -> None:
        found = self.coverage(["tide", "tide tide tide and more", "ferry"], "tide ferry")
        assert found["tide"] == found["tide tide tide and more"]

    def test_under_a_filter_words_are_as_rare_as_in_the_whole_collection(self) -> None:
        texts = ["the ferry", *(f"low tide {i}" for i in range(5)), "rope"]
        found = self.coverage(texts, "tide ferry")
        assert self.coverage(texts, "tide ferry", {"page": 1}) == {
            "low tide 0": found["low tide 0"]
        }

    def test_coverage_counts_what_is_in_the_collection_now(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[list[float]]:
            texts = ["ferry", "tide", "low tide", "rope"]  # one word rarer: the sizes matter
            await store.insert(NAME, [record("a", i, text) for i, text in enumerate(texts)])
            found = [await store.search_text(NAME, "tide ferry")]
            await store.create_collection("other", 3)
            await store.insert("other", [record("a", i, "ferry") for i in range(9)])
            await store.insert(NAME, [record("b", i, "tide") for i in range(9)])
            await store.replace(NAME, "b", [record("b", 0, "ferry")])
            await store.delete(NAME, "b")
            found.append(await store.search_text(NAME, "tide ferry"))
            return [[result.coverage for result in results] for results in found]

        before, after = self.run(scenario)
        assert len(before) == 3
        assert before == after

    def test_what_is_found_by_vector_says_nothing_of_words(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[float]:
            await store.insert(NAME, [record("a", 0, "tide", [1, 0, 0])])
            return [result.coverage for result in await store.search(NAME, [1, 0, 0])]

        assert self.run(scenario) == [1.0]

    @staticmethod
    def _untold(found: dict[str, float]) -> dict[str, float]:
        assert set(found.values()) <= {1.0}
        return found
