"""`ragstone ingest --sections`, and what `ragstone list` tells of a knowledge base."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ragstone.cli import documents, ingest, search
from ragstone.indexing.events import IngestEvent, Stage

RUNNER = CliRunner()


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.md"
    path.write_text("# Tides\n\nHigh at six.\n\n# Ferries\n\nThey leave at nine.\n")
    return path


def _ingest(path: Path, *options: str) -> tuple[int, str, str]:
    arguments = [str(path), "--kb", str(path.parent / "kb"), "--embedder", "none", *options]
    done = RUNNER.invoke(ingest.app, arguments)
    return done.exit_code, done.stdout, done.stderr


def _list(kb: Path) -> tuple[str, str]:
    done = RUNNER.invoke(documents.app, ["--kb", str(kb)])
    return done.stdout, done.stderr


def test_sections_are_pinned_with_the_knowledge_base(notes: Path) -> None:
    assert "; 1 chunk written" in _ingest(notes, "--sections", "document")[1]
    answer, message = _list(notes.parent / "kb")
    assert answer.startswith("ready          1 chunk   v1")
    assert message == "kb: chunker balanced, sections document, embedder none\n"
    assert _ingest(notes)[0] == 0
    code, _, message = _ingest(notes, "--sections", "natural")
    assert code == 2
    assert "sections" in message
    assert "pinned to document" in message


def test_a_folder_with_nothing_to_ingest_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    code, answer, message = _ingest(tmp_path / "empty")
    assert code == 0
    assert answer.startswith("0 added, 0 replaced, 0 unchanged, 0 failed")
    assert message == "there was no file to ingest; see the paths, --include and --exclude\n"


def test_the_line_of_a_terminal_holds_no_command_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    reporter = ingest._LineReporter(verbose=False)  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(reporter, "_live", True)
    seen = io.StringIO()
    monkeypatch.setattr("sys.stderr", seen)
    reporter.show(IngestEvent(stage=Stage.PARSING, document="a\x1b[2Jb\nc", number=1))
    assert seen.getvalue() == "\r\x1b[Kparsing    a\ufffd[2Jb\\nc"


def test_a_document_that_failed_is_listed_with_its_name_once_and_the_cause(notes: Path) -> None:
    broken = notes.with_name("broken.pdf")
    broken.write_bytes(b"%PDF-1.7 and no more")
    assert _ingest(broken)[0] == 1
    [line] = _list(notes.parent / "kb")[0].splitlines()
    assert line.startswith("error          0 chunks  v0")
    assert "  broken.pdf: it is damaged" in line
    assert line.count("broken.pdf") == 1


def test_sections_that_there_are_not_are_refused(notes: Path) -> None:
    code, _, message = _ingest(notes, "--sections", "pages")
    assert code == 2
    assert message.endswith("--sections pages is not one of natural, heading, document\n")


def test_code_without_its_trees_is_a_warning_at_its_document(notes: Path) -> None:
    _, _, message = _ingest(notes, "--chunker", "code")
    assert (
        "warning    notes.md: cut at separators as by recursive, not by syntax tree: there is no "
        "grammar for markdown"
    ) in message


@pytest.mark.skipif(os.name != "posix", reason="no line ends in names elsewhere")
def test_a_name_forges_no_line(notes: Path) -> None:
    forged = notes.rename(notes.parent / "a\nready      9 chunks  b\u2028.md")
    code, _, message = _ingest(forged)
    assert code == 0
    assert message.startswith(r"ready      a\nready      9 chunks  b\u2028.md  2 chunks")
    kb = notes.parent / "kb"
    [line] = _list(kb)[0].split("\n")[:-1]
    assert line.endswith(r"a\nready      9 chunks  b\u2028.md")
    [first, *_] = RUNNER.invoke(search.app, ["ferries", "--kb", str(kb)]).stdout.split("\n")
    assert first.startswith(r"1. a\nready      9 chunks  b\u2028.md, lines")
