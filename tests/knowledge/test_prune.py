"""Pruning: documents whose file is gone from a folder that is there, and no others."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from ragstone.indexing.events import IngestEvent, Stage
from ragstone.knowledge.base import KnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.knowledge.prune import gone
from ragstone.records.record import KnowledgeDocumentData, KnowledgeDocumentRecord
from ragstone.sources.source import Source, path_of

CONFIG = KnowledgeBaseConfig(embedder="none", workers=1)


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    for name in ("docs/a.md", "docs/sub/b.md", "other/c.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {name}\n\nThe spring tide reaches seven metres.\n")
    return tmp_path / "docs"


def _add(kb: Path, *paths: Path | Source, prune: bool = False) -> list[IngestEvent]:
    async def run() -> list[IngestEvent]:
        async with await KnowledgeBase.open(kb, CONFIG) as base:
            return [event async for event in base.add(paths, prune=prune)]

    return asyncio.run(run())


def _names(kb: Path) -> list[str]:
    async def run() -> list[str]:
        async with await KnowledgeBase.open(kb, CONFIG) as base:
            found = {hit.citation.source for hit in await base.search("tide", top_k=10)}
            records = [record.data.filename for record in await base.list_records()]
            assert found == set(records)
            return records

    return asyncio.run(run())


def _records(*paths: Path) -> list[KnowledgeDocumentRecord]:
    """Records of files that may or may not be there."""
    return [
        KnowledgeDocumentRecord(
            id=str(number),
            knowledge_base_id="kb",
            data=KnowledgeDocumentData(filename=path.name, blob_uri=Source.from_path(path).uri),
        )
        for number, path in enumerate(paths)
    ]


def _gone(records: Sequence[KnowledgeDocumentRecord], *folders: Path | str) -> list[str]:
    return [record.data.filename for record in gone(records, folders)]


def test_a_file_that_is_gone_is_deleted_with_an_event_and_found_no_more(
    docs: Path, tmp_path: Path
) -> None:
    kb = tmp_path / "kb"
    _add(kb, docs)
    (docs / "sub" / "b.md").unlink()
    events = _add(kb, docs, prune=True)
    assert [(event.stage, event.document) for event in events] == [
        (Stage.UNCHANGED, "a.md"),
        (Stage.DELETED, "sub/b.md"),
    ]
    assert [event.number for event in events] == [1, 2]
    assert _names(kb) == ["a.md"]


def test_without_prune_nothing_is_deleted(docs: Path, tmp_path: Path) -> None:
    kb = tmp_path / "kb"
    _add(kb, docs)
    (docs / "a.md").unlink()
    assert [event.stage for event in _add(kb, docs)] == [Stage.UNCHANGED]
    assert _names(kb) == ["a.md", "sub/b.md"]


def test_a_renamed_file_is_added_and_its_old_name_deleted(docs: Path, tmp_path: Path) -> None:
    kb = tmp_path / "kb"
    _add(kb, docs)
    (docs / "a.md").rename(docs / "z.md")
    _add(kb, docs, prune=True)
    assert _names(kb) == ["sub/b.md", "z.md"]


def test_documents_from_elsewhere_and_from_memory_are_kept(docs: Path, tmp_path: Path) -> None:
    kb, other = tmp_path / "kb", tmp_path / "other"
    _add(kb, docs, other, Source.from_text("The tide.", "memory"))
    shutil.rmtree(other)
    (docs / "a.md").unlink()
    _add(kb, docs, prune=True)
    assert _names(kb) == ["c.md", "memory", "sub/b.md"]


def test_a_folder_that_is_missing_is_an_error_and_prunes_nothing(
    docs: Path, tmp_path: Path
) -> None:
    kb = tmp_path / "kb"
    _add(kb, docs)
    docs.rename(tmp_path / "moved")
    assert [event.stage for event in _add(kb, docs, prune=True)] == [Stage.ERROR]
    assert _names(kb) == ["a.md", "sub/b.md"]


def test_a_file_given_by_itself_prunes_nothing(docs: Path, tmp_path: Path) -> None:
    kb = tmp_path / "kb"
    _add(kb, docs)
    (docs / "a.md").unlink()
    assert [event.stage for event in _add(kb, docs / "a.md", prune=True)] == [Stage.ERROR]
    assert _names(kb) == ["a.md", "sub/b.md"]


def test_a_folder_whose_name_begins_alike_is_another_folder(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs-old").mkdir()
    records = _records(tmp_path / "docs-old" / "a.md")
    assert _gone(records, tmp_path / "docs") == []
    assert _gone(records, tmp_path / "docs-old") == ["a.md"]


def test_a_folder_may_be_given_by_another_spelling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").mkdir()
    records = _records(tmp_path / "docs" / "a.md")
    monkeypatch.chdir(tmp_path / "docs")
    assert _gone(records, "../docs/.") == ["a.md"]
    assert _gone(records, "") == []


def test_a_link_that_leads_nowhere_is_still_there(tmp_path: Path) -> None:
    (tmp_path / "a.md").symlink_to(tmp_path / "nowhere")
    assert _gone(_records(tmp_path / "a.md"), tmp_path) == []


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
@pytest.mark.parametrize("closed", ["docs", "docs/sub"])
def test_a_folder_that_may_not_be_read_prunes_nothing(
    docs: Path, tmp_path: Path, closed: str
) -> None:
    kb = tmp_path / "kb"
    _add(kb, docs)
    (docs / "sub" / "b.md").unlink()
    (tmp_path / closed).chmod(0)
    drop = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.getuid() == 0 else []
    command = [sys.executable, "-m", "ragstone.cli", "ingest", str(docs), "--kb", str(kb)]
    try:
        done = subprocess.run(
            [*drop, *command, "--prune"], capture_output=True, text=True, check=False
        )
    finally:
        (tmp_path / closed).chmod(0o755)
    assert done.returncode == 1
    assert "may not be read" in done.stderr
    assert _names(kb) == ["a.md", "sub/b.md"]


@pytest.mark.parametrize("name", ["a b#c?d%20;e.txt", "潮汐.txt", "bad\udcff.txt"], ids=ascii)
def test_the_uri_of_a_file_leads_back_to_its_path(name: str) -> None:
    path = Path("/docs", name)
    assert path_of(Source.from_path(path).uri) == path


def test_a_uri_that_is_no_files_has_no_path() -> None:
    assert path_of(Source.from_text("x").uri) is None
