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

from ragstone.indexing.metadata import as_json, same
from ragstone.model.block import content_id
from ragstone.records.base import RecordsBase
from ragstone.records.record import DocumentStatus, KnowledgeDocumentRecord
from ragstone.sources.source import Source, unreadable

_PIECE = 1024 * 1024


class Action(StrEnum):
    ADD = "add"
    REPLACE = "replace"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Plan:
    """One source, the document it is, and what is known of that document so far.

    `metadata` are those that the document is to have, as JSON.
    """

    source: Source
    document_id: str
    action: Action
    record: KnowledgeDocumentRecord | None
    metadata: Mapping[str, Any]

    @property
    def version(self) -> int:
        """The version that is there; 0 before the first."""
        return 0 if self.record is None else self.record.version


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

        A document with warnings is made anew under other limits, which may let more of it in.

        Metadata: the source's own over `metadata` (JSON, for all sources) over what the document
        has, key by key. The same bytes with other metadata are a new version too.
        """
        found_id = document_id(self._knowledge_base_id, source)
        record = await self._records.get_document(found_id)
        known = {} if record is None else record.data.metadata
        wanted = {**known, **(metadata or {}), **as_json(source.metadata)}
        if record is None or not record.content_hash:
            return Plan(source, found_id, Action.ADD, record, wanted)
        unchanged = (
            record.content_hash == await asyncio.to_thread(_hash, source)
            and record.status is DocumentStatus.READY
            and same(wanted, known)
            and (not record.data.warnings or record.data.limits == source.limits.unusual)
        )
        action = Action.UNCHANGED if unchanged else Action.REPLACE
        return Plan(source, found_id, action, record, wanted)


def _hash(source: Source) -> str:
    """As `stages.content_hash`, without holding the file in memory; a log may grow meanwhile."""
    digest = hashlib.sha256()
    left = source.limits.file_bytes + 1
    with source.open() as file:
        try:
            while left and (piece := file.read(min(_PIECE, left))):
                digest.update(piece)
                left -= len(piece)
        except OSError as error:
            raise unreadable(source.name, error) from error
    source.limits.check("file_bytes", source.limits.file_bytes + 1 - left, source.name)
    return digest.hexdigest()
