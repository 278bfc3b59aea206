"""What a knowledge base is pinned to: every option, in one transaction with its collection."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ragstone.database import Database
from ragstone.errors import ParameterError
from ragstone.knowledge.base import KnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.knowledge.embedded import DATABASE_FILE
from ragstone.knowledge.pinned import check_pinned, new_record
from ragstone.records.sqlite import SQLiteRecords
from ragstone.stores.sqlite import SQLiteStore


def config(**options: Any) -> KnowledgeBaseConfig:
    return KnowledgeBaseConfig(**{"embedder": "hashing", "workers": 1, **options})


async def _open(path: Path, **options: Any) -> None:
    await (await KnowledgeBase.open(path, config(**options))).close()


def test_options_left_at_their_defaults_are_pinned_too(tmp_path: Path) -> None:
    data = new_record(tmp_path, config(chunker="sentence")).data
    assert data.chunker_config.parameters["max_characters"] == 600
    assert data.embedding_model_config.parameters["dimensions"] == 256


def test_a_secret_is_not_pinned(tmp_path: Path) -> None:
    spec = "openai:base_url=http://localhost/v1,model=m,dimensions=3,api_key=quite-secret"
    record = new_record(tmp_path, config(embedder=spec))
    assert "quite-secret" not in record.model_dump_json()
    assert "api_key" not in record.data.embedding_model_config.parameters


def test_a_default_that_is_said_aloud_is_the_same_option(tmp_path: Path) -> None:
    record = new_record(tmp_path, config(chunker="sentence"))
    check_pinned(record, config(chunker="sentence:max_characters=600"))
    check_pinned(record, config(embedder="hashing:dimensions=256"))


def test_a_knowledge_base_that_pinned_only_what_was_given_still_opens(tmp_path: Path) -> None:
    record = new_record(tmp_path, config(chunker="sentence"))
    record.data.chunker_config.parameters = {}
    record.data.embedding_model_config.parameters = {}
    check_pinned(record, config(chunker="sentence:max_characters=600"))
    with pytest.raises(ParameterError, match="pinned to sentence:max_characters=600;"):
        check_pinned(record, config(chunker="sentence:max_characters=500"))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"name": "other"}, "the name of knowledge base kb is pinned to kb"),
        ({"description": "other"}, "the description of .* is pinned to tides; .* for other"),
        ({"sections": "document"}, "the sections of .* is pinned to natural"),
        ({"chunker": "sentence:max_characters=60"}, "sentence:max_characters=600; .*=60$"),
        ({"chunker": "fixed"}, "the chunker of .* is pinned to sentence; .* for fixed"),
        ({"embedder": "none"}, "the embedder of .* is pinned to hashing; .* for none"),
        ({"embedder": "hashing:dimensions=8"}, "hashing:dimensions=256; .* hashing:dimensions=8"),
        ({"embedder": "nonsense"}, "no embedder called nonsense"),
    ],
    ids=lambda value: "" if isinstance(value, str) else next(iter(value)),
)
def test_an_option_that_differs_is_refused(
    tmp_path: Path, options: dict[str, str], sentence: str
) -> None:
    made = config(name="kb", description="tides", chunker="sentence")
    record = new_record(tmp_path, made)
    with pytest.raises(ParameterError, match=sentence):
        check_pinned(record, config(**options))


def test_a_knowledge_base_that_was_never_finished_opens_with_any_embedder(tmp_path: Path) -> None:
    name = new_record(tmp_path, config()).data.collection_name

    async def run() -> None:
        async with Database(tmp_path / DATABASE_FILE) as database:
            await SQLiteStore(database).create_collection(name, 512)
        await _open(tmp_path)

    asyncio.run(run())


def test_what_is_cut_off_between_record_and_collection_leaves_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise KeyboardInterrupt

    async def run() -> bool:
        with monkeypatch.context() as patched:
            patched.setattr(SQLiteRecords, "put_knowledge_base", fails)
            with pytest.raises(KeyboardInterrupt):
                await _open(tmp_path)
        name = new_record(tmp_path, config()).data.collection_name
        async with Database(tmp_path / DATABASE_FILE) as database:
            return await SQLiteStore(database).has_collection(name)

    assert not asyncio.run(run())


def test_of_two_that_make_a_knowledge_base_at_once_one_is_refused(tmp_path: Path) -> None:
    async def run() -> list[BaseException | None]:
        return await asyncio.gather(
            _open(tmp_path / "kb", chunker="fixed"),
            _open(tmp_path / "kb", chunker="sentence"),
            return_exceptions=True,
        )

    outcomes = asyncio.run(run())
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoneType", "ParameterError"]
