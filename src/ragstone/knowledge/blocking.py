"""The blocking façade: `KnowledgeBase` for scripts, over the very same coroutines.

    with BlockingKnowledgeBase.open("./kb") as kb:
        for event in kb.add(["docs"]):
            print(event.stage, event.document)
        hits = kb.search("什么是检索增强生成")

One thread runs the event loop, so it also works inside a running loop (a notebook).
"""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Generator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

from ragstone.errors import RagstoneError
from ragstone.indexing.events import IngestEvent
from ragstone.knowledge.base import KnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.model.chunk import Chunk
from ragstone.model.section import Section
from ragstone.records.record import KnowledgeBaseRecord, KnowledgeDocumentRecord
from ragstone.search.hit import Hit
from ragstone.search.query import Query
from ragstone.sources.folder import Paths
from ragstone.sources.selection import EVERYTHING, Selection
from ragstone.stores.base import DocumentSummary

Result = TypeVar("Result")


class BlockingKnowledgeBase:
    """A `KnowledgeBase` whose methods return results, not coroutines; same names, same rules."""

    def __init__(self, open_kb: Coroutine[Any, Any, KnowledgeBase]) -> None:
        """`open_kb` is awaited on the façade's own loop; use `BlockingKnowledgeBase.open`."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="ragstone-loop", daemon=True
        )
        self._thread.start()
        try:
            self._kb = self._wait(open_kb)
        except BaseException:
            self._stop()
            raise

    @classmethod
    def open(cls, path: str | Path, config: KnowledgeBaseConfig | None = None) -> Self:
        """See `KnowledgeBase.open`."""
        return cls(KnowledgeBase.open(path, config))

    def add(
        self,
        paths: Paths,
        metadata: Mapping[str, Any] | None = None,
        *,
        prune: bool = False,
        selection: Selection = EVERYTHING,
    ) -> Generator[IngestEvent]:
        """See `KnowledgeBase.add`; the work goes on while the caller handles an event."""
        stream = self._kb.add(paths, metadata, prune=prune, selection=selection)
        try:
            while (event := self._wait(_next(stream))) is not None:
                yield event
        finally:
            self._wait(_close(stream))

    def search(
        self,
        queries: Query | Sequence[Query],
        top_k: int = 5,
        *,
        metadata_filter: Mapping[str, Any] | None = None,
        score_threshold: float | None = None,
    ) -> list[Hit]:
        """See `KnowledgeBase.search`."""
        return self._wait(
            self._kb.search(
                queries, top_k, metadata_filter=metadata_filter, score_threshold=score_threshold
            )
        )

    def get_parent(self, hit: Hit) -> Chunk | None:
        """See `KnowledgeBase.get_parent`."""
        return self._wait(self._kb.get_parent(hit))

    def list_documents(
        self, metadata_filter: Mapping[str, Any] | None = None
    ) -> list[DocumentSummary]:
        """See `KnowledgeBase.list_documents`."""
        return self._wait(self._kb.list_documents(metadata_filter))

    def get_record(self) -> KnowledgeBaseRecord | None:
        """See `KnowledgeBase.get_record`."""
        return self._wait(self._kb.get_record())

    def list_records(self) -> list[KnowledgeDocumentRecord]:
        """See `KnowledgeBase.list_records`."""
        return self._wait(self._kb.list_records())

    def list_chunks(
        self,
        document_id: str,
        *,
        offset: int = 0,
        limit: int = 30,
        metadata_filter: Mapping[str, Any] | None = None,
    ) -> list[Chunk]:
        """See `KnowledgeBase.list_chunks`."""
        return self._wait(
            self._kb.list_chunks(
                document_id, offset=offset, limit=limit, metadata_filter=metadata_filter
            )
        )

    def get_sections(self, document_id: str) -> list[Section]:
        """See `KnowledgeBase.get_sections`."""
        return self._wait(self._kb.get_sections(document_id))

    def delete_document(self, document_id: str) -> bool:
        """See `KnowledgeBase.delete_document`."""
        return self._wait(self._kb.delete_document(document_id))

    def close(self) -> None:
        """See `KnowledgeBase.close`; the thread ends too."""
        if self._thread.is_alive():
            try:
                self._wait(self._kb.close())
            finally:
                self._stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _wait(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        if self._loop.is_closed():
            coroutine.close()
            raise RagstoneError("the knowledge base is closed; open it again")
        try:
            # Inside: an interrupt may come when the work has begun and its future is not here yet.
            return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()
        except KeyboardInterrupt:
            # Let the work unwind on its own thread before the caller closes what it uses.
            asyncio.run_coroutine_threadsafe(_cancel_others(), self._loop).result()
            if inspect.getcoroutinestate(coroutine) == inspect.CORO_CREATED:
                coroutine.close()
            raise

    def _stop(self) -> None:
        self._wait(self._loop.shutdown_asyncgens())
        self._wait(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _cancel_others() -> None:
    """Cancel all that runs on this loop and wait for its end."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


async def _next(stream: AsyncIterator[IngestEvent]) -> IngestEvent | None:
    return await anext(stream, None)


async def _close(stream: AsyncIterator[IngestEvent]) -> None:
    # An interrupt between two waits leaves the next event on its way.
    if getattr(stream, "ag_running", False):
        await _cancel_others()
    if isinstance(stream, AsyncGenerator):
        await stream.aclose()
