"""What every member that keeps its tables in a `Database` does alike.

class SQLiteStore(DatabaseMember, VectorStoreBase):
    schema = SCHEMA

store = SQLiteStore(database)                            # shares it; the caller closes it
store = SQLiteStore(SQLiteStore.Parameters(path="kb"))   # has one of its own
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, ClassVar, Protocol, Self

from pydantic import BaseModel, ConfigDict
from sqlalchemy import Connection

from ragstone.database.database import Database
from ragstone.database.schema import Schema
from ragstone.database.unit import Result


class OpenUnit(Protocol):
    """`ragstone.contracts.UnitOfWork` as this layer, which stands beside it, sees it."""

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """Call `work` with the open connection, on the writer's thread."""
        ...


class DatabaseMember:
    """Reads and writes in a `Database`, which the caller closes, or in one of its own."""

    schema: ClassVar[Schema]
    """The tables of the member."""

    class Parameters(BaseModel):
        """A database of its own."""

        model_config = ConfigDict(extra="forbid", frozen=True)

        path: str = ":memory:"
        """The file, made if it is not there."""

    def __init__(self, place: Database | Parameters | None = None) -> None:
        self._owns_database = not isinstance(place, Database)
        self._database = (
            place if isinstance(place, Database) else Database((place or self.Parameters()).path)
        )
        self._database.declare(self.schema)
        self._unit: OpenUnit | None = None

    def within(self, unit: OpenUnit) -> Self:
        """The same member writing through the caller's transaction, without committing."""
        inside = copy.copy(self)
        inside._unit, inside._owns_database = unit, False
        return inside

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: Any) -> None:
        if self._owns_database:
            self._database.close()

    async def _read(self, work: Callable[[Connection], Result]) -> Result:
        """Call `work` with what is committed, or with the state of the transaction it is within."""
        if self._unit is not None:
            return await self._unit.run(work)
        return await self._database.read(work)

    async def _write(self, work: Callable[[Connection], Result]) -> Result:
        """Call `work` in a transaction of its own, or in the one it is within."""
        if self._unit is not None:
            return await self._unit.run(work)
        return await self._database.write(work)
