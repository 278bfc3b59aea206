"""Bytes a chunk takes in a knowledge base, by what they are for.

    python benchmarks/knowledge_base_size.py [--chunks 10000] [--dimensions 512]

The texts are made: words of the frequency of words in prose, one text in five Chinese, cut by the
default chunker, with vectors of noise. SQLite counts its own pages (`dbstat`).
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np

from ragstone.chunkers.base import TextChunker
from ragstone.chunkers.catalog import CHUNKERS
from ragstone.database import Database
from ragstone.embedders.vector_cache import SQLiteVectorCache
from ragstone.model.block import TextBlock
from ragstone.model.chunk import Chunk
from ragstone.model.run import Runs
from ragstone.model.section import Section
from ragstone.records.sqlite import SQLiteRecords
from ragstone.stores.base import VectorRecord
from ragstone.stores.sqlite import SQLiteStore

_WORDS, _SENTENCES = 8000, 60
_DOCUMENT_CHUNKS = 40
_CHINESE = range(0x4E00, 0x5400)


def _sections(chance: random.Random) -> Iterator[Section]:
    """Pages of several thousand characters without end."""
    letters = "etaoinshrdlucmfwypvbgk"
    words = ["".join(chance.choices(letters, k=chance.randint(2, 9))) for _ in range(_WORDS)]
    shares = [1 / rank for rank in range(1, _WORDS + 1)]
    for page in count(1):
        if page % 5:
            said = (" ".join(chance.choices(words, shares, k=14)) for _ in range(_SENTENCES))
            text = " ".join(f"{sentence.capitalize()}." for sentence in said)
        else:
            said = (chance.choices(_CHINESE, k=24) for _ in range(_SENTENCES))
            text = "".join("".join(map(chr, sentence)) + "。" for sentence in said)
        yield Section(
            content=TextBlock(text=text),
            source="report.pdf",
            metadata={"page": page, "media_type": "application/pdf"},
            runs=Runs.of_lines(text),
        )


async def _write(folder: Path, chunks: int, dimensions: int) -> int:
    """The number of chunks written."""
    chance = random.Random(1)
    noise = np.random.default_rng(1)
    chunker = CHUNKERS.create("balanced")
    assert isinstance(chunker, TextChunker)
    pages = _sections(chance)
    cache = SQLiteVectorCache(folder / "vectors.sqlite")
    done = 0
    async with Database(folder / "ragstone.sqlite") as database:
        store, records = SQLiteStore(database), SQLiteRecords(database)
        await store.create_collection("c", dimensions)
        while done < chunks:
            sections: list[Section] = []
            cut: list[Chunk] = []
            while len(cut) < _DOCUMENT_CHUNKS:
                sections.append(next(pages).model_copy(update={"index": len(sections)}))
                cut = chunker.chunk_sections(sections)
            vectors = noise.standard_normal((len(cut), dimensions), np.float32)
            rows = [
                VectorRecord.model_construct(vector=vector, document_id=f"{done:032}", chunk=chunk)
                for vector, chunk in zip(vectors, cut, strict=True)
            ]
            await store.replace("c", f"{done:032}", rows)
            await records.put_sections(f"{done:032}", 1, sections)
            cache.put({noise.bytes(32): vector.tobytes() for vector in vectors})
            done += len(cut)
    cache.close()
    return done


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--chunks", type=int, default=10_000)
    options.add_argument("--dimensions", type=int, default=512)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        chunks = asyncio.run(_write(Path(folder), asked.chunks, asked.dimensions))
        for file in sorted(Path(folder).glob("*.sqlite")):
            print(f"{file.name}: {file.stat().st_size / chunks:,.0f} bytes a chunk")
            connection = sqlite3.connect(file)
            for name, size in connection.execute(
                "SELECT name, SUM(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 6"
            ):
                print(f"  {name:<28} {size / chunks:>7,.0f}")
            connection.close()


if __name__ == "__main__":
    main()
