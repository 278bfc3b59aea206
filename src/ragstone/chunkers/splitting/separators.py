"""One separator of LangChain's splitters: where it is found, and the pieces between.

    Separator("\\n\\n", keep=True).split("a\\n\\nb", Span(0, 4))      # (0, 1), (1, 4)

How pieces become chunks is for `merging`, why they end there for `describing`. Where LangChain
strips and joins strings, we keep offsets: a chunk is a slice of the text, and `as_langchain` gives
LangChain's string for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, groupby
from typing import Literal

from ragstone.chunkers.splitting.merging import (
    ClusterBorders,
    Level,
    Run,
    Sizes,
    merge_borders,
    merge_pieces,
    merge_places,
)
from ragstone.model.chunk import BoundaryReason, Chunk
from ragstone.model.span import Span
from ragstone.text.graphemes import boundary_before, clusters

#: Whether a separator opens the next piece (True is the same), ends the one before, or is dropped.
KeepSeparator = bool | Literal["start", "end"]


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

    def seeker(self, text: str) -> Callable[[int, int], bool]:
        """What tells whether it is found in `text[start:end]`; "" always is."""
        given, search = self.given, self._compiled.search
        if len(given) < 2 and (self.is_string or not given):
            return lambda start, end: text.find(given, start, end) >= 0
        if self.is_string:  # `re` finds these faster than `str` does
            return lambda start, end: search(text, start, end) is not None
        return lambda start, end: search(text[start:end]) is not None

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

    def merger(
        self, text: str, sizes: Sizes, count: Callable[[str], int] | None
    ) -> Callable[[Level], Iterator[Run]]:
        """What gives the runs of the pieces of a level, which it divides; `count` measures them,
        None counts characters."""
        if count is None and not self.given:
            return partial(merge_places, ClusterBorders(text), "", 0, sizes)
        if count is None and self.keep:
            if self.is_string and len(self.given) == 1:
                return partial(merge_places, text, self.given, int(self.keep == "end"), sizes)
            return partial(self._merge_borders, text, sizes)
        if count is None:
            return partial(self._merge_pieces, text, _length, len(self.join), sizes)
        measured = count

        def measure(piece: Span) -> int:
            return measured(text[piece.start : piece.end])

        return partial(self._merge_pieces, text, measure, count(self.join), sizes)

    def _merge_borders(self, text: str, sizes: Sizes, level: Level) -> Iterator[Run]:
        if level.rest is None:
            level.rest = self._borders(text, level.at, level.end)
        return merge_borders(level.rest, sizes, level)

    def _merge_pieces(
        self, text: str, measure: Callable[[Span], int], joint: int, sizes: Sizes, level: Level
    ) -> Iterator[Run]:
        if level.rest is None:
            level.rest = self.split(text, Span(level.at, level.end))
        return merge_pieces(level.rest, measure, joint, sizes, level)

    def _borders(self, text: str, start: int, end: int) -> Iterator[int]:
        """Where its pieces end in `text[start:end]`, for one that stays in the text."""
        edge = _match_end if self.keep == "end" else _match_start
        if self.is_string:
            return chain(map(edge, self._compiled.finditer(text, start, end)), (end,))
        # A pattern that looks around sees nothing outside the piece, as in LangChain.
        found = groupby(map(edge, self._compiled.finditer(text[start:end])))
        return chain((start + border for border, _ in found), (end,))

    def last_piece(self, text: str, start: int, end: int) -> int:
        """How many characters the last piece of a run has that was found lazily."""
        given = self.given
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
