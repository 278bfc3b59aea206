"""What a handle may read and write: a document is inside its filter or not there for it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from ragstone.database import Database
from ragstone.errors import CollectionNotFound, ParameterError
from ragstone.indexing.events import IngestEvent, Stage
from ragstone.knowledge.base import KnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.knowledge.embedded import DATABASE_FILE
from ragstone.knowledge.parts import OptionalParts
from ragstone.model.block import TextBlock
from ragstone.model.chunk import Chunk
from ragstone.model.section import Section
from ragstone.records.base import RecordsBase
from ragstone.records.catalog import RECORDS
from ragstone.records.record import KnowledgeDocumentData, KnowledgeDocumentRecord
from ragstone.records.sqlite import SQLiteRecords
from ragstone.sources.source import Source
from ragstone.stores.memory import MemoryStore
from ragstone.stores.sqlite import SQLiteStore

CONFIG = KnowledgeBaseConfig(embedder="none", workers=1)


def chunks(*metadata: Mapping[str, Any]) -> list[Chunk]:
    return [
        Chunk(
            content=TextBlock(text=f"The tide, number {number}."),
            source="log.txt",
            chunk_index=number,
            total_chunks=len(metadata),
            metadata=dict(own),
        )
        for number, own in enumerate(metadata)
    ]


class Harbour:
    """Two handles of teams a and b, and one without filter, over one collection and its records."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.records: RecordsBase = RECORDS.create("memory")
        self.a, self.b = self.handle({"team": "a"}), self.handle({"team": "b"})
        self.every = self.handle(None)

    def handle(self, metadata_filter: Mapping[str, Any] | None) -> KnowledgeBase:
        parts = OptionalParts(records=self.records, knowledge_base_id="kb")
        return KnowledgeBase("n", "", None, self.store, "c", metadata_filter, parts=parts)

    async def ingest(self, team: str, metadata: Sequence[Mapping[str, Any]] = ({},)) -> str:
        """As a pipeline would: chunks, sections and record."""
        document_id = f"of {team}"
        await self.handle({"team": team}).insert_document(chunks(*metadata), document_id)
        await self.put_record(document_id, {"team": team})
        section = Section(content=TextBlock(text="The tide, number 0."), source="log.txt")
        await self.records.put_sections(document_id, 1, [section])
        return document_id

    async def put_record(self, document_id: str, metadata: dict[str, Any]) -> None:
        data = KnowledgeDocumentData(filename="log.txt", metadata=metadata)
        await self.records.put_document(
            KnowledgeDocumentRecord(id=document_id, knowledge_base_id="kb", version=1, data=data)
        )


def test_sections_and_records_of_others_are_not_there() -> None:
    async def run() -> list[Any]:
        harbour = Harbour()
        document_id = await harbour.ingest("a")
        return [
            (len(await kb.get_sections(document_id)), len(await kb.list_records()))
            for kb in (harbour.a, harbour.b, harbour.every)
        ]

    assert asyncio.run(run()) == [(1, 1), (0, 0), (1, 1)]


def test_a_document_without_chunks_belongs_where_its_metadata_say() -> None:
    async def run() -> list[Any]:
        harbour = Harbour()
        await harbour.ingest("a")
        await harbour.put_record("failed", {"team": "a"})
        shown = [len(await kb.list_records()) for kb in (harbour.a, harbour.b)]
        deleted = [await kb.delete_document("failed") for kb in (harbour.b, harbour.a, harbour.a)]
        return [*shown, *deleted]

    assert asyncio.run(run()) == [2, 0, False, True, False]


def test_a_document_with_a_chunk_outside_is_neither_deleted_nor_shown_whole() -> None:
    async def run() -> list[Any]:
        harbour = Harbour()
        await harbour.every.insert_document(chunks({"team": "a"}, {"team": "b"}), "mixed")
        await harbour.put_record("mixed", {})
        await harbour.records.put_sections(
            "mixed", 1, [Section(content=TextBlock(text="x"), source="y")]
        )
        return [
            len(await harbour.a.list_chunks("mixed")),
            await harbour.a.get_sections("mixed"),
            await harbour.a.delete_document("mixed"),
            len(await harbour.every.list_chunks("mixed")),
            await harbour.every.delete_document("mixed"),
        ]

    assert asyncio.run(run()) == [1, [], False, 2, True]


def test_the_id_of_a_document_outside_is_not_written_over() -> None:
    async def run() -> list[str]:
        harbour = Harbour()
        document_id = await harbour.ingest("a")
        with pytest.raises(ParameterError, match="not within the filter"):
            await harbour.b.insert_document(chunks({"new": 1}), document_id)
        await harbour.put_record("failed", {"team": "a"})
        with pytest.raises(ParameterError, match="not within the filter"):
            await harbour.b.insert_document(chunks({}), "failed")
        await harbour.a.insert_document(chunks({"new": 1}), document_id)
        return [chunk.metadata.get("new") for chunk in await harbour.a.list_chunks(document_id)]

    assert asyncio.run(run()) == [1]


def test_what_is_deleted_through_any_handle_leaves_no_record_or_section() -> None:
    async def run() -> list[Any]:
        harbour = Harbour()
        document_id = await harbour.ingest("a")
        return [
            await harbour.a.delete_document(document_id),
            await harbour.records.get_document(document_id),
            await harbour.records.get_sections(document_id),
        ]

    assert asyncio.run(run()) == [True, None, []]


def test_deleting_from_a_collection_that_is_not_there_says_so() -> None:
    with pytest.raises(CollectionNotFound):
        asyncio.run(Harbour().every.delete_document("x"))


def test_what_a_hand_made_handle_deletes_is_ingested_again(tmp_path: Path) -> None:
    source = Source.from_text("The spring tide.", "tides.txt")

    async def add() -> list[IngestEvent]:
        async with await KnowledgeBase.open(tmp_path, CONFIG) as kb:
            return [event async for event in kb.add(source)]

    async def delete(document_id: str) -> bool:
        async with Database(tmp_path / DATABASE_FILE) as database:
            records, store = SQLiteRecords(database), SQLiteStore(database)
            [record] = await records.list_knowledge_bases()
            parts = OptionalParts(records=records, unit=database.unit)
            kb = KnowledgeBase("n", "", None, store, record.data.collection_name, parts=parts)
            return await kb.delete_document(document_id)

    async def run() -> list[Stage]:
        document_id = (await add())[-1].document_id
        assert document_id
        assert await delete(document_id)
        return [event.stage for event in await add()]

    assert asyncio.run(run())[-1] is Stage.READY
