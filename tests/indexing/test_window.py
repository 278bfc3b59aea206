"""Chunks that are longer than an embedder reads, counted before they are embedded."""

from __future__ import annotations

import pytest

from ragstone.embedders.hashing import HashingEmbedder
from ragstone.indexing.window import EmbedderWindow
from ragstone.model.block import DataBlock, TextBlock, URLSource
from ragstone.model.chunk import Chunk


class ShortSighted(HashingEmbedder):
    """Reads ten characters of a text."""

    @property
    def context_tokens(self) -> int | None:
        return 10


def chunk(number: int, text: str, context: str = "", parent: int | None = None) -> Chunk:
    content = TextBlock(text=text)
    return Chunk(
        content=content,
        source="a.txt",
        chunk_index=number,
        total_chunks=3,
        context=context,
        parent_index=parent,
    )


def test_chunks_that_would_be_cut_are_told_with_their_sizes() -> None:
    chunks = [chunk(0, "tide"), chunk(1, "a longer text"), chunk(2, "an even longer text")]
    window = EmbedderWindow(chunks, ShortSighted())
    assert list(window.too_long()) == [(1, 13), (2, 19)]
    [warning] = window.warnings()
    assert warning.startswith("2 of 3 chunks are longer than the 10 tokens that ")
    assert "the longest has 19" in warning


def test_context_is_read_where_it_fits_beside_the_text() -> None:
    chunks = [chunk(0, "tide", "sea"), chunk(1, "tide", "a long heading")]
    window = EmbedderWindow(chunks, ShortSighted())
    assert list(window.texts()) == [(0, "sea\ntide"), (1, "tide")]
    assert window.warnings() == []


def test_nothing_of_parents_and_data_is_read() -> None:
    data = DataBlock(source=URLSource(url="https://example.org/a.png", media_type="image/png"))
    picture = chunk(2, "").model_copy(update={"content": data})
    chunks = [chunk(0, "a parent of ten words"), chunk(1, "tide", parent=0), picture]
    window = EmbedderWindow(chunks, ShortSighted())
    assert list(window.texts()) == [(1, "tide")]
    assert window.warnings() == []


@pytest.mark.parametrize("text", ["", "tide " * 1000])
def test_an_embedder_that_reads_all_cuts_nothing(text: str) -> None:
    window = EmbedderWindow([chunk(0, text, "above")], HashingEmbedder())
    assert list(window.texts()) == [(0, f"above\n{text}")]
    assert window.warnings() == []
