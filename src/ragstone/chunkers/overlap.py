"""The size and the overlap of the chunkers that have both in one unit.

FixedChunker.Parameters(chunk_size=100, chunk_overlap=100)     # refused with a sentence
"""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from ragstone.chunkers.packing import HardLimitParameters


class OverlapParameters(HardLimitParameters):
    """A size, and a smaller overlap; a member says what they mean, and its defaults."""

    chunk_size: int = Field(ge=1)
    chunk_overlap: int = Field(ge=0)

    @model_validator(mode="after")
    def _moves_on(self) -> Self:
        # LangChain allows the same size for both, and then hardly moves on.
        if self.chunk_overlap >= self.chunk_size:
            raise ValueError(
                f"chunk_overlap ({self.chunk_overlap}) must be smaller than chunk_size "
                f"({self.chunk_size})"
            )
        return self
