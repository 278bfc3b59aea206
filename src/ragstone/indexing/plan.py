"""What to do with each source: nothing, or a (new) version.

plan = await Planner(records, kb_id).plan(source)
plan.action        # Action.ADD, Action.REPLACE, Action.UNCHANGED
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ragstone.model.block import content_id
from ragstone.records.base import RecordsBase
from ragstone.records.record import DocumentStatus, KnowledgeDocumentRecord
from ragstone.sources.source import Source

_PIECE = 1024 * 1024


class Action(StrEnum):
    ADD = "add"
    REPLACE = "replace"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Plan:
    """One source, the document it is, and what is known of that document so far."""

    source: Source
    document_id: str
    action: Action
    record: KnowledgeDocumentRecord | None


def document_id(knowledge_base_id: str, source: Source) -> str:
    """The id of the document at `source.uri` in one knowledge base: the same in every run."""
    return content_id("document", knowledge_base_id, source.uri)


class Planner:
    """Compares sources with the records of one knowledge base."""

    def __init__(self, records: RecordsBase, knowledge_base_id: str) -> None:
        self._records = records
        self._knowledge_base_id = knowledge_base_id

    async def plan(self, source: Source, metadata: Mapping[str, Any] | None = None) -> Plan:
        """The plan for one source; `SourceNotFound` or `LimitExceeded` when it can't be read.

        The same bytes with other `metadata` than the document has are a new version too.
        """
        found_id = document_id(self._knowledge_base_id, source)
        record = await self._records.get_document(found_id)
        if record is None or not record.content_hash:
            return Plan(source, found_id, Action.ADD, record)
        same = record.content_hash == await asyncio.to_thread(_hash, source)
        known = record.data.metadata
        if (
            same
            and record.status is DocumentStatus.READY
            and {**known, **(metadata or {})} == known
        ):
            return Plan(source, found_id, Action.UNCHANGED, record)
        return Plan(source, found_id, Action.REPLACE, record)


def _hash(source: Source) -> str:
    """As `stages.content_hash`, without holding the file in memory."""
    digest = hashlib.sha256()
    with source.open() as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()
