"""Time grows with the text and no faster, whatever it is made of; memory for spans is bounded.

`benchmarks/chunkers.py --linear` shows the same up to 50 MB; here the texts are small.
"""

from __future__ import annotations

import asyncio
import time
import tracemalloc
from collections.abc import Callable

import pytest

from ragstone.chunkers.base import TextChunker, TextSection, text_sections
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
#: Times the text that `cut` takes in all for spans alone, on texts of short sentences; the spans
#: themselves are most of it for `sentence_window`, which has one a sentence. (A syntax tree takes
#: twenty, so that `code` is not here.)
MEMORY = {
    "recursive": 1,
    "character": 1,
    "fixed": 1,
    "approx_token": 1,
    "section": 2,
    "elements": 3,
    "token": 4,
    "sentence": 1.5,
    "hierarchical": 1.5,
    "balanced": 3,
    "html": 3.5,
    "table": 3,
    "sentence_window": 5,
    "semantic": 5.5,
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
    chunker = _chunker(SPECS.get(name, name))
    text = _text(name, size)
    section = TextSection(text) if name in OWN else text_sections([_section(text)])[0]
    [prepared] = asyncio.run(chunker.prepare([section]))
    list(chunker.cut(section, prepared))
    tracemalloc.start()
    spans = [cut.span for cut in chunker.cut(section, prepared)]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert spans
    assert peak < times * size + 20_000
