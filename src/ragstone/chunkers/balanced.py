"""Chunks of nearly equal length that end where a thought ends.

    CHUNKERS.create("balanced", chunk_size=130, max_tokens=200)

All places where the text may be cut have a price, low before a heading and high inside a paragraph
(`places`). A dynamic programme then chooses the cuts of a section at once: the sum over its chunks
of (length / target - 1)² and the price of the place where each ends is the least there is. So no
paragraph is torn to fill the chunk before it, and no rest of a few words is left at the end. As
each cut has its price, text in which only sentences end gets chunks of up to 1.4 times the target.

A heading stays with what follows it; code, tables and rows stay whole while they fit.
"""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Self

from pydantic import Field, model_validator

from ragstone.chunkers.asked import only_what_was_asked
from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.boundaries.breaks import find_breaks
from ragstone.chunkers.boundaries.measuring import measure
from ragstone.chunkers.boundaries.places import GLUED_PRICE, Places
from ragstone.chunkers.boundaries.seams import break_seams, glued_seams
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import (
    HardLimitParameters,
    HardLimits,
    size_bytes,
    trim,
)
from ragstone.model.chunk import BoundaryReason
from ragstone.model.span import Span
from ragstone.text.tokens import token_counter

#: The target as a share of the limit where only the limit is given: room for a long sentence.
TARGET = 0.65
#: Sizes are sums over units, and tokens may join or part at their edges: chunks estimated fuller
#: than this are counted again.
_SURE = 0.9
_DETAILS = {
    BoundaryReason.LINE: "a line that its sentence runs over",
    BoundaryReason.WORD: "its sentence exceeds the limit",
    BoundaryReason.GRAPHEME: "no blank within the limit",
}


class BalancedChunker(TextChunker):
    """Cuts where it costs least; the defaults suit search: 130 tokens, at most 200."""

    chunker_type: ClassVar[str] = "balanced"

    class Parameters(HardLimitParameters):
        """At least one limit is needed; 200 tokens when none is given."""

        max_tokens: int | None = Field(default=200, ge=1)
        """Tokens of `tokenizer` that a chunk has at most."""
        chunk_size: int | None = Field(default=None, ge=1)
        """The length aimed at, 65 % of the limit if not given: in tokens, or in characters (else
        bytes) where only that limit is given."""
        chunk_overlap: int = Field(default=0, ge=0)
        """Whole sentences from the end of one chunk that open the next, at most this size together
        in the unit of `chunk_size`."""

        @model_validator(mode="before")
        @classmethod
        def _only_what_was_asked(cls, values: Any) -> Any:
            return only_what_was_asked(values, "max_tokens")

        @model_validator(mode="after")
        def _makes_sense(self) -> Self:
            limit = self.limit
            if limit is None:
                raise ValueError("one of max_tokens, max_characters and max_bytes is needed")
            if self.chunk_size is not None and self.chunk_size > limit:
                raise ValueError(
                    f"chunk_size ({self.chunk_size}) must not be larger than the limit ({limit})"
                )
            if self.chunk_overlap and self.chunk_overlap >= self.target * limit:
                raise ValueError(
                    f"chunk_overlap ({self.chunk_overlap}) must be smaller than chunk_size "
                    f"({self.target * limit:.0f})"
                )
            return self

        @property
        def limit(self) -> int | None:
            """The limit in whose unit the target and the overlap are measured."""
            return self.max_tokens or self.max_characters or self.max_bytes

        @property
        def target(self) -> float:
            """The length aimed at, as a share of the limit."""
            return self.chunk_size / (self.limit or 1) if self.chunk_size else TARGET

    @property
    def overlap_asked(self) -> int:
        return self.parameters.chunk_overlap

    def overlap_size(self, text: str) -> int:
        parameters: BalancedChunker.Parameters = self.parameters
        if parameters.max_tokens is not None:
            return token_counter(parameters.tokenizer)(text)
        return len(text) if parameters.max_characters is not None else size_bytes(text)

    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:  # noqa: ARG002
        parameters: BalancedChunker.Parameters = self.parameters
        limits = HardLimits.of(parameters)
        text = section.text
        breaks = find_breaks(text, section.parts, partial(limits.fits, text))
        inside = partial(glued_seams, breaks)
        places = measure(text, break_seams(text, breaks), limits, inside)
        return self.cuts_at(places, text, limits)

    def cuts_at(self, places: Places, text: str, limits: HardLimits) -> Iterator[Cut]:
        """The cheapest cuts at some of these places, whoever found them."""
        parameters: BalancedChunker.Parameters = self.parameters
        asked = parameters.chunk_overlap / (parameters.limit or 1)
        opens = _overlapped(places, asked) if asked else range(len(places))
        plan = choose(places, opens, parameters.target)
        yield from _Cutting(text, limits, places, opens, bool(asked)).cuts(plan)


def choose(places: Places, opens: Sequence[int], target: float) -> Sequence[int]:
    """The places that end the chunks of the cheapest plan, ascending.

    `opens[i]` is the place at which a chunk begins that follows a cut at place i: before i where
    something is repeated. A chunk has at most the size 1.0, or only the unit between two places.
    Linear: the look back from a place ends where the chunk would not fit.
    """
    count = len(places)
    before = array("I", [0]) * count
    # (place, size of the text up to the chunk that opens there, cost of the plan that ends there)
    # for those from which a chunk may still reach: sizes grow, so the far ones go for good.
    opened = deque([(0, places.starts[opens[0]] / target, 0.0)])
    most = 1.0 / target + 1e-9
    for last in range(1, count):
        end = places.ends[last] / target
        while len(opened) > 1 and end - opened[0][1] > most:
            opened.popleft()
        cheapest, chosen = math.inf, 0
        for first, start, cost in reversed(opened):
            over = end - start - 1.0
            cost += over * over
            if cost < cheapest:
                cheapest, chosen = cost, first
        before[last] = chosen
        opened.append((last, places.starts[opens[last]] / target, cheapest + places.prices[last]))
    plan = array("I")
    at = count - 1
    while at > 0:
        plan.append(at)
        at = before[at]
    plan.reverse()
    return plan


def _overlapped(places: Places, asked: float) -> Sequence[int]:
    """For each place the first before it from which at most `asked` is repeated; none across a
    heading, nor from one."""
    opens = array("I")
    barrier = first = 0
    for at in range(len(places)):
        if places.reasons[at] is BoundaryReason.HEADING:
            barrier = at
        first = max(first, barrier)
        while first < at and places.size(first, at) > asked:
            first += 1
        opens.append(first)
    return opens


@dataclass(slots=True)
class _Cutting:
    """From a plan to cuts: final sizes, the overlap that there is room for, and reasons."""

    text: str
    limits: HardLimits
    places: Places
    opens: Sequence[int]
    overlaps: bool

    def cuts(self, plan: Sequence[int]) -> Iterator[Cut]:
        start = last_open = 0
        for end in plan:
            while start < end:
                opened, span = self._open(start, end, last_open)
                stop = end
                while stop > start + 1 and not self._sure(opened, stop, span):
                    stop -= 1
                    opened, span = self._open(start, stop, last_open)
                yield Cut(span, self.places.reasons[stop], detail=self._detail(stop))
                start, last_open = stop, opened

    def _sure(self, opened: int, stop: int, span: Span) -> bool:
        return self.places.size(opened, stop) < _SURE or self.limits.fits(self.text, *span)

    def _open(self, start: int, end: int, last_open: int) -> tuple[int, Span]:
        """(place at which the chunk begins, its span): as much overlap as was asked and fits."""
        offsets = self.places.offsets
        first = max(self.opens[start], last_open + 1) if start else 0
        for opened in range(first, start):
            span = trim(self.text, offsets[opened], offsets[end])
            if self.places.size(opened, end) <= 1.0 and self.limits.fits(self.text, *span):
                return opened, span
        return start, trim(self.text, offsets[start], offsets[end])

    def _detail(self, stop: int) -> str:
        reason = self.places.reasons[stop]
        if self.places.prices[stop] == GLUED_PRICE:
            return "the heading's text needs the room"
        return _DETAILS.get(reason, "") if self.places.prices[stop] > 1.0 else ""
