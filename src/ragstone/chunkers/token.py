"""Windows of so many tokens, exactly.

    CHUNKERS.create("token", chunk_size=512, chunk_overlap=50, tokenizer="o200k")

The text is encoded once. No window is decoded from tokens, so that no character is ever broken; and
none has more tokens than asked when it is counted alone, as an embedder will.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from pydantic import Field

from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.overlap import WindowParameters
from ragstone.chunkers.packing import HardLimits
from ragstone.chunkers.windows import TokenRuler, windows
from ragstone.text.tokens import token_counter


class TokenChunker(TextChunker):
    """Windows of at most `chunk_size` tokens, of which neighbours share `chunk_overlap`.

    A window has fewer tokens than asked only where its edge would cut a grapheme cluster, or where
    its text alone has more tokens than the document had there.
    """

    chunker_type: ClassVar[str] = "token"

    class Parameters(WindowParameters):
        """Sizes in tokens of `tokenizer`; a hard limit each."""

        chunk_size: int = Field(default=512, ge=1)
        """Tokens that a window has at most."""
        chunk_overlap: int = Field(default=50, ge=0)
        """Tokens that a window shares with the one before, at most."""

    @property
    def overlap_asked(self) -> int:
        return self.parameters.chunk_overlap

    def overlap_size(self, text: str) -> int:
        return token_counter(self.parameters.tokenizer)(text)

    def hard_limits(self, level: int = 0) -> HardLimits:
        asked: TokenChunker.Parameters = self.parameters
        return super().hard_limits(level).at_most(asked.chunk_size, "tokens", asked.tokenizer)

    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:  # noqa: ARG002
        parameters: TokenChunker.Parameters = self.parameters
        ruler = TokenRuler(
            section.text, parameters.chunk_size, parameters.chunk_overlap, parameters.tokenizer
        )
        return windows(section.text, ruler, parameters.size_option)
