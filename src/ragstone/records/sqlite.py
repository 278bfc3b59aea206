"""Records in a SQLite file, which the embedded store shares.

database = Database("kb.sqlite")
records = SQLiteRecords(database)
async with database.unit() as unit:
    await records.within(unit).put_document(record)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import ClassVar

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.dialects.sqlite import insert as upsert

from ragstone.database import DatabaseMember
from ragstone.model.json_bytes import values_of
from ragstone.model.section import Section
from ragstone.records.base import RecordsBase
from ragstone.records.moving import leased, moved, released, utc
from ragstone.records.packing import pack, pack_section, unpack_document, unpack_section
from ragstone.records.record import (
    DocumentStatus,
    KnowledgeBaseRecord,
    KnowledgeDocumentRecord,
)
from ragstone.records.sqlite_schema import DOCUMENTS, KNOWLEDGE_BASES, SCHEMA, SECTIONS

_DOCUMENT = (DOCUMENTS.c.id, DOCUMENTS.c.knowledge_base_id, DOCUMENTS.c.body)


class SQLiteRecords(DatabaseMember, RecordsBase):
    """Records in a `Database`, which the caller closes, or in one of its own (`Parameters`).

    One transaction writes at a time, so a move or a lease that was read and then written is a
    compare-and-set, across processes too.
    """

    records_type: ClassVar[str] = "sqlite"
    schema = SCHEMA

    async def put_knowledge_base(self, record: KnowledgeBaseRecord) -> None:
        body = pack(record)
        put = upsert(KNOWLEDGE_BASES).values(id=record.id, body=body)
        await self._write(
            lambda connection: connection.execute(
                put.on_conflict_do_update(index_elements=["id"], set_={"body": body})
            )
        )

    async def get_knowledge_base(self, knowledge_base_id: str) -> KnowledgeBaseRecord | None:
        query = select(KNOWLEDGE_BASES.c.body).where(KNOWLEDGE_BASES.c.id == knowledge_base_id)
        body = await self._read(lambda connection: connection.execute(query).scalar())
        return None if body is None else KnowledgeBaseRecord.model_validate(values_of(body))

    async def list_knowledge_bases(self) -> list[KnowledgeBaseRecord]:
        query = select(KNOWLEDGE_BASES.c.body)
        bodies = await self._read(lambda connection: connection.execute(query).scalars().all())
        found = [KnowledgeBaseRecord.model_validate(values_of(body)) for body in bodies]
        return sorted(found, key=lambda base: (utc(base.created_at), base.id))

    async def delete_knowledge_base(self, knowledge_base_id: str) -> None:
        documents = select(DOCUMENTS.c.id).where(DOCUMENTS.c.knowledge_base_id == knowledge_base_id)

        def work(connection: Connection) -> None:
            connection.execute(delete(SECTIONS).where(SECTIONS.c.document_id.in_(documents)))
            connection.execute(
                delete(DOCUMENTS).where(DOCUMENTS.c.knowledge_base_id == knowledge_base_id)
            )
            connection.execute(
                delete(KNOWLEDGE_BASES).where(KNOWLEDGE_BASES.c.id == knowledge_base_id)
            )

        await self._write(work)

    async def put_document(self, record: KnowledgeDocumentRecord) -> None:
        await self._write(lambda connection: _put(connection, record))

    async def get_document(self, document_id: str) -> KnowledgeDocumentRecord | None:
        return await self._read(lambda connection: _get(connection, document_id))

    async def list_documents(
        self, knowledge_base_id: str, *, status: DocumentStatus | None = None
    ) -> list[KnowledgeDocumentRecord]:
        query = select(*_DOCUMENT).where(DOCUMENTS.c.knowledge_base_id == knowledge_base_id)
        if status is not None:
            query = query.where(DOCUMENTS.c.status == status.value)
        rows = await self._read(lambda connection: connection.execute(query).all())
        found = [unpack_document(*row) for row in rows]
        return sorted(found, key=lambda document: (document.data.filename, document.id))

    async def delete_document(self, document_id: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(SECTIONS).where(SECTIONS.c.document_id == document_id))
            connection.execute(delete(DOCUMENTS).where(DOCUMENTS.c.id == document_id))

        await self._write(work)

    async def move(
        self, document_id: str, status: DocumentStatus, *, error: str | None = None
    ) -> None:
        await self._change(document_id, lambda record: moved(record, status, error))

    async def put_sections(
        self, document_id: str, version: int, sections: Sequence[Section]
    ) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(SECTIONS).where(SECTIONS.c.document_id == document_id))
            for section in sections:
                row = {
                    "document_id": document_id,
                    "section_index": section.index,
                    "version": version,
                    "body": pack_section(section),
                }
                connection.execute(insert(SECTIONS), row)

        await self._write(work)

    async def get_sections(self, document_id: str) -> list[Section]:
        query = (
            select(SECTIONS.c.body)
            .where(SECTIONS.c.document_id == document_id)
            .order_by(SECTIONS.c.section_index)
        )
        bodies = await self._read(lambda connection: connection.execute(query).scalars().all())
        return [unpack_section(body) for body in bodies]

    async def get_section(self, document_id: str, index: int, version: int) -> Section | None:
        query = select(SECTIONS.c.body).where(
            SECTIONS.c.document_id == document_id,
            SECTIONS.c.section_index == index,
            SECTIONS.c.version == version,
        )
        body = await self._read(lambda connection: connection.execute(query).scalar())
        return None if body is None else unpack_section(body)

    async def acquire_lease(
        self, document_id: str, node: str, now: datetime, seconds: float
    ) -> bool:
        return await self._change(document_id, lambda record: leased(record, node, now, seconds))

    async def release_lease(self, document_id: str, node: str) -> None:
        await self._change(document_id, lambda record: released(record, node))

    async def _change(
        self,
        document_id: str,
        change: Callable[[KnowledgeDocumentRecord], KnowledgeDocumentRecord | None],
    ) -> bool:
        """Read, change and write one record in one transaction; whether it was changed."""

        def work(connection: Connection) -> bool:
            known = _get(connection, document_id)
            changed = None if known is None else change(known)
            if changed is None:
                return False
            _put(connection, changed)
            return True

        return await self._write(work)


def _get(connection: Connection, document_id: str) -> KnowledgeDocumentRecord | None:
    row = connection.execute(select(*_DOCUMENT).where(DOCUMENTS.c.id == document_id)).first()
    return None if row is None else unpack_document(*row)


def _put(connection: Connection, record: KnowledgeDocumentRecord) -> None:
    values = {
        "knowledge_base_id": record.knowledge_base_id,
        "status": record.status.value,
        "body": pack(record),
    }
    put = upsert(DOCUMENTS).values(id=record.id, **values)
    connection.execute(put.on_conflict_do_update(index_elements=["id"], set_=values))
