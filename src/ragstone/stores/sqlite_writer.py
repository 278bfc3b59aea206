"""Writing one collection of `SQLiteStore`: rows, vectors and full text of a document, together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sqlalchemy import Connection, delete, func, insert, select, update

from ragstone.model.json_bytes import values_of
from ragstone.stores.base import VectorRecord
from ragstone.stores.payload import metadata_key, pack, searchable
from ragstone.stores.sqlite_schema import CHUNKS, COLLECTIONS, DOCUMENTS
from ragstone.stores.sqlite_text import TextIndex
from ragstone.stores.vectors import Vectors, absent, check

#: Chunks are made into rows, which hold all of their text twice, this many at a time.
_ROWS_AT_ONCE = 500


class DocumentWriter:
    """Writes documents of one collection within the caller's transaction.

    Making one counts as a change of the collection: its generation goes up.
    """

    def __init__(self, connection: Connection, collection: int, dimensions: int) -> None:
        self._connection = connection
        self._collection = collection
        self._dimensions = dimensions
        self._text = TextIndex(connection, collection)
        self._generation: int = connection.execute(
            update(COLLECTIONS)
            .where(COLLECTIONS.c.id == collection)
            .values(generation=COLLECTIONS.c.generation + 1)
            .returning(COLLECTIONS.c.generation)
        ).scalar_one()

    def remove(self, document_id: str) -> None:
        """All chunks of a document; one that is not there is no error."""
        known = self._find(document_id)
        if known is not None:
            self._text.remove(known[0])
            self._connection.execute(delete(CHUNKS).where(CHUNKS.c.document == known[0]))
            self._connection.execute(delete(DOCUMENTS).where(DOCUMENTS.c.id == known[0]))

    def put(self, records: Sequence[VectorRecord]) -> None:
        """Chunks of one version of one document, in place of those of equal index and of all
        chunks of another version."""
        by_index = {record.chunk.chunk_index: record for record in records}
        if not by_index:
            return
        first = records[0]
        vectors = {
            index: absent(self._dimensions)
            if record.vector is None
            else check(record.vector, self._dimensions)
            for index, record in by_index.items()
        }
        known = self._find(first.document_id)
        if known is not None and known[1] != first.version:
            self.remove(first.document_id)
            known = None
        document = self._insert_document(first) if known is None else known[0]
        if known is not None:
            vectors = self._vectors(document) | vectors
            self._forget(document, list(by_index))
        self._insert_chunks(document, list(by_index.values()))
        self._finish_document(document, vectors)

    def _find(self, document_id: str) -> tuple[int, int] | None:
        """(row, version)."""
        found = self._connection.execute(
            select(DOCUMENTS.c.id, DOCUMENTS.c.version).where(
                DOCUMENTS.c.collection == self._collection, DOCUMENTS.c.document_id == document_id
            )
        ).first()
        return None if found is None else (int(found[0]), int(found[1]))

    def _vectors(self, document: int) -> dict[int, Vectors]:
        """The stored vectors by chunk index."""
        blob = self._connection.execute(
            select(DOCUMENTS.c.vectors).where(DOCUMENTS.c.id == document)
        ).scalar_one()
        indexes = self._connection.execute(
            select(CHUNKS.c.chunk_index)
            .where(CHUNKS.c.document == document)
            .order_by(CHUNKS.c.chunk_index)
        ).scalars()
        rows = [int(index) for index in indexes]
        if blob is None:
            return {index: absent(self._dimensions) for index in rows}
        stored: Vectors = np.frombuffer(blob, dtype="<f4").reshape(len(rows), self._dimensions)
        return dict(zip(rows, stored, strict=True))

    def _forget(self, document: int, indexes: list[int]) -> None:
        self._text.remove(document, indexes)
        self._connection.execute(
            delete(CHUNKS).where(CHUNKS.c.document == document, CHUNKS.c.chunk_index.in_(indexes))
        )

    def _insert_document(self, record: VectorRecord) -> int:
        return self._connection.execute(
            insert(DOCUMENTS)
            .values(
                collection=self._collection,
                document_id=record.document_id,
                version=record.version,
                generation=self._generation,
            )
            .returning(DOCUMENTS.c.id)
        ).scalar_one()

    def _insert_chunks(self, document: int, records: Sequence[VectorRecord]) -> None:
        last = self._connection.execute(select(func.max(CHUNKS.c.id))).scalar() or 0
        for start in range(0, len(records), _ROWS_AT_ONCE):
            rows = [_row(document, record) for record in records[start : start + _ROWS_AT_ONCE]]
            self._connection.execute(insert(CHUNKS), rows)
        self._text.add(document, after=int(last))

    def _finish_document(self, document: int, vectors: dict[int, Vectors]) -> None:
        rows = np.empty((len(vectors), self._dimensions), "<f4")
        for row, index in enumerate(sorted(vectors)):
            rows[row] = vectors[index]
        # A vector is whole or `absent`. SQLite reads the array itself: a copy may be large.
        blob = None if bool(np.isnan(rows[:, :1]).all()) else rows.reshape(-1).view(np.uint8).data
        self._connection.execute(
            update(DOCUMENTS)
            .where(DOCUMENTS.c.id == document)
            .values(vectors=blob, generation=self._generation)
        )


def _row(document: int, record: VectorRecord) -> dict[str, Any]:
    payload = pack(record.chunk)
    return {
        "document": document,
        "chunk_index": record.chunk.chunk_index,
        "metadata": metadata_key(values_of(payload)["metadata"]),
        "index_text": searchable(record.chunk),
        "payload": payload,
    }
