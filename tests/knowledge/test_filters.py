"""Filters through `KnowledgeBase`: those of a call, and the one that a handle is made with."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ragstone.embedders.catalog import EMBEDDERS
from ragstone.errors import ParameterError
from ragstone.knowledge.base import KnowledgeBase
from ragstone.knowledge.blocking import BlockingKnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.model.block import TextBlock
from ragstone.model.chunk import Chunk
from ragstone.sources.source import Source
from ragstone.stores.memory import MemoryStore

CONFIG = KnowledgeBaseConfig(embedder="hashing", workers=1)


def chunks(*metadata: Mapping[str, Any]) -> list[Chunk]:
    return [
        Chunk(
            content=TextBlock(text=f"The tide at noon, number {number}."),
            source="log.txt",
            chunk_index=number,
            total_chunks=len(metadata),
            metadata=dict(own),
        )
        for number, own in enumerate(metadata)
    ]


def handle(store: MemoryStore, metadata_filter: Mapping[str, Any] | None = None) -> KnowledgeBase:
    return KnowledgeBase("n", "", EMBEDDERS.create("hashing"), store, "c", metadata_filter)


async def sources(kb: KnowledgeBase, wanted: Mapping[str, Any] | None = None) -> set[str]:
    hits = await kb.search("tide", 9, metadata_filter=wanted)
    listed = await kb.list_documents(wanted)
    found = {hit.citation.source for hit in hits}
    assert found == {document.source for document in listed}
    return found


def test_a_filter_with_operators_holds_for_searches_and_lists(tmp_path: Path) -> None:
    async def run() -> list[set[str]]:
        async with await KnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            for year in (2019, 2021, 2023):
                source = Source.from_text(f"The tide of {year}.", f"{year}.txt")
                metadata = {"year": year, "day": date(year, 5, 1), "tags": ["sea", str(year)]}
                async for _ in kb.add([source], metadata):
                    pass
            return [
                await sources(kb, {"year": {"$gte": 2021}}),
                await sources(kb, {"day": {"$lt": date(2020, 1, 1)}}),
                await sources(kb, {"tags": "2021"}),
                await sources(kb, {"$not": {"$or": [{"year": 2019}, {"tags": "2023"}]}}),
            ]

    assert asyncio.run(run()) == [
        {"2021.txt", "2023.txt"},
        {"2019.txt"},
        {"2021.txt"},
        {"2021.txt"},
    ]


def test_chunks_are_listed_by_a_filter_on_top_of_that_of_the_handle() -> None:
    async def run() -> list[int]:
        kb = handle(MemoryStore(), {"team": "a"})
        rows: Sequence[Mapping[str, Any]] = [{"page": 1}, {"page": 2}, {"page": 3}]
        document_id = await kb.insert_document(chunks(*rows))
        found = await kb.list_chunks(document_id, metadata_filter={"page": {"$in": [1, 3]}})
        return [chunk.chunk_index for chunk in found]

    assert asyncio.run(run()) == [0, 2]


@pytest.mark.parametrize("wanted", [{"team": "b"}, {"$or": [{"team": "b"}, {"page": 1}]}])
def test_no_filter_of_a_call_widens_that_of_the_handle(wanted: dict[str, Any]) -> None:
    async def run() -> set[str]:
        store = MemoryStore()
        await handle(store, {"team": "b"}).insert_document(chunks({"page": 1}))
        return await sources(handle(store, {"team": "a"}), wanted)

    # The collection has chunks of team b alone, so whatever is found was not to be seen.
    assert asyncio.run(run()) == set()


def test_the_values_of_a_handles_filter_are_forced_onto_what_is_inserted() -> None:
    async def run() -> dict[str, Any]:
        kb = handle(MemoryStore(), {"team": {"$eq": "a"}, "year": {"$gte": 2020}})
        document_id = await kb.insert_document(chunks({"team": "b", "year": 2024}))
        [chunk] = await kb.list_chunks(document_id)
        return chunk.metadata

    assert asyncio.run(run()) == {"team": "a", "year": 2024}


def test_what_a_handles_filter_would_not_find_is_not_inserted() -> None:
    async def run() -> None:
        store = MemoryStore()
        with pytest.raises(ParameterError, match=r"chunk 1 of log\.txt does not match the filter"):
            await handle(store, {"year": {"$gte": 2020}}).insert_document(
                chunks({"year": 2024}, {"year": 2019})
            )
        assert await handle(store).list_documents() == []

    asyncio.run(run())


def test_a_handle_deletes_only_what_it_sees() -> None:
    async def run() -> list[bool]:
        store = MemoryStore()
        mine, theirs = handle(store, {"team": "a"}), handle(store, {"team": "b"})
        document_id = await mine.insert_document(chunks({}))
        return [await kb.delete_document(document_id) for kb in (theirs, mine, mine)]

    assert asyncio.run(run()) == [False, True, False]


def test_a_handle_with_a_filter_that_makes_no_sense_is_not_made() -> None:
    with pytest.raises(ParameterError, match=r"\$over beside year is no operator"):
        handle(MemoryStore(), {"year": {"$over": 2020}})


@pytest.mark.parametrize("top_k", [0, -3])
def test_asking_for_no_passage_is_refused(tmp_path: Path, top_k: int) -> None:
    with (
        BlockingKnowledgeBase.open(tmp_path / "kb", CONFIG) as kb,
        pytest.raises(ParameterError, match=f"top_k is {top_k}; ask for 1 passage or more"),
    ):
        kb.search("tide", top_k)
