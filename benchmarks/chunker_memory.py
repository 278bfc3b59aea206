"""Peak memory of all chunkers while they find the spans of a text, as times the text.

    python benchmarks/chunker_memory.py [CHUNKER ...] [--megabytes 1]

The text is what `str` takes in memory, one byte a character here. `tracemalloc` measures: it sees
Python's objects, numpy's arrays and tree-sitter's trees. `cutting` is the most there is at once
beside the text while the chunks' spans are found one after the other. `list` is the same while
`[cut.span for cut in chunker.cut(section)]` runs: a list of spans takes 120 bytes a chunk, 3.4 ×
the text by itself where a chunk has 36 characters. What `semantic` knows of its embeddings by then
is in both; their vectors come in blocks, and are gone.

Two texts each: one of usual density, and one of the shortest units in which people write, which has
the most places to choose among. Both are of the chunker's own format.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import sysconfig
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

from chunkers import made_up
from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.catalog import CHUNKERS
from ragstone.model.span import Span

SHORT = "The spring tide reaches seven metres at noon. The ferry waits for it.\n\n"


def repeated(unit: str) -> Callable[[int], str]:
    return lambda size: (unit * (size // len(unit) + 1))[:size]


def source_code(size: int) -> str:
    """Python's own library, its public modules: no definition in them is very long."""
    found = ""
    for path in sorted(Path(sysconfig.get_path("stdlib")).glob("[a-z]*.py")):
        if len(found) >= size:
            break
        found += path.read_text(encoding="ascii", errors="replace")
    return repeated(found)(size)


def page(size: int) -> str:
    rows = (
        f"<h2>{text[:30]}</h2>\n<p>{text[:200]} <b>{text[200:220]}</b> {text[220:]}</p>\n"
        for text in made_up(size).split("\n\n")
    )
    return "".join(rows)[:size]


def records(size: int) -> str:
    found = [{"id": n, "text": text[:300]} for n, text in enumerate(made_up(size).split("\n\n"))]
    return json.dumps(found, indent=1)[:size]


def headings(size: int) -> str:
    return "\n\n".join(f"## {text[:30]}\n\n{text}" for text in made_up(size).split("\n\n"))[:size]


#: For each format: (usual, short units).
TEXTS: dict[str, tuple[Callable[[int], str], Callable[[int], str]]] = {
    "code": (source_code, repeated("def tide(x):\n    return x + 1\n\n\n")),
    "html": (page, repeated("<p>The spring tide <b>reaches</b> seven metres.</p>\n")),
    "json": (records, repeated('{"tide": "seven metres", "at": [1, 2, 3]},\n')),
    "markdown": (headings, repeated("## Tides\n\n- They rise.\n- They fall.\n\n")),
    "table": (
        repeated("2026-03-20,12:05,spring tide,7.1,Dover and the harbours east of it\n"),
        repeated("noon,7.1,spring tide,Dover\n"),
    ),
}
PROSE = (made_up, repeated(SHORT))


def peak(chunker: TextChunker, text: str, source: str) -> tuple[float, float]:
    """(most memory while the spans are found, the same with a list of them), as times the text."""
    section = TextSection(text, source=source)

    def spans() -> Iterator[Span]:
        [prepared] = asyncio.run(chunker.prepare([section]))
        return (cut.span for cut in chunker.cut(section, prepared))

    def most(kept: int | None) -> float:
        tracemalloc.start()
        found = spans()
        tracemalloc.reset_peak()  # of the embeddings
        last = deque(found, kept)
        highest = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert last
        return highest / sys.getsizeof(text)

    list(spans())  # what is loaded once
    return most(1), most(None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("chunkers", nargs="*", default=[entry.name for entry in CHUNKERS])
    parser.add_argument("--megabytes", type=float, default=1)
    options = parser.parse_args()
    size = int(options.megabytes * 1_000_000)
    print(f"{'':<16} {'usual':>13} {'short':>13}")
    print(f"{'':<16}", *[f"{'cutting':>7} {'list':>5}"] * 2)
    for name in options.chunkers:
        chunker = CHUNKERS.create_from("semantic:embedder=hashing" if name == "semantic" else name)
        assert isinstance(chunker, TextChunker)
        source = "made.py" if name == "code" else "made.txt"
        found = [peak(chunker, text(size), source) for text in TEXTS.get(name, PROSE)]
        print(f"{name:<16}", *(f"{cut:>7.2f} {kept:>5.2f}" for cut, kept in found), flush=True)


if __name__ == "__main__":
    main()
