"""Seconds of the chunkers for 10 MB, spans alone and end to end; whether they are linear.

    python benchmarks/chunkers.py [FILE ...] [--megabytes 10]
    python benchmarks/chunkers.py --linear balanced --linear token

The bare loop slices the text every 520 characters; the others are so many bare loops. "cuts" is the
choice of spans alone, "chunks" the whole of `chunk_sections`, "a chunk" what checking, boundaries
and keys add for each; user and system time, best of three, all in one run. Without files a text is
made up; files are repeated up to the size asked for. `--linear` shows the seconds for a million
characters of texts that grow and of texts that are hard, and the memory of the spans.
"""

from __future__ import annotations

import argparse
import random
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.catalog import CHUNKERS
from ragstone.model.block import TextBlock
from ragstone.model.section import Section

SPECS = (
    "fixed:chunk_size=1000",
    'fixed:chunk_size=1000,separators=["\\n\\n","\\n"," "]',
    "recursive:chunk_size=1000,chunk_overlap=200",
    "balanced:max_characters=800,chunk_size=520",
    "balanced",
    "sentence:max_characters=600",
    "approx_token:chunk_size=130,overlap=0",
)


def made_up(characters: int) -> str:
    """English of sorts: sentences of 5 to 30 words, paragraphs of 1 to 8 sentences."""
    source = random.Random(7)
    words = ["".join(source.choices("etaoinshrdlu", k=source.randint(2, 10))) for _ in range(4000)]
    pieces: list[str] = []
    size = 0
    while size < characters:
        sentences = [
            " ".join(source.choices(words, k=source.randint(5, 30))).capitalize() + "."
            for _ in range(source.randint(1, 8))
        ]
        pieces.append(" ".join(sentences))
        size += len(pieces[-1]) + 2
    return "\n\n".join(pieces)[:characters]


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of the best of three runs."""
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def linear(spec: str) -> None:
    """Seconds for a million characters: about the same in each row of growing texts."""
    chunker = CHUNKERS.create_from(spec)
    assert isinstance(chunker, TextChunker)
    text = made_up(1_000_000)
    shapes = {f"{size} MB": text * size for size in (1, 2, 4, 8, 16, 32)}
    shapes["50 MB in one line"] = text.replace("\n", " ") * 50
    shapes["2 MB without separator"] = "x" * 2_000_000
    shapes["2 MB of newlines"] = "\n" * 1_999_999 + "x"
    shapes["1,000,000 lines of 1"] = "x\n" * 1_000_000
    for name, shape in shapes.items():
        section = Section(content=TextBlock(text=shape), source="benchmark.txt")
        started = time.process_time()
        count = len(chunker.chunk_sections([section]))
        passed = time.process_time() - started
        print(
            f"{spec}, {name}: {count} chunks, {passed / len(shape) * 1e6:.3f} s/M, {passed:.2f} s"
        )
    tracemalloc.start()
    spans = [cut.span for cut in chunker.cut(TextSection(shapes["4 MB"]))]
    peak = tracemalloc.get_traced_memory()[1] / 4_000_000
    tracemalloc.stop()
    print(f"{spec}: peak memory of {len(spans)} spans {peak:.2f} times the text")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--megabytes", type=float, default=10)
    parser.add_argument("--linear", action="append", metavar="SPEC")
    options = parser.parse_args()
    for spec in options.linear or ():
        linear(spec)
    if options.linear:
        return
    size = int(options.megabytes * 1_000_000)
    text = "\n\n".join(path.read_text(encoding="utf-8") for path in options.files)
    text = (text * (size // len(text) + 1))[:size] if text else made_up(size)
    section = Section(content=TextBlock(text=text), source="benchmark.txt")
    bare = seconds(lambda: [text[at : at + 520] for at in range(0, len(text), 520)])
    print(f"bare loop: {bare:.4f} s for {options.megabytes:g} MB")
    for spec in SPECS:
        chunker = CHUNKERS.create_from(spec)
        assert isinstance(chunker, TextChunker)
        count = len(list(chunker.cut(TextSection(text))))
        cuts = seconds(lambda c=chunker: list(c.cut(TextSection(text))))
        whole = seconds(lambda c=chunker: c.chunk_sections([section]))
        ratios = f"({cuts / bare:.0f} and {whole / bare:.0f} bare loops)"
        each = f"{(whole - cuts) / count * 1e6:.0f} µs a chunk"
        print(f"{spec}: cuts {cuts:.3f} s, chunks {whole:.3f} s {ratios}, {each}")


if __name__ == "__main__":
    main()
