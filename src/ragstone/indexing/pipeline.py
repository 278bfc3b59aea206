"""The write path: sources in, events out, and in between plan, parse, chunk, embed, commit.

Documents are parsed side by side in the sandbox and committed one by one in the order in which
they came, each version in one transaction: a folder gives the same rows in every run, and a search
sees the whole new version or the whole old one. A bad document is an event, never the end; a store
that fails (a full disk) is the end, since it would fail for every document.

    pipeline = Pipeline(members, target)
    async for event in pipeline.ingest(walk(["docs"])):
        print(event.stage, event.document)
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Callable,
    Iterable,
    Mapping,
    Sequence,
)
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from ragstone.contracts import UnitOfWork
from ragstone.embedders.base import EmbedderBase
from ragstone.errors import RagstoneError, SourceNotFound, StoreError
from ragstone.indexing.embedding import BatchEmbedder
from ragstone.indexing.events import IngestEvent, Stage
from ragstone.indexing.jobs import Jobs, Prepared, batches
from ragstone.indexing.metadata import as_json
from ragstone.indexing.outcomes import failure_sentence, first_cause, overtaken, ready_record
from ragstone.indexing.plan import Action, Plan, Planner
from ragstone.indexing.sandbox import Sandbox
from ragstone.indexing.stages import (
    CHUNK,
    PARSE,
    ChunkedDocument,
    ChunkRequest,
    ParsedDocument,
    ParseRequest,
)
from ragstone.indexing.vectors import DocumentVectors
from ragstone.records.base import RecordsBase
from ragstone.records.record import (
    ChunkerConfig,
    DocumentStatus,
    KnowledgeDocumentData,
    KnowledgeDocumentRecord,
)
from ragstone.sources.source import Source
from ragstone.stores.base import VectorStoreBase

logger = logging.getLogger("ragstone.indexing")

Emit = Callable[[IngestEvent], None]


@dataclass(frozen=True, slots=True)
class Members:
    """Who does the work. `unit` opens the transaction that store and records share."""

    records: RecordsBase
    store: VectorStoreBase
    embedder: EmbedderBase | None
    sandbox: Sandbox
    unit: Callable[[], AbstractAsyncContextManager[UnitOfWork | None]]


@dataclass(frozen=True, slots=True)
class Target:
    """Where documents go, and how they are divided: by what sections, by which chunker."""

    knowledge_base_id: str
    collection: str
    chunker: ChunkerConfig
    metadata_filter: Mapping[str, Any] = field(default_factory=dict[str, Any])


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

        `metadata` are kept with the documents, as JSON: they are laid over what a document has, key
        by key, and those of a `Source` over them. A document whose bytes are the same but whose
        metadata change is made anew. `ParameterError`, before anything is read, when they are no
        JSON. In chunks the values of `Target.metadata_filter` win, then the chunk's own.

        A document that was deleted meanwhile stays deleted, which its last event says.

        Closing the iterator early stops the work; what was committed stays, whole. So it does when
        the store fails, which raises `StoreError`.
        """
        given = as_json(metadata or {})
        events: asyncio.Queue[IngestEvent | None] = asyncio.Queue()
        run = asyncio.create_task(self._run(items, given, events))
        try:
            while (event := await events.get()) is not None:
                yield event
            try:
                await run
            except BaseExceptionGroup as group:
                raise first_cause(group) from group
        finally:
            run.cancel()
            await asyncio.gather(run, return_exceptions=True)

    async def _run(
        self,
        items: Iterable[Source | SourceNotFound],
        metadata: dict[str, Any],
        events: asyncio.Queue[IngestEvent | None],
    ) -> None:
        jobs: Jobs = asyncio.Queue(self._window)
        embedding = BatchEmbedder(self._members.embedder)

        async def prepare_all() -> None:
            async with asyncio.TaskGroup() as group:
                for number, item in enumerate(items, 1):
                    job = self._prepare(item, number, metadata, events.put_nowait)
                    await jobs.put(group.create_task(job))
            await jobs.put(None)

        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(prepare_all())
                async for batch in batches(jobs):
                    await self._index(batch, embedding, events.put_nowait)
        finally:
            events.put_nowait(None)

    async def _prepare(
        self, item: Source | SourceNotFound, number: int, metadata: Mapping[str, Any], emit: Emit
    ) -> Prepared | None:
        """Plan, parse and chunk one document; None when there is nothing to commit."""
        if isinstance(item, SourceNotFound):
            emit(IngestEvent(stage=Stage.ERROR, document=item.file, number=number, error=str(item)))
            return None
        event = IngestEvent(stage=Stage.PENDING, document=item.name, number=number)
        try:
            plan = await self._planner.plan(item, metadata)
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - a document's border
            emit(
                event.model_copy(
                    update={"stage": Stage.ERROR, "error": failure_sentence(item, error)}
                )
            )
            return None
        event = event.model_copy(update={"document_id": plan.document_id})
        if plan.action is Action.UNCHANGED:
            emit(event.model_copy(update={"stage": Stage.UNCHANGED}))
            return None
        emit(event)
        async with self._border(plan, event, emit):
            await self._members.records.put_document(self._pending(plan))
            return await self._parse_and_chunk(plan, event, emit)
        return None

    async def _parse_and_chunk(self, plan: Plan, event: IngestEvent, emit: Emit) -> Prepared:
        """Both in the sandbox, each within its limits; what it answers is read when it is used."""
        call, name = self._members.sandbox.call, plan.source.name
        pinned = self._target.chunker
        await self._enter(plan, event, Stage.PARSING, emit)
        request = ParseRequest.of(plan.source, pinned.sections)

        def tell(done: int, total: int) -> None:
            told = {"stage": Stage.PARSING, "done": done, "total": total}
            emit(event.model_copy(update=told))

        answer = await call(PARSE, request.pack(), name=name, progress=tell)
        parsed, sections = await asyncio.to_thread(ParsedDocument.unpack, answer)
        await self._enter(plan, event, Stage.CHUNKING, emit)
        cut = ChunkRequest(chunker=pinned.type, parameters=pinned.parameters).pack(answer)
        del request, answer
        answer = await call(CHUNK, cut, name=name)
        del cut
        chunked, chunks = await asyncio.to_thread(ChunkedDocument.unpack, answer)
        warnings = parsed.warnings + chunked.warnings
        parsed = parsed.model_copy(update={"warnings": warnings})
        return Prepared(plan, event, parsed, sections, chunks)

    async def _index(self, batch: Sequence[Prepared], embedding: BatchEmbedder, emit: Emit) -> None:
        """Embed a batch of documents at once, then commit each in a transaction of its own."""
        entered: list[tuple[Prepared, DocumentVectors]] = []
        for prepared in batch:
            async with self._border(prepared.plan, prepared.event, emit):
                rows = await asyncio.to_thread(
                    DocumentVectors, prepared.chunks, self._members.embedder
                )
                event = prepared.event.model_copy(update={"warnings": rows.warnings})
                await self._enter(prepared.plan, event, Stage.INDEXING, emit)
                entered.append((prepared, rows))
        outcomes = await embedding.embed([rows for _, rows in entered])
        for (prepared, _), outcome in zip(entered, outcomes, strict=True):
            if isinstance(outcome, Exception):
                await self._fail(prepared.plan, prepared.event, outcome, emit)
                continue
            async with self._border(prepared.plan, prepared.event, emit):
                emit(await self._commit(prepared, outcome))

    async def _commit(self, prepared: Prepared, rows: DocumentVectors) -> IngestEvent:
        """One version in one transaction: chunks, vectors, sections, record. Its last event.

        Deleting does not wait for an ingestion and has the last word: what is gone stays gone.
        """
        plan, parsed, event = prepared.plan, prepared.parsed, prepared.event
        async with self._members.unit() as unit:
            store, records = self._members.store, self._members.records
            if unit is not None:
                store, records = store.within(unit), records.within(unit)
            record = await records.get_document(plan.document_id)
            if record is None:
                return event.model_copy(update={"stage": Stage.DELETED, "version": plan.version})
            if record.version != plan.version:
                return event.model_copy(update={"stage": Stage.ERROR, "error": overtaken(event)})
            version = plan.version + 1
            found = {"media_type": parsed.media_type, **plan.metadata}
            await store.replace(
                self._target.collection,
                plan.document_id,
                rows.records(plan.document_id, version, found, self._target.metadata_filter),
            )
            await records.put_sections(plan.document_id, version, prepared.sections)
            await records.put_document(ready_record(record, version, prepared, rows))
        return event.model_copy(
            update={
                "stage": Stage.READY,
                "version": version,
                "chunks": len(prepared.chunks),
                "warnings": parsed.warnings + rows.warnings,
            }
        )

    def _pending(self, plan: Plan) -> KnowledgeDocumentRecord:
        """The document's record at the start of a run; the visible version is kept in it."""
        if plan.record is not None and plan.record.data.filename:  # without one it was damaged
            return plan.record.model_copy(update={"status": DocumentStatus.PENDING})
        return KnowledgeDocumentRecord(
            id=plan.document_id,
            knowledge_base_id=self._target.knowledge_base_id,
            data=KnowledgeDocumentData(filename=plan.source.name, blob_uri=plan.source.uri),
        )

    async def _enter(self, plan: Plan, event: IngestEvent, stage: Stage, emit: Emit) -> None:
        await self._members.records.move(plan.document_id, DocumentStatus(stage.value))
        emit(event.model_copy(update={"stage": stage}))

    @asynccontextmanager
    async def _border(self, plan: Plan, event: IngestEvent, emit: Emit) -> AsyncGenerator[None]:
        """What goes wrong inside is the end of this document; only a store's failure goes on."""
        try:
            yield
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - a document's border
            await self._fail(plan, event, error, emit)

    async def _fail(self, plan: Plan, event: IngestEvent, error: Exception, emit: Emit) -> None:
        """Record the failure; what the document held before stays searchable."""
        sentence = failure_sentence(plan.source, error)
        try:
            await self._members.records.move(plan.document_id, DocumentStatus.ERROR, error=sentence)
        except StoreError:
            raise
        except RagstoneError:
            logger.exception("the failure of %s could not be recorded", plan.source.name)
        emit(event.model_copy(update={"stage": Stage.ERROR, "error": sentence}))
