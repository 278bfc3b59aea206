"""No mutated file of any format hangs, kills its worker, or shows a fault of our own code."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from fuzzing import mutants
from parsers.test_contract import SAMPLES

FUZZING = Path(__file__).with_name("fuzzing.py")
#: Mutants of each format; `make fuzz` makes new ones for as long as one likes.
COUNT = 6


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[list[list[str]]]:
    """Outcomes (name, digest, finding) of two fresh processes that hash texts differently."""
    folder = tmp_path_factory.mktemp("fuzz")
    started = [
        subprocess.Popen(
            [sys.executable, str(FUZZING), "--count", str(COUNT)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        for hash_seed in ("1", "2")
    ]
    answers = [process.communicate(timeout=300) for process in started]
    assert all(out for out, _ in answers), answers[0][1]
    return [[json.loads(line) for line in out.splitlines()] for out, _ in answers]


def test_every_mutated_file_is_a_document_or_one_of_our_errors(runs: list[list[list[str]]]) -> None:
    assert [(name, finding) for name, _, finding in runs[0] if finding] == []
    assert len(runs[0]) == COUNT * len(SAMPLES)


def test_the_same_bytes_give_the_same_output_in_two_fresh_processes(
    runs: list[list[list[str]]],
) -> None:
    first, second = runs
    assert [one for one, other in zip(first, second, strict=True) if one != other] == []


def test_many_mutated_files_are_still_read(runs: list[list[list[str]]]) -> None:
    """Mutants that are all refused at the door would test the door alone."""
    read = [digest for _, digest, _ in runs[0] if ": " not in digest]
    assert len(read) > len(runs[0]) / 3


@pytest.mark.parametrize("row", ["docx", "text"])
def test_the_same_seed_makes_the_same_mutants(row: str) -> None:
    payload = SAMPLES[row][0]()
    one, other = (mutants(payload, random.Random("7")) for _ in range(2))
    assert [next(one) for _ in range(5)] == [next(other) for _ in range(5)]
