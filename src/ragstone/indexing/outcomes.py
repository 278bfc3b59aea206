"""How a document's ingestion ends: its record when it is searchable, a sentence when it failed."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import cast

from ragstone.errors import RagstoneError, StoreError
from ragstone.indexing.events import IngestEvent
from ragstone.indexing.jobs import Prepared
from ragstone.indexing.vectors import DocumentVectors
from ragstone.records.record import DocumentStatus, KnowledgeDocumentRecord
from ragstone.sources.source import Source

logger = logging.getLogger("ragstone.indexing")


def ready_record(
    record: KnowledgeDocumentRecord, version: int, prepared: Prepared, rows: DocumentVectors
) -> KnowledgeDocumentRecord:
    """`record` as it is once `version` can be searched."""
    plan, parsed = prepared.plan, prepared.parsed
    data = record.data.model_copy(
        update={
            "size": parsed.size,
            "content_type": parsed.media_type,
            "error": None,
            "chunk_count": len(prepared.chunks),
            "metadata": dict(plan.metadata),
            "warnings": parsed.warnings + rows.warnings,
            "limits": plan.source.limits.unusual,
        }
    )
    return record.model_copy(
        update={
            "status": DocumentStatus.READY,
            "version": version,
            "content_hash": parsed.content_hash,
            "data": data,
        }
    )


def overtaken(event: IngestEvent) -> str:
    return (
        f"{event.document}: another ingestion made a version of it meanwhile, which was kept; "
        "ingest it again if it differs"
    )


def failure_sentence(source: Source, error: Exception) -> str:
    """One sentence for people that begins with the file's name; unexpected errors are logged."""
    if not isinstance(error, RagstoneError):
        logger.debug("ingesting %s failed", source.name, exc_info=error)
        first = (str(error).splitlines() or [""])[0][:200]
        return (
            f"{source.name}: ingestion failed ({type(error).__name__}: {first}); "
            "run with --verbose and report it"
        )
    sentence = str(error)
    return sentence if sentence.startswith(source.name) else f"{source.name}: {sentence}"


def first_cause(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The store's failure out of what several tasks raised, else whatever came first."""
    leaves = list(_leaves(group))
    return next((leaf for leaf in leaves if isinstance(leaf, StoreError)), leaves[0])


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        group = cast(BaseExceptionGroup[BaseException], error)
        for inner in group.exceptions:
            yield from _leaves(inner)
    else:
        yield error
