"""Plans: the same bytes do nothing, others make a version, and an interrupted run goes on."""

from __future__ import annotations

import asyncio
import errno
import io
from dataclasses import replace
from pathlib import Path

import pytest

from ragstone.errors import LimitExceeded, SourceNotFound
from ragstone.indexing.plan import Action, Plan, Planner, document_id
from ragstone.indexing.stages import content_hash
from ragstone.limits import Limits
from ragstone.records.memory import MemoryRecords
from ragstone.records.record import (
    DocumentStatus,
    KnowledgeDocumentData,
    KnowledgeDocumentRecord,
)
from ragstone.sources.source import Source


def _plan(source: Source, *, status: DocumentStatus | None = None, data: bytes = b"") -> Plan:
    async def run() -> Plan:
        records = MemoryRecords()
        if status is not None:
            await records.put_document(
                KnowledgeDocumentRecord(
                    id=document_id("kb", source),
                    knowledge_base_id="kb",
                    status=status,
                    version=1,
                    content_hash=content_hash(data) if data else "",
                    data=KnowledgeDocumentData(filename=source.name),
                )
            )
        return await Planner(records, "kb").plan(source)

    return asyncio.run(run())


def _file(tmp_path: Path, data: bytes) -> Source:
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    return Source.from_path(path)


def test_an_unknown_document_is_added(tmp_path: Path) -> None:
    assert _plan(_file(tmp_path, b"x")).action is Action.ADD


def test_the_same_bytes_do_nothing(tmp_path: Path) -> None:
    plan = _plan(_file(tmp_path, b"x"), status=DocumentStatus.READY, data=b"x")
    assert plan.action is Action.UNCHANGED


@pytest.mark.parametrize(
    ("warnings", "read_under", "limits", "action"),
    [
        (["big.txt: not read: …"], {}, Limits(), Action.UNCHANGED),
        (["big.txt: not read: …"], {}, Limits(pages=3), Action.REPLACE),
        (["big.txt: not read: …"], {"pages": 3}, Limits(pages=3), Action.UNCHANGED),
        (["big.txt: not read: …"], {"pages": 3}, Limits(), Action.REPLACE),
        ([], {}, Limits(pages=3), Action.UNCHANGED),
    ],
)
def test_what_was_read_with_warnings_is_read_again_under_other_limits(
    tmp_path: Path,
    warnings: list[str],
    read_under: dict[str, int | float],
    limits: Limits,
    action: Action,
) -> None:
    source = replace(_file(tmp_path, b"x"), limits=limits)

    async def run() -> Plan:
        records = MemoryRecords()
        record = KnowledgeDocumentRecord(
            id=document_id("kb", source),
            knowledge_base_id="kb",
            status=DocumentStatus.READY,
            version=1,
            content_hash=content_hash(b"x"),
            data=KnowledgeDocumentData(filename="a.txt", warnings=warnings, limits=read_under),
        )
        await records.put_document(record)
        return await Planner(records, "kb").plan(source)

    assert asyncio.run(run()).action is action


def test_other_bytes_replace(tmp_path: Path) -> None:
    plan = _plan(_file(tmp_path, b"y"), status=DocumentStatus.READY, data=b"x")
    assert plan.action is Action.REPLACE


@pytest.mark.parametrize("status", [s for s in DocumentStatus if s is not DocumentStatus.READY])
def test_an_interrupted_or_failed_document_is_tried_again(
    tmp_path: Path, status: DocumentStatus
) -> None:
    source = _file(tmp_path, b"x")
    assert _plan(source, status=status, data=b"x").action is Action.REPLACE
    assert _plan(source, status=status).action is Action.ADD


def test_a_file_that_went_away_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound, match=r"a\.txt: no such file"):
        _plan(Source.from_path(tmp_path / "a.txt"), status=DocumentStatus.READY, data=b"x")


def test_a_document_keeps_its_id_and_another_knowledge_base_gives_another(tmp_path: Path) -> None:
    source = _file(tmp_path, b"x")
    assert document_id("kb", source) == document_id("kb", _file(tmp_path, b"y"))
    assert document_id("kb", source) != document_id("other", source)


class _Growing(io.BytesIO):
    """A log that is written while it is read: it never ends."""

    taken = 0

    def read(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size > 0, "read without bound"
        _Growing.taken += size
        assert _Growing.taken < 100, "read past the limit"
        return b"x" * size


def test_a_file_that_grows_while_it_is_hashed_is_read_up_to_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Growing, "taken", 0)
    source = replace(_file(tmp_path, b"x"), limits=Limits(file_bytes=10))
    monkeypatch.setattr(Source, "open", lambda _: _Growing())
    with pytest.raises(LimitExceeded, match=r"a\.txt: file_bytes is 10 and 11 was met"):
        _plan(source, status=DocumentStatus.READY, data=b"x")


def test_a_disk_that_fails_while_a_file_is_hashed_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError(errno.EIO, "Input/output error")

    source = _file(tmp_path, b"x")
    monkeypatch.setattr(Source, "open", lambda _: Broken())
    with pytest.raises(SourceNotFound, match=r"a\.txt: it could not be read"):
        _plan(source, status=DocumentStatus.READY, data=b"x")
