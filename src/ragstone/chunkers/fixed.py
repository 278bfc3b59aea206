"""Windows of so many characters, tokens or bytes, whatever the text says.

    CHUNKERS.create("fixed", unit="bytes", chunk_size=2000)
    CHUNKERS.create("fixed", chunk_size=1000, separators=["\\n\\n", "\\n", " "])

With separators a window ends behind the last one of its second half, if there is one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.overlap import WindowParameters
from ragstone.chunkers.packing import HardLimits, size_bytes
from ragstone.chunkers.windows import (
    ByteRuler,
    CharacterRuler,
    Reach,
    Ruler,
    TokenRuler,
    windows,
)
from ragstone.model.chunk import BoundaryReason
from ragstone.text.graphemes import boundary_before
from ragstone.text.tokens import token_counter


class FixedChunker(TextChunker):
    """Windows of exactly `chunk_size`, or less where an edge would cut a grapheme cluster."""

    chunker_type: ClassVar[str] = "fixed"

    class Parameters(WindowParameters):
        """Sizes in `unit`; a hard limit each."""

        unit: Literal["characters", "tokens", "bytes"] = "characters"
        """What sizes count: code points, tokens of `tokenizer`, or UTF-8 bytes."""
        chunk_size: int = Field(default=1000, ge=1)
        """Units that a window has at most."""
        chunk_overlap: int = Field(default=0, ge=0)
        """Units that a window shares with the one before, at most."""
        separators: tuple[Annotated[str, Field(min_length=1)], ...] = ()
        """Strings behind which a window rather ends, best first; looked for in its second half."""

    @property
    def overlap_asked(self) -> int:
        return self.parameters.chunk_overlap

    def overlap_size(self, text: str) -> int:
        parameters: FixedChunker.Parameters = self.parameters
        if parameters.unit == "tokens":
            return token_counter(parameters.tokenizer)(text)
        return len(text) if parameters.unit == "characters" else size_bytes(text)

    def hard_limits(self, level: int = 0) -> HardLimits:
        asked: FixedChunker.Parameters = self.parameters
        return super().hard_limits(level).at_most(asked.chunk_size, asked.unit, asked.tokenizer)

    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:  # noqa: ARG002
        parameters: FixedChunker.Parameters = self.parameters
        ruler = self._ruler(section.text)
        if parameters.separators:
            ruler = _SeparatorRuler(ruler, parameters.separators)
        return windows(section.text, ruler, parameters.size_option)

    def _ruler(self, text: str) -> Ruler:
        parameters: FixedChunker.Parameters = self.parameters
        size, overlap = parameters.chunk_size, parameters.chunk_overlap
        if parameters.unit == "tokens":
            return TokenRuler(text, size, overlap, parameters.tokenizer)
        ruler = CharacterRuler if parameters.unit == "characters" else ByteRuler
        return ruler(text, size, overlap)


class _SeparatorRuler(Ruler):
    """Another ruler whose windows rather end behind a separator."""

    def __init__(self, ruler: Ruler, separators: Sequence[str]) -> None:
        super().__init__(ruler.text, ruler.size, ruler.overlap)
        self.unit = ruler.unit
        self._ruler = ruler
        # Only tokens are counted again: a part of a window may have more of them than the whole.
        self._is_sure = ruler.unit != "tokens"
        self._separators = [(one, f"separator {json.dumps(one)}") for one in separators]

    def measure(self, start: int, end: int) -> int:
        return self._ruler.measure(start, end)

    def reach(self, start: int, covered: int) -> Reach:
        reach = self._ruler.reach(start, covered)
        text, end = self.text, reach[0]
        if end == len(text):
            return reach
        floor = max(covered, (start + end) // 2)
        for separator, detail in self._separators:
            at = text.rfind(separator, floor, end)
            if at < 0:
                continue
            behind = boundary_before(text, at + len(separator))
            if behind > floor and (self._is_sure or self.measure(start, behind) <= self.size):
                return behind, BoundaryReason.SEPARATOR, detail
        return reach

    def back(self, start: int, end: int) -> int:
        return self._ruler.back(start, end)
