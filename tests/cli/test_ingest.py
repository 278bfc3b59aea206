"""`ragstone ingest` when things go wrong in the middle, and documents that share a name."""

from __future__ import annotations

import json
import os
import resource
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.running import RAGSTONE, run, run_json


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(6):
        lines = "".join(f"Line {n * number} of tide table. 潮汐表。\n\n" for n in range(1000))
        (folder / f"table-{number}.md").write_text(f"# Table {number}\n\n{lines}")
    return folder


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where temporary files go; nothing may be left in it."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


def _is_intact(kb: Path) -> bool:
    connection = sqlite3.connect(kb / "ragstone.sqlite")
    try:
        return connection.execute("pragma integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()


@pytest.mark.skipif(os.name != "posix", reason="signals to a group are POSIX's")
@pytest.mark.parametrize("stage", ["pending", "parsing", "chunking", "indexing", "ready"])
def test_ctrl_c_is_one_line_and_the_next_run_does_the_rest(
    docs: Path, tmp_path: Path, scratch: Path, stage: str
) -> None:
    kb = tmp_path / "kb"
    command = [*RAGSTONE, "ingest", str(docs), "--kb", str(kb), "--embedder", "hashing", "--json"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # as a terminal does, which then signals the whole group
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if json.loads(line)["stage"] == stage:
                break
        os.killpg(process.pid, signal.SIGINT)
        _, complaint = process.communicate(timeout=60)
    assert process.returncode == 130
    assert complaint == "ragstone: interrupted; what was finished is kept\n"
    assert _is_intact(kb)
    assert run("ingest", docs, "--kb", kb).returncode == 0
    assert {row["status"] for row in run_json("list", "--kb", kb)} == {"ready"}


@pytest.mark.skipif(os.name != "posix", reason="limits on files are POSIX's")
@pytest.mark.parametrize("embedder", ["none", "hashing"])
@pytest.mark.parametrize("kib", [40, 200, 600])
def test_a_full_disk_is_one_line_and_the_next_run_does_the_rest(
    docs: Path, tmp_path: Path, scratch: Path, kib: int, embedder: str
) -> None:
    kb = tmp_path / "kb"
    arguments = ["ingest", str(docs), "--kb", str(kb), "--embedder", embedder]
    done = subprocess.run(
        [*RAGSTONE, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (kib * 1024, kib * 1024)),
    )
    said = [line for line in done.stderr.splitlines() if not line.startswith("ready ")]
    assert done.returncode == 1
    assert [
        line.rpartition(": ")[2] for line in said if "vectors are not remembered" not in line
    ] == ["it could not be read or written; check the disk"]
    assert _is_intact(kb)
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    assert {row["status"] for row in run_json("list", "--kb", kb)} == {"ready"}


def test_prune_says_what_it_deleted(tmp_path: Path) -> None:
    docs, kb = tmp_path / "docs", tmp_path / "kb"
    docs.mkdir()
    for name in ("a.txt", "b.txt"):
        (docs / name).write_text(f"words of {name}")
    run("ingest", docs, "--kb", kb, "--embedder", "none")
    (docs / "a.txt").unlink()
    done = run("ingest", docs, "--kb", kb, "--prune")
    assert done.returncode == 0
    assert done.stderr == "unchanged  b.txt\ndeleted    a.txt\n"
    assert done.stdout == (
        "0 added, 0 replaced, 1 unchanged, 0 failed, 1 deleted; 0 chunks written\n"
    )


@pytest.fixture
def twins(tmp_path: Path) -> Path:
    """A knowledge base of two documents called notes.txt and one called other.txt."""
    for name in ("a/notes.txt", "b/notes.txt", "c/other.txt"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(f"the tide of {name[0]} is high")
    done = run("ingest", "a", "b", "c", "--kb", "kb", "--embedder", "none", cwd=tmp_path)
    assert done.returncode == 0
    return tmp_path


def test_documents_of_one_name_are_listed_with_their_paths(twins: Path) -> None:
    lines = run("list", "--kb", "kb", cwd=twins).stdout.splitlines()
    assert sorted(line.split("  ")[-1] for line in lines) == [
        "notes.txt (a/notes.txt)",
        "notes.txt (b/notes.txt)",
        "other.txt",
    ]
    rows = run_json("list", "--kb", "kb", cwd=twins)
    assert {row["data"]["blob_uri"] for row in rows} == {
        (twins / name).as_uri() for name in ("a/notes.txt", "b/notes.txt", "c/other.txt")
    }


def test_hits_in_documents_of_one_name_show_their_paths(twins: Path) -> None:
    found = run("search", "tide", "--kb", "kb", cwd=twins).stdout
    assert "notes.txt (a/notes.txt), line 1 " in found
    assert "notes.txt (b/notes.txt), line 1 " in found
    assert " other.txt, line 1 " in found
    hits = run_json("search", "tide", "--kb", "kb", cwd=twins)
    assert len({hit["citation"]["uri"] for hit in hits}) == 3


def test_delete_tells_documents_of_one_name_apart(twins: Path) -> None:
    done = run("delete", "notes.txt", "--kb", "kb", cwd=twins)
    assert done.returncode == 2
    assert "(a/notes.txt)" in done.stderr
    assert "(b/notes.txt)" in done.stderr


@pytest.mark.parametrize("below", ["", "kb"])
@pytest.mark.parametrize(
    "command", [("ingest", "{docs}"), ("ingest", "{docs}", "--dry-run"), ("search", "x"), ("list",)]
)
def test_a_knowledge_base_that_is_a_file_is_one_line(
    docs: Path, tmp_path: Path, command: tuple[str, ...], below: str
) -> None:
    (tmp_path / "notes.txt").write_text("words")
    kb = tmp_path / "notes.txt" / below
    done = run(*(part.format(docs=docs) for part in command), "--kb", kb)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"ragstone: no knowledge base can be at {kb}, which is a file or lies in one; "
        "give a folder\n"
    )


@pytest.mark.parametrize("option", ["--chunker", "--embedder"])
def test_a_blank_member_is_wrong_usage(docs: Path, tmp_path: Path, option: str) -> None:
    done = run("ingest", docs, "--kb", tmp_path / "kb", option, "")
    assert done.returncode == 2
    assert done.stderr == "ragstone: '' names nothing; write name or name:option=value\n"
    assert not (tmp_path / "kb").exists()


def test_two_chunkers_are_wrong_usage(docs: Path, tmp_path: Path) -> None:
    named = ["--chunker", "sentence", "--with", "fixed"]
    done = run("ingest", docs, "--kb", tmp_path / "kb", *named)
    assert done.returncode == 2
    assert done.stderr.startswith("ragstone: one chunker is taken here, and 2 are given;")
    assert not (tmp_path / "kb").exists()


def test_two_ingestions_at_once_do_the_work_once(docs: Path, tmp_path: Path) -> None:
    command = [*RAGSTONE, "ingest", str(docs), "--kb", str(tmp_path / "kb"), "--embedder", "none"]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    told = sorted(process.communicate(timeout=100)[0] for process in both)
    assert [process.returncode for process in both] == [0, 0]
    assert told[0].startswith("0 added, 0 replaced, 6 unchanged, 0 failed")
    assert told[1].startswith("6 added, 0 replaced, 0 unchanged, 0 failed")
