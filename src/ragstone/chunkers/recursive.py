"""LangChain's `RecursiveCharacterTextSplitter`: the strongest separator first, weaker ones inside.

    separators = ["\\n\\n", "\\n", "。", "，", " ", ""]
    CHUNKERS.create("recursive", separators=separators, chunk_size=20, chunk_overlap=3)

No piece stays longer than `chunk_size` if the list ends with "". Overlap exists only among pieces
of one separator: none crosses from merged pieces to one that is split again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

from pydantic import Field, model_validator

from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import trim
from ragstone.chunkers.separators import (
    KeepSeparator,
    Separator,
    SplitterParameters,
    check_pattern,
    covering,
    merge,
)
from ragstone.model.chunk import BoundaryReason
from ragstone.model.span import Span


class RecursiveChunker(TextChunker):
    """Splits at the first separator of the list that is found, and too long pieces at the next."""

    chunker_type: ClassVar[str] = "recursive"

    class Parameters(SplitterParameters):
        """Options of LangChain's `RecursiveCharacterTextSplitter`."""

        separators: tuple[str, ...] = Field(default=("\n\n", "\n", " ", ""), min_length=1)
        """From the strongest to the weakest; "" is between any two characters."""
        keep_separator: KeepSeparator = True
        """Whether the separator stays: true or "start" with the piece behind it, "end" before."""

        @model_validator(mode="after")
        def _are_patterns(self) -> Self:
            if self.is_separator_regex:
                for separator in self.separators:
                    check_pattern(separator)
            return self

    @property
    def overlap_asked(self) -> int:
        return self.parameters.chunk_overlap

    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:  # noqa: ARG002
        text, separators = section.text, self.parameters.separators
        return covering(text, self._split(text, Span(0, len(text)), separators))

    def _split(self, text: str, span: Span, separators: Sequence[str]) -> Iterator[Cut]:
        """The source of the rule is LangChain's `_split_text`: pieces shorter than the size are
        merged, a longer one closes the run and is split by the separators that are left."""
        options: RecursiveChunker.Parameters = self.parameters
        size, overlap = options.chunk_size, options.chunk_overlap
        separator, left = self._choose(text, span, separators)
        run: list[Span] = []
        for piece in separator.split(text, span):
            if piece.length < size:
                run.append(piece)
                continue
            yield from _closing(merge(text, run, separator, size, overlap), overlap)
            run = []
            if left:
                yield from _closing(self._split(text, piece, left), overlap)
            else:
                detail = f"a piece of {piece.length} characters, and no separator is left"
                yield Cut(trim(text, *piece), BoundaryReason.SEPARATOR, detail=detail)
        yield from merge(text, run, separator, size, overlap)

    def _choose(
        self, text: str, span: Span, separators: Sequence[str]
    ) -> tuple[Separator, Sequence[str]]:
        """The first separator found in the span, else the last one; and those after it."""
        options: RecursiveChunker.Parameters = self.parameters
        chosen, left = separators[-1], ()
        piece = text[span.start : span.end]
        for number, given in enumerate(separators):
            pattern = given if options.is_separator_regex else re.escape(given)
            if not given or re.search(pattern, piece):
                chosen, left = given, separators[number + 1 :] if given else ()
                break
        keep = options.keep_separator
        join = "" if keep else chosen
        return Separator(chosen, options.is_separator_regex, keep, join), left


def _closing(cuts: Iterator[Cut], overlap: int) -> Iterator[Cut]:
    """The same cuts; the last one says that no overlap crosses to what comes next."""
    last: Cut | None = None
    for cut in cuts:
        if last is not None:
            yield last
        last = cut
    if last is not None:
        why = "no overlap between merged pieces and one that is split again"
        known = not overlap or why in last.detail
        yield last if known else replace(last, detail=f"{last.detail}; {why}")
