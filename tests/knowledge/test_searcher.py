"""A search while documents change: passages are cited from their own version, or left out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from ragstone.knowledge.base import KnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.search.hit import Hit
from ragstone.sources.source import Source
from ragstone.stores.sqlite import SQLiteStore

CONFIG = KnowledgeBaseConfig(embedder="none", workers=1)
Change = Callable[[], Awaitable[None]]


def after_each_search(
    monkeypatch: pytest.MonkeyPatch, change: Change, *, times: int = 1
) -> list[int]:
    """Have `change` happen once the store has answered, `times` times; counts the searches."""
    search, count = SQLiteStore.search_text, [0]

    async def changed(self: SQLiteStore, *arguments: Any) -> Any:
        found = await search(self, *arguments)
        count[0] += 1
        if count[0] <= times:
            await change()
        return found

    monkeypatch.setattr(SQLiteStore, "search_text", changed)
    return count


async def add(kb: KnowledgeBase, path: Path, text: str) -> None:
    path.write_text(text)
    async for event in kb.add(path):
        assert event.error is None


def searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> tuple[list[Hit], list[int]]:
    """The hits of a search during which the file gets one line more at its top, `times` times."""
    file, lines = tmp_path / "tides.txt", 0

    async def run() -> tuple[list[Hit], list[int]]:
        async with await KnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            await add(kb, file, "The spring tide.\n")
            await add(kb, tmp_path / "other.txt", "A ferry, a tide.\n")

            async def change() -> None:
                nonlocal lines
                lines += 1
                await add(kb, file, "First line.\n\n" * lines + "The spring tide.\n")

            count = after_each_search(monkeypatch, change, times=times)
            return await kb.search("spring tide"), count

    return asyncio.run(run())


def test_a_passage_that_was_overtaken_is_searched_again_and_cited_as_it_is_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hits, count = searched(tmp_path, monkeypatch, times=1)
    assert count == [2]
    assert {hit.citation.source for hit in hits} == {"tides.txt", "other.txt"}
    for hit in hits:
        if hit.citation.source == "tides.txt":
            place = hit.citation.provenance
            lines = (tmp_path / "tides.txt").read_text().splitlines()
            assert place.line_start is not None
            cited = "\n".join(lines[place.line_start - 1 : place.line_end])
            assert cited.strip() == hit.citation.quote.strip()


def test_a_document_that_changes_in_every_search_is_left_out_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hits, count = searched(tmp_path, monkeypatch, times=100)
    assert count == [3]
    assert [hit.citation.source for hit in hits] == ["other.txt"]


def test_chunks_that_were_inserted_have_no_sections_and_are_hits_all_the_same(
    tmp_path: Path,
) -> None:
    async def run() -> list[Hit]:
        async with await KnowledgeBase.open(tmp_path / "kb", CONFIG) as kb:
            async for _ in kb.add(Source.from_text("The spring tide.", "tides.txt")):
                pass
            [document] = await kb.list_documents()
            chunks = await kb.list_chunks(document.document_id)
            for metadata in ({"n": 1}, {"n": 2}):
                await kb.insert_document(chunks, document.document_id, metadata)
            return await kb.search("tide")

    [hit] = asyncio.run(run())
    assert hit.chunk.metadata["n"] == 2
