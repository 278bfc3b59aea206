"""What every record store is: knowledge bases, documents, and the sections of each document."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar, Self

from ragstone.contracts import UnitOfWork
from ragstone.model.section import Section
from ragstone.records.record import (
    DocumentStatus,
    KnowledgeBaseRecord,
    KnowledgeDocumentRecord,
)


class RecordsBase(ABC):
    """Reads and writes records. Unknown ids give None or do nothing, never an error."""

    records_type: ClassVar[str]

    @abstractmethod
    async def put_knowledge_base(self, record: KnowledgeBaseRecord) -> None:
        """Insert or replace by id."""

    @abstractmethod
    async def get_knowledge_base(self, knowledge_base_id: str) -> KnowledgeBaseRecord | None: ...

    @abstractmethod
    async def list_knowledge_bases(self) -> list[KnowledgeBaseRecord]:
        """By creation time, then id."""

    @abstractmethod
    async def delete_knowledge_base(self, knowledge_base_id: str) -> None:
        """With its documents' records and sections."""

    @abstractmethod
    async def put_document(self, record: KnowledgeDocumentRecord) -> None:
        """Insert or replace by id."""

    @abstractmethod
    async def get_document(self, document_id: str) -> KnowledgeDocumentRecord | None: ...

    @abstractmethod
    async def list_documents(
        self, knowledge_base_id: str, *, status: DocumentStatus | None = None
    ) -> list[KnowledgeDocumentRecord]:
        """By file name, then id."""

    @abstractmethod
    async def delete_document(self, document_id: str) -> None:
        """With its sections."""

    @abstractmethod
    async def move(
        self, document_id: str, status: DocumentStatus, *, error: str | None = None
    ) -> None:
        """Change only status and error; `IllegalMove` when `MOVES` does not allow it."""

    @abstractmethod
    async def put_sections(
        self, document_id: str, version: int, sections: Sequence[Section]
    ) -> None:
        """Keep the sections of one version, compressed, instead of those of all others."""

    @abstractmethod
    async def get_sections(self, document_id: str) -> list[Section]:
        """All sections in order, with text, parts and runs."""

    @abstractmethod
    async def get_section(self, document_id: str, index: int, version: int) -> Section | None:
        """One section of a version; None when the sections kept are those of another one."""

    @abstractmethod
    async def acquire_lease(
        self, document_id: str, node: str, now: datetime, seconds: float
    ) -> bool:
        """Take the document over if it is free, expired or already ours; compare-and-set."""

    @abstractmethod
    async def release_lease(self, document_id: str, node: str) -> None:
        """Only by its holder; again does nothing."""

    def within(self, unit: UnitOfWork) -> Self:  # noqa: ARG002 - for those that can
        """These records writing through the caller's transaction, without committing."""
        return self

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: Any) -> None:  # noqa: B027 - nothing to close is common
        """Closes connections, if it has any."""
