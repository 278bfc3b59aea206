"""Vectors for the chunks of several documents, a group of chunks at a time.

Chunks that others lie in are kept beside them, without a vector and marked with `PARENT_KEY`.

    rows = DocumentVectors(chunks, embedder)
    print(rows.warnings)                      # chunks that the embedder would cut, told before
    await embed_documents(embedder, [rows])
    await store.replace("notes", document_id, rows.records(document_id, 1, {}, {}))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any, cast, overload

import numpy as np

from ragstone.embedders.base import EmbedderBase, Vectors
from ragstone.indexing.window import EmbedderWindow, parents_of
from ragstone.model.chunk import Chunk
from ragstone.model.trusted import trusted
from ragstone.stores.base import VectorRecord

#: In the stored metadata of a chunk that has children, whose text a search would find twice.
PARENT_KEY = "ragstone:parent"
#: Texts given to the embedder together, over as many documents as it takes.
CHUNKS_PER_BATCH = 256


class DocumentVectors:
    """The chunks of one document and their vectors: one array, a row a chunk.

    Rows are used where `has_vector` says so: there is none for data, for parents, and without an
    embedder. `vectors` is None until the first is put.
    """

    def __init__(self, chunks: Sequence[Chunk], embedder: EmbedderBase | None) -> None:
        self.chunks = chunks
        self.vectors: Vectors | None = None
        self.window = None if embedder is None else EmbedderWindow(chunks, embedder)
        self.parents = self.window.parents if self.window else parents_of(chunks)
        self.has_vector = np.zeros(len(chunks), np.bool_)
        self.warnings = self.window.warnings() if self.window else []

    def records(
        self,
        document_id: str,
        version: int,
        document_metadata: Mapping[str, Any],
        metadata_filter: Mapping[str, Any],
    ) -> Sequence[VectorRecord]:
        """Rows for the store, made as they are read.

        Metadata: filter over chunk's over document's.
        """
        return _Records(self, document_id, version, document_metadata, metadata_filter)

    def put(self, places: Sequence[int], vectors: Vectors) -> None:
        """The vectors of the chunks at `places`."""
        if self.vectors is None:
            self.vectors = np.empty((len(self.chunks), vectors.shape[1]), np.float32)
        self.vectors[places] = vectors
        self.has_vector[places] = True


@dataclass(frozen=True, slots=True)
class _Records(Sequence[VectorRecord]):
    """The rows of one version of a document; none is kept."""

    rows: DocumentVectors
    document_id: str
    version: int
    document_metadata: Mapping[str, Any]
    metadata_filter: Mapping[str, Any]

    def __len__(self) -> int:
        return len(self.rows.chunks)

    @overload
    def __getitem__(self, index: int) -> VectorRecord: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[VectorRecord]: ...
    def __getitem__(self, index: int | slice) -> VectorRecord | Sequence[VectorRecord]:
        if isinstance(index, slice):
            places = range(*index.indices(len(self)))
            return [*map(self._record, places, self.rows.chunks[index])]
        place = range(len(self))[index]
        return self._record(place, self.rows.chunks[place])

    def __iter__(self) -> Iterator[VectorRecord]:
        return map(self._record, range(len(self)), self.rows.chunks)

    def _record(self, place: int, chunk: Chunk) -> VectorRecord:
        rows = self.rows
        vector = None
        if rows.vectors is not None and rows.has_vector[place]:
            vector = cast(Sequence[float], rows.vectors[place])
        metadata = {**self.document_metadata, **chunk.metadata, **self.metadata_filter}
        if chunk.chunk_index in rows.parents:
            metadata[PARENT_KEY] = True
        return VectorRecord.model_construct(
            vector=vector,
            document_id=self.document_id,
            version=self.version,
            # A copy in half the memory of `model_copy`'s.
            chunk=trusted(Chunk, {**chunk.__dict__, "metadata": metadata}, chunk.model_fields_set),
        )


async def embed_documents(
    embedder: EmbedderBase | None, documents: Sequence[DocumentVectors]
) -> None:
    """Put the vectors of several documents into them; there are none without an embedder."""
    if embedder is None:
        return
    waiting = (
        (rows, place, text)
        for rows in documents
        if rows.window is not None
        for place, text in rows.window.texts()
    )
    while group := list(islice(waiting, max(CHUNKS_PER_BATCH, embedder.batch_size))):
        vectors = await embedder.embed([text for _, _, text in group])
        start = 0
        for rows, own in groupby(group, lambda each: each[0]):
            places = [place for _, place, _ in own]
            rows.put(places, vectors[start : start + len(places)])
            start += len(places)
