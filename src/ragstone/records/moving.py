"""How a document's record changes: its status by the table of legal moves, its lease by the clock.

Pure functions from record to record; the members apply them inside their transactions.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from ragstone.errors import IllegalMove
from ragstone.records.record import (
    MOVES,
    DocumentStatus,
    KnowledgeDocumentRecord,
)


def moved(
    record: KnowledgeDocumentRecord, status: DocumentStatus, error: str | None
) -> KnowledgeDocumentRecord:
    """The record at `status` with `error` (None clears it); `IllegalMove` for a forbidden move."""
    if status not in MOVES[record.status]:
        raise IllegalMove(record.status.value, status.value)
    data = record.data.model_copy(update={"error": error})
    return record.model_copy(update={"status": status, "data": data})


def leased(
    record: KnowledgeDocumentRecord, node: str, now: datetime, seconds: float
) -> KnowledgeDocumentRecord | None:
    """The record held by `node` for `seconds` from `now`; None while another node holds it."""
    now = utc(now)
    expires = record.lease_expires_at
    held = record.processing_node is not None and expires is not None and utc(expires) > now
    if held and record.processing_node != node:
        return None
    expiry = now + timedelta(seconds=seconds)
    return record.model_copy(update={"processing_node": node, "lease_expires_at": expiry})


def released(record: KnowledgeDocumentRecord, node: str) -> KnowledgeDocumentRecord | None:
    """The record free for anyone; None when `node` does not hold it."""
    if record.processing_node != node:
        return None
    return record.model_copy(update={"processing_node": None, "lease_expires_at": None})


def utc(moment: datetime) -> datetime:
    """`moment` in UTC; one without a zone is UTC already."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
