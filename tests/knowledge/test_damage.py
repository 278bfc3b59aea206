"""Rows of the database that were damaged: what can be ingested again and deleted all the same."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ragstone.errors import StoreError
from ragstone.knowledge.blocking import BlockingKnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig


def _write(kb: Path, statement: str, value: bytes) -> None:
    with closing(sqlite3.connect(kb / "ragstone.sqlite")) as connection:
        assert connection.execute(statement, (value,)).rowcount == 1
        connection.commit()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "tides.txt"
    file.write_text("High water is at six.")
    return file


@pytest.fixture
def base(tmp_path: Path, file: Path) -> Iterator[BlockingKnowledgeBase]:
    config = KnowledgeBaseConfig(embedder="none", workers=1)
    with BlockingKnowledgeBase.open(tmp_path / "kb", config) as base:
        list(base.add(file))
        yield base


@pytest.fixture(params=[b"{garbage", b"{}"], ids=["no JSON", "no record"])
def damaged(request: pytest.FixtureRequest, base: BlockingKnowledgeBase, tmp_path: Path):
    _write(tmp_path / "kb", "update records_documents set body = ?", request.param)
    return base


def test_a_damaged_record_is_listed_under_its_name_as_an_error(damaged: BlockingKnowledgeBase):
    [record] = damaged.list_records()
    assert (record.status.value, record.data.filename) == ("error", "tides.txt")
    assert record.data.error == (
        "the record of this document is damaged; ingest its file again, or delete it"
    )


def test_the_same_file_again_heals_a_damaged_record(damaged: BlockingKnowledgeBase, file: Path):
    *_, last = damaged.add(file)
    assert (last.stage.value, last.error) == ("ready", None)
    [record] = damaged.list_records()
    assert (record.status.value, record.data.error) == ("ready", None)
    assert (record.data.filename, record.data.blob_uri) == ("tides.txt", file.as_uri())
    assert [hit.citation.source for hit in damaged.search("water")] == ["tides.txt"]
    assert [event.stage.value for event in damaged.add(file)] == ["unchanged"]


def test_a_document_whose_record_is_damaged_can_be_deleted(damaged: BlockingKnowledgeBase):
    [record] = damaged.list_records()
    assert damaged.delete_document(record.id)
    assert damaged.list_records() == []
    assert damaged.search("water") == []


def test_a_document_whose_chunk_is_damaged_can_be_deleted(
    base: BlockingKnowledgeBase, tmp_path: Path, file: Path
):
    _write(tmp_path / "kb", "update store_chunks set payload = ?", b"{garbage")
    with pytest.raises(StoreError, match="damaged"):
        base.search("water")
    [record] = base.list_records()
    assert base.delete_document(record.id)
    list(base.add(file))
    assert len(base.search("water")) == 1
