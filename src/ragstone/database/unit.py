"""Units of work: several writes, one commit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from ragstone.database.failures import explained
from ragstone.errors import StoreError

Result = TypeVar("Result")


class Writer(Protocol):
    """What a unit needs of the `Database` that it writes."""

    name: str
    path: Path

    async def on_writer(self, work: Callable[[], Result]) -> Result:
        """Call `work` on the writer's thread."""
        ...

    def begin(self) -> Connection:
        """A connection with a transaction open; on the writer's thread only."""
        ...


class Unit:
    """One open transaction; fulfils `contracts.UnitOfWork`. Made by `Database.unit()`."""

    def __init__(self, database: Writer) -> None:
        self.database = database
        self._connection: Connection | None = None
        self._over = False

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """Call `work` with the open connection, on the writer's thread."""
        return await self.database.on_writer(lambda: self._run(work))

    def _run(self, work: Callable[[Connection], Result]) -> Result:
        if self._over:
            raise StoreError("this unit of work is over; open another one")
        if self._connection is None:
            self._connection = self.database.begin()
        with explained(self.database.path, self.database.name):
            return work(self._connection)

    def commit(self) -> None:
        """Make it so; on the writer's thread."""
        if self._connection is None:
            return
        with explained(self.database.path, self.database.name):
            self._connection.commit()

    def roll_back(self) -> None:
        """Undo what was not committed and give the connection back; on the writer's thread."""
        self._over = True
        if self._connection is not None:
            self._connection.close()
            self._connection = None
