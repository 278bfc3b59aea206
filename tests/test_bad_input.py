"""A folder of bad files: one line each with file, cause and remedy; the rest is ingested."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from samples import make_encrypted_pdf, make_pdf

GOOD = "The harbour master keeps the tide tables."


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    pdf = make_pdf([["The berth fee is nine crowns."]])
    (folder / "good.md").write_text(GOOD)
    (folder / "empty.txt").write_bytes(b"")
    (folder / "empty.pdf").write_bytes(b"")
    (folder / "noise.txt").write_bytes(bytes(range(256)) * 40)
    (folder / "noise.docx").write_bytes(bytes(range(256)) * 40)
    (folder / "truncated.pdf").write_bytes(pdf[: len(pdf) // 3])
    (folder / "encrypted.pdf").write_bytes(make_encrypted_pdf("secret"))
    (folder / "really-a-pdf.txt").write_bytes(pdf)
    return folder


def _run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ragstone.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def _ingest(docs: Path, *more: str | Path) -> subprocess.CompletedProcess[str]:
    kb = docs.parent / "kb"
    return _run("ingest", docs, *more, "--kb", kb, "--embedder", "hashing", "--workers", "2")


def _errors(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """The error lines on stderr by file."""
    lines = [
        line[len("error") :].strip() for line in done.stderr.splitlines() if line[:5] == "error"
    ]
    return {line.partition(": ")[0]: line.partition(": ")[2] for line in lines}


def test_each_bad_file_is_one_line_with_cause_and_remedy(docs: Path) -> None:
    done = _ingest(docs, docs / "missing.pdf")
    errors = _errors(done)
    assert set(errors) == {
        "empty.pdf",
        "noise.txt",
        "noise.docx",
        "truncated.pdf",
        "encrypted.pdf",
        str(docs / "missing.pdf"),
    }
    for file, sentence in errors.items():
        cause, semicolon, remedy = sentence.partition("; ")
        assert len(cause) > 8, file
        assert semicolon, file
        assert len(remedy) > 8, file
        assert str(docs.parent) not in sentence, "a message must not hold a machine's path"


def test_the_rest_is_ingested_and_the_exit_code_says_that_some_failed(docs: Path) -> None:
    done = _ingest(docs)
    assert done.returncode == 1
    assert done.stdout.startswith("3 added, 0 replaced, 0 unchanged, 5 failed;")
    hits = json.loads(_run("search", "berth fee", "--kb", docs.parent / "kb", "--json").stdout)
    assert hits[0]["citation"]["source"] == "really-a-pdf.txt"


def test_nothing_of_a_bad_file_can_be_searched(docs: Path) -> None:
    _ingest(docs)
    kb = docs.parent / "kb"
    hits = json.loads(_run("search", "harbour", "berth", "-k", "50", "--kb", kb, "--json").stdout)
    assert {hit["citation"]["source"] for hit in hits} == {"good.md", "really-a-pdf.txt"}


def test_the_list_shows_what_failed_and_why(docs: Path) -> None:
    _ingest(docs)
    records = json.loads(_run("list", "--kb", docs.parent / "kb", "--json").stdout)
    failed = {r["data"]["filename"] for r in records if r["status"] == "error"}
    assert failed == {"empty.pdf", "noise.txt", "noise.docx", "truncated.pdf", "encrypted.pdf"}


def test_an_empty_text_file_is_ready_with_a_warning(docs: Path) -> None:
    done = _ingest(docs)
    assert "warning    empty.txt: " in done.stderr


def test_wrong_usage_is_exit_code_2(docs: Path, tmp_path: Path) -> None:
    assert _run("ingest").returncode == 2
    done = _run("ingest", docs, "--kb", tmp_path / "kb", "--chunker", "sentence:chunk_overlap=-1")
    assert done.returncode == 2
    assert "overlap" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_knowledge_base_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    done = _run("search", "tide", "--kb", tmp_path / "nowhere")
    assert done.returncode == 1
    assert done.stderr.startswith("ragstone: no knowledge base at")
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_that_is_no_knowledge_base_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "ragstone.sqlite").write_bytes(b"this is no database at all" * 100)
    done = _run("search", "tide", "--kb", tmp_path)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_an_unreadable_folder_and_file_are_lines_too(docs: Path) -> None:
    """Root reads all, so it runs in a child that has lost that power."""
    closed = docs / "closed"
    closed.mkdir()
    (closed / "a.txt").write_text("x")
    (docs / "private.txt").write_text("x")
    closed.chmod(0)
    (docs / "private.txt").chmod(0)
    drop = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.getuid() == 0 else []
    command = [*drop, sys.executable, "-m", "ragstone.cli", "ingest", str(docs)]
    done = subprocess.run(
        [*command, "--kb", str(docs.parent / "kb"), "--embedder", "hashing"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    closed.chmod(0o755)
    errors = _errors(done)
    assert errors["closed/"] == "the folder may not be read; give read permission to this user"
    assert errors["private.txt"] == "it may not be read; give read permission to this user"
    assert "3 added" in done.stdout
    assert done.returncode == 1
