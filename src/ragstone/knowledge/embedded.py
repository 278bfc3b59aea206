"""The embedded knowledge base: one folder with one SQLite file, nothing to install or to start.

folder/ragstone.sqlite    records, sections, chunks, vectors, full text
folder/vectors.sqlite     a cache of raw vectors; may be deleted at any time
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from pydantic import SecretStr

from ragstone.chunkers.base import ChunkerBase
from ragstone.chunkers.catalog import CHUNKERS, DEFAULT_CHUNKER
from ragstone.database import Database
from ragstone.embedders.base import EmbedderBase
from ragstone.embedders.cache import CachedEmbedder, SQLiteVectorCache
from ragstone.embedders.catalog import DEFAULT_EMBEDDER, EMBEDDERS
from ragstone.entries import parse_spec
from ragstone.errors import (
    EmbedderError,
    KnowledgeBaseNotFound,
    MissingExtra,
    ParameterError,
    RagstoneError,
    StoreError,
)
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.model.block import content_id
from ragstone.model.sectioning import SectionBy
from ragstone.records.record import (
    ChunkerConfig,
    EmbeddingModelConfig,
    KnowledgeBaseData,
    KnowledgeBaseRecord,
)
from ragstone.records.sqlite import SQLiteRecords
from ragstone.stores.sqlite import SQLiteStore

logger = logging.getLogger("ragstone.knowledge")

DATABASE_FILE = "ragstone.sqlite"
CACHE_FILE = "vectors.sqlite"
LOCK_FILE = "ingest.lock"
NO_EMBEDDER = "none"


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
    chunker: ChunkerBase | None
    sections: SectionBy
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
    if config.create and not await asyncio.to_thread((path / DATABASE_FILE).exists):
        _new_record(path, config)  # wrong options are refused before anything is made
    database = await asyncio.to_thread(_open_database, path, config.create)
    try:
        return await _assemble(path, config, database)
    except BaseException:
        database.close()
        raise


def _open_database(path: Path, create: bool) -> Database:
    file = path / DATABASE_FILE
    if not create and not (file.exists() and file.stat().st_size):
        raise KnowledgeBaseNotFound(str(path))
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"no knowledge base can be made at {path} ({error.strerror}); give another folder"
        ) from error
    return Database(file)


async def _assemble(path: Path, config: KnowledgeBaseConfig, database: Database) -> Embedded:
    records, store = SQLiteRecords(database), SQLiteStore(database)
    known = await records.list_knowledge_bases()
    if known:
        record = known[0]
        _check_pinned(record, config)
    elif not config.create:
        raise KnowledgeBaseNotFound(str(path))
    else:
        record = _new_record(path, config)
        await store.create_collection(
            record.data.collection_name, record.data.embedding_model_config.dimensions
        )
        await records.put_knowledge_base(record)
    pinned, embedding = record.data.chunker_config, record.data.embedding_model_config
    embedder, missing = _pinned_embedder(embedding)
    chunker = None
    try:
        chunker = CHUNKERS.create(pinned.type, **pinned.parameters)
    except (MissingExtra, ParameterError) as error:
        missing = error
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
        chunker=chunker,
        sections=pinned.sections,
        embedder=embedder,
        cache=cache,
        missing=missing,
    )


def _new_record(path: Path, config: KnowledgeBaseConfig) -> KnowledgeBaseRecord:
    """The record of a new knowledge base; its id depends on its name and nothing else."""
    name = config.name or path.resolve().name
    now = datetime.now(UTC)
    chunker_type, chunker_parameters = parse_spec(config.chunker or DEFAULT_CHUNKER)
    CHUNKERS.create(chunker_type, **chunker_parameters)
    knowledge_base_id = content_id("knowledge base", name)
    return KnowledgeBaseRecord(
        id=knowledge_base_id,
        created_at=now,
        updated_at=now,
        data=KnowledgeBaseData(
            name=name,
            description=config.description,
            embedding_model_config=_embedding_config(config.embedder or _default_embedder()),
            chunker_config=ChunkerConfig(
                type=chunker_type,
                parameters=chunker_parameters,
                sections=config.sections or "natural",
            ),
            collection_name=f"kb_{knowledge_base_id}",
        ),
    )


def _default_embedder() -> str:
    """The default where it is installed; otherwise words only, said aloud."""
    missing = EMBEDDERS.entry(DEFAULT_EMBEDDER).missing
    if not missing:
        return DEFAULT_EMBEDDER
    logger.warning(
        "the package %s is not installed, so this knowledge base is searched by words only; "
        'for search by meaning: pip install "ragstone[embed]", then make it again',
        missing[0],
    )
    return NO_EMBEDDER


def _embedding_config(spec: str) -> EmbeddingModelConfig:
    """What is pinned of an embedder; secrets are left out and come from the environment later."""
    name, parameters = parse_spec(spec)
    if name == NO_EMBEDDER:
        return EmbeddingModelConfig(type=NO_EMBEDDER)
    embedder = EMBEDDERS.create(name, **parameters)
    given = embedder.parameters.model_dump(exclude_unset=True)
    return EmbeddingModelConfig(
        type=name,
        model=embedder.model,
        dimensions=embedder.dimensions,
        parameters={k: v for k, v in given.items() if not isinstance(v, SecretStr)},
        weights_hash=embedder.weights_hash,
    )


def _pinned_embedder(
    pinned: EmbeddingModelConfig,
) -> tuple[EmbedderBase | None, RagstoneError | None]:
    """(embedder or None, why documents cannot be added or None)."""
    if pinned.type == NO_EMBEDDER:
        return None, None
    try:
        embedder = EMBEDDERS.create(pinned.type, **pinned.parameters)
    except MissingExtra as error:
        logger.warning("%s; until then this knowledge base is searched by words only", error)
        return None, error
    found = (embedder.model, embedder.dimensions, embedder.weights_hash)
    if found != (pinned.model, pinned.dimensions, pinned.weights_hash):
        raise EmbedderError(
            f"the knowledge base was made with {pinned.model} (weights {pinned.weights_hash[:12]}) "
            f"and {embedder.model} (weights {embedder.weights_hash[:12]}) is here; install the "
            "former, or make the knowledge base again"
        )
    return embedder, None


def _check_pinned(record: KnowledgeBaseRecord, config: KnowledgeBaseConfig) -> None:
    """Refuse options that differ from what the knowledge base was made with."""
    pinned = record.data
    wanted: list[tuple[str, Any, Any]] = []
    if config.chunker is not None:
        made = (pinned.chunker_config.type, pinned.chunker_config.parameters)
        wanted.append(("chunker", made, parse_spec(config.chunker)))
    if config.sections is not None:
        wanted.append(("sections", pinned.chunker_config.sections, config.sections))
    if config.embedder is not None:
        asked = _embedding_config(config.embedder)
        wanted.append(("embedder", pinned.embedding_model_config, asked))
    for option, made, asked in wanted:
        if made != asked:
            raise ParameterError(
                f"the {option} of knowledge base {pinned.name} is pinned to {_plain(made)}; "
                f"leave the option out, or make another knowledge base for {_plain(asked)}"
            )


def _plain(value: object) -> str:
    if isinstance(value, EmbeddingModelConfig):
        return value.type
    if isinstance(value, tuple):
        name, parameters = cast(tuple[str, dict[str, Any]], value)
        options = ",".join(f"{key}={option}" for key, option in parameters.items())
        return f"{name}:{options}" if options else name
    return str(value)
