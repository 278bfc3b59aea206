"""Metadata and filters as they are typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.running import run, run_json
from ragstone.cli.metadata import read_filter, read_metadata
from ragstone.errors import ParameterError


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("2024", 2024),
        ("-1.5", -1.5),
        ("true", True),
        ("null", None),
        ('["a", 1]', ["a", 1]),
        ('{"a": 1}', {"a": 1}),
        ('"2024"', "2024"),
        ("007", "007"),
        ("harbour", "harbour"),
        ("True", "True"),
        ("2024-05-01", "2024-05-01"),
        ("", ""),
        ("a=b", "a=b"),
        ("NaN", "NaN"),
        ("-Infinity", "-Infinity"),
        ("1e999", "1e999"),
        ("[" * 100_000, "[" * 100_000),
        ("9" * 5000, "9" * 5000),
    ],
    ids=range(18),
)
def test_a_value_that_reads_as_json_is_that_and_any_other_is_text(typed: str, value: Any) -> None:
    found = read_metadata([f"key={typed}"])
    assert repr(found) == repr({"key": value})


@pytest.mark.parametrize("pair", ["key", "=value", ""])
def test_a_pair_without_key_or_sign_is_refused(pair: str) -> None:
    with pytest.raises(ParameterError, match="is not KEY=VALUE"):
        read_metadata([pair])


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [("{year: 2020}", "is not JSON"), ("", "is not JSON"), ("[1]", "is no mapping")],
)
def test_a_filter_that_is_no_mapping_in_json_is_refused_with_an_example(
    typed: str, complaint: str
) -> None:
    with pytest.raises(ParameterError, match=complaint) as refusal:
        read_filter(typed)
    assert """'{"year": {"$gte": 2020}}'""" in str(refusal.value)


def test_no_filter_is_none() -> None:
    assert read_filter(None) is None


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base of two notes with a year each."""
    folder = tmp_path_factory.mktemp("filtered")
    for year in (2019, 2024):
        note = folder / f"{year}.md"
        note.write_text(f"The tide of {year}.\n", encoding="utf-8")
        done = run(
            *("ingest", note, "--kb", folder / "kb", "--embedder", "hashing"),
            *("-m", f"year={year}", "--metadata", "team=harbour"),
        )
        assert done.returncode == 0, done.stderr
    return folder / "kb"


def test_a_search_can_be_filtered_by_what_was_given_at_ingestion(kb: Path) -> None:
    wanted = '{"team": "harbour", "year": {"$gte": 2020}}'
    hits = run_json("search", "tide", "--kb", kb, "--filter", wanted)
    found = [(hit["chunk"]["metadata"]["year"], hit["chunk"]["metadata"]["team"]) for hit in hits]
    assert found == [(2024, "harbour")]


@pytest.mark.parametrize(
    ("wanted", "complaint"),
    [
        ('{"year": {"$above": 1}}', "$above beside year is no operator; there are: $eq, "),
        ("year>2020", "--filter year>2020 is not JSON"),
    ],
)
def test_a_filter_that_makes_no_sense_is_a_sentence_and_exit_code_2(
    kb: Path, wanted: str, complaint: str
) -> None:
    done = run("search", "tide", "--kb", kb, "-f", wanted)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
