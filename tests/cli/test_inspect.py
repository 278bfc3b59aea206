"""`ragstone inspect`: a page beside the file, refused politely where it cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import run, run_json
from ragstone.chunkers.catalog import DEFAULT_CHUNKER


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.md"
    path.write_text(
        "# Tides\n\nHigh water at nine.\n\n# 渡轮\n\n渡轮九点开船。\n", encoding="utf-8"
    )
    return path


def test_it_writes_the_page_and_says_where(notes: Path, tmp_path: Path) -> None:
    done = run("inspect", notes, "--with", "balanced", "--chunker", "sentence", "-o", "x.html",
               cwd=tmp_path)  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "x.html\n", "")
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.count('<section class="strategy">') == 2
    assert "渡轮九点开船。" in page


def test_it_shows_the_default_chunker_when_none_is_named(notes: Path, tmp_path: Path) -> None:
    done = run("inspect", notes, cwd=tmp_path)
    assert done.stdout == "inspect.html\n"
    assert f"<h2>{DEFAULT_CHUNKER}</h2>" in (tmp_path / "inspect.html").read_text(encoding="utf-8")


def test_json_has_the_figures(notes: Path, tmp_path: Path) -> None:
    page = tmp_path / "x.html"
    answer = run_json(
        "inspect", notes, "--with", "character:chunk_size=5,chunk_overlap=2", "-o", page
    )
    [strategy] = answer["strategies"]
    assert answer["page"] == str(page)
    assert (strategy["unit"], strategy["overlap_asked"], strategy["overlaps_given"]) == (
        "characters", 2, 0,
    )  # fmt: skip
    assert strategy["chunks"] == sum(strategy["ends"].values())


def test_the_file_itself_is_never_overwritten(notes: Path) -> None:
    before = notes.read_bytes()
    done = run("inspect", notes, "-o", notes)
    assert done.returncode == 2
    assert "is the file to inspect" in done.stderr
    assert notes.read_bytes() == before


@pytest.mark.parametrize("page", ["no/x.html", "x" * 300], ids=["no folder", "long name"])
def test_a_page_that_cannot_be_written_is_one_sentence(
    notes: Path, tmp_path: Path, page: str
) -> None:
    done = run("inspect", notes, "-o", tmp_path / page)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "cannot be written" in done.stderr


def test_a_wrong_chunker_is_wrong_usage_and_writes_nothing(notes: Path, tmp_path: Path) -> None:
    done = run("inspect", notes, "--with", "sentense", "-o", tmp_path / "x.html")
    assert done.returncode == 2
    assert "there is no chunker called sentense" in done.stderr
    assert not (tmp_path / "x.html").exists()
