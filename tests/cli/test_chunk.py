"""`ragstone chunk --verify`, where a promise is broken."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ragstone.chunkers.fixed import FixedChunker
from ragstone.chunkers.hierarchical import HierarchicalChunker
from ragstone.chunkers.sentence import SentenceChunker
from ragstone.chunkers.token import TokenChunker
from ragstone.cli.chunk import app
from ragstone.model.block import TextBlock
from ragstone.model.chunk import Chunk
from ragstone.model.section import Section
from samples import make_png

TEXT = "The spring tide is high. The ferry waits. 渡轮九点开船。\n"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.txt"
    path.write_text(TEXT)
    return path


def verified(path: Path, *options: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, [str(path), "--verify", *options])
    return done.exit_code, done.stdout, done.stderr


def test_a_limit_that_a_chunk_exceeds_is_a_broken_promise(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = SentenceChunker.chunk

    async def without_limits(self: SentenceChunker, sections: Sequence[Section]) -> list[Chunk]:
        return await made(SentenceChunker(), sections)

    monkeypatch.setattr(SentenceChunker, "chunk", without_limits)
    code, answer, message = verified(notes, "--with", "sentence:max_characters=32")
    assert code == 1
    assert f"chunk 0 has {len(TEXT.strip())} characters, at most 32 are allowed" in answer
    assert "broken promises: 1;" in message


def test_a_text_that_is_not_the_files_is_a_broken_promise(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = SentenceChunker.chunk

    async def in_capitals(self: SentenceChunker, sections: Sequence[Section]) -> list[Chunk]:
        return [
            chunk.model_copy(update={"content": TextBlock(text=chunk.text.upper())})
            for chunk in await made(self, sections)
        ]

    monkeypatch.setattr(SentenceChunker, "chunk", in_capitals)
    code, answer, _ = verified(notes, "--with", "sentence", "--json")
    assert code == 1
    assert "chunk 0 is not the text of section 0" in answer


@pytest.mark.parametrize(
    ("spec", "unit"),
    [
        ("token:chunk_size=9,chunk_overlap=0", "tokens"),
        ("fixed:chunk_size=9", "characters"),
        ("hierarchical:sizes=[30,9]", "characters"),
    ],
)
def test_a_size_that_is_a_hard_limit_is_proved_too(
    notes: Path, monkeypatch: pytest.MonkeyPatch, spec: str, unit: str
) -> None:
    async def whole(_: object, sections: Sequence[Section]) -> list[Chunk]:
        return await SentenceChunker().chunk(sections)

    for chunker in (TokenChunker, FixedChunker, HierarchicalChunker):
        monkeypatch.setattr(chunker, "chunk", whole)
    code, answer, _ = verified(notes, "--with", spec)
    assert code == 1
    assert f" {unit}, at most " in answer


def test_limits_that_hold_are_no_problem(notes: Path) -> None:
    code, answer, _ = verified(notes, "--with", "sentence:max_characters=32,max_tokens=20")
    assert code == 0
    assert answer.endswith("every promise holds\n")


def test_verify_with_explain_does_both(notes: Path) -> None:
    code, answer, _ = verified(notes, "--explain")
    assert code == 0
    assert "from document start" in answer
    assert answer.splitlines()[-1] == "1 chunk: every promise holds"


@pytest.mark.parametrize("options", [[], ["--json"], ["--verify"]], ids=str)
def test_chunks_that_an_embedder_would_cut_are_told_without_embedding(
    notes: Path, options: list[str]
) -> None:
    service = "openai:base_url=http://localhost:1/v1,context_tokens=20"
    done = CliRunner().invoke(
        app, [str(notes), "--with", "sentence:max_characters=26", "--embedder", service, *options]
    )
    assert done.exit_code == 0
    assert "2 of 2 chunks are longer than the 20 tokens that text-embedding-3-small" in done.stderr
    assert "2/2 has 24, 4 too many" in done.stderr
    assert "too many" not in done.stdout


@pytest.mark.parametrize(
    ("embedder", "said"),
    [
        ("openai:base_url=http://localhost:1/v1,context_tokens=24", "no chunk is longer than the"),
        ("hashing", "reads texts of any length"),
    ],
)
def test_an_embedder_that_cuts_nothing_is_said_too(notes: Path, embedder: str, said: str) -> None:
    options = ["--with", "sentence:max_characters=26", "--embedder", embedder]
    assert said in CliRunner().invoke(app, [str(notes), *options]).stderr


def test_explain_shows_what_stands_beside_a_chunk(notes: Path) -> None:
    done = CliRunner().invoke(
        app, [str(notes), "--explain", "--with", "sentence_window:window_size=1"]
    )
    second = done.stdout.partition("── 2/3")[2].partition("── 3/3")[0]
    assert second.splitlines()[1:] == [
        "   from sentence",
        "   to   sentence",
        "   with │ The spring tide is high.",
        "   with │ […]",
        "   with │ 渡轮九点开船。",
        "The ferry waits.",
    ]


def test_code_that_is_cut_at_separators_is_said_on_stderr(notes: Path) -> None:
    done = CliRunner().invoke(app, [str(notes), "--with", "code"])
    assert done.stderr == (
        "warning: notes.txt: cut at separators as by recursive, not by syntax tree: no programming "
        "language is known by the name of the file; give language=\n"
    )


@pytest.mark.parametrize("option", ["--with", "--chunker"])
def test_a_chunker_is_named_by_either_option(notes: Path, option: str) -> None:
    done = CliRunner().invoke(app, [str(notes), option, "sentence:max_characters=32", "--json"])
    assert len(json.loads(done.stdout)) > 1


def test_a_blank_chunker_is_wrong_usage(notes: Path) -> None:
    done = CliRunner().invoke(app, [str(notes), "--with", ""])
    assert done.exit_code == 2
    assert "'' names nothing" in done.stderr


def test_two_chunkers_at_once_are_refused_with_the_command_that_shows_both(notes: Path) -> None:
    done = CliRunner().invoke(app, [str(notes), "--with", "sentence", "--chunker", "fixed"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "one chunker is taken here, and 2 are given; `ragstone inspect FILE" in done.stderr


def test_a_dash_reads_a_text_from_standard_input() -> None:
    done = CliRunner().invoke(app, ["-", "--with", "character:separator=\\n,chunk_size=1,"
                                    "chunk_overlap=0", "--json"], input="# one\ntwo\n")  # fmt: skip
    chunks = json.loads(done.stdout)
    assert [chunk["content"]["text"] for chunk in chunks] == ["# one", "two"]
    assert {chunk["source"] for chunk in chunks} == {"standard input"}


def test_standard_input_is_read_no_further_than_a_file_may_be_long() -> None:
    done = CliRunner().invoke(app, ["-", "--limit", "file_bytes=9"], input="x" * 10)
    assert done.exit_code == 1
    assert "standard input" in done.stderr
    assert "--limit file_bytes=" in done.stderr


def test_a_picture_has_no_characters_but_a_type_and_a_size(tmp_path: Path) -> None:
    file = tmp_path / "pier.png"
    file.write_bytes(make_png())
    done = CliRunner().invoke(app, [str(file)])
    assert done.stdout.splitlines() == [
        "── 1/1  picture  no text",
        f"(pier.png, image/png, {len(make_png())} bytes)",
    ]
