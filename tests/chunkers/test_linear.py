"""Time grows with the text and no faster, whatever it is made of; memory for spans is bounded.

`benchmarks/chunkers.py --linear` shows the same up to 50 MB; here the texts are small.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable

import pytest

from ragstone.chunkers.base import TextChunker, text_sections
from ragstone.chunkers.catalog import CHUNKERS
from ragstone.model.block import TextBlock
from ragstone.model.element import ElementType
from ragstone.model.section import Part, Section

SMALL, TIMES = 8_000, 8
PROSE = "The spring tide reaches seven metres at noon. The ferry waits for it.\n\n"
#: A text that each is made for; prose for the others.
OWN = {
    "json": '{"tide": "seven metres", "at": [1, 2, 3]},\n',
    "html": "<p>The spring tide <b>reaches</b> seven metres.</p>\n",
    "table": "noon,7.1,spring tide,Dover\n",
}
SPECS = {
    "section": "section",
    "token": "token",
    "json": "json",
    "html": "html",
    "table": "table",
    "elements": "elements",
    "hierarchical": "hierarchical",
    "balanced": "balanced",
    "semantic": "semantic:embedder=hashing",
}
#: Times the text that `cut` takes in all for spans alone: places are listed before they are chosen
#: among where a whole section is looked at.
MEMORY = {
    "recursive": 1,
    "character": 1,
    "fixed": 1,
    "approx_token": 1,
    "section": 2,
    "elements": 3,
    "token": 4,
    "sentence": 7,
    "hierarchical": 10,
    "balanced": 10,
}


def _text(name: str, size: int) -> str:
    unit = OWN.get(name, PROSE)
    return (unit * (size // len(unit) + 1))[:size]


def _section(text: str) -> Section:
    parts: list[Part] = []
    at = 0
    for block in text.split("\n\n"):
        if block:
            kind = ElementType.NARRATIVE_TEXT
            parts.append(Part(at, at + len(block), str(at), kind))
        at += len(block) + 2
    return Section(content=TextBlock(text=text), source="a.txt", parts=tuple(parts))


def _seconds(chunker: TextChunker, text: str, runs: int) -> float:
    section = _section(text)

    def once() -> float:
        started = time.process_time()
        chunker.chunk_sections([section])
        return time.process_time() - started

    return min(once() for _ in range(runs))


def _chunker(spec: str) -> TextChunker:
    chunker = CHUNKERS.create_from(spec)
    assert isinstance(chunker, TextChunker)
    return chunker


@pytest.mark.parametrize(
    "shape",
    [_text, lambda _, size: "x" * size, lambda _, size: "a\n" * (size // 2)],
    ids=["its own", "no separator", "lines of one character"],
)
@pytest.mark.parametrize("name", SPECS)
def test_eight_times_the_text_takes_eight_times_as_long(
    name: str, shape: Callable[[str, int], str]
) -> None:
    chunker = _chunker(SPECS[name])
    chunker.chunk_sections([_section(PROSE)])  # encodings are loaded at the first use
    short = _seconds(chunker, shape(name, SMALL), 3)
    long = _seconds(chunker, shape(name, TIMES * SMALL), 2)
    assert long < 3 * TIMES * short + 0.02  # a quadratic one takes 64 times as long


@pytest.mark.parametrize(("name", "times"), MEMORY.items())
def test_spans_take_memory_in_proportion_to_the_text(name: str, times: float) -> None:
    size = 100_000
    chunker = _chunker(name)
    [section] = text_sections([_section(_text(name, size))])
    list(chunker.cut(section))
    tracemalloc.start()
    spans = [cut.span for cut in chunker.cut(section)]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert spans
    assert peak < times * size + 20_000
