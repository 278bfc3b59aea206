"""How far a stage has come is told to whoever listens, and not too often."""

from __future__ import annotations

import pytest

from ragstone.indexing import progress
from ragstone.indexing.progress import Paced, report, told_to


def test_a_report_is_told_to_whoever_listens() -> None:
    heard: list[tuple[int, int]] = []
    with told_to(lambda *told: heard.append(told)):
        report(1, 3)

    assert heard == [(1, 3)]


def test_a_report_to_nobody_is_no_error() -> None:
    heard: list[tuple[int, int]] = []
    with told_to(lambda *told: heard.append(told)):
        pass
    report(1, 3)

    assert heard == []


def test_what_comes_in_too_short_a_time_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    heard: list[int] = []
    paced = Paced(lambda done, _total: heard.append(done))
    for done in range(20):
        now += 0.125
        paced(done, 20)

    assert heard == [3, 7, 11, 15, 19]
