"""The size and the overlap of the chunkers that have both in one unit.

FixedChunker.Parameters(chunk_size=100, chunk_overlap=100)     # refused with a sentence
FixedChunker.Parameters(chunk_size=100, max_characters=10)     # so is this
"""

from __future__ import annotations

from typing import Any, Self

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


class WindowParameters(OverlapParameters):
    """The same where the size is a hard limit itself: at most the limit in its unit.

    A size that is not given shrinks to a smaller limit, and its overlap with it; one that is given
    is refused over the limit. The default is not: parameters that were written down name it.
    """

    @model_validator(mode="before")
    @classmethod
    def _shrinks(cls, values: Any) -> Any:
        if not isinstance(values, dict) or "chunk_size" in values:
            return values  # pyright: ignore[reportUnknownVariableType]
        given: dict[str, Any] = values  # pyright: ignore[reportUnknownVariableType]
        fields = cls.model_fields
        unit = given.get("unit", fields["unit"].default if "unit" in fields else "tokens")
        limit, size = given.get(f"max_{unit}"), fields["chunk_size"].default
        if not isinstance(limit, int) or not 1 <= limit < size:
            return given
        overlap = fields["chunk_overlap"].default * limit // size
        return {"chunk_overlap": overlap, **given, "chunk_size": limit}

    @model_validator(mode="after")
    def _within_the_limit(self) -> Self:
        option, default = self._limit_option, type(self).model_fields["chunk_size"].default
        limit = getattr(self, option)
        if limit is not None and self.chunk_size > limit and self.chunk_size != default:
            raise ValueError(
                f"chunk_size ({self.chunk_size}) must not be larger than {option} ({limit})"
            )
        return self

    @property
    def size_option(self) -> str:
        """The option that says how large a window is: a limit that the size follows, or the size
        itself."""
        option = self._limit_option
        return option if getattr(self, option) == self.chunk_size else "chunk_size"

    @property
    def _limit_option(self) -> str:
        return f"max_{getattr(self, 'unit', 'tokens')}"
