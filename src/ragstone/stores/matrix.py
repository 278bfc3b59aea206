"""The vectors of one collection in memory, beside what is needed to filter and to name them.

A `Matrix` is one state of the collection and never changes; a newer state takes over the blocks of
all documents that are the same. Nothing here reads a database.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ragstone.model.metadata_filter import Filter, Metadata, holds
from ragstone.stores.vectors import Vectors, cosines, nearest

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Block:
    """One document's rows in chunk order.

    - `ids`: of the chunks in the database; `indexes`: their `chunk_index`.
    - `metadata`: for each row the number of its metadata in a table kept by the reader.
    - `vectors`: of length 1 each, (rows, dimensions); zeros where `has_vector` is False.
    """

    generation: int
    ids: Ints
    indexes: Ints
    metadata: Ints
    vectors: Vectors
    has_vector: NDArray[np.bool_]


class Matrix:
    """All rows of a collection by document id, then chunk index."""

    def __init__(self, generation: int, dimensions: int, blocks: Mapping[str, Block]) -> None:
        """`generation` names the state. The blocks' vectors become views of one array."""
        self.generation = generation
        self.documents = sorted(blocks)
        rows = [blocks[document] for document in self.documents]
        self._starts = np.cumsum([0, *(len(block.ids) for block in rows)])
        none = np.zeros(0, dtype=np.int64)
        self.ids = np.concatenate([none, *(block.ids for block in rows)])
        self._metadata = np.concatenate([none, *(block.metadata for block in rows)])
        self._has_vector = np.concatenate(
            [np.zeros(0, dtype=np.bool_), *(block.has_vector for block in rows)]
        )
        self._vectors: Vectors = np.concatenate(
            [np.zeros((0, dimensions), dtype=np.float32), *(block.vectors for block in rows)]
        )
        self.blocks = {
            document: self._as_view(blocks[document], place)
            for place, document in enumerate(self.documents)
        }

    def nearest(
        self, query: Vectors, top_k: int, allowed: NDArray[np.bool_] | None = None
    ) -> list[tuple[int, float]]:
        """(row, cosine) of the `top_k` nearest rows, best first, ties by row."""
        usable = self._has_vector if allowed is None else self._has_vector & allowed
        return nearest(self._vectors, query, usable, top_k)

    def similarity(self, query: Vectors, keys: Sequence[tuple[str, int]]) -> list[float | None]:
        """Cosine of (document id, chunk index) each; None without a vector or a chunk."""
        rows = [self._row(*key) for key in keys]
        known = [row for row in rows if row is not None]
        scores = iter(cosines(self._vectors[known], query))
        return [None if row is None else float(next(scores)) for row in rows]

    def allowed(self, table: Sequence[Metadata], wanted: Filter) -> NDArray[np.bool_]:
        """Which rows' metadata match; `table`, of canonical ones, is what `Block.metadata` counts
        in."""
        good = np.zeros(len(table), dtype=np.bool_)
        for number in set(self._metadata.tolist()):
            good[number] = holds(table[int(number)], wanted)
        return good[self._metadata]

    def _row(self, document_id: str, chunk_index: int) -> int | None:
        block = self.blocks.get(document_id)
        if block is None:
            return None
        at = bisect_left(block.indexes, chunk_index)
        if at == len(block.indexes) or block.indexes[at] != chunk_index or not block.has_vector[at]:
            return None
        place = bisect_left(self.documents, document_id)
        return int(self._starts[place]) + at

    def _as_view(self, block: Block, place: int) -> Block:
        rows = slice(int(self._starts[place]), int(self._starts[place + 1]))
        return Block(
            block.generation,
            self.ids[rows],
            block.indexes,
            self._metadata[rows],
            self._vectors[rows],
            self._has_vector[rows],
        )
