"""What every vector store is, and the shapes it takes and gives.

Names of the methods and the first three models are AgentScope's; `replace`, `search_text` and
`similarities` are ours.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Self

from pydantic import BaseModel, Field

from ragstone.contracts import UnitOfWork
from ragstone.errors import ParameterError
from ragstone.model.chunk import Chunk
from ragstone.model.metadata_filter import Metadata


class VectorRecord(BaseModel):
    """One chunk with its vector; None for chunks without text (pictures).

    `vector` may be a row of a float32 array where the record is made by `model_construct`.
    """

    vector: Sequence[float] | None
    document_id: str
    chunk: Chunk
    version: int = 1

    @property
    def id(self) -> str:
        """Derived from document, version and index: inserting again replaces."""
        return f"{self.document_id}:{self.version}:{self.chunk.chunk_index}"


class VectorSearchResult(BaseModel):
    """A chunk that was found, of the `version` that its record had; higher scores are better.

    `coverage`: the share of the query's words, by rarity, that the chunk holds, in 0…1. Only
    `search_text` sets it; 1.0 from stores that do not tell.
    """

    score: float
    document_id: str
    chunk: Chunk
    version: int = 1
    coverage: float = 1.0

    @property
    def key(self) -> tuple[str, int]:
        """What tells results apart: (document_id, chunk_index)."""
        return self.document_id, self.chunk.chunk_index


def of_document(document_id: str, records: Iterable[VectorRecord]) -> Iterator[VectorRecord]:
    """`records`, which must all be of `document_id`; `ParameterError` at the first that is not."""
    for record in records:
        if record.document_id != document_id:
            raise ParameterError(
                f"a chunk of document {record.document_id} cannot replace those of {document_id}; "
                "replace one document at a time"
            )
        yield record


class DocumentSummary(BaseModel):
    """One document of a collection; metadata is that of its first chunk."""

    document_id: str
    source: str
    chunk_count: int
    metadata: dict[str, Any] = Field(default_factory=dict)

    @property
    def place(self) -> tuple[str, str]:
        """Where it stands in a list: by source, then document id."""
        return self.source, self.document_id


def page_of(offset: int, limit: int) -> slice:
    """The rows of a page; a negative offset or limit counts as 0."""
    return slice(max(0, offset), max(0, offset) + max(0, limit))


class VectorStoreBase(ABC):
    """Collections of chunks with vectors of one length.

    - `insert` is idempotent; `replace` swaps all chunks of a document in one step, so that a search
      sees the old ones or the new ones and never a mixture.
    - a document has one version at a time: inserting records of another one removes the former.
    - results come best first; ties by document id, then chunk index.
    - `metadata_filter` is a mapping on `chunk.metadata`: equality on every key, or operators, as
      `ragstone.model.metadata_filter` explains them; `ParameterError` for one that makes no sense.
    - every method but `create_collection` and `has_collection` raises `CollectionNotFound` for a
      name that is not there; `DimensionMismatch` for vectors of another length.
    """

    store_type: ClassVar[str]

    @abstractmethod
    async def create_collection(self, name: str, dimensions: int) -> None:
        """Make `name` for vectors of `dimensions`; again with the same length does nothing.

        `dimensions=0` makes a collection without vectors, searched by text only.
        """

    @abstractmethod
    async def delete_collection(self, name: str) -> None: ...

    @abstractmethod
    async def has_collection(self, name: str) -> bool: ...

    @abstractmethod
    async def insert(self, collection: str, records: Sequence[VectorRecord]) -> None:
        """Add records, replacing those of equal id; many documents in one commit."""

    @abstractmethod
    async def replace(
        self, collection: str, document_id: str, records: Sequence[VectorRecord]
    ) -> None:
        """All chunks of `document_id`, of any version, give way to `records` in one step.

        `records` may make its rows as they are read: read it once, in order, and keep no more of it
        than it takes.
        """

    @abstractmethod
    async def delete(self, collection: str, document_id: str) -> None:
        """Remove all chunks of a document; one that is not there is no error."""

    @abstractmethod
    async def search(
        self,
        collection: str,
        query_vector: Sequence[float],
        top_k: int = 5,
        metadata_filter: Metadata | None = None,
    ) -> list[VectorSearchResult]:
        """The `top_k` chunks by cosine similarity, in -1…1; chunks without vector never come."""

    @abstractmethod
    async def search_text(
        self,
        collection: str,
        query: str,
        top_k: int = 5,
        metadata_filter: Metadata | None = None,
    ) -> list[VectorSearchResult]:
        """The `top_k` chunks by BM25 over `index_text`, positive; any term may match.

        `query` is what a person typed; the store makes its own terms of it. `coverage` counts how
        rare terms are in the whole collection, also under a filter (`ragstone.stores.coverage`).
        """

    @abstractmethod
    async def similarities(
        self,
        collection: str,
        query_vector: Sequence[float],
        keys: Sequence[tuple[str, int]],
    ) -> list[float | None]:
        """Cosine of named chunks (document_id, chunk_index); None where there is no vector."""

    @abstractmethod
    async def list_documents(
        self, collection: str, metadata_filter: Metadata | None = None
    ) -> list[DocumentSummary]:
        """Every document, by source then id."""

    @abstractmethod
    async def list_chunks(
        self,
        collection: str,
        document_id: str,
        *,
        offset: int = 0,
        limit: int = 30,
        metadata_filter: Metadata | None = None,
    ) -> list[Chunk]:
        """A page of a document's chunks in order; [] for a document that is not there."""

    def within(self, unit: UnitOfWork) -> Self:  # noqa: ARG002 - for those that can
        """This store writing through the caller's transaction, without committing.

        A store that cannot share one returns itself; its caller then writes it first and makes the
        result visible by the record's version afterwards.
        """
        return self

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: Any) -> None:  # noqa: B027 - nothing to close is common
        """Closes connections, if it has any."""
