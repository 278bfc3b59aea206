"""What the suites of the store contract are made of: records, scenarios, the store under test."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, ClassVar

from hypothesis import HealthCheck, settings

from ragstone.model.block import TextBlock
from ragstone.model.chunk import Chunk
from ragstone.stores.base import VectorRecord, VectorStoreBase

NAME = "notes"
Scenario = Callable[[VectorStoreBase], Awaitable[Any]]

SETTINGS = settings(
    deadline=None, max_examples=25, suppress_health_check=[HealthCheck.differing_executors]
)


def record(
    document_id: str,
    index: int,
    text: str = "",
    vector: Sequence[float] | None = None,
    **more: Any,
) -> VectorRecord:
    """A chunk of a document with its vector; `more`: version, and fields of the chunk."""
    version: int = more.pop("version", 1)
    fields: dict[str, Any] = {
        "content": TextBlock(text=text or f"{document_id} {index}"),
        "source": f"{document_id}.txt",
        "chunk_index": index,
        "total_chunks": 6,
    }
    chunk = Chunk(**fields | more)
    return VectorRecord(
        vector=None if vector is None else list(vector),
        document_id=document_id,
        chunk=chunk,
        version=version,
    )


class StoreSuite:
    """What every suite has: a store, made by those who inherit."""

    #: A store whose full text splits Chinese into words may miss what a pair of characters finds.
    finds_every_character: ClassVar[bool] = True
    #: A store that does not say how much of a query a chunk holds gives 1.0 throughout.
    tells_coverage: ClassVar[bool] = True

    @staticmethod
    def make() -> VectorStoreBase:
        """An empty store."""
        raise NotImplementedError

    def run(self, scenario: Scenario, dimensions: int = 3) -> Any:
        """Run `scenario` with an entered store that has the collection `NAME`."""

        async def entered() -> Any:
            async with self.make() as store:
                await store.create_collection(NAME, dimensions)
                return await scenario(store)

        return asyncio.run(entered())
