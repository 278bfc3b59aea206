"""Stores in memory, for tests and for trying things out; gone with the object."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from pydantic import BaseModel, ConfigDict

from ragstone.errors import CollectionNotFound, DimensionMismatch
from ragstone.model.chunk import Chunk
from ragstone.model.filter_syntax import parse_filter
from ragstone.model.metadata_filter import Metadata, matches
from ragstone.stores.base import (
    DocumentSummary,
    VectorRecord,
    VectorSearchResult,
    VectorStoreBase,
    of_document,
    page_of,
)
from ragstone.stores.bm25 import TIE_DIGITS, Bm25
from ragstone.stores.payload import Packed, pack, searchable, unpack
from ragstone.stores.vectors import Vectors, check, cosines, nearest, unit
from ragstone.text.normalize import query_terms


@dataclass(frozen=True, slots=True)
class _Row:
    document_id: str
    version: int
    chunk_index: int
    packed: Packed
    tokens: list[str]
    vector: Vectors | None

    @property
    def chunk(self) -> Chunk:
        return unpack(*self.packed)


@dataclass(slots=True)
class _Collection:
    dimensions: int
    documents: dict[str, dict[int, _Row]] = field(default_factory=dict[str, dict[int, _Row]])

    def rows(self, metadata_filter: Metadata | None = None) -> list[_Row]:
        """By document id, then chunk index."""
        wanted = parse_filter(metadata_filter)
        return [
            row
            for _, document in sorted(self.documents.items())
            for _, row in sorted(document.items())
            if wanted is None or matches(json.loads(row.packed.metadata), wanted)
        ]


class MemoryStore(VectorStoreBase):
    """Everything in dictionaries; every search looks at every chunk."""

    store_type: ClassVar[str] = "memory"

    class Parameters(BaseModel):
        """There is nothing to choose."""

        model_config = ConfigDict(extra="forbid", frozen=True)

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.parameters = parameters or self.Parameters()
        self._collections: dict[str, _Collection] = {}

    async def create_collection(self, name: str, dimensions: int) -> None:
        known = self._collections.setdefault(name, _Collection(dimensions))
        if known.dimensions != dimensions:
            raise DimensionMismatch(known.dimensions, dimensions)

    async def delete_collection(self, name: str) -> None:
        self._collection(name)
        del self._collections[name]

    async def has_collection(self, name: str) -> bool:
        return name in self._collections

    async def insert(self, collection: str, records: Sequence[VectorRecord]) -> None:
        target = self._collection(collection)
        for row in [_row(record, target.dimensions) for record in records]:
            self._put(target, row)

    async def replace(
        self, collection: str, document_id: str, records: Sequence[VectorRecord]
    ) -> None:
        target = self._collection(collection)
        rows = [_row(record, target.dimensions) for record in of_document(document_id, records)]
        target.documents.pop(document_id, None)
        for row in rows:
            self._put(target, row)

    async def delete(self, collection: str, document_id: str) -> None:
        self._collection(collection).documents.pop(document_id, None)

    async def search(
        self,
        collection: str,
        query_vector: Sequence[float],
        top_k: int = 5,
        metadata_filter: Metadata | None = None,
    ) -> list[VectorSearchResult]:
        target = self._collection(collection)
        query = check(query_vector, target.dimensions)
        rows = [row for row in target.rows(metadata_filter) if row.vector is not None]
        if not rows:
            return []
        vectors = np.stack([row.vector for row in rows if row.vector is not None])
        usable = np.ones(len(rows), dtype=np.bool_)
        scores = dict(nearest(unit(vectors), query, usable, top_k))
        return _results(rows, list(scores), scores.__getitem__)

    async def search_text(
        self,
        collection: str,
        query: str,
        top_k: int = 5,
        metadata_filter: Metadata | None = None,
    ) -> list[VectorSearchResult]:
        target = self._collection(collection)
        rows = target.rows()
        terms = query_terms(query)
        texts = Bm25([row.tokens for row in rows])
        scores = texts.scores(terms)
        allowed = {(row.document_id, row.chunk_index) for row in target.rows(metadata_filter)}
        order = sorted(scores, key=lambda place: (-round(scores[place], TIE_DIGITS), place))
        places = [
            place
            for place in order
            if (rows[place].document_id, rows[place].chunk_index) in allowed
        ]
        found = _results(rows, places[: max(0, top_k)], scores.__getitem__)
        coverage = texts.coverage(terms)
        for result, place in zip(found, places, strict=False):
            result.coverage = coverage.of(rows[place].tokens)
        return found

    async def similarities(
        self,
        collection: str,
        query_vector: Sequence[float],
        keys: Sequence[tuple[str, int]],
    ) -> list[float | None]:
        target = self._collection(collection)
        query = check(query_vector, target.dimensions)
        found: list[float | None] = []
        for document_id, chunk_index in keys:
            row = target.documents.get(document_id, {}).get(chunk_index)
            vector = None if row is None else row.vector
            found.append(
                None if vector is None else float(cosines(unit(vector[None, :]), query)[0])
            )
        return found

    async def list_documents(
        self, collection: str, metadata_filter: Metadata | None = None
    ) -> list[DocumentSummary]:
        found: dict[str, DocumentSummary] = {}
        for row in self._collection(collection).rows(metadata_filter):
            if row.document_id in found:
                found[row.document_id].chunk_count += 1
                continue
            chunk = row.chunk
            found[row.document_id] = DocumentSummary(
                document_id=row.document_id,
                source=chunk.source,
                chunk_count=1,
                metadata=chunk.metadata,
            )
        return sorted(found.values(), key=lambda document: document.place)

    async def list_chunks(
        self,
        collection: str,
        document_id: str,
        *,
        offset: int = 0,
        limit: int = 30,
        metadata_filter: Metadata | None = None,
    ) -> list[Chunk]:
        rows = [
            row
            for row in self._collection(collection).rows(metadata_filter)
            if row.document_id == document_id
        ]
        return [row.chunk for row in rows[page_of(offset, limit)]]

    def _collection(self, name: str) -> _Collection:
        try:
            return self._collections[name]
        except KeyError:
            raise CollectionNotFound(name) from None

    @staticmethod
    def _put(target: _Collection, row: _Row) -> None:
        document = target.documents.setdefault(row.document_id, {})
        if any(other.version != row.version for other in document.values()):
            document.clear()
        document[row.chunk_index] = row


def _row(record: VectorRecord, dimensions: int) -> _Row:
    return _Row(
        record.document_id,
        record.version,
        record.chunk.chunk_index,
        pack(record.chunk),
        searchable(record.chunk).split(),
        None if record.vector is None else check(record.vector, dimensions),
    )


def _results(
    rows: Sequence[_Row], places: Sequence[int], score: Callable[[int], float]
) -> list[VectorSearchResult]:
    return [
        VectorSearchResult(
            score=score(place),
            document_id=rows[place].document_id,
            chunk=rows[place].chunk,
            version=rows[place].version,
        )
        for place in places
    ]
