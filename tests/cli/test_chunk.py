"""`ragstone chunk --verify`, where a promise is broken."""

from __future__ import annotations

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


def test_a_picture_has_no_characters_but_a_type_and_a_size(tmp_path: Path) -> None:
    file = tmp_path / "pier.png"
    file.write_bytes(make_png())
    done = CliRunner().invoke(app, [str(file)])
    assert done.stdout.splitlines() == [
        "── 1/1  picture  no text",
        f"(pier.png, image/png, {len(make_png())} bytes)",
    ]
