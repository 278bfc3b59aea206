"""Large chunks and the small ones in them, from one pass.

    CHUNKERS.create("hierarchical", sizes=[2000, 500])

Search the small ones, read the large ones: `chunk.parent_index` leads from one to the other. Each
level is packed as the `sentence` chunker packs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from ragstone.chunkers.assembly import CUT_AGAIN
from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import HardLimitParameters, HardLimits, split_hard
from ragstone.chunkers.sentence import SentenceChunker
from ragstone.model.chunk import BoundaryReason
from ragstone.model.span import Span
from ragstone.text.graphemes import boundary_after, boundary_before


class HierarchicalChunker(TextChunker):
    """Chunks of several sizes over the same text.

    - Level 0 has the largest; every chunk of a deeper level lies inside its parent.
    - Each level covers the whole text.
    - A parent comes before its children, and they before the next parent.
    - What fits the smaller size too has one child, equal to it.
    """

    chunker_type: ClassVar[str] = "hierarchical"

    class Parameters(HardLimitParameters):
        """The sizes are hard limits of their levels; further limits hold on every level, and one
        that leaves two of the sizes given the same is refused."""

        sizes: tuple[Annotated[int, Field(ge=1)], ...] = (2000, 500)
        """The most that a chunk of each level has, from parents to children, falling."""
        unit: Literal["characters", "tokens", "bytes"] = "characters"
        """What sizes count: code points, tokens of `tokenizer`, or UTF-8 bytes."""

        @model_validator(mode="after")
        def _makes_sense(self) -> Self:
            if len(self.sizes) < 2:
                raise ValueError("sizes needs two numbers or more, one a level")
            if any(a <= b for a, b in zip(self.sizes, self.sizes[1:], strict=False)):
                raise ValueError(f"sizes {list(self.sizes)} must fall from parents to children")
            option = f"max_{self.unit}"
            limit = getattr(self, option)
            is_default = self.sizes == type(self).model_fields["sizes"].default
            if limit is not None and limit <= self.sizes[1] and not is_default:
                raise ValueError(
                    f"{option} ({limit}) makes the levels of {self.sizes[0]} and {self.sizes[1]} "
                    "the same; it must be larger than the second of sizes"
                )
            return self

    def hard_limits(self, level: int = 0) -> HardLimits:
        asked: HierarchicalChunker.Parameters = self.parameters
        size = asked.sizes[min(level, len(asked.sizes) - 1)]
        return super().hard_limits(level).at_most(size, asked.unit, asked.tokenizer)

    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:  # noqa: ARG002
        levels = range(len(self.parameters.sizes))
        packers = [(self._packer(level), self.hard_limits(level)) for level in levels]
        return _Hierarchy(section, packers).cuts(Span(0, len(section.text)))

    def _packer(self, level: int) -> SentenceChunker:
        """What packs one level."""
        limits = self.hard_limits(level)
        return SentenceChunker(
            SentenceChunker.Parameters(
                max_characters=limits.max_characters,
                max_tokens=limits.max_tokens,
                max_bytes=limits.max_bytes,
                tokenizer=self.parameters.tokenizer,
            )
        )


class _Hierarchy:
    """One section being cut on all levels, each by its packer within its limits."""

    def __init__(
        self, section: TextSection, levels: Sequence[tuple[SentenceChunker, HardLimits]]
    ) -> None:
        self._section = section
        self._levels = levels
        self._yielded = 0

    def cuts(
        self, span: Span, parent: Cut | None = None, above: int | None = None
    ) -> Iterator[Cut]:
        """The cuts inside `span`, each before those inside it; `above` is the parent's number."""
        level = parent.level + 1 if parent else 0
        for inner in self._packed(span, level):
            cut = replace(inner, level=level, parent=above)
            if parent and inner.reason is BoundaryReason.SECTION:
                cut = replace(cut, reason=parent.reason, detail=parent.detail)
            number = self._yielded
            self._yielded += 1
            yield cut
            if level + 1 < len(self._levels):
                yield from self.cuts(cut.span, cut, number)

    def _packed(self, span: Span, level: int) -> Iterator[Cut]:
        """The cuts of one level inside `span`, on clusters' borders and within the limits.

        Both are looked after here, as children must lie inside what becomes of their parent; and a
        slice of a section may have other borders than the section has there.
        """
        text, end = self._section.text, span.start
        packer, limits = self._levels[level]
        for cut in packer.cut(self._section.within(span)):
            start = max(end, boundary_before(text, span.start + cut.span.start))
            end = boundary_after(text, span.start + cut.span.end)
            if start >= end:
                continue
            for piece in split_hard(text, Span(start, end), limits):
                if piece.end == end:
                    yield replace(cut, span=piece)
                else:
                    yield Cut(piece, BoundaryReason.HARD, cut.context, detail=CUT_AGAIN)
