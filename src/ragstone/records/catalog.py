"""The record stores there are.

records = RECORDS.create("memory")
records = RECORDS.create("sqlite", path="kb.sqlite")    # a database of its own
records = SQLiteRecords(database)                       # one that a store shares
"""

from __future__ import annotations

from ragstone.entries import Catalog, Entry
from ragstone.records.base import RecordsBase

RECORDS: Catalog[RecordsBase] = Catalog(
    "records",
    (
        Entry(
            "sqlite",
            "ragstone.records.sqlite:SQLiteRecords",
            "In one SQLite file, which the store can share.",
            extra="sqlite",
            requires=("sqlalchemy",),
        ),
        Entry(
            "memory",
            "ragstone.records.memory:MemoryRecords",
            "In memory, for tests and trials.",
        ),
    ),
)
