"""Vectors for the chunks of several documents, a group of chunks at a time.

Chunks that others lie in are kept beside them, without a vector and marked with `PARENT_KEY`.

    [rows] = await embed_documents(embedder, [chunks])
    await store.replace("notes", document_id, rows.records(document_id, 1, {}, {}))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any, cast, overload

import numpy as np

from ragstone.embedders.base import EmbedderBase, Vectors
from ragstone.indexing.held import HeldChunks
from ragstone.model.block import TextBlock
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
    embedder (`vectors` None).
    """

    def __init__(self, chunks: Sequence[Chunk], dimensions: int | None = None) -> None:
        self.chunks = chunks
        self.vectors: Vectors | None = None
        self.parents = _parents(chunks)
        self.has_vector = np.zeros(len(chunks), np.bool_)
        self.warnings: list[str] = []
        if dimensions is not None:
            self.vectors = np.empty((len(chunks), dimensions), np.float32)

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

    def embedded(self) -> Iterator[tuple[int, Chunk]]:
        """(place, chunk) of those that get a vector: with text and without children."""
        for place, chunk in enumerate(self.chunks):
            if isinstance(chunk.content, TextBlock) and chunk.chunk_index not in self.parents:
                yield place, chunk

    def put(self, places: Sequence[int], vectors: Vectors) -> None:
        """The vectors of the chunks at `places`."""
        assert self.vectors is not None
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
    embedder: EmbedderBase | None, documents: Sequence[Sequence[Chunk]]
) -> list[DocumentVectors]:
    """One `DocumentVectors` a document, in order. Without an embedder there are no vectors.

    A chunk longer than the embedder's window is embedded in part; that is a warning, not silence.
    """
    if embedder is None:
        return [DocumentVectors(chunks) for chunks in documents]
    found = [DocumentVectors(chunks, embedder.dimensions) for chunks in documents]
    counted = [_Counted() for _ in documents]
    waiting = ((number, *each) for number, rows in enumerate(found) for each in rows.embedded())
    while group := list(islice(waiting, max(CHUNKS_PER_BATCH, embedder.batch_size))):
        texts = [
            chunk.embedding_text(embedder.context_tokens, embedder.count_tokens)
            for _, _, chunk in group
        ]
        vectors = await embedder.embed(texts)
        start = 0
        for number, own in groupby(group, lambda each: each[0]):
            places = [place for _, place, _ in own]
            end = start + len(places)
            found[number].put(places, vectors[start:end])
            counted[number].add(texts[start:end], embedder)
            start = end
    for rows, count in zip(found, counted, strict=True):
        rows.warnings += count.warnings(embedder)
    return found


def _parents(chunks: Sequence[Chunk]) -> frozenset[int | None]:
    if isinstance(chunks, HeldChunks):
        return chunks.parents
    return frozenset(chunk.parent_index for chunk in chunks)


@dataclass(slots=True)
class _Counted:
    """Texts of one document that were embedded, and those that are longer than the window."""

    texts: int = 0
    too_long: int = 0

    def add(self, texts: Sequence[str], embedder: EmbedderBase) -> None:
        limit = embedder.context_tokens
        self.texts += len(texts)
        if limit is not None:
            self.too_long += sum(1 for text in texts if embedder.count_tokens(text) > limit)

    def warnings(self, embedder: EmbedderBase) -> list[str]:
        if not self.too_long:
            return []
        return [
            f"{self.too_long} of {self.texts} {'chunk is' if self.texts == 1 else 'chunks are'} "
            f"longer than the {embedder.context_tokens} tokens that {embedder.model} reads; choose "
            "smaller chunks to have all of their text in the vectors"
        ]
