"""`ragstone ingest --dry-run`, `--include`, `--exclude`: what would happen, and nothing else."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from cli.running import run, run_json


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "same.txt").write_text("the tide of same")
    (folder / "other.md").write_text("# the tide of other")
    return folder


def _fates(stdout: str) -> dict[str, str]:
    return dict(reversed(line.split(None, 1)) for line in stdout.splitlines()[:-1])


def _state(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.is_file()
    }


def test_without_a_knowledge_base_all_is_new_and_none_is_made(docs: Path, tmp_path: Path) -> None:
    kb = tmp_path / "kb"
    done = run("ingest", docs, "--kb", kb, "--dry-run")
    assert done.returncode == 0, done.stderr
    assert _fates(done.stdout) == {"same.txt": "new", "other.md": "new"}
    last = done.stdout.splitlines()[-1]
    assert last == "2 new, 0 changed, 0 unchanged, 0 unsupported, 0 unreadable"
    assert not kb.exists()


def test_each_file_is_told_its_fate_and_nothing_is_written(docs: Path, tmp_path: Path) -> None:
    kb = tmp_path / "kb"
    assert run("ingest", docs, "--kb", kb, "--embedder", "none").returncode == 0
    (docs / "other.md").write_text("# another tide")
    (docs / "fresh.txt").write_text("fresh")
    (docs / "program.exe").write_bytes(b"MZ" + bytes(range(256)) * 20)
    (docs / "empty.pdf").write_bytes(b"")
    before = _state(kb)
    done = run("ingest", docs, docs / "gone.txt", "--kb", kb, "--dry-run")
    assert done.returncode == 1
    fates = _fates(done.stdout)
    assert fates.pop("same.txt") == "unchanged"
    assert fates.pop("other.md") == "changed"
    assert fates.pop("fresh.txt") == "new"
    assert sorted(fates.values()) == ["unreadable", "unreadable", "unsupported"]
    assert {key.rpartition("/")[2].partition(":")[0]: fate for key, fate in fates.items()} == {
        "program.exe": "unsupported",
        "empty.pdf": "unreadable",
        "gone.txt": "unreadable",
    }
    assert _state(kb) == before
    assert len(run_json("list", "--kb", kb)) == 2


def test_as_json_it_is_a_line_a_file_and_the_sums_last(docs: Path, tmp_path: Path) -> None:
    done = run("ingest", docs, "--kb", tmp_path / "kb", "--dry-run", "--json")
    *rows, sums = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["document"], row["fate"], row["parser"]) for row in rows] == [
        ("other.md", "new", "markdown"),
        ("same.txt", "new", "text"),
    ]
    assert sums["new"] == 2


def test_options_that_make_no_sense_are_refused_as_in_earnest(docs: Path, tmp_path: Path) -> None:
    done = run("ingest", docs, "--kb", tmp_path / "kb", "--dry-run", "--chunker", "nonsense")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_include_and_exclude_choose_what_is_ingested(docs: Path, tmp_path: Path) -> None:
    kb = tmp_path / "kb"
    (docs / "drafts").mkdir()
    (docs / "drafts" / "a.txt").write_text("a draft")
    chosen = ("--include", "*.txt", "--exclude", "drafts", "--kb", kb)
    assert _fates(run("ingest", docs, *chosen, "--dry-run").stdout) == {"same.txt": "new"}
    done = run("ingest", docs, *chosen, "--embedder", "none")
    assert done.stdout.startswith("1 added,")


def test_prune_spares_what_a_pattern_leaves_out(docs: Path, tmp_path: Path) -> None:
    kb = tmp_path / "kb"
    run("ingest", docs, "--kb", kb, "--embedder", "none")
    done = run("ingest", docs, "--kb", kb, "--exclude", "*.md", "--prune")
    assert ", 0 failed; " in done.stdout
    assert len(run_json("list", "--kb", kb)) == 2
