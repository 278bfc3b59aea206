"""Chunkers measured on a small labelled set whose answers are known."""

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.cli.evaluate import app
from ragstone.database import Database
from ragstone.errors import ParameterError
from ragstone.evaluation.chunking import evaluate_chunking, within_budget
from ragstone.evaluation.indexed import WORDS, index_set
from ragstone.evaluation.labelled import load_retrieval_sets
from ragstone.stores.sqlite import SQLiteStore
from ragstone.text.tokens import token_counter


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two texts of facts, one a paragraph, and a question for one fact in each."""
    rows = []
    for corpus in ("piers", "ships"):
        facts = [f"Fact {n}: of the {corpus} number {n} is {n * 7} metres." for n in range(90)]
        text = "\n\n".join(facts)
        (tmp_path / f"{corpus}.md").write_text(text)
        start = text.index("Fact 41")
        span = [start, start + len(facts[41])]
        rows.append({"question": f"{corpus} number 41?", "corpus": corpus, "spans": [span]})
    (tmp_path / "questions.json").write_text(json.dumps(rows))
    return tmp_path


def test_a_chunk_for_each_fact_is_exact_and_larger_ones_are_not(folder: Path):
    specs = ["balanced:max_characters=60", "balanced"]
    exact, large = asyncio.run(evaluate_chunking(folder, specs, None))
    assert (exact.chunks, exact.precision_omega) == (180, 1.0)
    assert exact.modes["words"].top_5.recall == large.modes["words"].top_5.recall == 1.0
    assert exact.modes["words"].top_5.precision > large.modes["words"].top_5.precision
    assert large.mean_tokens > 5 * exact.mean_tokens
    assert large.precision_omega < 0.2


def test_an_embedder_adds_the_search_by_both(folder: Path):
    [report] = asyncio.run(evaluate_chunking(folder, ["balanced"], "hashing"))
    assert set(report.modes) == {"words", "both"}
    assert report.embedder == "hashing"


def test_gold_lies_where_its_text_stands_among_all_texts(folder: Path):
    async def check() -> None:
        [labelled] = load_retrieval_sets(folder)
        async with Database(":memory:") as database:
            chunker = CHUNKERS.create("balanced")
            indexed = await index_set(labelled, chunker, None, SQLiteStore(database))
            whole = "".join(labelled.texts.values())
            for question in labelled.questions:
                [gold] = indexed.gold(question)
                assert question.corpus[:-3] in whole[gold.start : gold.end]
                found = await indexed.search(question, WORDS, 3)
                for candidate, span in zip(found, indexed.spans(found), strict=True):
                    assert whole[span.start : span.end] == candidate.chunk.text

    asyncio.run(check())


def test_chunks_that_have_children_are_not_measured(folder: Path):
    async def check() -> None:
        [labelled] = load_retrieval_sets(folder)
        async with Database(":memory:") as database:
            chunker = CHUNKERS.create("hierarchical")
            indexed = await index_set(labelled, chunker, None, SQLiteStore(database))
            for name, text in labelled.texts.items():
                assert {chunk.level for chunk in indexed.chunks[name]} == {1}
                assert sum(len(chunk.text) for chunk in indexed.chunks[name]) <= len(text)
            found = await indexed.search(labelled.questions[0], WORDS, 40)
            assert {hit.chunk.level for hit in found} == {1}

    asyncio.run(check())


def test_a_budget_is_filled_and_not_exceeded(folder: Path):
    async def check() -> None:
        [labelled] = load_retrieval_sets(folder)
        async with Database(":memory:") as database:
            chunker = CHUNKERS.create("balanced")
            indexed = await index_set(labelled, chunker, None, SQLiteStore(database))
            found = await indexed.search(labelled.questions[0], WORDS, 10)
            kept = within_budget(found, indexed.spans(found), 300)
            whole = "".join(labelled.texts.values())
            count = token_counter("cl100k")
            used = sum(count(whole[span.start : span.end]) for span in kept)
            assert 295 <= used <= 300

    asyncio.run(check())


def test_a_folder_without_questions_is_refused(tmp_path: Path):
    with pytest.raises(ParameterError, match=r"questions\.json"):
        asyncio.run(evaluate_chunking(tmp_path, ["balanced"], None))


def test_the_command_prints_a_row_for_each_chunker_and_way_of_searching(folder: Path):
    options = ["--embedder", "hashing", "--chunker", "balanced", "--with", "section"]
    done = CliRunner().invoke(app, ["chunking", str(folder), *options])
    assert done.exit_code == 0
    rows = [line.split()[:2] for line in done.stdout.splitlines()[2:]]
    assert rows == [[c, m] for c in ("balanced", "section") for m in ("words", "both")]
