"""One SQLite file that several families write through: one writer, many readers.

Stores and records keep their own tables in it and know nothing of each other; what they share is
the transaction. Nothing here knows what the tables mean.

    async with Database("kb.sqlite") as database:
        await database.write(lambda connection: connection.execute(text("CREATE TABLE t (a)")))
        async with database.unit() as unit:                       # several writes, one commit
            await unit.run(lambda connection: connection.execute(insert_one))
            await unit.run(lambda connection: connection.execute(insert_two))
        rows = await database.read(lambda connection: connection.execute(select_all).all())

Several processes may read while one writes (write-ahead log); a second writer waits. Who may not
write the file or its folder (a read-only mount, another user's) reads all the same.
"""

from __future__ import annotations

from ragstone.database.database import Database
from ragstone.database.member import DatabaseMember
from ragstone.database.schema import Schema
from ragstone.database.unit import Unit

__all__ = ["Database", "DatabaseMember", "Schema", "Unit"]
