"""Records and sections as bytes: JSON, of sections compressed.

What of a document's record was damaged is replaced by a record that says so: its file can be
ingested again, and the document can be deleted, as any other.
"""

from __future__ import annotations

import zlib

from pydantic import BaseModel, ValidationError

from ragstone.errors import StoreError
from ragstone.model.json_bytes import bytes_of, values_of
from ragstone.model.section import Section
from ragstone.records.record import (
    DocumentStatus,
    KnowledgeDocumentData,
    KnowledgeDocumentRecord,
)

#: Sections are text and offsets: higher levels save 3 % and take three times as long.
_LEVEL = 6


def pack(record: BaseModel) -> bytes:
    """`record` as JSON."""
    return bytes_of(record.model_dump(mode="json"))


def unpack_document(
    document_id: str, knowledge_base_id: str, packed: bytes
) -> KnowledgeDocumentRecord:
    """The inverse of `pack`; for damaged bytes a record in error, without name and hash."""
    try:
        return KnowledgeDocumentRecord.model_validate(values_of(packed))
    except (StoreError, ValidationError):
        return KnowledgeDocumentRecord(
            id=document_id,
            knowledge_base_id=knowledge_base_id,
            status=DocumentStatus.ERROR,
            data=KnowledgeDocumentData(
                filename="",
                error="the record of this document is damaged; ingest its file again, or delete it",
            ),
        )


def pack_section(section: Section) -> bytes:
    """A section with text, parts and runs, compressed."""
    return zlib.compress(pack(section), _LEVEL)


def unpack_section(packed: bytes) -> Section:
    """The inverse of `pack_section`; `StoreError` for bytes that were damaged since."""
    try:
        unpacked = zlib.decompress(packed)
    except zlib.error as error:
        raise StoreError(
            f"a section in the database is damaged ({error}); take the file from a backup, or "
            "remove it and ingest again"
        ) from error
    return Section.model_validate(values_of(unpacked))
