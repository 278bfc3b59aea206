"""The tables of `SQLiteRecords`. No foreign keys: each family declares only its own tables.

`body` is the whole record as JSON and the truth; the columns beside it are for finding it.
"""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Connection,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)

from ragstone.database import Schema

_TABLES = MetaData()

KNOWLEDGE_BASES = Table(
    "records_knowledge_bases",
    _TABLES,
    Column("id", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

DOCUMENTS = Table(
    "records_documents",
    _TABLES,
    Column("id", Text, primary_key=True),
    Column("knowledge_base_id", Text, nullable=False, index=True),
    Column("status", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

#: One row a section, compressed; of the version that searches see.
SECTIONS = Table(
    "records_sections",
    _TABLES,
    Column("document_id", Text, nullable=False),
    Column("section_index", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("document_id", "section_index"),
)


def _create(connection: Connection) -> None:
    _TABLES.create_all(connection, checkfirst=False)


SCHEMA = Schema("records", 1, _create)
