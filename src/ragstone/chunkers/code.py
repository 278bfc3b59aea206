"""Source code in whole functions, classes and methods, by its syntax tree.

    CHUNKERS.create("code")                                  # the language by the file's name
    CHUNKERS.create("code", language="python", max_tokens=400)

Definitions go with their decorators and the comments directly above them. What fits stays whole;
neighbours are packed up to the limit. A longer definition is cut inside: between its members, then
its statements, then its lines. Each chunk from inside one carries the path to it as its headings,
and so in its context: "class A › def b".

The trees need the extra `code`. Without it, for a language without a grammar, and from where a text
cannot be read, it is cut as `recursive` cuts it by language, and every boundary says so.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any, ClassVar, Self

from pydantic import Field, field_validator, model_validator

from ragstone.chunkers.asked import only_what_was_asked
from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import (
    HardLimitParameters,
    HardLimits,
    trim,
)
from ragstone.chunkers.recursive import RecursiveChunker
from ragstone.chunkers.syntax.grammars import (
    ALIASES,
    GRAMMARS,
    CodeLanguage,
    language_of,
    separators_of,
)
from ragstone.chunkers.syntax.lines import by_lines
from ragstone.chunkers.syntax.reading import is_known
from ragstone.chunkers.syntax.symbols import DEEPEST, SyntaxTree, Unit
from ragstone.extras import is_installed
from ragstone.model.chunk import BoundaryReason, Chunk
from ragstone.model.span import Span

#: A text with more characters than this for each token of the limit is not counted: it is opened.
_CHARACTERS_A_TOKEN = 16
_AT_SEPARATORS = "; cut at separators: "
#: Sums of parts are estimates of tokens; fuller than this they are counted.
_SURE = 0.9


class CodeChunker(TextChunker):
    """Definitions whole while they fit; the default size is 1,500 characters, no overlap."""

    chunker_type: ClassVar[str] = "code"

    class Parameters(HardLimitParameters):
        """At least one limit is needed; 1,500 characters when none is given."""

        max_characters: int | None = Field(default=1500, ge=1)
        """Characters (code points) that a chunk has at most."""
        language: CodeLanguage | None = None
        """The programming language; if not given, the one that the file's name tells."""

        @model_validator(mode="before")
        @classmethod
        def _only_what_was_asked(cls, values: Any) -> Any:
            return only_what_was_asked(values, "max_characters")

        @field_validator("language", mode="before")
        @classmethod
        def _by_its_usual_name(cls, name: Any) -> Any:
            return ALIASES.get(name.lower(), name.lower()) if isinstance(name, str) else name

        @model_validator(mode="after")
        def _has_a_size(self) -> Self:
            if (self.max_characters, self.max_tokens, self.max_bytes) == (None, None, None):
                raise ValueError("one of max_characters, max_tokens and max_bytes is needed")
            return self

    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:  # noqa: ARG002
        parameters: CodeChunker.Parameters = self.parameters
        language = parameters.language or language_of(section.source)
        why, until = _why_no_tree(language), 0
        if language is not None and not why:
            tree = SyntaxTree(section.text, GRAMMARS[language].grammar)
            until = yield from _Packer(section.text, tree, HardLimits.of(parameters)).cuts()
            why = tree.why
        if until < len(section.text):
            rest = section.within(Span(until, len(section.text)))
            for cut in _by_separators(rest, parameters, language, why):
                span = Span(until + cut.span.start, until + cut.span.end)
                yield replace(cut, span=span)

    def warnings(self, chunks: Sequence[Chunk]) -> list[str]:
        details = (boundary.detail for chunk in chunks for boundary in chunk.boundaries)
        reasons = (detail.partition(_AT_SEPARATORS) for detail in details)
        causes = dict.fromkeys(why for _, found, why in reasons if found)
        return [f"cut at separators as by recursive, not by syntax tree: {why}" for why in causes]


def _why_no_tree(language: CodeLanguage | None) -> str:
    """A clause that says why there is no syntax tree of a text; "" when it can have one."""
    if language is None:
        return "no programming language is known by the name of the file; give language="
    if not GRAMMARS[language].grammar:
        return f"there is no grammar for {language}"
    if not is_installed("tree_sitter_language_pack"):
        return 'the extra code is not installed: pip install "ragstone[code]"'
    if not is_known(GRAMMARS[language].grammar):
        return f"the installed grammars lack {language}"
    return ""


def _by_separators(
    section: TextSection,
    parameters: CodeChunker.Parameters,
    language: CodeLanguage | None,
    why: str,
) -> Iterator[Cut]:
    """The cuts of `recursive` at the same size, each saying why there is no better one."""
    units = ("characters", parameters.max_characters), ("tokens", parameters.max_tokens)
    unit, size = next((row for row in units if row[1]), ("bytes", parameters.max_bytes))
    options: dict[str, Any] = {
        "chunk_size": size,
        "chunk_overlap": 0,
        "unit": unit,
        "tokenizer": parameters.tokenizer,
        "language": separators_of(language),
    }
    recursive = RecursiveChunker(RecursiveChunker.Parameters(**options))
    for cut in recursive.cut(section):
        yield replace(cut, detail=f"{cut.detail}{_AT_SEPARATORS}{why}")


@dataclass(frozen=True, slots=True)
class _Scope:
    """The definitions around some units: (label, where it starts), outermost first."""

    around: tuple[tuple[str, int], ...] = ()

    def inside(self, unit: Unit) -> _Scope:
        return _Scope((*self.around, (unit.label, unit.start)))

    def path(self, start: int) -> tuple[str, ...]:
        """The definitions that a chunk at `start` lies in without showing their heads."""
        return tuple(label for label, at in self.around if at < start)


class _Packer:
    """One section: units of its tree, packed up to the limits."""

    def __init__(self, text: str, tree: SyntaxTree, limits: HardLimits) -> None:
        self._text = text
        self._tree = tree
        self._limits = limits
        # Text longer than this cannot fit, or is not worth counting: so no count costs more.
        self._most = min(
            limits.max_characters or sys.maxsize,
            limits.max_bytes or sys.maxsize,
            (limits.max_tokens or sys.maxsize) * _CHARACTERS_A_TOKEN,
        )

    def _fits(self, start: int, end: int) -> bool:
        return end - start <= self._most and self._limits.fits(self._text, start, end)

    def cuts(self) -> Generator[Cut, None, int]:
        """The cuts of the text as far as it can be read; returns how far that is."""
        text = self._text
        if self._fits(*trim(text, 0, len(text))):
            yield Cut(trim(text, 0, len(text)), BoundaryReason.SECTION)
            return len(text)
        yield from self._packed(self._tree.units(self._fits), _Scope())
        return self._tree.until

    def _packed(self, units: Iterable[Unit], scope: _Scope) -> Iterator[Cut]:
        """Units of one scope in a row, as many a chunk as fit; those too long are cut inside."""
        run: list[Unit] = []
        size = 0.0
        for unit in units:
            if run:
                joined = size + self._size(run[-1].end, unit.end)
                if self._joins(run[0].start, unit.end, joined):
                    run.append(unit)
                    size = joined
                    continue
                yield self._cut(run, scope, unit)
                run = []
            if self._fits(unit.start, unit.end):
                run, size = [unit], self._size(unit.start, unit.end)
            else:
                yield from self._divided(unit, scope)
        if run:
            yield self._cut(run, scope, None)

    def _size(self, start: int, end: int) -> float:
        """The share of the tightest limit; more than 1 for what is too long to be counted."""
        if end - start > self._most:
            return 2.0
        return self._limits.fullness(self._text, start, end)

    def _joins(self, start: int, end: int, estimate: float) -> bool:
        """Whether a run may reach from `start` to `end`; counted only where the sum is not sure."""
        if end - start > self._most:
            return False
        return estimate < _SURE or (estimate < 2.0 and self._fits(start, end))

    def _cut(self, run: Sequence[Unit], scope: _Scope, following: Unit | None) -> Cut:
        """The units of `run` as one chunk."""
        labels = run[-1].label, following.label if following else ""
        symbol = any(labels) or (following is None and bool(scope.around))
        detail = f"before {labels[1]}" if labels[1] else f"after {labels[0]}" if labels[0] else ""
        if not detail and symbol:
            detail = f"after {scope.around[-1][0]}"
        reason = BoundaryReason.CODE_SYMBOL if symbol else BoundaryReason.LINE
        return self._cut_of(Span(run[0].start, run[-1].end), scope, reason, detail)

    def _cut_of(self, span: Span, scope: _Scope, reason: BoundaryReason, detail: str = "") -> Cut:
        span = trim(self._text, *span)
        path = scope.path(span.start)
        return Cut(span, reason, detail=detail, path=path or None)

    def _divided(self, unit: Unit, scope: _Scope) -> Iterator[Cut]:
        """A unit that does not fit: by its members and statements, else by its lines."""
        if unit.label and len(scope.around) < DEEPEST:
            inner = self._tree.inside(unit, self._fits)
            first = list(islice(inner, 2))
            if len(first) > 1 or first[0].pieces != unit.pieces:
                yield from self._packed(chain(first, inner), scope.inside(unit))
                return
        for span, reason, detail in by_lines(self._text, unit, self._limits, self._fits):
            if not self._text[span.start : span.end].isspace():
                yield self._cut_of(span, scope, reason, detail)
