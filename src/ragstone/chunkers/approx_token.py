"""AgentScope's windows: about so many tokens each, at four UTF-8 bytes a token.

    CHUNKERS.create("approx_token", chunk_size=512, overlap=50)

No tokenizer and no look at the text: the cheapest chunker there is, and a base line for the others.
Unlike the model it never cuts a grapheme cluster.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Self

from pydantic import Field, model_validator

from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import (
    HardLimitParameters,
    characters_back,
    characters_in,
    size_bytes,
)
from ragstone.model.chunk import BoundaryReason
from ragstone.model.span import Span
from ragstone.text.graphemes import boundary_after, boundary_before

BYTES_A_TOKEN = 4


class ApproxTokenChunker(TextChunker):
    """Windows of `chunk_size` tokens, each beginning `overlap` tokens before the last one's end."""

    chunker_type: ClassVar[str] = "approx_token"

    class Parameters(HardLimitParameters):
        """Sizes in approximate tokens: UTF-8 bytes // 4. A target; hard limits come on top."""

        chunk_size: int = Field(default=512, ge=1)
        """Tokens of a window."""
        overlap: int = Field(default=50, ge=0)
        """Tokens that a window shares with the one before."""

        @model_validator(mode="after")
        def _makes_sense(self) -> Self:
            if self.overlap >= self.chunk_size:
                raise ValueError(
                    f"overlap ({self.overlap}) must be smaller than chunk_size ({self.chunk_size})"
                )
            return self

    @property
    def overlap_asked(self) -> int:
        return self.parameters.overlap

    def overlap_size(self, text: str) -> int:
        return size_bytes(text) // BYTES_A_TOKEN

    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:  # noqa: ARG002
        text = section.text
        if size_bytes(text) // BYTES_A_TOKEN <= self.parameters.chunk_size:
            yield Cut(Span(0, len(text)), BoundaryReason.WINDOW)
            return
        window = self.parameters.chunk_size * BYTES_A_TOKEN
        back = self.parameters.overlap * BYTES_A_TOKEN
        start = end = 0
        while end < len(text):
            after = self._window_end(text, start, window)
            if after <= end:  # only the overlap fits: a cluster larger than the step stands behind
                start, after = end, self._window_end(text, end, window)
            end = after
            yield Cut(Span(start, end), BoundaryReason.WINDOW)
            before = end - characters_back(text[max(0, end - back) : end], back)
            start = boundary_after(text, max(before, start + 1))

    def _window_end(self, text: str, start: int, window: int) -> int:
        """The last cluster's border within `window` bytes; at least one cluster on."""
        end = start + characters_in(text[start : start + window], window)
        end = boundary_before(text, end)
        return end if end > start else boundary_after(text, start + 1)
