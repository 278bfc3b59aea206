"""The embedded knowledge base: one folder with one SQLite file, nothing to install or to start.

folder/ragstone.sqlite    records, sections, chunks, vectors, full text
folder/vectors.sqlite     a cache of raw vectors; may be deleted at any time
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.database import Database
from ragstone.embedders.base import EmbedderBase
from ragstone.embedders.cache import CachedEmbedder, SQLiteVectorCache
from ragstone.errors import (
    KnowledgeBaseNotFound,
    MissingExtra,
    ParameterError,
    PluginError,
    RagstoneError,
    StoreError,
)
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.knowledge.pinned import check_pinned, new_record, pinned_embedder
from ragstone.records.record import KnowledgeBaseRecord
from ragstone.records.sqlite import SQLiteRecords
from ragstone.stores.sqlite import SQLiteStore

DATABASE_FILE = "ragstone.sqlite"
CACHE_FILE = "vectors.sqlite"
LOCK_FILE = "ingest.lock"


@dataclass(frozen=True, slots=True)
class Embedded:
    """The open members of one embedded knowledge base. `close()` gives everything back.

    `missing` says why documents cannot be added: a pinned member is not installed. Search works
    then all the same, by words only where it is the embedder.
    """

    folder: Path
    record: KnowledgeBaseRecord
    database: Database
    store: SQLiteStore
    records: SQLiteRecords
    embedder: EmbedderBase | None
    cache: SQLiteVectorCache | None
    missing: RagstoneError | None = None

    def owns(self, path: Path) -> bool:
        """Whether `path` is a file of this knowledge base, and so no document."""
        own = path.name.startswith((DATABASE_FILE, CACHE_FILE, LOCK_FILE))
        return own and path.parent.resolve() == self.folder.resolve()

    async def close(self) -> None:
        if self.cache is not None:
            self.cache.close()
        await asyncio.to_thread(self.database.close)


async def open_embedded(path: Path, config: KnowledgeBaseConfig) -> Embedded:
    """Open the knowledge base in the folder `path`, or make it there.

    Raises `KnowledgeBaseNotFound` when there is none and `config.create` is off; `ParameterError`
    when embedder or chunker differ from the pinned ones; `EmbedderError` when the pinned embedder's
    weights have changed.
    """
    if config.create and not await asyncio.to_thread(_size, path):
        new_record(path, config)  # wrong options are refused before anything is made
    database = await asyncio.to_thread(_open_database, path, config.create)
    try:
        return await _assemble(path, config, database)
    except BaseException:
        database.close()
        raise


def _open_database(path: Path, create: bool) -> Database:
    if not create and not _size(path):
        raise KnowledgeBaseNotFound(str(path))
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"no knowledge base can be made at {path} ({error.strerror}); give another folder"
        ) from error
    return Database(path / DATABASE_FILE)


def _size(path: Path) -> int:
    """The bytes of the database in the folder `path`; 0 when there is none."""
    try:
        return (path / DATABASE_FILE).stat().st_size
    except FileNotFoundError:
        return 0
    except NotADirectoryError as error:
        raise StoreError(
            f"no knowledge base can be at {path}, which is a file or lies in one; give a folder"
        ) from error
    except OSError as error:
        raise StoreError(
            f"the knowledge base {path} cannot be reached ({error.strerror}); give this user the "
            "right to enter its folder, or name another one"
        ) from error


async def _assemble(path: Path, config: KnowledgeBaseConfig, database: Database) -> Embedded:
    records, store = SQLiteRecords(database), SQLiteStore(database)
    known = await records.list_knowledge_bases()
    if known:
        record = known[0]
        check_pinned(record, config)
    elif not config.create:
        raise KnowledgeBaseNotFound(str(path))
    else:
        record = await _make(path, config, database)
    pinned, embedding = record.data.chunker_config, record.data.embedding_model_config
    embedder, missing = pinned_embedder(embedding)
    try:  # documents are cut by the workers, who make their own
        CHUNKERS.create(pinned.type, **pinned.parameters)
    except (MissingExtra, PluginError) as error:
        missing = error
    except ParameterError as error:
        missing = ParameterError(
            f"the chunker that knowledge base {path.name} is pinned to is refused: {error}; it can "
            "be searched, but to add documents make another knowledge base"
        )
    cache = None
    if embedder is not None:
        cache = SQLiteVectorCache(path / CACHE_FILE)
        embedder = CachedEmbedder(embedder, cache)
    return Embedded(
        folder=path,
        record=record,
        database=database,
        store=store,
        records=records,
        embedder=embedder,
        cache=cache,
        missing=missing,
    )


async def _make(path: Path, config: KnowledgeBaseConfig, database: Database) -> KnowledgeBaseRecord:
    """Write the record and its collection in one transaction, unless another has come first."""
    record = new_record(path, config)
    data = record.data
    async with database.unit() as unit:
        records, store = SQLiteRecords(database).within(unit), SQLiteStore(database).within(unit)
        known = await records.list_knowledge_bases()
        if not known:
            # One without record was never finished, and may be for another embedder.
            if await store.has_collection(data.collection_name):
                await store.delete_collection(data.collection_name)
            dimensions = data.embedding_model_config.dimensions
            await store.create_collection(data.collection_name, dimensions)
            await records.put_knowledge_base(record)
            return record
    check_pinned(known[0], config)
    return known[0]
