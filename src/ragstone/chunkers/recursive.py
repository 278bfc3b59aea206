"""LangChain's `RecursiveCharacterTextSplitter`: the strongest separator first, weaker ones inside.

    separators = ["\\n\\n", "\\n", "。", "，", " ", ""]
    CHUNKERS.create("recursive", separators=separators, chunk_size=20, chunk_overlap=3)
    CHUNKERS.create("recursive", language="python", chunk_size=1000)

No piece stays longer than `chunk_size` if the list ends with "". Overlap exists only among pieces
of one separator: none crosses from merged pieces to one that is split again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

from pydantic import Field, model_validator

from ragstone.chunkers.base import TextSection
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.splitting.languages import LANGUAGES, Language
from ragstone.chunkers.splitting.merging import Run, Sizes
from ragstone.chunkers.splitting.separators import (
    Describer,
    KeepSeparator,
    Separator,
    SplitterChunker,
    SplitterParameters,
    check_pattern,
    covering,
)
from ragstone.model.span import Span


class RecursiveChunker(SplitterChunker):
    """Splits at the first separator of the list that is found, and too long pieces at the next."""

    chunker_type: ClassVar[str] = "recursive"

    class Parameters(SplitterParameters):
        """Options of LangChain's `RecursiveCharacterTextSplitter`."""

        separators: tuple[str, ...] = Field(default=("\n\n", "\n", " ", ""), min_length=1)
        """From the strongest to the weakest; "" is between any two characters."""
        keep_separator: KeepSeparator = True
        """Whether the separator stays: true or "start" with the piece behind it, "end" before."""
        language: Language | None = None
        """Split at what begins functions, classes or headings in this language; the list of
        separators is then the language's own, and each stays with the piece behind it."""

        @model_validator(mode="after")
        def _are_patterns(self) -> Self:
            if self.is_separator_regex:
                for separator in self.separators:
                    check_pattern(separator)
            own = {"separators", "keep_separator", "is_separator_regex"} & self.model_fields_set
            if self.language and any(
                getattr(self, name) != type(self).model_fields[name].default for name in own
            ):
                raise ValueError(
                    f"language={self.language} brings its own separators; "
                    f"leave out {' and '.join(sorted(own))}"
                )
            return self

    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:  # noqa: ARG002
        options: RecursiveChunker.Parameters = self.parameters
        describer = Describer(section.text, self._sizes, options.unit)
        cuts = describer.cuts(self.runs(section.text))
        return _joined(cuts) if options.keep_separator else covering(section.text, cuts)

    def runs(self, text: str) -> Iterator[tuple[Run, Separator, Separator]]:
        """What becomes chunks, before trimming; with each the separator between its pieces, and the
        one at its end, which is stronger where the run ends a piece that was split again."""
        return self._split(text, Span(0, len(text)), self._separators())

    @property
    def _sizes(self) -> Sizes:
        return Sizes(self.parameters.chunk_size, self.parameters.chunk_overlap, apart=True)

    def _separators(self) -> Sequence[Separator]:
        options: RecursiveChunker.Parameters = self.parameters
        if options.language:
            return [
                Separator(pattern, is_regex=True, keep=True, kind=kind)
                for pattern, kind in LANGUAGES[options.language]
            ]
        keep = options.keep_separator
        given = options.separators
        if "" in given:  # what comes behind it is never reached
            given = given[: given.index("") + 1]
        return [
            Separator(each, options.is_separator_regex, keep, "" if keep else each)
            for each in given
        ]

    def _split(
        self, text: str, span: Span, separators: Sequence[Separator]
    ) -> Iterator[tuple[Run, Separator, Separator]]:
        """The source of the rule is LangChain's `_split_text`: pieces shorter than the size are
        merged, a longer one closes the run and is split by the separators that are left."""
        sizes, count, weakest = self._sizes, self._count, len(separators) - 1
        number = _found(text, span, separators, 0)
        runs = separators[number].runs(text, span, sizes, count)
        open_levels = [(runs, number, span.end)]
        while open_levels:
            runs, number, end = open_levels[-1]
            separator = separators[number]
            for run in runs:
                if run.too_long and number < weakest:
                    piece = Span(run.start, run.end)
                    number = _found(text, piece, separators, number + 1)
                    inner = separators[number].runs(text, piece, sizes, count)
                    open_levels.append((inner, number, piece.end))
                    break
                border = separator
                if run.end == end:
                    outer = (level[1] for level in reversed(open_levels) if level[2] > end)
                    border = separators[next(outer, number)]
                yield run, separator, border
            else:
                open_levels.pop()


def _joined(cuts: Iterator[Cut]) -> Iterator[Cut]:
    """The same cuts without blank ones, whose end is the end of the cut before them."""
    last: Cut | None = None
    for cut in cuts:
        start, end = cut.span
        if start < end or last is None:
            if last is not None:
                yield last
            last = cut
        else:
            last = replace(last, reason=cut.reason, detail=cut.detail)
    if last is not None:
        yield last


def _found(text: str, span: Span, separators: Sequence[Separator], first: int) -> int:
    """The number of the first separator from `first` on that is in the span, else of the last."""
    for number in range(first, len(separators)):
        if separators[number].is_in(text, span):
            return number
    return len(separators) - 1
