"""The tables of `SQLiteStore`. No foreign keys: other families' tables are named by id only.

`store_documents.vectors` holds the vectors of a document's chunks in chunk order, as one blob of
little-endian float32 (a blob a chunk takes ten times as long to load); rows of NaN stand for chunks
without one. `generation` counts the writes of a collection; a document's is that of its last one,
so that a reader fetches only what has changed.
"""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Connection,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

from ragstone.database import Schema

_TABLES = MetaData()

COLLECTIONS = Table(
    "store_collections",
    _TABLES,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("dimensions", Integer, nullable=False),
    Column("generation", Integer, nullable=False),
    sqlite_autoincrement=True,
)

DOCUMENTS = Table(
    "store_documents",
    _TABLES,
    Column("id", Integer, primary_key=True),
    Column("collection", Integer, nullable=False),
    Column("document_id", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("vectors", LargeBinary),
    UniqueConstraint("collection", "document_id"),
    # Changes are looked for without touching the blobs.
    Index("store_documents_changes", "collection", "generation", "document_id"),
)

CHUNKS = Table(
    "store_chunks",
    _TABLES,
    Column("id", Integer, primary_key=True),
    Column("document", Integer, nullable=False),
    Column("chunk_index", Integer, nullable=False),
    Column("metadata", Text, nullable=False),
    Column("index_text", Text, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    # Metadata is in the index so that filters never read the texts.
    Index("store_chunks_order", "document", "chunk_index", "metadata"),
)


def _create(connection: Connection) -> None:
    _TABLES.create_all(connection, checkfirst=False)


SCHEMA = Schema("stores", 1, _create)
