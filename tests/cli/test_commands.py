"""The command line as people and scripts use it: answers on stdout, words on stderr, exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ragstone.cli.main import COMMANDS

SMALL = "recursive:chunk_size=20,chunk_overlap=0"
NOTES = "# Tides\n\nThe spring tide reaches seven metres.\n\n# 渡轮\n\n渡轮九点开船。\n"


def _run(*arguments: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ragstone.cli", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=False, cwd=cwd
    )


def _json(*arguments: str | Path) -> Any:
    done = _run(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with notes.md and a knowledge base of it in kb."""
    folder = tmp_path_factory.mktemp("place")
    (folder / "notes.md").write_text(NOTES, encoding="utf-8")
    done = _run("ingest", folder / "notes.md", "--kb", folder / "kb", "--embedder", "hashing")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    done = _run(command, "--help")
    assert done.returncode == 0
    assert "Usage: " in done.stdout
    assert done.stderr == ""


def test_an_unknown_command_is_wrong_usage() -> None:
    assert _run("ingets").returncode == 2


def test_ingest_says_a_line_a_document_and_a_summary(place: Path) -> None:
    done = _run("ingest", place / "notes.md", "--kb", place / "kb")
    assert done.stderr == "unchanged  notes.md\n"
    assert done.stdout == "0 added, 0 replaced, 1 unchanged, 0 failed; 0 chunks written\n"


def test_ingest_as_json_is_one_event_a_line_and_the_summary_last(
    place: Path, tmp_path: Path
) -> None:
    arguments = ("--kb", tmp_path / "kb", "--embedder", "hashing", "--json")
    done = _run("ingest", place / "notes.md", *arguments)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    stages = [row["stage"] for row in rows[:-1]]
    assert stages == ["pending", "parsing", "chunking", "indexing", "ready"]
    assert rows[-1]["added"] == 1


def test_search_shows_place_heading_score_and_quote(place: Path) -> None:
    done = _run("search", "how high is the spring tide", "--kb", place / "kb", "-k", "1")
    assert "1. notes.md, lines 1–" in done.stdout
    assert "score " in done.stdout
    assert "   Tides\n" in done.stdout
    assert "│ The spring tide reaches seven metres." in done.stdout


def test_json_keeps_chinese_readable(place: Path) -> None:
    done = _run("search", "渡轮几点开船", "--kb", place / "kb", "-k", "1", "--json")
    assert "渡轮九点开船" in done.stdout
    [hit] = json.loads(done.stdout)
    assert hit["citation"]["heading_path"] == ["渡轮"]
    assert set(hit["scores"]) == {"dense", "lexical", "late"}


def test_list_and_delete_by_name(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("alpha")
    (tmp_path / "b.txt").write_text("beta")
    kb = tmp_path / "kb"
    _run("ingest", tmp_path / "a.txt", tmp_path / "b.txt", "--kb", kb, "--embedder", "none")
    assert [row["data"]["filename"] for row in _json("list", "--kb", kb)] == ["a.txt", "b.txt"]
    assert _run("delete", "a.txt", "--kb", kb).returncode == 0
    assert [row["data"]["filename"] for row in _json("list", "--kb", kb)] == ["b.txt"]
    done = _run("delete", "a.txt", "--kb", kb)
    assert done.returncode == 2
    assert "there is no document a.txt" in done.stderr


def test_delete_removes_nothing_when_one_name_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("alpha")
    kb = tmp_path / "kb"
    _run("ingest", tmp_path / "a.txt", "--kb", kb, "--embedder", "none")
    assert _run("delete", "a.txt", "nothing.txt", "--kb", kb).returncode == 2
    assert len(_json("list", "--kb", kb)) == 1


def test_parse_gives_elements_in_the_known_keys(place: Path) -> None:
    elements = _json("parse", place / "notes.md")
    assert [element["type"] for element in elements[:2]] == ["Title", "NarrativeText"]
    assert elements[0]["metadata"]["filename"] == "notes.md"


def test_parse_gives_sections_markdown_and_all_of_it(place: Path) -> None:
    sections = _json("parse", place / "notes.md", "--to", "sections")
    assert "".join(section["content"]["text"] for section in sections) == NOTES
    assert _run("parse", place / "notes.md", "--to", "markdown").stdout == NOTES
    document = json.loads(_run("parse", place / "notes.md", "--to", "json").stdout)
    assert document["text"] == NOTES


def test_chunk_explains_each_boundary(place: Path) -> None:
    done = _run("chunk", place / "notes.md", "--with", SMALL, "--explain")
    assert "from document start" in done.stdout
    assert "to   document end" in done.stdout


def test_chunk_verifies_the_contract(place: Path) -> None:
    done = _run("chunk", place / "notes.md", "--verify")
    assert done.stdout == "2 chunks: every promise holds\n"
    assert done.returncode == 0


def test_chunk_as_json_has_spans_that_slice_the_section(place: Path) -> None:
    chunks = _json("chunk", place / "notes.md", "--with", "sentence:max_characters=40")
    sections = _json("parse", place / "notes.md", "--to", "sections")
    for chunk in chunks:
        start, end = chunk["span"]
        text = sections[chunk["section_index"]]["content"]["text"]
        assert text[start:end] == chunk["content"]["text"]


@pytest.mark.parametrize(
    ("spec", "named"),
    [
        ("sentence:max_characters=0", "max_characters"),
        ("recursive:chunk_size=10,chunk_overlap=20", "overlap"),
        ("sentence:colour=red", "colour is not an option"),
        ("nosuch", "there is no chunker called nosuch"),
    ],
)
def test_a_wrong_chunker_option_is_a_sentence_and_exit_code_2(
    place: Path, spec: str, named: str
) -> None:
    done = _run("chunk", place / "notes.md", "--with", spec)
    assert done.returncode == 2
    assert named in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_file_that_cannot_be_parsed_is_a_sentence_and_exit_code_1(tmp_path: Path) -> None:
    done = _run("parse", tmp_path / "gone.pdf")
    assert done.returncode == 1
    assert done.stderr == "ragstone: gone.pdf: no such file or folder; check the path\n"


def test_doctor_lists_every_member(place: Path) -> None:
    rows = _json("doctor")["members"]
    families = {"parsers", "chunkers", "tokenizers", "embedders", "stores", "records"}
    assert families == {row["family"] for row in rows}
    assert all(row["ready"] for row in rows)


def test_evaluate_retrieval_measures_bm25_words_meaning_and_both(tmp_path: Path) -> None:
    text = "".join(f"Fact {n}: the pier number {n} is {n * 7} metres long.\n\n" for n in range(80))
    (tmp_path / "piers.md").write_text(text)
    start = text.index("Fact 41")
    gold = {"question": "how long is pier number 41?", "corpus": "piers"}
    (tmp_path / "questions.json").write_text(
        json.dumps([{**gold, "spans": [[start, text.index("\n", start)]]}])
    )
    [report] = _json("evaluate", "retrieval", tmp_path, "--embedder", "hashing")
    assert set(report["modes"]) == {"bm25", "words", "meaning", "both"}
    assert report["modes"]["words"]["recall_at_5"] == 1.0


def test_evaluate_says_what_is_missing(tmp_path: Path) -> None:
    done = _run("evaluate", "retrieval", tmp_path)
    assert done.returncode == 2
    assert "questions.json" in done.stderr


def test_a_reader_that_goes_away_is_no_trace(place: Path) -> None:
    command = f"{sys.executable} -m ragstone.cli parse notes.md --to json | head -c 1"
    done = subprocess.run(
        command, shell=True, cwd=place, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr


def test_sections_are_shown_with_their_number_and_place(place: Path) -> None:
    done = _run("parse", place / "notes.md", "--to", "sections")
    assert done.stdout.startswith("── section 1/2  lines 1–")
    assert "\n── section 2/2  lines 5–" in done.stdout
    assert "{" not in done.stdout
