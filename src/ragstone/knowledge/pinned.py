"""What a knowledge base is pinned to: its embedder and its chunker, with all their options.

    record = new_record(Path("kb"), config)      # pins what the configuration says, or the defaults
    check_pinned(record, config)                 # refuses options that differ later

Every option is written down, those left at their defaults too, so that a release with other
defaults changes nothing. Secrets are not: they come from the environment.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, SecretStr, ValidationError

from ragstone.chunkers.catalog import CHUNKERS, DEFAULT_CHUNKER
from ragstone.embedders.base import EmbedderBase
from ragstone.embedders.catalog import DEFAULT_EMBEDDER, EMBEDDERS
from ragstone.entries import Catalog, parse_spec
from ragstone.errors import EmbedderError, MissingExtra, ParameterError, PluginError, RagstoneError
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.model.block import content_id
from ragstone.records.record import (
    ChunkerConfig,
    EmbeddingModelConfig,
    KnowledgeBaseData,
    KnowledgeBaseRecord,
)

logger = logging.getLogger("ragstone.knowledge")

NO_EMBEDDER = "none"


def new_record(path: Path, config: KnowledgeBaseConfig) -> KnowledgeBaseRecord:
    """The record of a new knowledge base; its id depends on its name and nothing else."""
    name = config.name or path.resolve().name
    now = datetime.now(UTC)
    embedder = _default_embedder() if config.embedder is None else config.embedder
    chunker, chunker_options = _made(
        CHUNKERS, DEFAULT_CHUNKER if config.chunker is None else config.chunker
    )
    knowledge_base_id = content_id("knowledge base", name)
    return KnowledgeBaseRecord(
        id=knowledge_base_id,
        created_at=now,
        updated_at=now,
        data=KnowledgeBaseData(
            name=name,
            description=config.description,
            embedding_model_config=_embedding_config(embedder),
            chunker_config=ChunkerConfig(
                type=chunker, parameters=chunker_options, sections=config.sections or "natural"
            ),
            collection_name=f"kb_{knowledge_base_id}",
        ),
    )


def pinned_embedder(
    pinned: EmbeddingModelConfig,
) -> tuple[EmbedderBase | None, RagstoneError | None]:
    """(embedder or None, why documents cannot be added or None); `EmbedderError`: other weights."""
    if pinned.type == NO_EMBEDDER:
        return None, None
    try:
        embedder = EMBEDDERS.create(pinned.type, **pinned.parameters)
    except (MissingExtra, PluginError, ParameterError) as error:
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


def check_pinned(record: KnowledgeBaseRecord, config: KnowledgeBaseConfig) -> None:
    """`ParameterError` for an option that differs from what the knowledge base was made with."""
    made = record.data
    plain = (
        ("name", made.name, config.name),
        ("description", made.description, config.description or None),
        ("sections", made.chunker_config.sections, config.sections),
    )
    for option, pinned, asked in plain:
        if asked is not None and asked != pinned:
            raise _differs(made.name, option, pinned, asked)
    chunker, embedder = made.chunker_config, made.embedding_model_config
    _check_member(made.name, CHUNKERS, config.chunker, (chunker.type, chunker.parameters))
    _check_member(made.name, EMBEDDERS, config.embedder, (embedder.type, embedder.parameters))


def _check_member(
    name: str, catalog: Catalog[Any], spec: str | None, pinned: tuple[str, dict[str, Any]]
) -> None:
    """Compare members as they are made, so that an option's default may be said or left out."""
    if spec is None:
        return
    asked, given = parse_spec(spec)
    made, options = pinned
    shown: tuple[tuple[str, dict[str, Any]], ...] = (made, {}), (asked, given)
    if asked == made:
        if asked == NO_EMBEDDER:
            return
        try:
            wanted = _options(catalog.create(asked, **given))
        except (MissingExtra, PluginError):  # not to be had here; it is searched all the same
            wanted = {**options, **given}
        held = _completed(catalog, made, options)
        if wanted == held:
            return
        differing = sorted(key for key in {*wanted, *held} if wanted.get(key) != held.get(key))
        shown = (
            (made, {key: held[key] for key in differing if key in held}),
            (asked, {key: wanted[key] for key in differing if key in wanted}),
        )
    elif asked != NO_EMBEDDER:
        catalog.entry(asked)  # a name that is none is another mistake
    option = catalog.family.removesuffix("s")
    raise _differs(name, option, *(_spec(*member) for member in shown))


def _differs(name: str, option: str, pinned: str, asked: str) -> ParameterError:
    return ParameterError(
        f"the {option} of knowledge base {name} is pinned to {pinned}; "
        f"leave the option out, or make another knowledge base for {asked}"
    )


def _spec(name: str, options: dict[str, Any]) -> str:
    """A member as options write it."""
    written = ",".join(
        f"{key}={option if isinstance(option, str) else json.dumps(option)}"
        for key, option in options.items()
    )
    return f"{name}:{written}" if written else name


def _made(catalog: Catalog[Any], spec: str) -> tuple[str, dict[str, Any]]:
    """The name in a spec, and all options of the member that it makes."""
    name, given = parse_spec(spec)
    return name, _options(catalog.create(name, **given))


def _options(member: Any) -> dict[str, Any]:
    """All options of a member, as JSON, without secrets."""
    return _without_secrets(member.parameters)


def _completed(catalog: Catalog[Any], name: str, options: dict[str, Any]) -> dict[str, Any]:
    """`options` with the defaults of those that an older release did not write down."""
    try:
        return _without_secrets(catalog.entry(name).load().Parameters(**options))
    except (MissingExtra, PluginError, ParameterError, ValidationError):
        return options


def _without_secrets(parameters: BaseModel) -> dict[str, Any]:
    secrets = {name for name, value in parameters if isinstance(value, SecretStr)}
    return parameters.model_dump(mode="json", exclude=secrets)


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
    """What is pinned of an embedder."""
    name, parameters = parse_spec(spec)
    if name == NO_EMBEDDER:
        return EmbeddingModelConfig(type=NO_EMBEDDER)
    embedder = EMBEDDERS.create(name, **parameters)
    return EmbeddingModelConfig(
        type=name,
        model=embedder.model,
        dimensions=embedder.dimensions,
        parameters=_options(embedder),
        weights_hash=embedder.weights_hash,
    )
