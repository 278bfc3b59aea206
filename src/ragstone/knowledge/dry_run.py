"""What `add` would do with files, with nothing written and no knowledge base made.

async for forecast in dry_run("./kb", ["docs"]):
    print(forecast.fate, forecast.document)
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from ragstone.errors import KnowledgeBaseNotFound
from ragstone.indexing.forecast import IDENTIFY, Forecast, forecasts
from ragstone.indexing.metadata import as_json
from ragstone.indexing.plan import Planner
from ragstone.indexing.sandbox import Sandbox
from ragstone.indexing.stages import parsing_modules
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.knowledge.embedded import Embedded, open_embedded
from ragstone.knowledge.pinned import new_record
from ragstone.sources.folder import Paths, walk
from ragstone.sources.selection import EVERYTHING, Selection


async def dry_run(
    path: str | Path,
    paths: Paths,
    config: KnowledgeBaseConfig | None = None,
    metadata: Mapping[str, Any] | None = None,
    *,
    selection: Selection = EVERYTHING,
) -> AsyncIterator[Forecast]:
    """One `Forecast` a file, in the order in which `add` would meet them.

    Raises what `KnowledgeBase.open` raises for options that differ from the pinned ones.
    """
    config = (config or KnowledgeBaseConfig()).model_copy(update={"create": False})
    embedded = await _opened(Path(path), config)
    modules = (*parsing_modules(), IDENTIFY.partition(":")[0])
    try:
        planner, leave_out = None, _nothing
        if embedded is not None:
            planner = Planner(embedded.records, embedded.record.id)
            leave_out = embedded.owns
        sources = walk(paths, config.limits, leave_out=leave_out, selection=selection)
        given = as_json(metadata or {})
        async with Sandbox(workers=1, limits=config.limits, preload=modules) as sandbox:
            async for forecast in forecasts(sources, planner, sandbox, given):
                yield forecast
    finally:
        if embedded is not None:
            await embedded.close()


async def _opened(path: Path, config: KnowledgeBaseConfig) -> Embedded | None:
    try:
        return await open_embedded(path, config)
    except KnowledgeBaseNotFound:
        new_record(path, config)  # wrong options are refused all the same
        return None


def _nothing(_: Path) -> bool:
    return False
