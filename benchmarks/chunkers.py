"""Seconds of `balanced` and its neighbours for 10 MB, and how many times a bare loop that is.

    python benchmarks/chunkers.py [FILE ...] [--megabytes 10]

The bare loop slices the text every 520 characters. "cuts" is the choice of spans alone, "chunks"
the whole of `chunk_sections`; user and system time, best of three, all in one run. Without files a
text is made up; files are repeated up to the size asked for.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from pathlib import Path

from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.catalog import create_chunker
from ragstone.model.block import TextBlock
from ragstone.model.section import Section

SPECS = (
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--megabytes", type=float, default=10)
    options = parser.parse_args()
    size = int(options.megabytes * 1_000_000)
    text = "\n\n".join(path.read_text(encoding="utf-8") for path in options.files)
    text = (text * (size // len(text) + 1))[:size] if text else made_up(size)
    section = Section(content=TextBlock(text=text), source="benchmark.txt")
    bare = seconds(lambda: [text[at : at + 520] for at in range(0, len(text), 520)])
    print(f"bare loop: {bare:.4f} s for {options.megabytes:g} MB")
    for spec in SPECS:
        chunker = create_chunker(spec)
        assert isinstance(chunker, TextChunker)
        cuts = seconds(lambda c=chunker: list(c.cut(TextSection(text))))
        whole = seconds(lambda c=chunker: c.chunk_sections([section]))
        ratios = f"({cuts / bare:.0f} and {whole / bare:.0f} bare loops)"
        print(f"{spec}: cuts {cuts:.2f} s, chunks {whole:.2f} s {ratios}")


if __name__ == "__main__":
    main()
