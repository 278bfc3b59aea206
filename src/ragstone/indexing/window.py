"""How chunks fit what an embedder reads of a text, counted before anything is embedded.

window = EmbedderWindow(chunks, embedder)
window.warnings()      # ["3 of 40 chunks are longer than the 512 tokens that …"], or []
dict(window.too_long())      # {7: 612, …}: chunk_index and size of those that would be cut
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from ragstone.embedders.base import EmbedderBase
from ragstone.indexing.held import HeldChunks
from ragstone.model.block import TextBlock
from ragstone.model.chunk import Chunk

#: What is embedded of a chunk: nothing, its text alone, or its text below its context.
_NOTHING, _TEXT, _WHOLE = range(3)


class EmbedderWindow:
    """What is embedded of the chunks of one document.

    Nothing of data, nor of chunks that others lie in (`parents`); the context where it fits beside
    the text. A text that is longer than the window is cut by the embedder.
    """

    def __init__(self, chunks: Sequence[Chunk], embedder: EmbedderBase) -> None:
        self.chunks = chunks
        self.parents = parents_of(chunks)
        self._embedder = embedder
        self._read = bytearray(len(chunks))
        self._numbers, self._sizes = array("Q"), array("Q")
        for place, chunk in enumerate(chunks):
            if isinstance(chunk.content, TextBlock) and chunk.chunk_index not in self.parents:
                self._read[place] = self._measured(chunk)

    def _measured(self, chunk: Chunk) -> int:
        limit, count = self._embedder.context_tokens, self._embedder.count_tokens
        if limit is None:
            return _WHOLE
        if chunk.context and count(chunk.embedding_text()) <= limit:
            return _WHOLE
        size = count(chunk.text)
        if size > limit:
            self._numbers.append(chunk.chunk_index)
            self._sizes.append(size)
        return _TEXT

    def texts(self) -> Iterator[tuple[int, str]]:
        """(place, what is embedded) of each chunk of which something is."""
        for place, chunk in enumerate(self.chunks):
            if self._read[place] != _NOTHING:
                whole = self._read[place] == _WHOLE
                yield place, chunk.embedding_text() if whole else chunk.text

    def too_long(self) -> Iterator[tuple[int, int]]:
        """(chunk_index, size) of the chunks that the embedder would cut."""
        return zip(self._numbers, self._sizes, strict=True)

    def warnings(self) -> list[str]:
        """A sentence where chunks would be cut."""
        if not self._numbers:
            return []
        texts = len(self._read) - self._read.count(_NOTHING)
        embedder, longest = self._embedder, max(self._sizes)
        return [
            f"{len(self._numbers)} of {texts} {'chunk is' if texts == 1 else 'chunks are'} longer "
            f"than the {embedder.context_tokens} tokens that {embedder.model} reads (the longest "
            f"has {longest}); choose smaller chunks to have all of their text in the vectors"
        ]


def parents_of(chunks: Sequence[Chunk]) -> frozenset[int | None]:
    """The numbers of the chunks that others lie in."""
    if isinstance(chunks, HeldChunks):
        return chunks.parents
    return frozenset(chunk.parent_index for chunk in chunks)
