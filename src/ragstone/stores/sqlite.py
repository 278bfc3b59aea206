"""The embedded store: chunks, vectors and full text in one SQLite file, shared with the records.

    database = Database("kb.sqlite")
    store = SQLiteStore(database)
    async with database.unit() as unit:
        await store.within(unit).replace("notes", document_id, records)

Vectors are searched exactly, by one matrix product over all of them, kept in memory after the first
search; full text is FTS5. What other processes write is seen by the next search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import ClassVar, TypeVar

from sqlalchemy import Connection, delete, insert, select

from ragstone.database import Database, DatabaseMember
from ragstone.errors import DimensionMismatch
from ragstone.model.chunk import Chunk
from ragstone.model.filter_syntax import parse_filter
from ragstone.model.metadata_filter import Metadata
from ragstone.stores.base import (
    DocumentSummary,
    VectorRecord,
    VectorSearchResult,
    VectorStoreBase,
    of_document,
    page_of,
)
from ragstone.stores.matrix import Matrix
from ragstone.stores.sqlite_matrix import MatrixCache, StaleSnapshot
from ragstone.stores.sqlite_reader import (
    Collection,
    chunks_of,
    find_collection,
    first_chunks,
    get_collection,
    results,
    summaries,
)
from ragstone.stores.sqlite_schema import CHUNKS, COLLECTIONS, DOCUMENTS, SCHEMA
from ragstone.stores.sqlite_text import TextIndex
from ragstone.stores.sqlite_writer import DocumentWriter
from ragstone.stores.vectors import check
from ragstone.text.normalize import query_terms

Result = TypeVar("Result")


class SQLiteStore(DatabaseMember, VectorStoreBase):
    """Chunks in a `Database`, which the caller closes, or in one of its own (`Parameters`).

    Several processes may share the file; searches never wait for a writer.
    """

    store_type: ClassVar[str] = "sqlite"
    schema = SCHEMA

    def __init__(self, place: Database | DatabaseMember.Parameters | None = None) -> None:
        super().__init__(place)
        self._cache = MatrixCache()

    async def create_collection(self, name: str, dimensions: int) -> None:
        def work(connection: Connection) -> None:
            known = find_collection(connection, name)
            if known is None:
                made = connection.execute(
                    insert(COLLECTIONS)
                    .values(name=name, dimensions=dimensions, generation=0)
                    .returning(COLLECTIONS.c.id)
                )
                TextIndex(connection, made.scalar_one()).create()
            elif known.dimensions != dimensions:
                raise DimensionMismatch(known.dimensions, dimensions)

        await self._write(work)

    async def delete_collection(self, name: str) -> None:
        def work(connection: Connection) -> None:
            known = get_collection(connection, name)
            documents = select(DOCUMENTS.c.id).where(DOCUMENTS.c.collection == known.id)
            TextIndex(connection, known.id).drop()
            connection.execute(delete(CHUNKS).where(CHUNKS.c.document.in_(documents)))
            connection.execute(delete(DOCUMENTS).where(DOCUMENTS.c.collection == known.id))
            connection.execute(delete(COLLECTIONS).where(COLLECTIONS.c.id == known.id))

        await self._write(work)

    async def has_collection(self, name: str) -> bool:
        return await self._read(lambda connection: find_collection(connection, name) is not None)

    async def insert(self, collection: str, records: Sequence[VectorRecord]) -> None:
        def work(connection: Connection) -> None:
            writer = _writer(connection, collection)
            ordered = sorted(records, key=lambda record: record.document_id)
            for _, group in groupby(ordered, lambda record: (record.document_id, record.version)):
                writer.put(list(group))

        await self._write(work)

    async def replace(
        self, collection: str, document_id: str, records: Sequence[VectorRecord]
    ) -> None:
        def work(connection: Connection) -> None:
            writer = _writer(connection, collection)
            writer.remove(document_id)
            of_one = of_document(document_id, records)
            for _, group in groupby(of_one, lambda record: record.version):
                writer.put(group)

        await self._write(work)

    async def delete(self, collection: str, document_id: str) -> None:
        await self._write(lambda connection: _writer(connection, collection).remove(document_id))

    async def search(
        self,
        collection: str,
        query_vector: Sequence[float],
        top_k: int = 5,
        metadata_filter: Metadata | None = None,
    ) -> list[VectorSearchResult]:
        wanted = parse_filter(metadata_filter)

        def work(connection: Connection) -> list[VectorSearchResult]:
            known = get_collection(connection, collection)
            query = check(query_vector, known.dimensions)
            matrix = self._matrix(connection, known)
            allowed = None if wanted is None else matrix.allowed(self._cache.metadata, wanted)
            found = matrix.nearest(query, top_k, allowed)
            rows = [(int(matrix.ids[row]), score) for row, score in found]
            return results(connection, rows, top_k)

        return await self._read(work)

    async def search_text(
        self,
        collection: str,
        query: str,
        top_k: int = 5,
        metadata_filter: Metadata | None = None,
    ) -> list[VectorSearchResult]:
        terms, wanted = query_terms(query), parse_filter(metadata_filter)

        def work(connection: Connection) -> list[VectorSearchResult]:
            known = get_collection(connection, collection)
            index = TextIndex(connection, known.id)
            found = index.find(terms, top_k, wanted)
            return results(connection, found, top_k, index.coverage(terms) if found else None)

        return await self._read(work)

    async def similarities(
        self,
        collection: str,
        query_vector: Sequence[float],
        keys: Sequence[tuple[str, int]],
    ) -> list[float | None]:
        def work(connection: Connection) -> list[float | None]:
            known = get_collection(connection, collection)
            query = check(query_vector, known.dimensions)
            return self._matrix(connection, known).similarity(query, keys)

        return await self._read(work)

    async def list_documents(
        self, collection: str, metadata_filter: Metadata | None = None
    ) -> list[DocumentSummary]:
        wanted = parse_filter(metadata_filter)

        def work(connection: Connection) -> list[DocumentSummary]:
            known = get_collection(connection, collection)
            return summaries(connection, first_chunks(connection, known.id, wanted))

        return await self._read(work)

    async def list_chunks(
        self,
        collection: str,
        document_id: str,
        *,
        offset: int = 0,
        limit: int = 30,
        metadata_filter: Metadata | None = None,
    ) -> list[Chunk]:
        page, wanted = page_of(offset, limit), parse_filter(metadata_filter)

        def work(connection: Connection) -> list[Chunk]:
            known = get_collection(connection, collection)
            return chunks_of(connection, (known.id, document_id), page, wanted)

        return await self._read(work)

    async def _read(self, work: Callable[[Connection], Result]) -> Result:
        while True:
            try:
                return await super()._read(work)
            except StaleSnapshot:
                continue

    def _matrix(self, connection: Connection, known: Collection) -> Matrix:
        load = self._cache.at if self._unit is None else self._cache.uncommitted
        return load(connection, known.id, known.dimensions, known.generation)


def _writer(connection: Connection, collection: str) -> DocumentWriter:
    known = get_collection(connection, collection)
    return DocumentWriter(connection, known.id, known.dimensions)
