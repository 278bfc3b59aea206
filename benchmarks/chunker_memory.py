"""Peak memory of all chunkers while they find the spans of a text, as times the text.

    python benchmarks/chunker_memory.py [CHUNKER ...] [--megabytes 1]

The text is what `str` takes in memory, one byte a character here. `tracemalloc` measures: it sees
Python's objects, numpy's arrays and tree-sitter's trees. It is the most there is at once, beside
the text, while `[cut.span for cut in chunker.cut(section)]` runs: the list of spans is in it, the
chunks are not. What `semantic` knows of its embeddings by then is in `held`; their vectors come in
blocks, and are gone.

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
from collections.abc import Callable
from pathlib import Path

from chunkers import made_up
from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.catalog import CHUNKERS

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
    """(most memory while it cuts, what it held before), as times the text."""
    section = TextSection(text, source=source)
    list(chunker.cut(section, asyncio.run(chunker.prepare([section]))[0]))  # what is loaded once
    tracemalloc.start()
    [prepared] = asyncio.run(chunker.prepare([section]))
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.reset_peak()
    spans = [cut.span for cut in chunker.cut(section, prepared)]
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert spans
    return most / sys.getsizeof(text), held / sys.getsizeof(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("chunkers", nargs="*", default=[entry.name for entry in CHUNKERS])
    parser.add_argument("--megabytes", type=float, default=1)
    options = parser.parse_args()
    size = int(options.megabytes * 1_000_000)
    print(f"{'':<16} {'usual':>6} {'held':>6} {'short':>6} {'held':>6}")
    for name in options.chunkers:
        chunker = CHUNKERS.create_from("semantic:embedder=hashing" if name == "semantic" else name)
        assert isinstance(chunker, TextChunker)
        source = "made.py" if name == "code" else "made.txt"
        found = [peak(chunker, text(size), source) for text in TEXTS.get(name, PROSE)]
        print(f"{name:<16}", *(f"{most:>6.2f} {held:>6.2f}" for most, held in found), flush=True)


if __name__ == "__main__":
    main()
