"""The benchmark of table rules names the rules by string: each is there to be switched off."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path

_SCRIPT = Path(__file__).parents[1] / "benchmarks" / "table_rules.py"


def test_every_rule_that_the_benchmark_switches_off_is_there() -> None:
    spec = importlib.util.spec_from_file_location("table_rules", _SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    benchmark = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(benchmark)

    missing = [
        f"{module}.{name}"
        for module, rules in benchmark.RULES.items()
        for name in rules
        if not hasattr(importlib.import_module(f"ragstone.layout.tables.{module}"), name)
    ]

    assert benchmark.RULES
    assert missing == []
