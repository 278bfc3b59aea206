"""Documents on their way: prepared side by side, handed on in the order in which they came.

async for batch in batches(jobs):
    ...     # a list of `Prepared`
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from ragstone.indexing.events import IngestEvent
from ragstone.indexing.held import Held, HeldChunks
from ragstone.indexing.plan import Plan
from ragstone.indexing.stages import ParsedDocument
from ragstone.indexing.vectors import CHUNKS_PER_BATCH
from ragstone.model.section import Section


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document that is parsed and chunked, and waits for its vectors and its turn."""

    plan: Plan
    event: IngestEvent
    parsed: ParsedDocument
    sections: Held[Section]
    chunks: HeldChunks


#: Documents being prepared, in the order in which they came; None ends them.
Jobs = asyncio.Queue[asyncio.Task[Prepared | None] | None]


async def batches(jobs: Jobs) -> AsyncIterator[list[Prepared]]:
    """Prepared documents in order; those that are done already come together, up to a batch."""
    batch: list[Prepared] = []
    while (job := await jobs.get()) is not None:
        if batch and not job.done():  # the finished do not wait for the slow
            yield batch
            batch = []
        if (prepared := await job) is not None:
            batch.append(prepared)
        full = sum(len(prepared.chunks) for prepared in batch) >= CHUNKS_PER_BATCH
        if batch and (full or jobs.empty()):
            yield batch
            batch = []
    if batch:
        yield batch
