"""The records: what is known of a knowledge base and of each document in it.

Field names are AgentScope's where it has them; keys that a worker leases by stand at top level.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, Field

from ragstone.model.sectioning import SectionBy


class DocumentStatus(StrEnum):
    PENDING = "pending"
    PARSING = "parsing"
    CHUNKING = "chunking"
    INDEXING = "indexing"
    READY = "ready"
    ERROR = "error"


#: The legal moves. Work that was cut off (a kill) starts again at pending.
MOVES: dict[DocumentStatus, frozenset[DocumentStatus]] = {
    DocumentStatus.PENDING: frozenset({DocumentStatus.PARSING, DocumentStatus.ERROR}),
    DocumentStatus.PARSING: frozenset(
        {DocumentStatus.CHUNKING, DocumentStatus.ERROR, DocumentStatus.PENDING}
    ),
    DocumentStatus.CHUNKING: frozenset(
        {DocumentStatus.INDEXING, DocumentStatus.ERROR, DocumentStatus.PENDING}
    ),
    DocumentStatus.INDEXING: frozenset(
        {DocumentStatus.READY, DocumentStatus.ERROR, DocumentStatus.PENDING}
    ),
    DocumentStatus.READY: frozenset({DocumentStatus.PENDING}),
    DocumentStatus.ERROR: frozenset({DocumentStatus.PENDING}),
}


class EmbeddingModelConfig(BaseModel):
    """The pinned embedder; `type` "none" means search by words only."""

    type: str
    model: str = ""
    dimensions: int = 0
    parameters: dict[str, Any] = Field(default_factory=dict)
    weights_hash: str = ""


class ChunkerConfig(BaseModel):
    """The pinned chunker, and by what sections it is given documents."""

    type: str
    parameters: dict[str, Any] = Field(default_factory=dict)
    sections: SectionBy = "natural"


class KnowledgeBaseData(BaseModel):
    name: str
    description: str = ""
    embedding_model_config: EmbeddingModelConfig
    chunker_config: ChunkerConfig
    collection_name: str


class KnowledgeBaseRecord(BaseModel):
    """One knowledge base. Embedder and chunker are pinned; changing them is a re-index."""

    id: str
    created_at: datetime
    updated_at: datetime
    user_id: str = ""
    data: KnowledgeBaseData


class KnowledgeDocumentData(BaseModel):
    """`filename` as citations show it; `blob_uri` where the original lives (a file's URI).

    `error` is one sentence for people: no trace, no machine's path. `limits` are those other than
    the usual ones under which the version was read.
    """

    filename: str
    size: int = 0
    content_type: str | None = None
    blob_uri: str = ""
    error: str | None = None
    chunk_count: int = 0
    metadata: dict[str, Any] = Field(default_factory=dict)
    warnings: list[str] = Field(default_factory=list)
    limits: dict[str, int | float] = Field(default_factory=dict)


class KnowledgeDocumentRecord(BaseModel):
    """One document of a knowledge base. Times are UTC.

    `version` counts the versions that became ready; `content_hash` is that of the version that
    searches see, "" before the first.
    """

    id: str
    user_id: str = ""
    knowledge_base_id: str
    status: DocumentStatus = DocumentStatus.PENDING
    processing_node: str | None = None
    lease_expires_at: datetime | None = None
    version: int = 0
    content_hash: str = ""
    data: KnowledgeDocumentData
