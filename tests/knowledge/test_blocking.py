"""The blocking façade: the same answers, without a loop of one's own."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ragstone.errors import KnowledgeBaseNotFound, RagstoneError
from ragstone.indexing.events import Stage
from ragstone.indexing.sandbox import Sandbox
from ragstone.knowledge.blocking import BlockingKnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.sources.source import Source

CONFIG = KnowledgeBaseConfig(embedder="hashing", workers=1)
TIDES = Source.from_text("The spring tide reaches seven metres.", "tides.txt")


def test_add_and_search_block_until_they_are_done(tmp_path: Path) -> None:
    with BlockingKnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
        stages = [event.stage for event in kb.add([TIDES])]
        hits = kb.search("spring tide")
        document = kb.list_documents()[0]
        assert kb.delete_document(document.document_id)
        assert kb.list_records() == []
    assert stages[-1] is Stage.READY
    assert hits[0].citation.quote == TIDES.text


def test_it_works_inside_a_running_loop(tmp_path: Path) -> None:
    async def run() -> int:
        with BlockingKnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            return sum(1 for _ in kb.add([TIDES]))

    assert asyncio.run(run()) == 5


def test_a_failed_open_leaves_no_thread_behind(tmp_path: Path) -> None:
    before = threading.active_count()
    with pytest.raises(KnowledgeBaseNotFound):
        BlockingKnowledgeBase.open(tmp_path / "kb", KnowledgeBaseConfig(create=False))
    assert threading.active_count() == before


def test_closing_twice_does_nothing(tmp_path: Path) -> None:
    kb = BlockingKnowledgeBase.open(tmp_path / "kb", CONFIG)
    kb.close()
    kb.close()


def test_a_close_that_fails_leaves_no_thread_and_no_database_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = threading.active_count()
    kb = BlockingKnowledgeBase.open(tmp_path / "kb", CONFIG)
    for _ in kb.add(TIDES):
        pass

    async def fails(self: Sandbox) -> None:
        await closes(self)
        raise OSError("a worker that cannot be killed")

    closes = Sandbox.close
    monkeypatch.setattr(Sandbox, "close", fails)
    with pytest.raises(OSError, match="cannot be killed"):
        kb.close()
    assert threading.active_count() == before
    kb.close()


def test_a_closed_knowledge_base_says_so(tmp_path: Path) -> None:
    kb = BlockingKnowledgeBase.open(tmp_path / "kb", CONFIG)
    kb.close()
    for use in (kb.list_records, lambda: list(kb.add(TIDES)), lambda: kb.search("tide")):
        with pytest.raises(RagstoneError, match="closed; open it again"):
            use()


def test_a_script_without_a_main_guard_works(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("The ferry leaves at nine.")
    script = tmp_path / "script.py"
    script.write_text(
        "from ragstone import BlockingKnowledgeBase, KnowledgeBaseConfig\n"
        "kb = BlockingKnowledgeBase.open('kb', KnowledgeBaseConfig(embedder='hashing'))\n"
        "stages = [event.stage.value for event in kb.add(['notes.txt'])]\n"
        "print(stages[-1], kb.search('ferry')[0].score > 0)\n"
    )
    done = subprocess.run(
        [sys.executable, script.name], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.returncode) == ("ready True\n", 0), done.stderr
