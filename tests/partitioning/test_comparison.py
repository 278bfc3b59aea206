from __future__ import annotations

from pathlib import Path

import pytest

from ragstone.entries import Entry
from ragstone.parsers.read import identified
from ragstone.partitioning import comparison
from ragstone.partitioning.comparison import compare
from ragstone.partitioning.strategy import available
from ragstone.sources.source import Source
from samples import make_pdf

SOURCE = Source.from_bytes(make_pdf([[("Tide tables", 20), "", "High water at six."]]), "tides.pdf")


def test_types_and_characters_are_counted() -> None:
    [counts] = compare(SOURCE, ["fast"])
    assert counts.types == {"Title": 1, "NarrativeText": 1}
    assert (counts.elements, counts.characters) == (2, len("Tide tablesHigh water at six."))


def test_a_strategy_that_is_not_there_says_so_and_the_others_are_counted() -> None:
    auto, hi_res, unknown = compare(SOURCE, ["auto", "hi_res", "best"])
    assert auto.elements == 2
    assert (hi_res.elements, "layout model" in (hi_res.failure or "")) == (0, True)
    assert "one of auto, fast" in (unknown.failure or "")


def test_all_that_is_available_works() -> None:
    assert [counts.failure for counts in compare(SOURCE, available())] == [None] * len(available())


def test_a_file_is_read_once_from_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "tides.pdf"
    path.write_bytes(SOURCE.read_bytes())
    first, second = compare(Source.from_path(path), ["fast", "fast"])
    assert first.types == second.types


def test_loading_the_parser_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []

    def loading(source: Source) -> tuple[str, Entry]:
        happened.append("loaded")
        return identified(source)

    def clock() -> float:
        happened.append("clock")
        return 0.0

    monkeypatch.setattr(comparison, "identified", loading)
    monkeypatch.setattr(comparison.time, "process_time", clock)
    compare(SOURCE, ["fast"])

    assert happened == ["loaded", "clock", "clock"]
