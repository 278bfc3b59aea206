"""The stores there are.

store = STORES.create("memory")
store = STORES.create("sqlite", path="kb.sqlite")       # a database of its own
store = SQLiteStore(database)                           # one that records share
"""

from __future__ import annotations

from ragstone.entries import Catalog, Entry
from ragstone.stores.base import VectorStoreBase

STORES: Catalog[VectorStoreBase] = Catalog(
    "stores",
    (
        Entry(
            "sqlite",
            "ragstone.stores.sqlite:SQLiteStore",
            "One SQLite file: exact vector search and full text, nothing to install or start.",
            extra="sqlite",
            requires=("sqlalchemy",),
        ),
        Entry(
            "memory",
            "ragstone.stores.memory:MemoryStore",
            "In memory, for tests and trials.",
        ),
    ),
)
