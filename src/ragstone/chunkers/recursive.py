"""LangChain's `RecursiveCharacterTextSplitter`: the strongest separator first, weaker ones inside.

    separators = ["\\n\\n", "\\n", "。", "，", " ", ""]
    CHUNKERS.create("recursive", separators=separators, chunk_size=20, chunk_overlap=3)
    CHUNKERS.create("recursive", language="python", chunk_size=1000)

No piece stays longer than `chunk_size` if the list ends with "". Overlap exists only among pieces
of one separator: none crosses from merged pieces to one that is split again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Self

from pydantic import Field, model_validator

from ragstone.chunkers.base import TextSection
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.splitting.describing import Describer, Stretch, covering
from ragstone.chunkers.splitting.languages import LANGUAGES, Language
from ragstone.chunkers.splitting.merging import Level, Sizes
from ragstone.chunkers.splitting.parameters import SplitterChunker, SplitterParameters
from ragstone.chunkers.splitting.separators import KeepSeparator, Separator, check_pattern

#: A level, the number of its separator, the separator, and what the level itself ends at.
_Open = tuple[Level, int, Separator, Separator]


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
        cuts = describer.cuts(self.stretches(section.text))
        return _joined(cuts) if options.keep_separator else covering(section.text, cuts)

    def stretches(self, text: str) -> Iterator[Stretch]:
        """What becomes chunks, before trimming.

        The source of the rule is LangChain's `_split_text`: pieces shorter than the size are
        merged, a longer one closes the run and is split by the separators that are left.
        """
        separators, sizes, count = self._separators(), self._sizes, self._count
        weakest = len(separators) - 1
        again = sizes._replace(again=True)
        seekers = [separator.seeker(text) for separator in separators]
        mergers = [separator.merger(text, again, count) for separator in separators[:-1]]
        mergers.append(separators[-1].merger(text, sizes, count))

        def opened(at: int, end: int, number: int, border: Separator | None) -> _Open:
            while number < weakest and not seekers[number](at, end):
                number += 1
            separator = separators[number]
            outer = separator if border is None or end == len(text) else border
            return Level(at, end), number, separator, outer

        open_levels = [opened(0, len(text), 0, None)]
        while open_levels:
            level, number, separator, border = open_levels[-1]
            yield separator, border, level.end, mergers[number](level)
            start, end = level.at, level.behind
            if not end or end == level.end:
                open_levels.pop()
            if end:
                level.at, level.behind = end, 0
                outer = separator if end < level.end else border
                open_levels.append(opened(start, end, number + 1, outer))

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
            last.reason, last.detail = cut.reason, cut.detail
    if last is not None:
        yield last
