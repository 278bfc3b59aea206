"""The benchmark of table rules names the rules by string: each is there to be switched off."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

_BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def test_every_rule_that_the_benchmark_switches_off_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(_BENCHMARKS)
    rules = importlib.import_module("table_rules").RULES

    missing = [
        f"{module}.{name}"
        for module, replaced in rules.items()
        for name in replaced
        if not hasattr(importlib.import_module(f"ragstone.layout.tables.{module}"), name)
    ]

    assert rules
    assert missing == []
