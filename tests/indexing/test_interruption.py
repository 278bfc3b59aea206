"""`kill -9` at any point, run again: every row is that of a run that was never disturbed.

The points are drawn from the event log of an undisturbed run: five of each stage, each with another
delay, so that the blow falls before, inside and after the stage's work.
"""

from __future__ import annotations

import json
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

STAGES = ("pending", "parsing", "chunking", "indexing", "ready")
POINTS = 5
#: Fields that tell the time of day and not what was ingested.
CLOCK = re.compile(rb'"(created|updated)_at":"[^"]*"')


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    for number in range(POINTS + 2):
        text = "".join(f"Line {n} of tide table {number}. 潮汐表。\n\n" for n in range(60))
        (folder / f"table-{number}.md").write_text(f"# Table {number}\n\n{text}")
    return folder


@pytest.fixture(scope="module")
def undisturbed(docs: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Any]:
    """The stages in the order of the event log, and every row at the end."""
    kb = tmp_path_factory.mktemp("undisturbed") / "kb"
    with _ingest(docs, kb) as process:
        stages = [event["stage"] for event in _events(process)]
    assert process.returncode == 0
    return stages, _rows(kb)


def _ingest(docs: Path, kb: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "ragstone.cli", "ingest", str(docs), "--kb", str(kb)]
    return subprocess.Popen(
        [*command, "--embedder", "hashing", "--chunker", "recursive", "--workers", "2", "--json"],
        stdout=subprocess.PIPE,
        text=True,
    )


def _events(process: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    assert process.stdout is not None
    for line in process.stdout:
        event = json.loads(line)
        if "stage" in event:
            yield event


def _rows(kb: Path) -> dict[str, list[Any]]:
    """Every row of every table, sorted; clocks left out."""
    found: dict[str, list[Any]] = {}
    with sqlite3.connect(kb / "ragstone.sqlite") as connection:
        names = [
            r[0] for r in connection.execute("select name from sqlite_master where type='table'")
        ]
        for name in names:
            rows = connection.execute(f'select * from "{name}"')
            found[name] = sorted(
                repr([CLOCK.sub(b"", cell) if isinstance(cell, bytes) else cell for cell in row])
                for row in rows
            )
    connection.close()
    return found


@pytest.fixture(scope="module")
def forks() -> Iterator[subprocess.Popen[str]]:
    """See `interrupted.py`."""
    with subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("interrupted.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process


@pytest.mark.parametrize("stage", STAGES)
def test_a_killed_ingestion_ends_like_an_undisturbed_one(
    stage: str,
    docs: Path,
    undisturbed: tuple[list[str], Any],
    forks: subprocess.Popen[str],
    tmp_path: Path,
) -> None:
    log, expected = undisturbed
    for number, point in enumerate(_points(log, stage)):
        order = {"docs": str(docs), "kb": str(tmp_path / str(number) / "kb")}
        assert _ended(forks, order, point, delay_s=0.004 * number) == -signal.SIGKILL
        assert _ended(forks, order) == 0
        assert _rows(Path(order["kb"])) == expected, f"killed at event {point}"


def _points(log: Sequence[str], stage: str) -> list[int]:
    """Five places in the log where the stage begins, from first to last."""
    places = [index for index, name in enumerate(log) if name == stage]
    assert len(places) > POINTS, f"stage {stage} was met {len(places)} times only"
    last = len(places) - 2  # after the last one the process may end before the blow falls
    return [places[round(n * last / (POINTS - 1))] for n in range(POINTS)]


def _ended(
    forks: subprocess.Popen[str],
    order: dict[str, str],
    point: int | None = None,
    delay_s: float = 0,
) -> int:
    """How an ingestion ended that was killed `delay_s` after event `point`, or was not."""
    assert forks.stdin is not None
    assert forks.stdout is not None
    forks.stdin.write(json.dumps({**order, "point": point, "delay_s": delay_s}) + "\n")
    forks.stdin.flush()
    return int(forks.stdout.readline())
