"""Sections: their JSON is the same in every process, and reads back as the same section."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from ragstone.model.block import TextBlock
from ragstone.model.element import ElementType
from ragstone.model.mark import Mark
from ragstone.model.run import Runs
from ragstone.model.section import Part, Section
from ragstone.model.span import Span

SECTION = Section(
    content=TextBlock(text="潮汐\nb"),
    source="a.txt",
    parts=(Part(0, 2, "x", ElementType.TITLE, 1, frozenset(Mark), heading_path=("潮汐",)),),
    runs=Runs.of_lines("潮汐\nb"),
)


def test_a_section_survives_json() -> None:
    assert Section.model_validate_json(SECTION.model_dump_json()) == SECTION


def test_a_section_is_the_same_json_in_every_process() -> None:
    script = "from test_section import SECTION; print(SECTION.model_dump_json())"
    told = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parent)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(told) == 1


def test_a_span_has_the_place_of_its_lines() -> None:
    assert SECTION.place(Span(3, 4)).line_start == 2
    assert SECTION.text == "潮汐\nb"
