"""The write path: sources in, events out, and in between plan, parse, chunk, embed, commit.

Documents are parsed side by side in the sandbox and committed one by one in the order in which
they came, each version in one transaction: a folder gives the same rows in every run, and a search
sees the whole new version or the whole old one. A bad document is an event, never the end.

    pipeline = Pipeline(members, settings)
    async for event in pipeline.ingest(walk(["docs"])):
        print(event.stage, event.document)
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any

from ragstone.chunkers.base import ChunkerBase
from ragstone.contracts import UnitOfWork
from ragstone.embedders.base import EmbedderBase
from ragstone.errors import RagstoneError, SourceNotFound
from ragstone.indexing.events import IngestEvent, Stage
from ragstone.indexing.plan import Action, Plan, Planner
from ragstone.indexing.sandbox import Sandbox
from ragstone.indexing.stages import PARSE, ParsedDocument, ParseRequest
from ragstone.indexing.vectors import DocumentVectors, embed_documents
from ragstone.model.chunk import Chunk
from ragstone.model.sectioning import SectionBy
from ragstone.records.base import RecordsBase
from ragstone.records.record import (
    DocumentStatus,
    KnowledgeDocumentData,
    KnowledgeDocumentRecord,
)
from ragstone.sources.source import Source
from ragstone.stores.base import VectorStoreBase

logger = logging.getLogger("ragstone.indexing")

#: Chunks embedded in one call, over as many documents as it takes; small files fill it together.
_CHUNKS_PER_BATCH = 256
Emit = Callable[[IngestEvent], None]


@dataclass(frozen=True, slots=True)
class Members:
    """Who does the work. `unit` opens the transaction that store and records share."""

    records: RecordsBase
    store: VectorStoreBase
    chunker: ChunkerBase
    embedder: EmbedderBase | None
    sandbox: Sandbox
    unit: Callable[[], AbstractAsyncContextManager[UnitOfWork | None]]


@dataclass(frozen=True, slots=True)
class Target:
    """Where documents go, and how they are divided."""

    knowledge_base_id: str
    collection: str
    sections: SectionBy = "natural"
    metadata_filter: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A document that is parsed and chunked, and waits for its vectors and its turn."""

    plan: Plan
    number: int
    parsed: ParsedDocument
    chunks: list[Chunk]


#: Documents being prepared, in the order in which they came; None ends them.
_Jobs = asyncio.Queue[asyncio.Task[_Prepared | None] | None]


class Pipeline:
    """Ingests documents into one knowledge base. One `ingest` at a time."""

    def __init__(self, members: Members, target: Target, *, window: int = 16) -> None:
        """`window`: documents that may wait, parsed, for their turn to be committed."""
        self._members = members
        self._target = target
        self._window = window
        self._planner = Planner(members.records, target.knowledge_base_id)

    async def ingest(
        self, items: Iterable[Source | SourceNotFound], metadata: Mapping[str, Any] | None = None
    ) -> AsyncIterator[IngestEvent]:
        """Every stage of every document, as it happens; ends after the last commit.

        `metadata` is kept with the documents: it is laid over what a document has, key by key, and
        a document whose bytes are the same but whose metadata change is made anew.

        Closing the iterator early stops the work; what was committed stays, whole.
        """
        events: asyncio.Queue[IngestEvent | None] = asyncio.Queue()
        run = asyncio.create_task(self._run(items, dict(metadata or {}), events))
        try:
            while (event := await events.get()) is not None:
                yield event
            await run
        finally:
            run.cancel()
            await asyncio.gather(run, return_exceptions=True)

    async def _run(
        self,
        items: Iterable[Source | SourceNotFound],
        metadata: dict[str, Any],
        events: asyncio.Queue[IngestEvent | None],
    ) -> None:
        jobs: _Jobs = asyncio.Queue(self._window)

        async def prepare_all() -> None:
            async with asyncio.TaskGroup() as group:
                for number, item in enumerate(items, 1):
                    job = self._prepare(item, number, metadata, events.put_nowait)
                    await jobs.put(group.create_task(job))
            await jobs.put(None)

        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(prepare_all())
                async for batch in _batches(jobs):
                    await self._index(batch, metadata, events.put_nowait)
        finally:
            events.put_nowait(None)

    async def _prepare(
        self, item: Source | SourceNotFound, number: int, metadata: Mapping[str, Any], emit: Emit
    ) -> _Prepared | None:
        """Plan, parse and chunk one document; None when there is nothing to commit."""
        if isinstance(item, SourceNotFound):
            emit(IngestEvent(stage=Stage.ERROR, document=item.file, number=number, error=str(item)))
            return None
        event = IngestEvent(stage=Stage.PENDING, document=item.name, number=number)
        try:
            plan = await self._planner.plan(item, metadata)
        except Exception as error:  # noqa: BLE001 - a document's border
            emit(event.model_copy(update={"stage": Stage.ERROR, "error": _sentence(item, error)}))
            return None
        event = event.model_copy(update={"document_id": plan.document_id})
        if plan.action is Action.UNCHANGED:
            emit(event.model_copy(update={"stage": Stage.UNCHANGED}))
            return None
        emit(event)
        try:
            await self._members.records.put_document(self._pending(plan))
            return await self._parse_and_chunk(plan, event, emit)
        except Exception as error:  # noqa: BLE001 - a document's border
            await self._fail(plan, event, error, emit)
            return None

    async def _parse_and_chunk(self, plan: Plan, event: IngestEvent, emit: Emit) -> _Prepared:
        await self._enter(plan, event, Stage.PARSING, emit)
        request = ParseRequest.of(plan.source, self._target.sections)
        answer = await self._members.sandbox.call(PARSE, request.pack(), name=plan.source.name)
        parsed = ParsedDocument.unpack(answer)
        await self._enter(plan, event, Stage.CHUNKING, emit)
        chunks = await self._members.chunker.chunk(parsed.sections)
        return _Prepared(plan, event.number, parsed, chunks)

    async def _index(self, batch: list[_Prepared], metadata: dict[str, Any], emit: Emit) -> None:
        """Embed a batch of documents at once, then commit each in a transaction of its own."""
        events = [_event(prepared) for prepared in batch]
        try:
            for prepared, event in zip(batch, events, strict=True):
                await self._enter(prepared.plan, event, Stage.INDEXING, emit)
            vectors = await embed_documents(
                self._members.embedder, [prepared.chunks for prepared in batch]
            )
        except Exception as error:  # noqa: BLE001 - a document's border
            for prepared, event in zip(batch, events, strict=True):
                await self._fail(prepared.plan, event, error, emit)
            return
        for prepared, event, rows in zip(batch, events, vectors, strict=True):
            try:
                version = await self._commit(prepared, rows, metadata)
            except Exception as error:  # noqa: BLE001 - a document's border
                await self._fail(prepared.plan, event, error, emit)
                continue
            emit(
                event.model_copy(
                    update={
                        "stage": Stage.READY,
                        "version": version,
                        "chunks": len(prepared.chunks),
                        "warnings": prepared.parsed.warnings + rows.warnings,
                    }
                )
            )

    async def _commit(
        self, prepared: _Prepared, rows: DocumentVectors, metadata: dict[str, Any]
    ) -> int:
        """Chunks, vectors, sections and record of one version, in one transaction."""
        plan, parsed = prepared.plan, prepared.parsed
        async with self._members.unit() as unit:
            store, records = self._members.store, self._members.records
            if unit is not None:
                store, records = store.within(unit), records.within(unit)
            record = await records.get_document(plan.document_id) or self._pending(plan)
            version = record.version + 1
            kept = {**record.data.metadata, **metadata}
            found = {"media_type": parsed.media_type, **kept}
            await store.replace(
                self._target.collection,
                plan.document_id,
                rows.records(plan.document_id, version, found, self._target.metadata_filter),
            )
            await records.put_sections(plan.document_id, version, parsed.sections)
            data = record.data.model_copy(
                update={
                    "size": parsed.size,
                    "content_type": parsed.media_type,
                    "error": None,
                    "chunk_count": len(prepared.chunks),
                    "metadata": kept,
                    "warnings": parsed.warnings + rows.warnings,
                }
            )
            ready = {
                "status": DocumentStatus.READY,
                "version": version,
                "content_hash": parsed.content_hash,
                "data": data,
            }
            await records.put_document(record.model_copy(update=ready))
        return version

    def _pending(self, plan: Plan) -> KnowledgeDocumentRecord:
        """The document's record at the start of a run; the visible version is kept in it."""
        if plan.record is not None:
            return plan.record.model_copy(update={"status": DocumentStatus.PENDING})
        return KnowledgeDocumentRecord(
            id=plan.document_id,
            knowledge_base_id=self._target.knowledge_base_id,
            data=KnowledgeDocumentData(filename=plan.source.name, blob_uri=plan.source.uri),
        )

    async def _enter(self, plan: Plan, event: IngestEvent, stage: Stage, emit: Emit) -> None:
        await self._members.records.move(plan.document_id, DocumentStatus(stage.value))
        emit(event.model_copy(update={"stage": stage}))

    async def _fail(self, plan: Plan, event: IngestEvent, error: Exception, emit: Emit) -> None:
        """Record the failure; what the document held before stays searchable."""
        sentence = _sentence(plan.source, error)
        try:
            await self._members.records.move(plan.document_id, DocumentStatus.ERROR, error=sentence)
        except RagstoneError:
            logger.exception("the failure of %s could not be recorded", plan.source.name)
        emit(event.model_copy(update={"stage": Stage.ERROR, "error": sentence}))


def _event(prepared: _Prepared) -> IngestEvent:
    plan = prepared.plan
    return IngestEvent(
        stage=Stage.INDEXING,
        document=plan.source.name,
        number=prepared.number,
        document_id=plan.document_id,
    )


async def _batches(jobs: _Jobs) -> AsyncIterator[list[_Prepared]]:
    """Prepared documents in order; those that are done already come together, up to a batch."""
    batch: list[_Prepared] = []
    while (job := await jobs.get()) is not None:
        if batch and not job.done():  # the finished do not wait for the slow
            yield batch
            batch = []
        if (prepared := await job) is not None:
            batch.append(prepared)
        full = sum(len(prepared.chunks) for prepared in batch) >= _CHUNKS_PER_BATCH
        if batch and (full or jobs.empty()):
            yield batch
            batch = []
    if batch:
        yield batch


def _sentence(source: Source, error: Exception) -> str:
    """One sentence for people that begins with the file's name; unexpected errors are logged."""
    if not isinstance(error, RagstoneError):
        logger.error("ingesting %s failed", source.name, exc_info=error)
        first = (str(error).splitlines() or [""])[0][:200]
        return (
            f"{source.name}: ingestion failed ({type(error).__name__}: {first}); "
            "run with --verbose and report it"
        )
    sentence = str(error)
    return sentence if sentence.startswith(source.name) else f"{source.name}: {sentence}"
