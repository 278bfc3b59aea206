"""The tables that families declare, and which of them a file has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, text

from ragstone.errors import StoreError


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of one family member; `create` runs once per file, in a write transaction.

    A file whose `version` of `name` is another one is refused: it must be built again.
    """

    name: str
    version: int
    create: Callable[[Connection], None]


class Schemas:
    """What was declared for the file `name`. Not safe for several threads."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._declared: dict[str, Schema] = {}
        self._created: set[str] = set()

    def declare(self, schema: Schema) -> None:
        """Again is no error."""
        self._declared.setdefault(schema.name, schema)

    @property
    def ready(self) -> bool:
        """Whether all of them are known to be in the file."""
        return self._declared.keys() <= self._created

    def found(self) -> None:
        """All of them were found in the file, or made."""
        self._created.update(self._declared)

    def are_there(self, connection: Connection) -> bool:
        """Whether all of them are in the file."""
        return self._declared.keys() <= self._versions(connection).keys()

    def _versions(self, connection: Connection) -> dict[str, int]:
        there = "SELECT 1 FROM sqlite_master WHERE name = 'ragstone_schemas'"
        if connection.exec_driver_sql(there).first() is None:
            return {}
        rows = connection.exec_driver_sql("SELECT name, version FROM ragstone_schemas").all()
        found: dict[str, int] = {str(name): int(version) for name, version in rows}
        for name, version in found.items():
            wanted = self._declared.get(name)
            if wanted is not None and wanted.version != version:
                raise StoreError(
                    f"{self._name} was made by another version of Ragstone ({name} {version}, not "
                    f"{wanted.version}); build it again from the documents"
                )
        return found

    def create(self, connection: Connection) -> None:
        """Make those that are not there, in a write transaction."""
        connection.exec_driver_sql(
            "CREATE TABLE IF NOT EXISTS ragstone_schemas (name TEXT PRIMARY KEY, version INTEGER)"
        )
        there = self._versions(connection)
        for schema in self._declared.values():
            if schema.name not in there:
                schema.create(connection)
                connection.execute(
                    text("INSERT INTO ragstone_schemas VALUES (:name, :version)"),
                    {"name": schema.name, "version": schema.version},
                )
