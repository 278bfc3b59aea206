"""The matrices of `SQLiteStore`'s collections, kept in memory and brought up to date by need."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable
from itertools import groupby
from typing import Any

import numpy as np
from sqlalchemy import Connection, select

from ragstone.stores.matrix import Block, Matrix
from ragstone.stores.sqlite_schema import CHUNKS, DOCUMENTS
from ragstone.stores.vectors import Vectors, unit

#: Documents fetched by one statement; SQLite takes 32,766 values at most.
_AT_ONCE = 500


class StaleSnapshot(Exception):
    """The matrix in memory is newer than what this connection sees."""


class MatrixCache:
    """One matrix a collection. Safe for several threads.

    A matrix always belongs to exactly the state that the asking connection sees, so that a search
    never mixes two versions of a document.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._matrices: dict[int, Matrix] = {}
        self._numbers: dict[str, int] = {}
        #: Every metadata met, decoded; `Block.metadata` counts in it.
        self.metadata: list[dict[str, Any]] = []

    def at(
        self, connection: Connection, collection: int, dimensions: int, generation: int
    ) -> Matrix:
        """The matrix of the state `generation`, which `connection` must be seeing."""
        with self._lock:
            known = self._matrices.get(collection)
            if known is not None and known.generation == generation:
                return known
            if known is not None and known.generation > generation:
                raise StaleSnapshot
            found = self._updated(connection, known, (collection, dimensions, generation))
            self._matrices[collection] = found
            return found

    def uncommitted(
        self, connection: Connection, collection: int, dimensions: int, generation: int
    ) -> Matrix:
        """The same inside an open transaction; not kept, since it may be rolled back."""
        with self._lock:
            known = self._matrices.get(collection)
            return self._updated(connection, known, (collection, dimensions, generation))

    def _updated(
        self, connection: Connection, known: Matrix | None, state: tuple[int, int, int]
    ) -> Matrix:
        collection, dimensions, generation = state
        old = {} if known is None else known.blocks
        blocks: dict[str, Block] = {}
        changed: list[int] = []
        rows = connection.execute(
            select(DOCUMENTS.c.document_id, DOCUMENTS.c.generation, DOCUMENTS.c.id).where(
                DOCUMENTS.c.collection == collection
            )
        )
        for document_id, written, row in rows:
            block = old.get(document_id)
            if block is not None and block.generation == written:
                blocks[document_id] = block
            else:
                changed.append(row)
        for start in range(0, len(changed), _AT_ONCE):
            blocks |= self._blocks(connection, changed[start : start + _AT_ONCE], dimensions)
        return Matrix(generation, dimensions, blocks)

    def _blocks(
        self, connection: Connection, documents: list[int], dimensions: int
    ) -> dict[str, Block]:
        chunks = connection.execute(
            select(CHUNKS.c.document, CHUNKS.c.id, CHUNKS.c.chunk_index, CHUNKS.c.metadata)
            .where(CHUNKS.c.document.in_(documents))
            .order_by(CHUNKS.c.document, CHUNKS.c.chunk_index)
        )
        rows = {document: list(own) for document, own in groupby(chunks, lambda row: int(row[0]))}
        found = connection.execute(
            select(
                DOCUMENTS.c.id, DOCUMENTS.c.document_id, DOCUMENTS.c.generation, DOCUMENTS.c.vectors
            ).where(DOCUMENTS.c.id.in_(documents))
        )
        return {
            document_id: self._block(generation, rows[document], blob, dimensions)
            for document, document_id, generation, blob in found
        }

    def _block(
        self, generation: int, rows: list[Any], blob: bytes | None, dimensions: int
    ) -> Block:
        if blob is None:
            vectors: Vectors = np.zeros((len(rows), dimensions), dtype=np.float32)
            has_vector = np.zeros(len(rows), dtype=np.bool_)
        else:
            raw: Vectors = np.frombuffer(blob, dtype="<f4").reshape(len(rows), dimensions)
            vectors, has_vector = unit(raw), ~np.isnan(raw[:, 0])
        return Block(
            generation,
            np.array([row[1] for row in rows], dtype=np.int64),
            np.array([row[2] for row in rows], dtype=np.int64),
            np.array(self._numbered(row[3] for row in rows), dtype=np.int64),
            vectors,
            has_vector,
        )

    def _numbered(self, metadata: Iterable[str]) -> list[int]:
        found: list[int] = []
        for key in metadata:
            number = self._numbers.setdefault(key, len(self.metadata))
            if number == len(self.metadata):
                self.metadata.append(json.loads(key))
            found.append(number)
        return found
