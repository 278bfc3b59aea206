"""LangChain's splitting and merging, on spans instead of strings.

`character` and `recursive` share this. Where LangChain strips and joins strings, we keep offsets: a
chunk is a slice of the text, and `as_langchain` gives LangChain's string for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from typing import Literal, Self

from pydantic import Field, model_validator

from ragstone.chunkers.base import TextChunker
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import HardLimitParameters, size_bytes, trim
from ragstone.chunkers.splitting.merging import (
    Run,
    Sizes,
    merge_borders,
    merge_characters,
    merge_clusters,
    merge_pieces,
)
from ragstone.model.chunk import BoundaryReason, Chunk
from ragstone.model.span import Span
from ragstone.text.graphemes import boundary_before, clusters
from ragstone.text.tokens import token_counter

#: Whether a separator opens the next piece (True is the same), ends the one before, or is dropped.
KeepSeparator = bool | Literal["start", "end"]


class SplitterParameters(HardLimitParameters):
    """What `character` and `recursive` share with LangChain's splitters."""

    chunk_size: int = Field(default=4000, ge=1)
    """What pieces are merged up to, in `unit`."""
    chunk_overlap: int = Field(default=200, ge=0)
    """How much is repeated at most, in whole pieces and in `unit`."""
    unit: Literal["characters", "tokens", "bytes"] = "characters"
    """What sizes count; tokens are those of `tokenizer`, summed over the pieces."""
    is_separator_regex: bool = False
    """Whether separators are regular expressions; those of people you trust, they may be slow."""

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        # LangChain allows the same size for both, and then hardly moves on.
        if self.chunk_overlap >= self.chunk_size:
            raise ValueError(
                f"chunk_overlap ({self.chunk_overlap}) must be smaller than chunk_size "
                f"({self.chunk_size})"
            )
        return self


class SplitterChunker(TextChunker):
    """A chunker with LangChain's options: what its sizes mean."""

    @property
    def overlap_asked(self) -> int:
        return self.parameters.chunk_overlap

    def overlap_size(self, text: str) -> int:
        count = self._count
        return len(text) if count is None else count(text)

    @property
    def _count(self) -> Callable[[str], int] | None:
        """What measures a piece; None for characters, which need no text to be counted."""
        options: SplitterParameters = self.parameters
        if options.unit == "characters":
            return None
        return size_bytes if options.unit == "bytes" else token_counter(options.tokenizer)


def check_pattern(pattern: str) -> None:
    """Raise ValueError with a sentence when `pattern` is no regular expression."""
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"separator {pattern!r} is no regular expression: {error}") from error


@dataclass(frozen=True, slots=True)
class Separator:
    """One separator: the string given, as a pattern, and what becomes of it."""

    given: str
    is_regex: bool = False
    keep: KeepSeparator = False
    join: str = ""
    """What LangChain puts between merged pieces; its length counts towards the size."""
    kind: BoundaryReason | None = None
    """What it begins, where that is known; only for separators that are kept."""
    reason: BoundaryReason = field(init=False)
    """Why a chunk ends at it."""
    described: str = field(init=False)
    """For boundary details, where `as_langchain` reads it."""
    is_string: bool = field(init=False)
    """Whether it only matches itself; "" does not count."""
    _compiled: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        is_string = bool(self.given) and (not self.is_regex or _SPECIAL.isdisjoint(self.given))
        object.__setattr__(self, "is_string", is_string)
        object.__setattr__(self, "_compiled", re.compile(self.pattern))
        weakest = BoundaryReason.SEPARATOR if self.given else BoundaryReason.GRAPHEME
        object.__setattr__(self, "reason", self.kind or weakest)
        object.__setattr__(self, "described", self._describe())

    @property
    def pattern(self) -> str:
        return self.given if self.is_regex else re.escape(self.given)

    def _describe(self) -> str:
        if not self.given:
            return "between characters"
        if self.kind and not self.is_string:
            return f"before a {self.kind.replace('_', ' ')}"
        kind = "pattern" if self.is_regex else "separator"
        dropped = " dropped" if self.join else ""
        return f"{kind} {json.dumps(self.given, ensure_ascii=False)}{dropped}"

    def is_in(self, text: str, span: Span) -> bool:
        """Whether it is found in `text[span]`; "" always is."""
        start, end = span
        if self.is_string and len(self.given) > 1:  # `re` finds these faster than `str` does
            return self._compiled.search(text, start, end) is not None
        if self.is_string or not self.given:
            return text.find(self.given, start, end) >= 0
        return self._compiled.search(text[start:end]) is not None

    def split(self, text: str, span: Span) -> Iterator[Span]:
        """The pieces of `text[span]`, none empty; clusters where the separator is empty."""
        start, end = span
        if not self.given:
            for first, last in clusters(text, start, end):
                yield Span(first, last)
            return
        piece = text[start:end]
        at = 0
        for match in self._compiled.finditer(piece):
            before, behind = match.span()
            cut = behind if self.keep == "end" else before
            if cut > at:
                yield Span(start + at, start + cut)
            at = before if self.keep in (True, "start") else behind
        if at < len(piece):
            yield Span(start + at, end)

    def runs(
        self, text: str, span: Span, sizes: Sizes, count: Callable[[str], int] | None
    ) -> Iterator[Run]:
        """The pieces of `text[span]`, merged; `count` measures them, None counts characters."""
        if count is None and not self.given:
            return merge_clusters(text, span, sizes)
        if count is None and self.keep:
            if self.is_string and len(self.given) == 1:
                return merge_characters(text, span, self.given, int(self.keep == "end"), sizes)
            return merge_borders(self._borders(text, span), span, sizes)
        pieces = self.split(text, span)
        if count is None:
            return merge_pieces(pieces, _length, len(self.join), sizes)
        measured = count

        def measure(piece: Span) -> int:
            return measured(text[piece.start : piece.end])

        return merge_pieces(pieces, measure, count(self.join), sizes)

    def _borders(self, text: str, span: Span) -> Iterator[int]:
        """Where its pieces end in `text[span]`, for one that stays in the text."""
        start, end = span
        edge = _match_end if self.keep == "end" else _match_start
        if self.is_string:
            return chain(map(edge, self._compiled.finditer(text, start, end)), (end,))
        # A pattern that looks around sees nothing outside the piece, as in LangChain.
        found = groupby(map(edge, self._compiled.finditer(text[start:end])))
        return chain((start + border for border, _ in found), (end,))

    def last_piece(self, text: str, run: Run) -> int:
        """How many characters the last piece of a run has that was found lazily."""
        start, end, given = run.start, run.end, self.given
        if not given:
            return end - max(start, boundary_before(text, end - 1))
        if self.keep == "end":
            return end - max(start, text.rfind(given, start, end - 1) + 1)
        return end - max(start, text.rfind(given, start + 1, end))


_match_start: Callable[[re.Match[str]], int] = re.Match[str].start
_match_end: Callable[[re.Match[str]], int] = re.Match[str].end

#: A pattern with none of these characters only matches itself.
_SPECIAL = frozenset(".^$*+?{}[]\\|()")


def _length(piece: Span) -> int:
    return piece.end - piece.start


class Describer:
    """From runs to cuts: trimmed edges, and the reason for each end in words."""

    def __init__(self, text: str, sizes: Sizes, unit: str) -> None:
        self._text, self._sizes, self._unit = text, sizes, unit

    def cuts(self, runs: Iterable[tuple[Run, Separator, Separator]]) -> Iterator[Cut]:
        """`runs` as cuts without the blanks at their edges; with each run the separator between its
        pieces, and the one at its end. Where the next chunk repeats its first word, the blanks
        before that word stay, so that the starts still grow."""
        text, most = self._text, self._sizes.size
        for run, separator, border in runs:
            start, end, following, size, _, _, too_long = run
            # LangChain writes a dropped pattern into the text, and `as_langchain` has to find it.
            if separator.is_string or not separator.join:
                span = trim(text, start, end)
            else:
                span = Span(start, end)
            if span[0] >= following > start:
                span = Span(start, span[1])
            told = separator if separator.join else border  # as_langchain must know what is dropped
            detail = told.described
            if following >= end or too_long or size > most:
                why = self._why(run, separator)
                detail = f"{detail}; {why}" if why else detail
            yield Cut(span, told.reason, "", 0, None, detail)

    def _why(self, run: Run, separator: Separator) -> str:
        size, overlap, apart = self._sizes
        why = ""
        if run.too_long and apart:
            why = f"a piece of {run.size} {self._unit}, and no separator is left"
        elif run.size > size:
            why = f"one piece of {run.size} {self._unit}, longer than chunk_size {size}"
        if not overlap or run.following < run.end or run.end == len(self._text):
            return why
        none = self._why_none(run, separator)
        return f"{why}; {none}" if why else none

    def _why_none(self, run: Run, separator: Separator) -> str:
        """Why no piece is repeated, in a clause."""
        size, overlap, _ = self._sizes
        last, joint = run.last, len(separator.join)
        if not last:
            return "no overlap between merged pieces and one that is split again"
        if last < 0:
            last = separator.last_piece(self._text, run)
        if last > overlap:
            return (
                f"no overlap: only whole pieces are repeated, and the last has {last} "
                f"{self._unit} where chunk_overlap is {overlap}"
            )
        needed = last + joint + run.next
        return (
            f"no overlap: the last piece and the next ({last} + {joint} + {run.next}) would be "
            f"{needed} {self._unit} where chunk_size is {size}"
        )


def covering(text: str, cuts: Iterable[Cut]) -> Iterator[Cut]:
    """The same cuts with the dropped separators that are text: they stay with the cut before them.

    LangChain loses a `。` that is split at and not kept; no chunker of ours loses text.
    """
    last: Cut | None = None
    end = 0
    for cut in cuts:
        if not cut.span.length:
            continue
        lost = text[end : cut.span.start].strip()
        current = cut
        if lost and last is None:
            at = len(text) - len(text.lstrip())
            detail = f"{cut.detail}; {cut.span.start - at} characters of separators before it"
            current = replace(cut, span=Span(at, cut.span.end), detail=detail)
        elif lost and last is not None:
            last = _with_separators(text, last, cut.span.start)
        if last is not None:
            yield last
        last, end = current, max(end, cut.span.end)
    if text[end:].strip():
        last = last or Cut(Span(end, end), BoundaryReason.SEPARATOR, detail="only separators")
        last = _with_separators(text, last, len(text))
    if last is not None:
        yield last


def _with_separators(text: str, cut: Cut, until: int) -> Cut:
    end = cut.span.end + len(text[cut.span.end : until].rstrip())
    detail = f"{cut.detail}; {end - cut.span.end} characters of separators behind it"
    return replace(cut, span=Span(cut.span.start, end), detail=detail)


_KEPT = re.compile(r"; (\d+) characters of separators (before|behind) it")


def as_langchain(chunk: Chunk) -> str:
    """The string LangChain's splitter gives for `chunk`; all that differs stands here.

    LangChain strips both ends. Where it drops separators it joins pieces with the separator as
    given: several in a row become one, a pattern is written out, and those at the ends go. (An
    overlong piece that no separator is left for it leaves unstripped: compare that one stripped.)
    """
    text, detail = chunk.text, chunk.boundaries[1].detail
    for count, side in _KEPT.findall(detail):
        text = text[int(count) :] if side == "before" else text[: -int(count)]
    kind, _, told = detail.partition(" ")
    if told.startswith('"'):
        given, end = json.JSONDecoder().raw_decode(told)
        if told.startswith(" dropped", end):
            run = f"(?:{Separator(given, kind == 'pattern').pattern})+"
            text = re.sub(run, lambda _: given, text)
    return text.strip()
