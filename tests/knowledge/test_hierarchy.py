"""Chunks of several sizes in a knowledge base: the smallest are found, and lead to the larger."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ragstone.indexing.vectors import PARENT_KEY
from ragstone.knowledge.base import KnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.model.chunk import Chunk
from ragstone.search.hit import Hit

CHUNKER = "hierarchical:sizes=[400,200,80]"


def _search(tmp_path: Path, embedder: str, top_k: int) -> tuple[list[Hit], list[Chunk | None]]:
    file = tmp_path / "tides.md"
    file.write_text("".join(f"Pier {n} has a tide table of its own. " for n in range(200)))
    config = KnowledgeBaseConfig(embedder=embedder, chunker=CHUNKER, workers=1)

    async def run() -> tuple[list[Hit], list[Chunk | None]]:
        async with await KnowledgeBase.open(tmp_path / "kb", config) as kb:
            async for event in kb.add([file]):
                assert event.error is None
            hits = await kb.search("tide table", top_k)
            return hits, [await kb.get_parent(hit) for hit in hits]

    return asyncio.run(run())


@pytest.mark.parametrize("embedder", ["none", "hashing"])
@pytest.mark.parametrize("top_k", [5, 60])
def test_hits_are_of_the_smallest_size_and_as_many_as_asked_for(
    tmp_path: Path, embedder: str, top_k: int
) -> None:
    hits, _ = _search(tmp_path, embedder, top_k)
    assert [hit.chunk.level for hit in hits] == [2] * top_k
    assert len({hit.chunk.chunk_index for hit in hits}) == top_k


def test_a_hit_leads_to_the_larger_chunk_around_it(tmp_path: Path) -> None:
    hits, parents = _search(tmp_path, "hashing", 5)
    for hit, parent in zip(hits, parents, strict=True):
        assert parent is not None
        assert parent.level == 1
        assert hit.chunk.text in parent.text
        assert len(parent.text) > len(hit.chunk.text)
        assert parent.metadata[PARENT_KEY] is True


def test_a_chunk_without_levels_has_no_parent(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The tide is high.")
    config = KnowledgeBaseConfig(embedder="none", workers=1)

    async def run() -> Chunk | None:
        async with await KnowledgeBase.open(tmp_path / "kb", config) as kb:
            async for _ in kb.add([tmp_path / "a.txt"]):
                pass
            [hit] = await kb.search("tide")
            return await kb.get_parent(hit)

    assert asyncio.run(run()) is None
