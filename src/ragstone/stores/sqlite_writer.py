"""Writing one collection of `SQLiteStore`: rows, vectors and full text of a document, together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np
from sqlalchemy import Connection, delete, func, insert, select, update

from ragstone.stores.base import VectorRecord
from ragstone.stores.payload import pack, searchable
from ragstone.stores.sqlite_schema import CHUNKS, COLLECTIONS, DOCUMENTS
from ragstone.stores.sqlite_text import TextIndex
from ragstone.stores.vectors import Vectors, absent, check

#: Chunks that are held at a time; as rows they have all of their text twice.
_ROWS_AT_ONCE = 500


class DocumentWriter:
    """Writes documents of one collection within the caller's transaction.

    Making one counts as a change of the collection: its generation goes up.
    """

    def __init__(self, connection: Connection, collection: int, dimensions: int) -> None:
        self._connection = connection
        self._collection = collection
        self._dimensions = dimensions
        self._absent = absent(dimensions)
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

    def put(self, records: Iterable[VectorRecord]) -> None:
        """Chunks of one version of one document, in place of those of equal index and of all
        chunks of another version. Of `records` only some are held at a time."""
        rest = iter(records)
        if (first := next(rest, None)) is None:
            return
        known = self._find(first.document_id)
        if known is not None and known[1] != first.version:
            self.remove(first.document_id)
            known = None
        vectors: dict[int, Vectors] = {} if known is None else self._vectors(known[0])
        document = self._insert_document(first) if known is None else known[0]
        rest = chain((first,), rest)
        while some := {each.chunk.chunk_index: each for each in islice(rest, _ROWS_AT_ONCE)}:
            self._forget(document, [index for index in some if index in vectors])
            for index, record in some.items():
                vectors[index] = self._vector(record)
            self._insert_chunks(document, list(some.values()))
        self._finish_document(document, vectors)

    def _vector(self, record: VectorRecord) -> Vectors:
        """A view where the vector is a row of an array already."""
        if record.vector is None:
            return self._absent
        return check(record.vector, self._dimensions)

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
            return dict.fromkeys(rows, self._absent)
        stored: Vectors = np.frombuffer(blob, dtype="<f4").reshape(len(rows), self._dimensions)
        return dict(zip(rows, stored, strict=True))

    def _forget(self, document: int, indexes: list[int]) -> None:
        if not indexes:
            return
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
        rows = [_row(document, record) for record in records]
        self._connection.execute(insert(CHUNKS), rows)
        self._text.add(document, after=int(last))

    def _finish_document(self, document: int, vectors: dict[int, Vectors]) -> None:
        # A vector is whole or `absent`.
        some = any(vector is not self._absent for vector in vectors.values())
        size = 4 * self._dimensions * len(vectors)
        self._connection.execute(
            update(DOCUMENTS)
            .where(DOCUMENTS.c.id == document)
            .values(
                vectors=func.zeroblob(size) if some and size else None,
                generation=self._generation,
            )
        )
        if some and size:
            self._write_vectors(document, [vectors[index] for index in sorted(vectors)])

    def _write_vectors(self, document: int, vectors: Sequence[Vectors]) -> None:
        """Into the blob that is there, piece by piece: a long document's take 400 MB."""
        driver: Any = self._connection.connection.driver_connection
        place = (DOCUMENTS.name, DOCUMENTS.c.vectors.name, document)
        with driver.blobopen(*place) as blob:
            for start in range(0, len(vectors), _ROWS_AT_ONCE):
                rows = np.stack(vectors[start : start + _ROWS_AT_ONCE])
                blob.write(rows.astype("<f4", copy=False).tobytes())


def _row(document: int, record: VectorRecord) -> dict[str, Any]:
    return pack(record.chunk)._asdict() | {
        "document": document,
        "chunk_index": record.chunk.chunk_index,
        "index_text": searchable(record.chunk),
    }
