from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ragstone.cli.compare import app
from samples import make_pdf


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "tides.pdf"
    path.write_bytes(make_pdf([[("Tide tables", 20), "", "High water at six."]]))
    return str(path)


def test_a_column_a_strategy(file: str) -> None:
    done = CliRunner().invoke(app, [file, "--strategy", "fast", "--strategy", "auto"])
    assert done.exit_code == 0
    rows = [line.split() for line in done.stdout.splitlines()]
    assert rows[0] == ["fast", "auto"]
    assert ["elements", "2", "2"] in rows
    assert ["Title", "1", "1"] in rows


def test_all_strategies_there_are_without_any_named(file: str) -> None:
    done = CliRunner().invoke(app, [file, "--json"])
    assert [row["strategy"] for row in json.loads(done.stdout)] == ["auto", "fast"]


def test_a_missing_strategy_is_said_beside_the_others(file: str) -> None:
    done = CliRunner().invoke(app, [file, "--strategy", "fast", "--strategy", "hi_res"])
    assert done.exit_code == 1
    assert "Title" in done.stdout
    assert "needs a layout model" in done.stderr
    alone = CliRunner().invoke(app, [file, "--strategy", "hi_res"])
    assert (alone.exit_code, alone.stdout) == (2, "")
