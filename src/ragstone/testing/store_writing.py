"""Writing into a vector store: insert, replace, delete, and that chunks come back as they went in.

Vectors are checked against cosines worked out here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstone.errors import DimensionMismatch, ParameterError
from ragstone.model.chunk import Chunk
from ragstone.model.span import Span
from ragstone.stores.base import VectorRecord, VectorStoreBase
from ragstone.testing.store_suite import NAME, SETTINGS, StoreSuite, record

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


class WritingSuite(StoreSuite):
    """Any sequence of writes leaves what a dictionary of documents would hold."""

    @SETTINGS
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

    def test_metadata_that_are_not_json_are_refused(self) -> None:
        async def scenario(store: VectorStoreBase) -> list[Any]:
            with pytest.raises(ParameterError, match=r"metadata of chunk 0 of a\.txt is not JSON"):
                await store.insert(NAME, [record("a", 0, metadata={"value": object()})])
            return await store.list_documents(NAME)

        assert self.run(scenario) == []

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
