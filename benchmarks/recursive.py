"""`recursive` against LangChain's: the same chunks, CPU time side by side; whether it is linear.

    python -m pip install --constraint constraints.txt --editable ".[peers]"
    python benchmarks/recursive.py [--english FILE] [--chinese FILE] [--python FILE]

Times are user + system, taken in turns in one run: the best of 3 turns, and of 8 where the fastest
takes less than a tenth of a second; each row says of how many. `spans` is where the chunks are
(what LangChain's `split_text` has to find), `strings` adds the strings themselves, `chunk()` is the
whole way to checked `Chunk`s with boundaries and keys, beside LangChain's `create_documents`. The
texts are made here, or are the files given, repeated; Python is the standard library. Ratios depend
on the text: LangChain pays for each piece, we for each chunk, so text of short paragraphs gains
less.
"""

from __future__ import annotations

import argparse
import gc
import random
import sysconfig
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

from langchain_text_splitters import RecursiveCharacterTextSplitter

from ragstone.chunkers.recursive import RecursiveChunker
from ragstone.model.block import TextBlock
from ragstone.model.section import Section

#: (name, bytes of UTF-8, separators if not the usual ones, floor for the spans)
ROWS: tuple[tuple[str, int, tuple[str, ...] | None, float], ...] = (
    ("English", 10_000_000, None, 8),
    ("English, long", 10_000_000, None, 8),
    ("Chinese", 5_000_000, None, 2),
    ("Chinese, at 。", 5_000_000, ("\n\n", "\n", "。", "，", " ", ""), 2),
    ("Python", 5_000_000, None, 1.5),
    ("Python, at def", 5_000_000, ("\nclass ", "\ndef ", "\n\tdef ", "\n\n", "\n", " ", ""), 1.5),
)
TURNS, MOST_TURNS = 3, 8
SHORT = 0.1
WORDS = (
    *("the", "a", "of", "tide", "harbour", "ferry", "wind", "crane", "rope", "and", "keeps"),
    *("waits", "for", "at", "noon", "high", "low", "by"),
)
IDEOGRAPHS = "潮汐表港口渡轮高低等待到来的在了是水风起重机绳索和中午夜晚船长"


def english(chance: random.Random, longest: int) -> str:
    """A paragraph of 1 to `longest` sentences; one in six is a list of lines."""
    sentences = [
        " ".join(chance.choices(WORDS, k=chance.randint(4, 25))).capitalize() + "."
        for _ in range(chance.randint(1, longest))
    ]
    return ("\n- " if chance.random() < 1 / 6 else " ").join(sentences)


def chinese(chance: random.Random) -> str:
    """A paragraph of 1 to 12 sentences, nothing between them."""
    return "".join(
        "，".join(
            "".join(chance.choices(IDEOGRAPHS, k=chance.randint(4, 14)))
            for _ in range(chance.randint(1, 4))
        )
        + "。"
        for _ in range(chance.randint(1, 12))
    )


def python() -> str:
    folder = Path(sysconfig.get_path("stdlib"))
    sources = sorted(folder.glob("*.py"))
    return "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in sources)


def filled(text: str, size: int) -> str:
    """`text` repeated up to `size` bytes."""
    length = size * len(text) // len(text.encode("utf-8", "surrogatepass"))
    return (text * (length // len(text) + 1))[:length]


def best(*works: Callable[[], Any]) -> tuple[int, list[tuple[float, Any]]]:
    """The number of turns, and for each of some works the CPU seconds of its fastest one and what
    the last one returned.

    They take turns, and none sweeps up what another left behind: so a noisy minute of the machine
    hits all alike. What is short takes more turns, as a moment of noise is much of it.
    """
    seconds = [float("inf")] * len(works)
    results: list[Any] = [None] * len(works)
    turns = 0
    while turns < (MOST_TURNS if min(seconds) < SHORT else TURNS):
        turns += 1
        for number, work in enumerate(works):
            results[number] = None
            gc.collect()
            started = time.process_time()
            results[number] = work()
            seconds[number] = min(seconds[number], time.process_time() - started)
    return turns, list(zip(seconds, results, strict=True))


def spans(chunker: RecursiveChunker, text: str) -> list[tuple[int, int]]:
    return [(run[0], run[1]) for _, _, _, runs in chunker.stretches(text) for run in runs]


def strings(chunker: RecursiveChunker, text: str) -> list[str]:
    found = (text[start:end].strip() for start, end in spans(chunker, text))
    return [string for string in found if string]


def compare(name: str, text: str, separators: tuple[str, ...] | None, floor: float) -> None:
    options: dict[str, Any] = {"chunk_size": 1000, "chunk_overlap": 200}
    if separators:
        options["separators"] = separators
    chunker = RecursiveChunker(RecursiveChunker.Parameters(**options))
    if separators:
        options["separators"] = list(separators)
    peer = RecursiveCharacterTextSplitter(add_start_index=True, **options)
    section = Section(content=TextBlock(text=text), source="text.txt")
    turns, (split, placed, cut, created, chunked) = best(
        lambda: peer.split_text(text),
        lambda: spans(chunker, text),
        lambda: strings(chunker, text),
        lambda: peer.create_documents([text]),
        lambda: chunker.chunk_sections([section]),
    )
    (theirs, expected), (ours, found) = split, cut
    print(
        f"{name:<15} {len(found):>6} {turns:>5}  {theirs:>8.3f} {placed[0]:>7.3f} {ours:>8.3f}"
        f"  {theirs / placed[0]:>5.1f} ({floor:g}) {theirs / ours:>7.1f}"
        f"  {created[0]:>9.3f} {chunked[0]:>8.3f} {created[0] / chunked[0]:>6.2f}"
        f"  {'equal' if found == expected else 'DIFFERENT'}"
    )


def linear(text: str) -> None:
    chunker = RecursiveChunker(RecursiveChunker.Parameters(chunk_size=1000, chunk_overlap=200))
    print("\nCPU seconds of spans, and per MB")
    shapes = [
        (f"English {size} MB", filled(text, size * 1_000_000)) for size in (1, 2, 4, 8, 16, 32)
    ]
    shapes += [("2 MB without separators", "x" * 2_000_000), ("2 MB of newlines", "\n" * 2_000_000)]
    shapes += [("1,000,000 lines of 1", "x\n" * 1_000_000)]
    for name, shape in shapes:
        _, [(seconds, _)] = best(lambda shape=shape: len(spans(chunker, shape)))
        print(f"{name:<24} {seconds:>7.3f} {seconds / len(shape) * 1e6:>8.4f}")
    text = filled(text, 10_000_000)
    tracemalloc.start()
    found = spans(chunker, text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    print(f"peak memory of {len(found)} spans: {peak / len(text):.2f} × the text")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for language in ("english", "chinese", "python"):
        parser.add_argument(f"--{language}", type=Path)
    given = parser.parse_args()
    chance = random.Random(1)
    texts = {
        "English": "\n\n".join(english(chance, 15) for _ in range(3000)),
        "English, long": "\n\n".join(english(chance, 60) for _ in range(1000)),
        "Chinese": "\n\n".join(chinese(chance) for _ in range(3000)),
        "Python": python(),
    }
    for language in ("English", "Chinese", "Python"):
        path: Path | None = getattr(given, language.lower())
        if path is not None:
            texts[language] = path.read_text(encoding="utf-8")
    print(
        f"{'1000/200':<15} {'chunks':>6} {'turns':>5}  {'LangChn':>8} {'spans':>7} {'strings':>8}"
        f"  {'ratio (floor)':>9} {'strings':>7}  {'documents':>9} {'chunk()':>8} {'ratio':>6}"
    )
    for name, size, separators, floor in ROWS:
        compare(name, filled(texts.get(name, texts[name.split(",")[0]]), size), separators, floor)
    linear(texts["English"])


if __name__ == "__main__":
    main()
