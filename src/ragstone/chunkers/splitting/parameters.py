"""What the chunkers with LangChain's rules share: their options, and what sizes mean.

SplitterParameters(chunk_size=1000, chunk_overlap=200, unit="tokens")
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from pydantic import Field

from ragstone.chunkers.base import TextChunker
from ragstone.chunkers.overlap import OverlapParameters
from ragstone.chunkers.packing import size_bytes
from ragstone.text.tokens import token_counter


class SplitterParameters(OverlapParameters):
    """What `character` and `recursive` share with LangChain's splitters."""

    chunk_size: int = Field(default=4000, ge=1)
    """What pieces are merged up to, in `unit`."""
    chunk_overlap: int = Field(default=200, ge=0)
    """How much is repeated at most, in whole pieces and in `unit`."""
    unit: Literal["characters", "tokens", "bytes"] = "characters"
    """What sizes count; tokens are those of `tokenizer`, summed over the pieces."""
    is_separator_regex: bool = False
    """Whether separators are regular expressions; those of people you trust, they may be slow."""


class SplitterChunker(TextChunker):
    """A chunker with LangChain's options: what its sizes mean."""

    @property
    def overlap_asked(self) -> int:
        return self.parameters.chunk_overlap

    def overlap_size(self, text: str) -> int:
        count = self._count
        return len(text) if count is None else count(text)

    @property
    def _count(self) -> Callable[[str], int] | None:
        """What measures a piece; None for characters, which need no text to be counted."""
        options: SplitterParameters = self.parameters
        if options.unit == "characters":
            return None
        return size_bytes if options.unit == "bytes" else token_counter(options.tokenizer)
