"""What every vector store must do, as tests to inherit.

    class TestMyStore(StoreContract):
        @staticmethod
        def make():
            return MyStore(...)     # empty, entered by `async with` and used once

Vectors are checked against cosines worked out here; full text by what must be found and in which
order, not by score, since engines weigh words differently.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragstone.errors import CollectionNotFound, DimensionMismatch, ParameterError
from ragstone.model.block import Base64Source, DataBlock, TextBlock
from ragstone.model.chunk import Chunk
from ragstone.model.span import Span
from ragstone.stores.base import VectorRecord, VectorSearchResult, VectorStoreBase

NAME = "notes"
Scenario = Callable[[VectorStoreBase], Awaitable[Any]]
Model = dict[str, dict[int, VectorRecord]]

_DOCUMENTS = st.sampled_from(["a", "b", "ä/中", "z" * 40])
_VECTORS = st.one_of(
    st.none(),
    st.lists(st.sampled_from([-1.0, 0.0, 0.5, 1.0]), min_size=3, max_size=3),
)
_METADATA = st.dictionaries(
    st.sampled_from(["page", "lang"]), st.sampled_from([1, 2, True, None, "zh", "1", 1.5])
)
_ROWS = st.lists(st.tuples(st.integers(0, 5), _VECTORS, _METADATA), max_size=5)
_STEPS = st.lists(
    st.tuples(st.sampled_from(["insert", "replace", "delete"]), _DOCUMENTS, _ROWS), max_size=8
)
_SETTINGS = settings(
    deadline=None, max_examples=25, suppress_health_check=[HealthCheck.differing_executors]
)


#: Every method that needs a collection, on one that is not there.
_CALLS: tuple[Scenario, ...] = (
    lambda store: store.delete_collection("none"),
    lambda store: store.insert("none", []),
    lambda store: store.replace("none", "a", []),
    lambda store: store.delete("none", "a"),
    lambda store: store.search("none", [1, 0, 0]),
    lambda store: store.search_text("none", "tide"),
    lambda store: store.similarities("none", [1, 0, 0], []),
    lambda store: store.list_documents("none"),
    lambda store: store.list_chunks("none", "a"),
)


def record(
    document_id: str,
    index: int,
    text: str = "",
    vector: Sequence[float] | None = None,
    **more: Any,
) -> VectorRecord:
    """A chunk of a document with its vector; `more`: version, and fields of the chunk."""
    version: int = more.pop("version", 1)
    fields: dict[str, Any] = {
        "content": TextBlock(text=text or f"{document_id} {index}"),
        "source": f"{document_id}.txt",
        "chunk_index": index,
        "total_chunks": 6,
    }
    chunk = Chunk(**fields | more)
    return VectorRecord(
        vector=None if vector is None else list(vector),
        document_id=document_id,
        chunk=chunk,
        version=version,
    )


class StoreContract:
    """Inherit, and give `make`."""

    #: A store whose full text splits Chinese into words may miss what a pair of characters finds.
    finds_every_character: ClassVar[bool] = True
    #: A store that does not say how much of a query a chunk holds gives 1.0 throughout.
    tells_coverage: ClassVar[bool] = True

    @staticmethod
    def make() -> VectorStoreBase:
        """An empty store."""
        raise NotImplementedError

    def run(self, scenario: Scenario, dimensions: int = 3) -> Any:
        """Run `scenario` with an entered store that has the collection `NAME`."""

        async def entered() -> Any:
            async with self.make() as store:
                await store.create_collection(NAME, dimensions)
                return await scenario(store)

        return asyncio.run(entered())

    # Collections.

    def test_a_collection_is_there_from_creation_to_deletion(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[bool]:
            found = [await store.has_collection("other")]
            await store.create_collection("other", 2)
            found.append(await store.has_collection("other"))
            await store.delete_collection("other")
            found.append(await store.has_collection("other"))
            return found

        assert self.run(scenario) == [False, True, False]

    def test_creating_a_collection_again_keeps_its_chunks(self) -> None:
        async def scenario(store: VectorStoreBase) -> int:
            await store.insert(NAME, [record("a", 0, "tide", [1, 0, 0])])
            await store.create_collection(NAME, 3)
            return len(await store.list_chunks(NAME, "a"))

        assert self.run(scenario) == 1

    def test_creating_a_collection_again_with_another_length_is_refused(self) -> None:
        with pytest.raises(DimensionMismatch, match="3 dimensions and 4"):
            self.run(lambda store: store.create_collection(NAME, 4))

    def test_a_deleted_collection_comes_back_empty(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[Any]:
            await store.insert(NAME, [record("a", 0, "tide", [1, 0, 0])])
            await store.search(NAME, [1, 0, 0])
            await store.delete_collection(NAME)
            await store.create_collection(NAME, 3)
            return [
                await store.search(NAME, [1, 0, 0]),
                await store.search_text(NAME, "tide"),
                await store.list_documents(NAME),
            ]

        assert self.run(scenario) == [[], [], []]

    def test_collections_do_not_see_each_other(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[str]:
            await store.create_collection("other", 3)
            await store.insert(NAME, [record("a", 0, "tide", [1, 0, 0])])
            await store.insert("other", [record("b", 0, "tide", [1, 0, 0])])
            await store.delete("other", "a")
            found = await store.search(NAME, [1, 0, 0])
            found += await store.search_text(NAME, "tide")
            return [result.document_id for result in found]

        assert self.run(scenario) == ["a", "a"]

    @pytest.mark.parametrize("call", _CALLS)
    def test_a_collection_that_is_not_there_is_named(self, call: Scenario) -> None:
        with pytest.raises(CollectionNotFound, match="no collection named none"):
            self.run(call)

    # Writing.

    @_SETTINGS
    @given(steps=_STEPS)
    def test_any_sequence_of_writes_leaves_what_a_dictionary_would(
        self, steps: list[tuple[str, str, list[Any]]]
    ) -> None:
        model: Model = {}

        async def scenario(store: VectorStoreBase) -> None:
            for number, (action, document_id, rows) in enumerate(steps):
                records = [
                    record(document_id, i, f"step {number} row {i}", v, metadata=m)
                    for i, v, m in rows
                ]
                await _apply(store, model, action, document_id, records)
                await _compare(store, model)

        self.run(scenario)

    def test_inserting_the_same_records_again_changes_nothing(self) -> None:
        records = [record("a", i, f"tide {i}", [1, i, 0]) for i in range(3)]

        async def scenario(store: VectorStoreBase) -> list[int]:
            await store.insert(NAME, records)
            await store.insert(NAME, records)
            return [
                len(await store.list_chunks(NAME, "a")),
                len(await store.search(NAME, [1, 0, 0], 9)),
                len(await store.search_text(NAME, "tide", 9)),
            ]

        assert self.run(scenario) == [3, 3, 3]

    def test_replacing_removes_every_chunk_of_the_former_version(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[str]:
            await store.insert(NAME, [record("a", i, f"old {i}", [1, 0, 0]) for i in range(5)])
            await store.replace(NAME, "a", [record("a", 0, "new", [0, 1, 0], version=2)])
            found = await store.search(NAME, [1, 0, 0], 9)
            found += await store.search_text(NAME, "old", 9)
            return [result.chunk.text for result in found]

        assert self.run(scenario) == ["new"]

    def test_inserting_another_version_removes_the_former_one(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[str]:
            await store.insert(NAME, [record("a", i, f"old {i}", [1, 0, 0]) for i in range(2)])
            await store.insert(NAME, [record("a", 1, "new", [1, 0, 0], version=2)])
            return [chunk.text for chunk in await store.list_chunks(NAME, "a")]

        assert self.run(scenario) == ["new"]

    def test_replacing_with_nothing_deletes(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[Any]:
            await store.insert(NAME, [record("a", 0, "tide", [1, 0, 0])])
            await store.replace(NAME, "a", [])
            return await store.list_documents(NAME)

        assert self.run(scenario) == []

    def test_replacing_with_another_documents_chunks_is_refused(self) -> None:
        with pytest.raises(ParameterError, match="chunk of document b"):
            self.run(lambda store: store.replace(NAME, "a", [record("b", 0)]))

    def test_a_refused_write_leaves_everything_as_it_was(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[str]:
            await store.insert(NAME, [record("a", 0, "old", [1, 0, 0])])
            bad = [record("a", 0, "new", [1, 0, 0]), record("a", 1, "wrong", [1, 0])]
            with pytest.raises(DimensionMismatch):
                await store.replace(NAME, "a", bad)
            with pytest.raises(DimensionMismatch):
                await store.insert(NAME, bad)
            found = await store.search(NAME, [1, 0, 0])
            return [result.chunk.text for result in found]

        assert self.run(scenario) == ["old"]

    def test_deleting_what_is_not_there_is_no_error(self) -> None:
        self.run(lambda store: store.delete(NAME, "nobody"))

    def test_a_chunk_comes_back_as_it_went_in(self) -> None:
        given_record = record(
            "a",
            0,
            "Ebbe & Flut\u0000 潮汐 \ud83d 🦀",
            [1, 0, 0],
            metadata={"page": 3, "tags": ["x", {"y": None}], "名": "值"},
            span=Span(4, 9),
            section_index=2,
            heading_path=("Tides", "潮汐"),
            context="Tides › 潮汐",
            key="k",
            level=1,
            parent_index=0,
        )

        async def scenario(store: VectorStoreBase) -> list[Chunk]:
            await store.insert(NAME, [given_record])
            [listed] = await store.list_chunks(NAME, "a")
            [near] = await store.search(NAME, [1, 0, 0])
            [worded] = await store.search_text(NAME, "潮汐")
            return [listed, near.chunk, worded.chunk]

        assert self.run(scenario) == [given_record.chunk] * 3

    def test_a_chunk_given_back_is_nobody_elses(self) -> None:
        async def scenario(store: VectorStoreBase) -> Any:
            mine = record("a", 0, "tide", [1, 0, 0], metadata={"page": 1})
            await store.insert(NAME, [mine])
            mine.chunk.metadata["page"] = 2
            (await store.list_chunks(NAME, "a"))[0].metadata["page"] = 3
            return (await store.list_chunks(NAME, "a"))[0].metadata

        assert self.run(scenario) == {"page": 1}

    def test_many_documents_go_in_with_one_call(self) -> None:
        records = [record(f"d{i % 40}", i // 40, "tide", [1, i, 0]) for i in range(120)]

        async def scenario(store: VectorStoreBase) -> list[int]:
            await store.insert(NAME, records)
            return [document.chunk_count for document in await store.list_documents(NAME)]

        assert self.run(scenario) == [3] * 40

    # Searching by vector.

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

    def test_a_collection_without_vectors_is_searched_by_text(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[str]:
            await store.insert(NAME, [record("a", 0, "spring tide"), record("b", 0, "ferry")])
            found = await store.search_text(NAME, "tide", metadata_filter={"page": None})
            return [result.document_id for result in found]

        assert self.run(scenario, dimensions=0) == ["a"]

    # Searching by text.

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

    # Filters, lists.

    @_SETTINGS
    @given(rows=st.lists(_METADATA, max_size=6), wanted=_METADATA)
    def test_a_filter_lets_through_what_equals_it_in_every_key(
        self, rows: list[dict[str, Any]], wanted: dict[str, Any]
    ) -> None:
        records = [record("a", i, "tide", [1, 0, 0], metadata=m) for i, m in enumerate(rows)]
        expected = [i for i, metadata in enumerate(rows) if _equal(metadata, wanted)]

        async def scenario(store: VectorStoreBase) -> None:
            await store.insert(NAME, records)
            near = await store.search(NAME, [1, 0, 0], 9, wanted)
            worded = await store.search_text(NAME, "tide", 9, wanted)
            listed = await store.list_chunks(NAME, "a", metadata_filter=wanted)
            documents = await store.list_documents(NAME, wanted)
            assert [result.chunk.chunk_index for result in near] == expected
            assert [result.chunk.chunk_index for result in worded] == expected
            assert [chunk.chunk_index for chunk in listed] == expected
            assert [document.chunk_count for document in documents] == [len(expected)] * bool(
                expected
            )

        self.run(scenario)

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

    def test_documents_are_listed_by_source_with_their_first_metadata(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[tuple[str, str, int, Any]]:
            await store.insert(
                NAME,
                [
                    record("2", 1, source="b.txt", metadata={"page": 2}),
                    record("2", 0, source="b.txt", metadata={"page": 1}),
                    record("3", 0, source="a.txt"),
                    record("1", 0, source="b.txt"),
                ],
            )
            return [
                (found.source, found.document_id, found.chunk_count, found.metadata)
                for found in await store.list_documents(NAME)
            ]

        assert self.run(scenario) == [
            ("a.txt", "3", 1, {}),
            ("b.txt", "1", 1, {}),
            ("b.txt", "2", 2, {"page": 1}),
        ]

    def test_chunks_are_listed_in_order_and_by_page(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[list[int]]:
            await store.insert(NAME, [record("a", i) for i in (4, 2, 0, 1, 3)])
            pages = [
                await store.list_chunks(NAME, "a"),
                await store.list_chunks(NAME, "a", offset=1, limit=2),
                await store.list_chunks(NAME, "a", offset=4, limit=2),
                await store.list_chunks(NAME, "a", offset=9),
                await store.list_chunks(NAME, "a", limit=0),
                await store.list_chunks(NAME, "nobody"),
            ]
            return [[chunk.chunk_index for chunk in page] for page in pages]

        assert self.run(scenario) == [[0, 1, 2, 3, 4], [1, 2], [4], [], [], []]


async def _apply(
    store: VectorStoreBase,
    model: Model,
    action: str,
    document_id: str,
    records: list[VectorRecord],
) -> None:
    """One step, on the store and on the dictionary that it must equal."""
    if action == "insert":
        await store.insert(NAME, records)
    elif action == "replace":
        await store.replace(NAME, document_id, records)
    else:
        await store.delete(NAME, document_id)
    if action != "insert":
        model.pop(document_id, None)
    if action != "delete" and records:
        rows = model.setdefault(document_id, {})
        rows.update({one.chunk.chunk_index: one for one in records})


async def _compare(store: VectorStoreBase, model: Model) -> None:
    rows = [one for _, own in sorted(model.items()) for _, one in sorted(own.items())]
    listed: list[Chunk] = []
    for document_id in sorted(model):
        listed += await store.list_chunks(NAME, document_id)
    assert listed == [one.chunk for one in rows]
    query = [1.0, 0.5, 0.0]
    near = await store.search(NAME, query, 50)
    expected = [one for one in rows if one.vector is not None]
    scores = {(one.document_id, one.chunk.chunk_index): _cosine(one, query) for one in expected}
    assert {result.key for result in near} == set(scores)
    assert [result.score for result in near] == pytest.approx(
        sorted(scores.values(), reverse=True), abs=1e-5
    )
    assert all(result.score == pytest.approx(scores[result.key], abs=1e-5) for result in near)
    worded = await store.search_text(NAME, "row", 50)
    assert {result.key for result in worded} == {
        (one.document_id, one.chunk.chunk_index) for one in rows
    }


def _cosine(one: VectorRecord, query: Sequence[float]) -> float:
    vector = one.vector or []
    lengths = math.hypot(*vector) * math.hypot(*query)
    product = sum(a * b for a, b in zip(vector, query, strict=True))
    return product / lengths if lengths else 0.0


def _equal(metadata: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    found = [(metadata.get(key), value) for key, value in wanted.items()]
    return all(a == b and isinstance(a, bool) == isinstance(b, bool) for a, b in found)
