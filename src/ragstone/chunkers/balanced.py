"""Chunks of nearly equal length that end where a thought ends.

    CHUNKERS.create("balanced", chunk_size=130, max_tokens=200)

All places where the text may be cut have a price, low before a heading and high inside a paragraph
(`places`). A dynamic programme then chooses the cuts of a section at once (`planning`): the sum
over its chunks of (length / target - 1)² and the price of the place where each ends is the least
there is. So no paragraph is torn to fill the chunk before it, and no rest of a few words is left at
the end. As each cut has its price, text in which only sentences end gets chunks of up to 1.4 times
the target.

A heading stays with what follows it; code, tables and rows stay whole while they fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Self

from pydantic import Field, model_validator

from ragstone.chunkers.asked import only_what_was_asked
from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.boundaries.breaks import find_breaks
from ragstone.chunkers.boundaries.measuring import Atom, Inside, measure
from ragstone.chunkers.boundaries.places import CELL_PRICE, GLUED_PRICE, Places, Seam
from ragstone.chunkers.boundaries.planning import Planner
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
        seams = break_seams(text, breaks)
        return self.cuts_at(text, seams, limits, inside=[partial(glued_seams, breaks)])

    def cuts_at(
        self,
        text: str,
        seams: Iterable[Seam],
        limits: HardLimits,
        inside: Sequence[Inside] = (),
        atom: Atom | None = None,
    ) -> Iterator[Cut]:
        """The cheapest cuts of `text` at some of these seams, whoever found them; `inside` and
        `atom` as in `measuring`. Seams are read as far ahead as the cuts depend on them."""
        parameters: BalancedChunker.Parameters = self.parameters
        asked = parameters.chunk_overlap
        places = Places()
        planner = Planner(places, parameters.target, asked / (parameters.limit or 1))
        cutting = _Cutting(text, limits, planner, asked, self.overlap_size)
        for settled in measure(text, seams, limits, places, inside, atom):
            yield from cutting.cuts(planner.advance(settled))
        yield from cutting.cuts(planner.finish())
        if cutting.last is not None:
            yield cutting.last


@dataclass(slots=True)
class _Cutting:
    """From a plan to cuts: final sizes, the overlap that there is room for, and reasons."""

    text: str
    limits: HardLimits
    planner: Planner
    asked: int
    """The overlap, in its own unit."""
    overlap_size: Callable[[str], int]
    """What measures it: the sizes of places are sums, which may be a little less."""
    last: Cut | None = None
    """The last cut, not told yet: what it overlaps is known with the next."""
    start: int = 0
    """The place at which it was made."""
    opened: int = 0
    """The place at which its chunk opens."""
    crowded: bool = False
    """Whether there was something to repeat behind it, and no room."""
    places: Places = field(init=False)

    def __post_init__(self) -> None:
        self.places = self.planner.places

    def cuts(self, plan: Sequence[int]) -> Iterator[Cut]:
        """The cuts of one more part of the plan, without the last of them."""
        for end in plan:
            while self.start < end:
                opened, span = self._open(end)
                stop = end
                while stop > self.start + 1 and not self._sure(opened, stop, span):
                    stop -= 1
                    opened, span = self._open(stop)
                if self.last is not None:
                    if self.asked and opened == self.start:
                        self.last.detail = self._without_overlap(self.last)
                    yield self.last
                reason = self.places.reasons[stop - self.places.base]
                self.last = Cut(span, reason, detail=self._detail(reason, stop))
                self.start, self.opened = stop, opened

    def _sure(self, opened: int, stop: int, span: Span) -> bool:
        return self.places.size(opened, stop) < _SURE or self.limits.fits(self.text, *span)

    def _open(self, end: int) -> tuple[int, Span]:
        """(place at which the chunk begins, its span): as much overlap as was asked and fits."""
        start, offsets, base = self.start, self.places.offsets, self.places.base
        first = max(self.planner.opens(start), self.opened + 1) if start else 0
        covered = self.last.span.end if self.last else 0
        self.crowded = False
        for opened in range(first, start):
            span = trim(self.text, offsets[opened - base], offsets[end - base])
            if span.start >= covered:
                break
            if self.overlap_size(self.text[span.start : covered]) > self.asked:
                continue
            self.crowded = True
            if self.places.size(opened, end) <= 1.0 and self.limits.fits(self.text, *span):
                return opened, span
        return start, trim(self.text, offsets[start - base], offsets[end - base])

    def _without_overlap(self, cut: Cut) -> str:
        """The detail of a cut behind which nothing is repeated."""
        if cut.reason is BoundaryReason.HEADING:
            why = "no overlap across a heading"
        elif self.crowded:
            why = "no overlap: the next unit fills the chunk"
        else:
            why = f"no overlap: no whole unit of at most {self.asked} ends there"
        return f"{cut.detail}; {why}" if cut.detail else why

    def _detail(self, reason: BoundaryReason, stop: int) -> str:
        price = self.places.prices[stop - self.places.base]
        if price == GLUED_PRICE:
            return "the heading's text needs the room"
        if price == CELL_PRICE and reason is BoundaryReason.WORD:
            return "between cells: their row exceeds the limit"
        return _DETAILS.get(reason, "") if price > 1.0 else ""
