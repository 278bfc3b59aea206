"""What happens while documents are ingested, one event at a time."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, Field


class Stage(StrEnum):
    """Where a document stands. The first four come in this order, then READY or ERROR.

    UNCHANGED comes alone. DELETED comes alone where a document's file is gone, and in place of
    READY where somebody deleted the document while it was ingested.
    """

    PENDING = "pending"
    PARSING = "parsing"
    CHUNKING = "chunking"
    INDEXING = "indexing"
    READY = "ready"
    UNCHANGED = "unchanged"
    ERROR = "error"
    DELETED = "deleted"


#: Stages after which nothing more is heard of a document.
FINAL: frozenset[Stage] = frozenset({Stage.READY, Stage.UNCHANGED, Stage.ERROR, Stage.DELETED})


class IngestEvent(BaseModel):
    """A document has reached a stage.

    `number` counts documents from 1 in the order in which they were met. `chunks`, `version` and
    `warnings` are set at ready, those of chunks that the embedder would cut at indexing too, before
    any is embedded; `error` (one sentence: file, cause, remedy) at error. Where reading takes long,
    more events of parsing come with how much is `done` of a `total` (pages of a PDF).
    """

    stage: Stage
    document: str
    number: int
    document_id: str | None = None
    version: int = 0
    chunks: int = 0
    error: str | None = None
    done: int | None = None
    total: int | None = None
    warnings: list[str] = Field(default_factory=list)


class IngestSummary(BaseModel):
    """What an ingestion came to: documents by outcome, and chunks written."""

    added: int = 0
    replaced: int = 0
    unchanged: int = 0
    failed: int = 0
    deleted: int = 0
    chunks: int = 0

    def count(self, event: IngestEvent) -> None:
        """Take one event into account."""
        if event.stage is Stage.READY:
            self.chunks += event.chunks
            if event.version > 1:
                self.replaced += 1
            else:
                self.added += 1
        elif event.stage is Stage.UNCHANGED:
            self.unchanged += 1
        elif event.stage is Stage.ERROR:
            self.failed += 1
        elif event.stage is Stage.DELETED:
            self.deleted += 1
