"""The write path of an opened knowledge base: its workers, one ingestion at a time, pruning.

ingester = Ingester(embedded, config)
async for event in ingester.ingest(["docs"], {"team": "harbour"}):
    ...
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ragstone.errors import StoreError
from ragstone.indexing.events import IngestEvent, Stage
from ragstone.indexing.lock import ingestion_lock
from ragstone.indexing.pipeline import Members, Pipeline, Target
from ragstone.indexing.sandbox import Sandbox
from ragstone.indexing.stages import chunking_module, parsing_modules
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.knowledge.embedded import LOCK_FILE, Embedded
from ragstone.knowledge.prune import gone
from ragstone.knowledge.scope import Scope
from ragstone.sources.folder import walk
from ragstone.sources.selection import EVERYTHING, Selection
from ragstone.sources.source import Source


class Ingester:
    """Ingests into `embedded`, which it closes; its workers start with the first document."""

    def __init__(self, embedded: Embedded, config: KnowledgeBaseConfig) -> None:
        self._embedded = embedded
        self._config = config
        self._sandbox: Sandbox | None = None

    async def ingest(
        self,
        paths: Sequence[str | Path | Source],
        metadata: Mapping[str, Any] | None,
        scope: Scope,
        *,
        prune: bool = False,
        selection: Selection = EVERYTHING,
    ) -> AsyncIterator[IngestEvent]:
        """See `KnowledgeBase.add`; documents go where `scope` says.

        Raises `StoreError` at the end when the database was removed or replaced meanwhile: what is
        written to a file without a name is lost, and nothing else says so.
        """
        pipeline = self._pipeline(scope)
        sources = walk(
            paths, self._config.limits, leave_out=self._embedded.owns, selection=selection
        )
        async with ingestion_lock(self._embedded.folder / LOCK_FILE):
            last, written = 0, _identity(self._embedded.database.path)
            async for event in pipeline.ingest(sources, metadata):
                last = max(last, event.number)
                yield event
            if prune:
                async for event in self._prune(paths, scope, last):
                    yield event
            if written is None or written != _identity(self._embedded.database.path):
                raise StoreError(
                    f"{self._embedded.folder} was removed or replaced while documents were "
                    "ingested into it; ingest them again"
                )

    async def close(self) -> None:
        """End the workers and close the database."""
        sandbox, self._sandbox = self._sandbox, None
        try:
            if sandbox is not None:
                await sandbox.close()
        finally:
            await self._embedded.close()

    def _pipeline(self, scope: Scope) -> Pipeline:
        embedded = self._embedded
        if embedded.missing is not None:
            raise embedded.missing
        pinned = embedded.record.data.chunker_config
        if self._sandbox is None:
            self._sandbox = Sandbox(
                workers=self._config.workers,
                limits=self._config.limits,
                preload=(*parsing_modules(), chunking_module(pinned.type)),
            )
        members = Members(
            records=embedded.records,
            store=embedded.store,
            embedder=embedded.embedder,
            sandbox=self._sandbox,
            unit=embedded.database.unit,
        )
        target = Target(
            knowledge_base_id=embedded.record.id,
            collection=scope.collection,
            chunker=pinned,
            metadata_filter=scope.fixed,
        )
        return Pipeline(members, target)

    async def _prune(
        self, paths: Sequence[str | Path | Source], scope: Scope, last: int
    ) -> AsyncIterator[IngestEvent]:
        """Delete the documents whose file is gone; events are numbered on from `last`."""
        known = await self._embedded.records.list_documents(self._embedded.record.id)
        lost = await asyncio.to_thread(gone, known, paths)
        for number, record in enumerate(lost, last + 1):
            async with self._embedded.database.unit() as unit:
                await scope.within(unit).delete(record.id)
            yield IngestEvent(
                stage=Stage.DELETED,
                document=record.data.filename,
                number=number,
                document_id=record.id,
                version=record.version,
            )


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another of its name; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
