"""LangChain's splitting and merging, on spans instead of strings.

`character` and `recursive` share this. Where LangChain strips and joins strings, we keep offsets: a
chunk is a slice of the text, and `as_langchain` gives LangChain's string for it.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, Self

from pydantic import Field, model_validator

from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import HardLimitParameters, trim
from ragstone.model.chunk import BoundaryReason, Chunk
from ragstone.model.span import Span
from ragstone.text.graphemes import clusters

#: Whether a separator opens the next piece (True is the same), ends the one before, or is dropped.
KeepSeparator = bool | Literal["start", "end"]


class SplitterParameters(HardLimitParameters):
    """What `character` and `recursive` share with LangChain's splitters; sizes in characters."""

    chunk_size: int = Field(default=4000, ge=1)
    """Characters that pieces are merged up to."""
    chunk_overlap: int = Field(default=200, ge=0)
    """Characters of whole pieces that are repeated at most."""
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

    @property
    def pattern(self) -> str:
        return self.given if self.is_regex else re.escape(self.given)

    def describe(self) -> str:
        """For boundary details, where `as_langchain` reads it."""
        if not self.given:
            return "between characters"
        kind = "pattern" if self.is_regex else "separator"
        dropped = " dropped" if self.join else ""
        return f"{kind} {json.dumps(self.given, ensure_ascii=False)}{dropped}"

    def split(self, text: str, span: Span) -> Iterator[Span]:
        """The pieces of `text[span]`, none empty; clusters where the separator is empty."""
        start, end = span
        if not self.given:
            for first, last in clusters(text, start, end):
                yield Span(first, last)
            return
        piece = text[start:end]
        at = 0
        for match in re.finditer(self.pattern, piece):
            before, behind = match.span()
            cut = behind if self.keep == "end" else before
            if cut > at:
                yield Span(start + at, start + cut)
            at = before if self.keep in (True, "start") else behind
        if at < len(piece):
            yield Span(start + at, end)


def merge(
    text: str, pieces: Iterable[Span], separator: Separator, size: int, overlap: int
) -> Iterator[Cut]:
    """Pieces merged up to `size`; whole pieces of at most `overlap` are carried to the next chunk.

    The source of the rule is LangChain's `TextSplitter._merge_splits`: before a piece that does not
    fit, the chunk is closed, and pieces are dropped from its front while they are longer than
    `overlap` together, or would not leave room for the piece.
    """
    joint = len(separator.join)
    reason = BoundaryReason.SEPARATOR if separator.given else BoundaryReason.GRAPHEME

    def told(why: str) -> str:
        return separator.describe() + (f"; {why.rstrip('; ')}" if why else "")

    current: deque[Span] = deque()
    total = 0
    for piece in pieces:
        length = piece.length
        if current and total + length + joint > size:
            whole, last, room = Span(current[0].start, current[-1].end), current[-1], total
            while current and (total > overlap or total + length + joint > size):
                total -= current.popleft().length + (joint if current else 0)
            why = "" if current or not overlap else _why_none(last, length, joint, size, overlap)
            if room > size:
                why = f"one piece of {room} characters, longer than chunk_size {size}; {why}"
            following = current[0].start if current else piece.start
            yield _trimmed(text, Cut(whole, reason, detail=told(why)), following)
        total += length + (joint if current else 0)
        current.append(piece)
    if current:
        whole = Span(current[0].start, current[-1].end)
        yield _trimmed(text, Cut(whole, reason, detail=told("")), whole.end)


def _why_none(last: Span, length: int, joint: int, size: int, overlap: int) -> str:
    """Why no piece was carried over, in a clause."""
    if last.length > overlap:
        return (
            f"no overlap: only whole pieces are repeated, and the last has {last.length} "
            f"characters where chunk_overlap is {overlap}"
        )
    needed = last.length + joint + length
    return (
        f"no overlap: the last piece and the next ({last.length} + {joint} + {length}) would be "
        f"{needed} characters where chunk_size is {size}"
    )


def _trimmed(text: str, cut: Cut, following: int) -> Cut:
    """`cut` without the blanks at its edges. Where the chunk at `following` repeats its first word,
    the blanks before that word stay, so that the starts still grow."""
    span = trim(text, *cut.span)
    if span.start >= following:
        span = Span(cut.span.start, span.end)
    return replace(cut, span=span)


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
