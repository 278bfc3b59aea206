"""Stdout that is full or closed, and blank paths: one line each, and the right exit code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import RAGSTONE, run

FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="/dev/full is Linux's")
@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("doctor",), ("doctor", "-h")])
def test_a_full_stdout_is_one_line_and_exit_code_1(arguments: tuple[str, ...]) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [*RAGSTONE, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr == (
        "ragstone: the answer could not be written (No space left on device); "
        "make room or send it elsewhere\n"
    )


@pytest.mark.skipif(not FULL.exists(), reason="/dev/full is Linux's")
def test_an_ingestion_whose_events_go_nowhere_leaves_a_database_that_can_go_on(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.txt").write_text("some words")
    arguments = ("ingest", tmp_path / "a.txt", "--kb", tmp_path / "kb", "--embedder", "none")
    with FULL.open("w") as full:
        done = subprocess.run(
            [*RAGSTONE, *map(str, arguments), "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.startswith("ragstone: the answer could not be written")
    assert len(done.stderr.splitlines()) == 1
    assert run(*arguments).returncode == 0


@pytest.mark.parametrize("lines", [1, 40_000])
def test_a_reader_that_goes_away_is_at_most_one_line(tmp_path: Path, lines: int) -> None:
    (tmp_path / "a.txt").write_text("some words\n" * lines)
    command = [*RAGSTONE, "parse", "a.txt", "--to", "json"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        complaint = process.stderr.read()
    assert process.returncode == 1
    assert complaint == "ragstone: the reader of the answer has gone; the rest of it is lost\n"


@pytest.mark.skipif(not FULL.exists(), reason="/dev/full is Linux's")
def test_a_full_stderr_does_not_change_the_outcome(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("some words")
    arguments = ("ingest", tmp_path / "a.txt", "--kb", tmp_path / "kb", "--embedder", "none")
    with FULL.open("w") as full:
        done = subprocess.run(
            [*RAGSTONE, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=full,
            text=True,
            check=False,
        )
    assert done.returncode == 0
    assert done.stdout.startswith("1 added")


@pytest.mark.parametrize("blank", ["", " "])
@pytest.mark.parametrize(
    "before",
    [
        ("ingest", "a.txt", "--kb"),
        ("ingest",),
        ("search", "words", "--kb"),
        ("list", "--kb"),
        ("parse",),
        ("chunk",),
        ("evaluate", "retrieval"),
    ],
    ids=" ".join,
)
def test_a_blank_path_is_wrong_usage_and_touches_nothing(
    tmp_path: Path, before: tuple[str, ...], blank: str
) -> None:
    (tmp_path / "a.txt").write_text("some words")
    done = run(*before, blank, cwd=tmp_path)
    assert done.returncode == 2
    assert "this one is blank" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_help_offers_no_shell_completion() -> None:
    for command in ([], ["list"], ["evaluate", "retrieval"]):
        assert "completion" not in run(*command, "--help").stdout


def test_stdout_that_was_closed_before_the_start_is_no_trace() -> None:
    command = f"{sys.executable} -m ragstone.cli doctor >&-"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
