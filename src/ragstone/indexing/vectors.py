"""Vectors for the chunks of several documents, in one call to the embedder.

Chunks that others lie in are kept beside them, without a vector and marked with `PARENT_KEY`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from ragstone.embedders.base import EmbedderBase, Vectors
from ragstone.model.block import TextBlock
from ragstone.model.chunk import Chunk
from ragstone.model.trusted import trusted
from ragstone.stores.base import VectorRecord

#: In the stored metadata of a chunk that has children, whose text a search would find twice.
PARENT_KEY = "ragstone:parent"


@dataclass(frozen=True, slots=True)
class DocumentVectors:
    """The chunks of one document with one vector each; None where there is no text or embedder,
    and for parents."""

    chunks: Sequence[Chunk]
    vectors: Sequence[Sequence[float] | None]
    warnings: list[str] = field(default_factory=list[str])

    def records(
        self,
        document_id: str,
        version: int,
        document_metadata: Mapping[str, Any],
        metadata_filter: Mapping[str, Any],
    ) -> list[VectorRecord]:
        """Rows for the store. Metadata: filter over chunk's over document's."""
        parents = _parents(self.chunks)
        return [
            VectorRecord.model_construct(
                vector=vector,
                document_id=document_id,
                version=version,
                chunk=_with_metadata(
                    chunk,
                    {
                        **document_metadata,
                        **chunk.metadata,
                        **metadata_filter,
                        **({PARENT_KEY: True} if chunk.chunk_index in parents else {}),
                    },
                ),
            )
            for chunk, vector in zip(self.chunks, self.vectors, strict=True)
        ]


def _with_metadata(chunk: Chunk, metadata: dict[str, Any]) -> Chunk:
    """A copy in half the memory of `model_copy`'s: a long document has a hundred thousand."""
    return trusted(Chunk, {**chunk.__dict__, "metadata": metadata}, chunk.model_fields_set)


async def embed_documents(
    embedder: EmbedderBase | None, documents: Sequence[Sequence[Chunk]]
) -> list[DocumentVectors]:
    """One `DocumentVectors` a document, in order. Without an embedder there are no vectors.

    A chunk longer than the embedder's window is embedded in part; that is a warning, not silence.
    """
    if embedder is None:
        return [DocumentVectors(chunks, [None] * len(chunks)) for chunks in documents]
    limit = embedder.context_tokens
    texts = [
        [chunk.embedding_text(limit, embedder.count_tokens) for chunk in _embedded(chunks)]
        for chunks in documents
    ]
    vectors = await embedder.embed([text for rows in texts for text in rows])
    found: list[DocumentVectors] = []
    at = 0
    for chunks, rows in zip(documents, texts, strict=True):
        own = vectors[at : at + len(rows)]
        at += len(rows)
        found.append(DocumentVectors(chunks, _spread(chunks, own), _too_long(rows, embedder)))
    return found


def _spread(chunks: Sequence[Chunk], vectors: Vectors) -> list[Sequence[float] | None]:
    """`vectors` dealt out to the chunks that were embedded; rows of the array, not copies."""
    rows = zip(_embedded(chunks), vectors, strict=True)
    found = {chunk.chunk_index: cast(Sequence[float], row) for chunk, row in rows}
    return [found.get(chunk.chunk_index) for chunk in chunks]


def _embedded(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The chunks that get a vector: those with text and without children."""
    parents = _parents(chunks)
    return [
        chunk
        for chunk in chunks
        if isinstance(chunk.content, TextBlock) and chunk.chunk_index not in parents
    ]


def _parents(chunks: Sequence[Chunk]) -> set[int | None]:
    return {chunk.parent_index for chunk in chunks}


def _too_long(texts: Sequence[str], embedder: EmbedderBase) -> list[str]:
    limit = embedder.context_tokens
    if limit is None:
        return []
    count = sum(1 for text in texts if embedder.count_tokens(text) > limit)
    if not count:
        return []
    return [
        f"{count} of {len(texts)} {'chunk is' if len(texts) == 1 else 'chunks are'} longer than "
        f"the {limit} tokens that {embedder.model} reads; choose smaller chunks to have all of "
        "their text in the vectors"
    ]
