"""What `SQLiteStore` reads: collections, chunks by row, summaries of documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, func, select

from ragstone.errors import CollectionNotFound
from ragstone.model.chunk import Chunk
from ragstone.model.metadata_filter import Filter
from ragstone.stores.base import DocumentSummary, VectorSearchResult
from ragstone.stores.coverage import Coverage
from ragstone.stores.payload import origin, unpack
from ragstone.stores.sqlite_filter import condition
from ragstone.stores.sqlite_schema import CHUNKS, COLLECTIONS, DOCUMENTS

#: Rows fetched by one statement; SQLite takes 32,766 values at most.
_AT_ONCE = 500


class Collection(NamedTuple):
    """A row of `store_collections`; `generation` names the state that was read."""

    id: int
    dimensions: int
    generation: int


class _ChunkRow(NamedTuple):
    id: int
    document_id: str
    version: int
    chunk_index: int
    payload: bytes
    metadata: str


def find_collection(connection: Connection, name: str) -> Collection | None:
    found = connection.execute(
        select(COLLECTIONS.c.id, COLLECTIONS.c.dimensions, COLLECTIONS.c.generation).where(
            COLLECTIONS.c.name == name
        )
    ).first()
    return None if found is None else Collection(*found)


def get_collection(connection: Connection, name: str) -> Collection:
    """Raises `CollectionNotFound`."""
    found = find_collection(connection, name)
    if found is None:
        raise CollectionNotFound(name)
    return found


def results(
    connection: Connection,
    found: Sequence[tuple[int, float]],
    top_k: int,
    coverage: Coverage | None = None,
) -> list[VectorSearchResult]:
    """The best `top_k` of (chunk id, score); ties by document id, then chunk index.

    With `coverage` each says how much of the query it holds.
    """
    scores = dict(found)
    rows = _chunk_rows(connection, list(scores))
    rows.sort(key=lambda row: (-scores[row.id], row.document_id, row.chunk_index))
    del rows[max(0, top_k) :]
    tokens = _tokens(connection, [row.id for row in rows]) if coverage else {}
    return [
        VectorSearchResult(
            score=scores[row.id],
            document_id=row.document_id,
            chunk=unpack(row.payload, row.metadata),
            version=row.version,
            coverage=coverage.of(tokens[row.id]) if coverage else 1.0,
        )
        for row in rows
    ]


def first_chunks(
    connection: Connection, collection: int, wanted: Filter | None
) -> list[tuple[int, int]]:
    """(id of the first chunk, number of chunks) of every document, of the chunks that match."""
    # SQLite takes the bare column from the row that has the minimum.
    rows = connection.execute(
        select(CHUNKS.c.id, func.count(), func.min(CHUNKS.c.chunk_index))
        .join(DOCUMENTS, DOCUMENTS.c.id == CHUNKS.c.document)
        .where(DOCUMENTS.c.collection == collection, *_matching(wanted))
        .group_by(CHUNKS.c.document)
    )
    return [(int(row), int(count)) for row, count, _ in rows]


def summaries(connection: Connection, first: Sequence[tuple[int, int]]) -> list[DocumentSummary]:
    """Documents by (id of their first chunk, number of chunks); by source, then document id."""
    counts = dict(first)
    found: list[DocumentSummary] = []
    for row in _chunk_rows(connection, list(counts)):
        source, metadata = origin(row.payload, row.metadata)
        found.append(
            DocumentSummary(
                document_id=row.document_id,
                source=source,
                chunk_count=counts[row.id],
                metadata=metadata,
            )
        )
    return sorted(found, key=lambda document: document.place)


def chunks_of(
    connection: Connection,
    document: tuple[int, str],
    page: slice,
    wanted: Filter | None,
) -> list[Chunk]:
    """The chunks of (collection, document id) in order, of those that match the slice `page`."""
    collection, document_id = document
    chunks = (
        select(CHUNKS.c.payload, CHUNKS.c.metadata)
        .join(DOCUMENTS, DOCUMENTS.c.id == CHUNKS.c.document)
        .where(
            DOCUMENTS.c.collection == collection,
            DOCUMENTS.c.document_id == document_id,
            *_matching(wanted),
        )
        .order_by(CHUNKS.c.chunk_index)
        .offset(page.start)
        .limit(page.stop - page.start)
    )
    return [unpack(payload, metadata) for payload, metadata in connection.execute(chunks)]


def _matching(wanted: Filter | None) -> list[ColumnElement[bool]]:
    return [] if wanted is None else [condition(CHUNKS.c.metadata, wanted)]


def _chunk_rows(connection: Connection, ids: Sequence[int]) -> list[_ChunkRow]:
    """Chunks by id, in no order."""
    found: list[_ChunkRow] = []
    for start in range(0, len(ids), _AT_ONCE):
        rows = connection.execute(
            select(
                CHUNKS.c.id,
                DOCUMENTS.c.document_id,
                DOCUMENTS.c.version,
                CHUNKS.c.chunk_index,
                CHUNKS.c.payload,
                CHUNKS.c.metadata,
            )
            .join(DOCUMENTS, DOCUMENTS.c.id == CHUNKS.c.document)
            .where(CHUNKS.c.id.in_(ids[start : start + _AT_ONCE]))
        )
        found.extend(_ChunkRow(*row) for row in rows)
    return found


def _tokens(connection: Connection, ids: Sequence[int]) -> dict[int, list[str]]:
    """What full-text search sees of chunks, by id."""
    found: dict[int, list[str]] = {}
    for start in range(0, len(ids), _AT_ONCE):
        rows = connection.execute(
            select(CHUNKS.c.id, CHUNKS.c.index_text).where(
                CHUNKS.c.id.in_(ids[start : start + _AT_ONCE])
            )
        )
        found |= {int(row): index_text.split() for row, index_text in rows}
    return found
