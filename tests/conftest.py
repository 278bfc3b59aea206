"""What the whole suite shares: the refresh flag of golden outputs, and the contracts' summary."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from _pytest.terminal import TerminalReporter

from ragstone.cli.doctor import CATALOGS

_CONTRACT = re.compile(r"tests/(\w+)/test_contract\.py::Test_?(\w+?)(?:Parser)?::")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--refresh", action="store_true", help="write golden outputs anew; read the diff"
    )


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name file contents by their parameter: a timestamp in them would change the test's name.

    Every worker of a parallel run must collect the same names.
    """
    return argname if isinstance(val, bytes) else None


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Which members ran their family's contract, with how many tests, and over what."""
    passed: Counter[tuple[str, str]] = Counter()
    for report in terminalreporter.stats.get("passed", []):
        if match := _CONTRACT.match(report.nodeid):
            passed[match.group(1), match.group(2).lower()] += 1
    if not passed:
        return
    terminalreporter.section("contracts")
    for catalog in CATALOGS:
        for row in catalog:
            over = f"a fake: {row.fake_reason}" if row.fake_reason else "the real thing"
            count = passed[catalog.family, row.name]
            if not count:
                continue
            terminalreporter.write_line(
                f"{catalog.family:<10} {row.name:<14} {count:>4} passed over {over}"
            )
