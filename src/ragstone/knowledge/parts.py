"""What a knowledge base may have beside embedder and store.

parts = OptionalParts(records=records, unit=database.unit, knowledge_base_id="notes")
kb = KnowledgeBase("notes", "", embedder, store, "notes", parts=parts)
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field

from ragstone.contracts import UnitOfWork
from ragstone.records.base import RecordsBase
from ragstone.search.fuse import Weights


@asynccontextmanager
async def no_unit() -> AsyncGenerator[UnitOfWork | None]:
    """For a store and records that share no transaction: each call commits itself."""
    yield None


@dataclass(frozen=True, slots=True)
class OptionalParts:
    """What is there is used in everything.

    - `records` give citations their pages, lines and boxes; `knowledge_base_id` says whose they
      are, for `list_records`.
    - `weights` fuse words and meaning.
    - `unit` opens the transaction that store and records share, so that a document goes from both
      or from none.
    """

    records: RecordsBase | None = None
    weights: Weights = field(default_factory=Weights)
    knowledge_base_id: str = ""
    unit: Callable[[], AbstractAsyncContextManager[UnitOfWork | None]] = no_unit
