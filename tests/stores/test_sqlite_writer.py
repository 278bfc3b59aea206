"""What writing a long document takes beside the document itself."""

from __future__ import annotations

import asyncio
import tracemalloc

import numpy as np

from ragstone.model.block import TextBlock
from ragstone.model.chunk import Chunk
from ragstone.stores.base import VectorRecord
from ragstone.stores.sqlite import SQLiteStore

CHUNKS, DIMENSIONS = 4_000, 256


def _records() -> list[VectorRecord]:
    vectors = np.ones((CHUNKS, DIMENSIONS), np.float32)
    return [
        VectorRecord.model_construct(
            vector=vectors[number],
            document_id="long",
            version=1,
            chunk=Chunk(
                content=TextBlock(text=f"tide {number} " + "x" * 2_000),
                source="long.txt",
                chunk_index=number,
                total_chunks=CHUNKS,
            ),
        )
        for number in range(CHUNKS)
    ]


def test_a_long_document_is_written_without_a_second_copy_of_it_in_memory() -> None:
    records = _records()

    async def run() -> int:
        async with SQLiteStore(SQLiteStore.Parameters()) as store:
            await store.create_collection("c", DIMENSIONS)
            tracemalloc.start()
            await store.replace("c", "long", records)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert len(await store.list_chunks("c", "long", limit=CHUNKS)) == CHUNKS
            found = await store.search("c", [1.0] * DIMENSIONS, top_k=1)
            assert found[0].score == 1.0
            return peak

    vectors, texts = CHUNKS * DIMENSIONS * 4, CHUNKS * 2_000
    assert asyncio.run(run()) < vectors + texts / 2 + 3 * 2**20
