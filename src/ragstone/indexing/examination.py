"""Looking into many documents at once, each in a worker of the sandbox.

healths = await examined(walk("documents"), workers=2)
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from ragstone.errors import RagstoneError, SourceNotFound
from ragstone.indexing.health import EXAMINE, Health
from ragstone.indexing.sandbox import Sandbox
from ragstone.indexing.stages import ParseRequest, parsing_modules
from ragstone.limits import DEFAULT_LIMITS, Limits
from ragstone.sources.source import Source


async def examined(
    sources: Iterable[Source | SourceNotFound], workers: int = 2, limits: Limits = DEFAULT_LIMITS
) -> list[Health]:
    """The health of each, in order; one that cannot be read is one with an `error`."""
    modules = (*parsing_modules(), EXAMINE.partition(":")[0])
    async with Sandbox(workers=workers, limits=limits, preload=modules) as sandbox:

        async def examine(item: Source | SourceNotFound) -> Health:
            if isinstance(item, SourceNotFound):
                return Health(name=item.file, error=str(item))
            try:
                payload = ParseRequest.of(item).pack()
                return Health.unpack(await sandbox.call(EXAMINE, payload, name=item.name))
            except RagstoneError as error:
                return Health(name=item.name, error=str(error))

        return list(await asyncio.gather(*map(examine, sources)))
