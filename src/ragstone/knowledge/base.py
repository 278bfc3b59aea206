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
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from ragstone.embedders.base import EmbedderBase
from ragstone.errors import ParameterError, RagstoneError
from ragstone.indexing.events import IngestEvent
from ragstone.indexing.vectors import DocumentVectors, embed_documents
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.knowledge.embedded import open_embedded
from ragstone.knowledge.ingester import Ingester
from ragstone.knowledge.parts import OptionalParts
from ragstone.knowledge.scope import Scope
from ragstone.knowledge.searcher import Searcher
from ragstone.model.chunk import Chunk
from ragstone.model.section import Section
from ragstone.records.record import KnowledgeBaseRecord, KnowledgeDocumentRecord
from ragstone.search.hit import Hit
from ragstone.search.query import Query, query_list
from ragstone.sources.folder import Paths, listed
from ragstone.sources.selection import EVERYTHING, Selection
from ragstone.stores.base import DocumentSummary, VectorStoreBase


class KnowledgeBase:
    """One collection of documents that can be searched.

    - `metadata_filter` holds for everything inserted and everything read: two handles with
      different filters over one collection never see each other's documents. Its plain values are
      forced onto what is inserted; what its operators then leave out is refused.
    - `embedding_model` None: search by words only.
    - a chunk that has children (chunker `hierarchical`) is never a hit: its children are, and
      `get_parent` leads from them to it.
    - records, where there are any, give citations their pages, lines and boxes, always those of the
      version that the passage is of.
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
        parts: OptionalParts | None = None,
    ) -> None:
        self.name = name
        self.description = description
        self.collection = collection
        self._embedder = embedding_model
        self._store = vector_store
        self._parts = parts or OptionalParts()
        self._scope = Scope(vector_store, collection, metadata_filter, self._parts.records)
        self._ingester: Ingester | None = None
        self._closed = False

    @classmethod
    async def open(cls, path: str | Path, config: KnowledgeBaseConfig | None = None) -> Self:
        """The knowledge base in the folder `path`; made there unless `config.create` is off.

        Raises `KnowledgeBaseNotFound`, `ParameterError` (an option differs from the pinned one),
        `EmbedderError` (other weights), `StoreError` (not a database, locked, disk).
        """
        if not str(path).strip():
            raise ParameterError("a knowledge base needs a folder, and the path given is blank")
        config = config or KnowledgeBaseConfig()
        embedded = await open_embedded(Path(path), config)
        data = embedded.record.data
        kb = cls(
            data.name,
            data.description,
            embedded.embedder,
            embedded.store,
            data.collection_name,
            parts=OptionalParts(
                embedded.records, config.weights, embedded.record.id, embedded.database.unit
            ),
        )
        kb._ingester = Ingester(embedded, config)
        return kb

    def add(
        self,
        paths: Paths,
        metadata: Mapping[str, Any] | None = None,
        *,
        prune: bool = False,
        selection: Selection = EVERYTHING,
    ) -> AsyncIterator[IngestEvent]:
        """Ingest files, folders and sources, one or many; an event for each stage of a document.

        The same bytes again do nothing; changed bytes replace the old version in one step. A
        document that cannot be read is an event with a sentence; the rest is ingested. Metadata are
        laid over what a document has. A second ingestion, of any process, waits for the first.

        `prune`: documents from inside the folders given whose file is no longer there are deleted
        at the end, an event each; never on the word of a folder that cannot be read. `selection`:
        which files of folders are taken; those left out stay as they are.
        """
        if self._closed:
            raise RagstoneError("the knowledge base is closed; open it again")
        if self._ingester is None:
            raise RagstoneError(
                "add() needs a knowledge base from KnowledgeBase.open(); over members of your own, "
                "parse and chunk yourself and use insert_document()"
            )
        return self._ingester.ingest(
            listed(paths), metadata, self._scope, prune=prune, selection=selection
        )

    async def search(
        self,
        queries: Query | Sequence[Query],
        top_k: int = 5,
        *,
        metadata_filter: Mapping[str, Any] | None = None,
        score_threshold: float | None = None,
    ) -> list[Hit]:
        """The `top_k` passages for one query or several, best first, each with its citation.

        `metadata_filter`: `{"lang": "en", "year": {"$gte": 2020}}`; the operators stand in
        `ragstone.model.metadata_filter`. `score_threshold`: on the fused score.
        `ParameterError`: what is no query, a `top_k` below 1, a filter that makes no sense.
        """
        searcher = Searcher(self._store, self.collection, self._embedder, self._parts)
        return await searcher.search(
            query_list(queries),
            top_k,
            metadata_filter=self._scope.narrowed(metadata_filter),
            score_threshold=score_threshold,
        )

    async def get_parent(self, hit: Hit) -> Chunk | None:
        """The larger chunk around a hit, None where the chunker makes no such levels."""
        at = hit.chunk.parent_index
        if at is None:
            return None
        found = await self.list_chunks(hit.document_id, offset=at, limit=1)
        return found[0] if found else None

    async def insert_document(
        self,
        chunks: Sequence[Chunk],
        document_id: str | None = None,
        document_metadata: Mapping[str, Any] | None = None,
    ) -> str:
        """Embed and insert chunks made elsewhere; the document's id.

        Metadata: the filter's values over the chunk's over the document's. A document of that id
        that was there before is replaced, with its record and sections. `ParameterError` for what
        this knowledge base would not find by its filter, and for the id of a document outside it.
        """
        document_id = document_id or uuid.uuid4().hex
        await self._ensure_collection()
        rows = DocumentVectors(chunks, self._embedder)
        await embed_documents(self._embedder, [rows])
        made = rows.records(document_id, 1, document_metadata or {}, self._scope.fixed)
        async with self._parts.unit() as unit:
            await self._scope.within(unit).replace(document_id, made)
        return document_id

    async def delete_document(self, document_id: str) -> bool:
        """Remove a document with its chunks, sections and record; False when there was none."""
        async with self._parts.unit() as unit:
            return await self._scope.within(unit).delete(document_id)

    async def list_documents(
        self, metadata_filter: Mapping[str, Any] | None = None
    ) -> list[DocumentSummary]:
        """The documents that can be searched, by name; with a filter, those it finds chunks of."""
        return await self._store.list_documents(
            self.collection, self._scope.narrowed(metadata_filter)
        )

    async def get_record(self) -> KnowledgeBaseRecord | None:
        """What the knowledge base was made with: chunker, sections, embedder; None without records
        of its own."""
        if self._parts.records is None:
            return None
        return await self._parts.records.get_knowledge_base(self._parts.knowledge_base_id)

    async def list_records(self) -> list[KnowledgeDocumentRecord]:
        """The state of every document that was met, failed ones too, by name; [] without records.

        With a filter: of those within it.
        """
        if self._parts.records is None:
            return []
        found = await self._parts.records.list_documents(self._parts.knowledge_base_id)
        if not all(record.data.filename for record in found):
            found = await self._named(found)
        return [record for record in found if await self._scope.admits(record.id)]

    async def _named(
        self, records: Sequence[KnowledgeDocumentRecord]
    ) -> list[KnowledgeDocumentRecord]:
        """Damaged records under the names that their chunks have."""
        documents = await self._store.list_documents(self.collection)
        names = {document.document_id: document.source for document in documents}
        return [
            record
            if record.data.filename
            else record.model_copy(
                update={
                    "data": record.data.model_copy(
                        update={"filename": names.get(record.id, record.id)}
                    )
                }
            )
            for record in records
        ]

    async def list_chunks(
        self,
        document_id: str,
        *,
        offset: int = 0,
        limit: int = 30,
        metadata_filter: Mapping[str, Any] | None = None,
    ) -> list[Chunk]:
        """A page of a document's chunks, in order, of those that the filter lets through."""
        return await self._store.list_chunks(
            self.collection,
            document_id,
            offset=offset,
            limit=limit,
            metadata_filter=self._scope.narrowed(metadata_filter),
        )

    async def get_sections(self, document_id: str) -> list[Section]:
        """The sections of a document as its chunks were cut from them."""
        records = self._parts.records
        if records is None or not await self._scope.admits(document_id):
            return []
        return await records.get_sections(document_id)

    async def close(self) -> None:
        """End the workers and close the database. Again does nothing."""
        self._closed = True
        ingester, self._ingester = self._ingester, None
        if ingester is not None:
            await ingester.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self.close()

    async def _ensure_collection(self) -> None:
        dimensions = 0 if self._embedder is None else self._embedder.dimensions
        if not await self._store.has_collection(self.collection):
            await self._store.create_collection(self.collection, dimensions)
