"""Records in memory, for tests and for trying things out; gone with the object."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from ragstone.model.section import Section
from ragstone.records.base import RecordsBase
from ragstone.records.moving import leased, moved, released, utc
from ragstone.records.packing import pack_section, unpack_section
from ragstone.records.record import (
    DocumentStatus,
    KnowledgeBaseRecord,
    KnowledgeDocumentRecord,
)


class MemoryRecords(RecordsBase):
    """Everything in dictionaries; what is given and returned is copied."""

    records_type: ClassVar[str] = "memory"

    class Parameters(BaseModel):
        """There is nothing to choose."""

        model_config = ConfigDict(extra="forbid", frozen=True)

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.parameters = parameters or self.Parameters()
        self._bases: dict[str, KnowledgeBaseRecord] = {}
        self._documents: dict[str, KnowledgeDocumentRecord] = {}
        self._sections: dict[str, tuple[int, dict[int, bytes]]] = {}

    async def put_knowledge_base(self, record: KnowledgeBaseRecord) -> None:
        self._bases[record.id] = record.model_copy(deep=True)

    async def get_knowledge_base(self, knowledge_base_id: str) -> KnowledgeBaseRecord | None:
        found = self._bases.get(knowledge_base_id)
        return None if found is None else found.model_copy(deep=True)

    async def list_knowledge_bases(self) -> list[KnowledgeBaseRecord]:
        found = sorted(self._bases.values(), key=lambda base: (utc(base.created_at), base.id))
        return [base.model_copy(deep=True) for base in found]

    async def delete_knowledge_base(self, knowledge_base_id: str) -> None:
        self._bases.pop(knowledge_base_id, None)
        for document in await self.list_documents(knowledge_base_id):
            await self.delete_document(document.id)

    async def put_document(self, record: KnowledgeDocumentRecord) -> None:
        self._documents[record.id] = record.model_copy(deep=True)

    async def get_document(self, document_id: str) -> KnowledgeDocumentRecord | None:
        found = self._documents.get(document_id)
        return None if found is None else found.model_copy(deep=True)

    async def list_documents(
        self, knowledge_base_id: str, *, status: DocumentStatus | None = None
    ) -> list[KnowledgeDocumentRecord]:
        found = [
            document.model_copy(deep=True)
            for document in self._documents.values()
            if document.knowledge_base_id == knowledge_base_id and status in (None, document.status)
        ]
        return sorted(found, key=lambda document: (document.data.filename, document.id))

    async def delete_document(self, document_id: str) -> None:
        self._documents.pop(document_id, None)
        self._sections.pop(document_id, None)

    async def move(
        self, document_id: str, status: DocumentStatus, *, error: str | None = None
    ) -> None:
        if document_id in self._documents:
            self._documents[document_id] = moved(self._documents[document_id], status, error)

    async def put_sections(
        self,
        document_id: str,
        version: int,
        sections: Sequence[Section],
    ) -> None:
        rows = {section.index: pack_section(section) for section in sections}
        self._sections[document_id] = version, rows

    async def get_sections(self, document_id: str) -> list[Section]:
        _, rows = self._sections.get(document_id, (0, {}))
        return [unpack_section(packed) for _, packed in sorted(rows.items())]

    async def get_section(self, document_id: str, index: int, version: int) -> Section | None:
        kept, rows = self._sections.get(document_id, (0, {}))
        packed = rows.get(index) if kept == version else None
        return None if packed is None else unpack_section(packed)

    async def acquire_lease(
        self, document_id: str, node: str, now: datetime, seconds: float
    ) -> bool:
        known = self._documents.get(document_id)
        taken = None if known is None else leased(known, node, now, seconds)
        if taken is None:
            return False
        self._documents[document_id] = taken
        return True

    async def release_lease(self, document_id: str, node: str) -> None:
        known = self._documents.get(document_id)
        free = None if known is None else released(known, node)
        if free is not None:
            self._documents[document_id] = free
