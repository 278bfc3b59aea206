"""Files and folders that change while they are ingested: one line each, nothing half-written."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ragstone.errors import StoreError
from ragstone.indexing.events import FINAL
from ragstone.indexing.plan import Plan, Planner
from ragstone.knowledge.blocking import BlockingKnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.limits import Limits
from ragstone.sources.source import Source

WORDS_ONLY = KnowledgeBaseConfig(embedder="none", workers=1)


def _append(file: Path) -> None:
    with file.open("a") as opened:
        opened.write("appended words\n")


def _replace(file: Path) -> None:
    new = file.with_suffix(".new")
    new.write_bytes(b"%PDF-1.4 broken")
    new.rename(file)


def _become_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def _become_a_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


#: What happens to a file between its plan and its reading, and the error that its event tells.
CHANGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "appended.txt": (_append, ""),
    "emptied.txt": (lambda file: file.write_text("") and None, ""),
    "deleted.txt": (Path.unlink, "deleted.txt: no such file or folder; check the path"),
    "replaced.txt": (_replace, "replaced.txt: it is damaged or truncated"),
    "folder.txt": (_become_a_folder, "folder.txt: it is a folder; ingest reads folders"),
    "pipe.txt": (_become_a_pipe, "pipe.txt: it is a pipe or a device and no file"),
    "grown.txt": (
        lambda file: file.write_text("grown words\n" * 1000) and None,
        "grown.txt: file_bytes is 5000 and 12000 was met",
    ),
}


@pytest.mark.skipif(os.name != "posix", reason="pipes and files in use are POSIX's")
def test_a_file_that_changes_while_it_is_ingested_is_whole_or_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Planner.plan

    async def plan_and_change(self: Planner, source: Source, metadata: Any = None) -> Plan:
        planned = await plan(self, source, metadata)
        CHANGES[source.name][0](docs / source.name)
        return planned

    docs = tmp_path / "docs"
    docs.mkdir()
    for name in CHANGES:
        (docs / name).write_text(f"first words of {name}\n")
    config = WORDS_ONLY.model_copy(update={"limits": Limits(file_bytes=5000)})
    with BlockingKnowledgeBase.open(tmp_path / "kb", config) as kb:
        list(kb.add(docs))
        for name in CHANGES:
            (docs / name).write_text(f"second words of {name}\n")
        monkeypatch.setattr(Planner, "plan", plan_and_change)
        events = list(kb.add([docs / name for name in CHANGES]))
        told = {event.document: event.error or "" for event in events if event.stage in FINAL}
        found = {
            record.data.filename: "".join(s.text for s in kb.get_sections(record.id))
            for record in kb.list_records()
        }
    for name, (_, error) in CHANGES.items():
        assert told[name].startswith(error), name
        assert bool(told[name]) == bool(error), name
        if error:
            assert found[name] == f"first words of {name}\n"
    assert found["appended.txt"] == "second words of appended.txt\nappended words\n"
    assert found["emptied.txt"] == ""


@pytest.mark.skipif(os.name != "posix", reason="a file in use can be removed")
@pytest.mark.parametrize("is_made_again", [False, True])
def test_a_knowledge_base_removed_while_it_is_filled_is_told(
    tmp_path: Path, is_made_again: bool
) -> None:
    folder = tmp_path / "kb"
    (tmp_path / "a.txt").write_text("words")
    with BlockingKnowledgeBase.open(folder, WORDS_ONLY) as kb:
        events = kb.add(tmp_path / "a.txt")
        next(events)
        shutil.rmtree(folder)
        if is_made_again:
            BlockingKnowledgeBase.open(folder, WORDS_ONLY).close()
        with pytest.raises(StoreError, match="was removed or replaced while documents were"):
            list(events)
