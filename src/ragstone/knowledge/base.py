"""`KnowledgeBase`: documents in, cited passages out.

    kb = await KnowledgeBase.open("./kb")
    async for event in kb.add(["docs", "report.pdf"]):
        print(event.stage, event.document)
    for hit in await kb.search("how high is the spring tide?"):
        print(hit.citation.where(), hit.citation.quote)
    await kb.close()

The same over members of your own: `KnowledgeBase(name, description, embedder, store, collection)`.
Scripts that are not async use `BlockingKnowledgeBase`.
"""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from ragstone.chunkers.base import ChunkerBase
from ragstone.embedders.base import EmbedderBase
from ragstone.errors import RagstoneError
from ragstone.indexing.events import IngestEvent
from ragstone.indexing.lock import ingestion_lock
from ragstone.indexing.pipeline import Members, Pipeline, Target
from ragstone.indexing.sandbox import Sandbox
from ragstone.indexing.stages import parsing_modules
from ragstone.indexing.vectors import embed_documents
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.knowledge.embedded import LOCK_FILE, Embedded, open_embedded
from ragstone.model.block import DataBlock, TextBlock
from ragstone.model.chunk import Chunk
from ragstone.model.section import Section
from ragstone.records.base import RecordsBase
from ragstone.records.record import KnowledgeDocumentRecord
from ragstone.search.citation import Citation, cite
from ragstone.search.fuse import Weights
from ragstone.search.hit import Hit
from ragstone.search.retrieve import retrieve
from ragstone.sources.folder import walk
from ragstone.sources.source import Source
from ragstone.stores.base import DocumentSummary, VectorStoreBase

Query = str | TextBlock | DataBlock


class KnowledgeBase:
    """One collection of documents that can be searched.

    - `metadata_filter` is forced onto everything inserted and everything read: two handles with
      different filters over one collection never see each other's documents.
    - `embedding_model` None: search by words only.
    - records, where there are any, give citations their pages, lines and boxes.
    """

    def __init__(
        self,
        name: str,
        description: str,
        embedding_model: EmbedderBase | None,
        vector_store: VectorStoreBase,
        collection: str,
        metadata_filter: Mapping[str, Any] | None = None,
        *,
        records: RecordsBase | None = None,
        weights: Weights | None = None,
    ) -> None:
        self.name = name
        self.description = description
        self.collection = collection
        self._embedder = embedding_model
        self._store = vector_store
        self._filter = dict(metadata_filter or {})
        self._records = records
        self._weights = weights or Weights()
        self._embedded: Embedded | None = None
        self._sandbox: Sandbox | None = None
        self._config = KnowledgeBaseConfig()

    @classmethod
    async def open(cls, path: str | Path, config: KnowledgeBaseConfig | None = None) -> Self:
        """The knowledge base in the folder `path`; made there unless `config.create` is off.

        Raises `KnowledgeBaseNotFound`, `ParameterError` (an option differs from the pinned one),
        `EmbedderError` (other weights), `StoreError` (not a database, locked, disk).
        """
        config = config or KnowledgeBaseConfig()
        embedded = await open_embedded(Path(path), config)
        data = embedded.record.data
        kb = cls(
            data.name,
            data.description,
            embedded.embedder,
            embedded.store,
            data.collection_name,
            records=embedded.records,
            weights=config.weights,
        )
        kb._embedded, kb._config = embedded, config
        return kb

    async def add(
        self,
        paths: Iterable[str | Path | Source],
        metadata: Mapping[str, Any] | None = None,
    ) -> AsyncIterator[IngestEvent]:
        """Ingest files, folders and sources; one event for every stage of every document.

        The same bytes again do nothing; changed bytes replace the old version in one step. A
        document that cannot be read is an event with a sentence; the rest is ingested. Metadata are
        laid over what a document has. A second ingestion, of any process, waits for the first.
        """
        embedded, chunker = self._writable()
        pipeline = Pipeline(
            Members(
                records=embedded.records,
                store=embedded.store,
                chunker=chunker,
                embedder=embedded.embedder,
                sandbox=self._open_sandbox(),
                unit=embedded.database.unit,
            ),
            Target(
                knowledge_base_id=embedded.record.id,
                collection=self.collection,
                sections=embedded.sections,
                metadata_filter=self._filter,
            ),
        )
        sources = walk(paths, self._config.limits, leave_out=embedded.owns)
        async with ingestion_lock(embedded.folder / LOCK_FILE):
            async for event in pipeline.ingest(sources, metadata):
                yield event

    async def search(
        self,
        queries: Query | Sequence[Query],
        top_k: int = 5,
        *,
        metadata_filter: Mapping[str, Any] | None = None,
        score_threshold: float | None = None,
    ) -> list[Hit]:
        """The `top_k` passages for one query or several, best first, each with its citation.

        `metadata_filter`: equality on every key. `score_threshold`: on the fused score.
        """
        found = await retrieve(
            self._store,
            self.collection,
            self._embedder,
            [queries] if isinstance(queries, str | TextBlock | DataBlock) else list(queries),
            top_k=top_k,
            metadata_filter={**(metadata_filter or {}), **self._filter} or None,
            score_threshold=score_threshold,
            weights=self._weights,
        )
        cite = _Citer(self._records)
        return [
            Hit(
                chunk=candidate.chunk,
                document_id=candidate.document_id,
                score=candidate.score,
                scores=candidate.scores,
                citation=await cite(candidate.document_id, candidate.chunk),
            )
            for candidate in found
        ]

    async def insert_document(
        self,
        chunks: Sequence[Chunk],
        document_id: str | None = None,
        document_metadata: Mapping[str, Any] | None = None,
    ) -> str:
        """Embed and insert chunks made elsewhere; the document's id. Metadata: filter over chunk
        over document."""
        document_id = document_id or uuid.uuid4().hex
        await self._ensure_collection()
        [rows] = await embed_documents(self._embedder, [chunks])
        records = rows.records(document_id, 1, document_metadata or {}, self._filter)
        await self._store.replace(self.collection, document_id, records)
        return document_id

    async def delete_document(self, document_id: str) -> bool:
        """Remove a document with its chunks and record; False when there was none."""
        if self._embedded is None:
            known = await self._store.list_chunks(self.collection, document_id, limit=1)
            await self._store.delete(self.collection, document_id)
            return bool(known)
        async with self._embedded.database.unit() as unit:
            records = self._embedded.records.within(unit)
            known = await records.get_document(document_id) is not None
            await self._embedded.store.within(unit).delete(self.collection, document_id)
            await records.delete_document(document_id)
        return known

    async def list_documents(self) -> list[DocumentSummary]:
        """The documents that can be searched, by name."""
        return await self._store.list_documents(self.collection, self._filter or None)

    async def list_records(self) -> list[KnowledgeDocumentRecord]:
        """The state of every document that was met, failed ones too, by name."""
        if self._embedded is None:
            return []
        return await self._embedded.records.list_documents(self._embedded.record.id)

    async def list_chunks(
        self, document_id: str, *, offset: int = 0, limit: int = 30
    ) -> list[Chunk]:
        """A page of a document's chunks, in order."""
        return await self._store.list_chunks(
            self.collection,
            document_id,
            offset=offset,
            limit=limit,
            metadata_filter=self._filter or None,
        )

    async def get_sections(self, document_id: str) -> list[Section]:
        """The sections of a document as its chunks were cut from them."""
        return [] if self._records is None else await self._records.get_sections(document_id)

    async def close(self) -> None:
        """End the workers and close the database. Again does nothing."""
        if self._sandbox is not None:
            await self._sandbox.close()
            self._sandbox = None
        if self._embedded is not None:
            await self._embedded.close()
            self._embedded = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self.close()

    def _writable(self) -> tuple[Embedded, ChunkerBase]:
        if self._embedded is None:
            raise RagstoneError(
                "add() needs a knowledge base from KnowledgeBase.open(); over members of your own, "
                "parse and chunk yourself and use insert_document()"
            )
        if self._embedded.missing is not None:
            raise self._embedded.missing
        assert self._embedded.chunker is not None
        return self._embedded, self._embedded.chunker

    def _open_sandbox(self) -> Sandbox:
        if self._sandbox is None:
            self._sandbox = Sandbox(
                workers=self._config.workers,
                limits=self._config.limits,
                preload=parsing_modules(),
            )
        return self._sandbox

    async def _ensure_collection(self) -> None:
        dimensions = 0 if self._embedder is None else self._embedder.dimensions
        if not await self._store.has_collection(self.collection):
            await self._store.create_collection(self.collection, dimensions)


class _Citer:
    """Citations for the hits of one search; each section and record is read once."""

    def __init__(self, records: RecordsBase | None) -> None:
        self._records = records
        self._sections: dict[tuple[str, int], Section | None] = {}
        self._uris: dict[str, str] = {}

    async def __call__(self, document_id: str, chunk: Chunk) -> Citation:
        if self._records is None:
            return cite(chunk, None)
        place = (document_id, chunk.section_index)
        if place not in self._sections:
            self._sections[place] = await self._records.get_section(*place)
        if document_id not in self._uris:
            record = await self._records.get_document(document_id)
            self._uris[document_id] = "" if record is None else record.data.blob_uri
        return cite(chunk, self._sections[place], uri=self._uris[document_id])
