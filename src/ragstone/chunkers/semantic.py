"""Chunks that end where the subject changes, by the distances between sentence embeddings.

    CHUNKERS.create("semantic", breakpoint_threshold_amount=90, embedder="e5")

Every sentence is embedded together with its neighbours (`distances`); a text breaks where the
distance of two sentences is large among all those of its section (`thresholds`, five rules), or at
the largest, so that a number of chunks comes out. Then the limits: breaks that would leave a chunk
under the minimum are passed over, the weakest first, and a run of sentences over the maximum is cut
as `balanced` cuts, the minimum kept as far as the maximum leaves room (`minimum`). The rules, their
names and defaults are those of langchain-experimental.

It costs one embedding a sentence, beside those of the chunks.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

from pydantic import BaseModel, Field, model_validator

from ragstone.chunkers.asked import only_what_was_asked
from ragstone.chunkers.balanced import BalancedChunker
from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.breakpoints.admission import admit
from ragstone.chunkers.breakpoints.distances import (
    Units,
    distances,
    find_units,
    lists_as_blocks,
    readings,
)
from ragstone.chunkers.breakpoints.minimum import Piece, Room
from ragstone.chunkers.breakpoints.profile import Profile, Rule
from ragstone.chunkers.breakpoints.thresholds import DEFAULT_AMOUNTS, PERCENTILES, ThresholdRule
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import HardLimitParameters, HardLimits
from ragstone.contracts import Embedder
from ragstone.errors import ParameterError
from ragstone.model.chunk import BoundaryReason
from ragstone.model.section import Section
from ragstone.model.span import Span

_LIMITS = ("max_characters", "max_tokens", "max_bytes")


class SemanticChunker(TextChunker):
    """Cuts where the meaning moves. Made with an embedder, which the catalogue's row brings along.

    - A breakpoint is the end of a sentence or block; headings stay with what they open, lists,
      tables and code stay whole while they fit.
    - Thresholds are relative to the section: what follows it changes nothing.
    - Equal distances give equal chunks; of distances that are the same the earlier counts.
    """

    chunker_type: ClassVar[str] = "semantic"

    class Parameters(HardLimitParameters):
        """Options as langchain-experimental names them, and limits; at most 400 tokens unless a
        limit or the number of chunks is given."""

        max_tokens: int | None = Field(default=400, ge=1)
        """Tokens of `tokenizer` that a chunk has at most; null for no limit."""
        min_chunk_size: int = Field(default=0, ge=0, le=1_000_000_000)
        """Characters that a chunk has at least, except where the section or the limits leave less
        room; the limits win."""
        buffer_size: int = Field(default=1, ge=0, le=100)
        """Sentences on each side that are embedded together with each sentence."""
        breakpoint_threshold_type: ThresholdRule = "percentile"
        """How large a distance must be, for mean m, quartiles Q1 and Q3, amount N: over the Nth
        percentile; m + N standard deviations; m + N (Q3 - Q1); Q3 + N (Q3 - Q1); or a gradient over
        the Nth percentile of gradients."""
        breakpoint_threshold_amount: float | None = Field(default=None, ge=0)
        """N; 95 for percentile and gradient, 3 for standard_deviation, 1.5 for both interquartile
        rules unless given."""
        number_of_chunks: int | None = Field(default=None, ge=1)
        """Chunks of each section, broken at the largest distances: fewer where its
        sentences are fewer or the minimum forbids more, more where the hard limits ask for it. No
        threshold may be given then."""
        embedder: str = "use"
        """The embedder of the sentences, as a name or name:option=value,option=value."""

        @model_validator(mode="before")
        @classmethod
        def _only_what_was_asked(cls, values: Any) -> Any:
            return only_what_was_asked(values, "max_tokens", "number_of_chunks")

        @model_validator(mode="after")
        def _makes_sense(self) -> Self:
            if self.breakpoint_threshold_type in PERCENTILES and self.amount > 100:
                raise ValueError(
                    f"breakpoint_threshold_amount ({self.amount:g}) is a percentile with "
                    f"{self.breakpoint_threshold_type}: 100 at most"
                )
            threshold = self.breakpoint_threshold_amount is not None
            threshold |= self.breakpoint_threshold_type != "percentile"
            if self.number_of_chunks is not None and threshold:
                raise ValueError(
                    "number_of_chunks takes the largest distances and has no threshold; leave out "
                    "breakpoint_threshold_type and breakpoint_threshold_amount, or the number"
                )
            for option in ("max_characters", "max_bytes"):  # a character has a byte at least
                limit = getattr(self, option)
                if limit is not None and self.min_chunk_size > limit:
                    raise ValueError(
                        f"min_chunk_size ({self.min_chunk_size}) must not be larger than "
                        f"{option} ({limit})"
                    )
            return self

        @property
        def amount(self) -> float:
            """N, the default of the rule where none is given."""
            given = self.breakpoint_threshold_amount
            return DEFAULT_AMOUNTS[self.breakpoint_threshold_type] if given is None else given

    def __init__(
        self, parameters: BaseModel | None = None, embedder: Embedder | None = None
    ) -> None:
        super().__init__(parameters)
        if embedder is None:
            raise ParameterError(
                'semantic needs an embedder: make it with CHUNKERS.create("semantic"), '
                "or give one as SemanticChunker(parameters, embedder)"
            )
        self._embedder = embedder

    async def profile(self, section: Section) -> Profile:
        """The sentences of a text section, their distances, the threshold and the breakpoints."""
        [found] = await self.prepare([TextSection(section.text, section.parts)])
        return found

    async def prepare(self, sections: Sequence[TextSection]) -> list[Any]:
        """A `Profile` a section; the sentences of all of them are embedded together."""
        parameters: SemanticChunker.Parameters = self.parameters
        limits = HardLimits.of(parameters)
        rule = Rule(
            parameters.breakpoint_threshold_type, parameters.amount, parameters.number_of_chunks
        )
        units = await asyncio.to_thread(_units, sections, limits)
        texts = (
            text
            for section, own in zip(sections, units, strict=True)
            for text in readings(section.text, own, parameters.buffer_size)
        )
        found = await distances(texts, self._embedder)
        profiles: list[Profile] = []
        first = 0
        for own in units:
            # The last unit of a section has a distance to the next section's first: of no use.
            inner = found[first : first + max(0, len(own) - 1)]
            profiles.append(Profile.of(own, inner, rule))
            first += len(own)
        return profiles

    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:
        if not isinstance(prepared, Profile):
            raise TypeError("cut needs the section's profile: what prepare gave for it")
        if not prepared.units:
            return
        cutting = _Cutting(section, prepared, self.parameters)
        yield from cutting.cuts()


def _units(sections: Sequence[TextSection], limits: HardLimits) -> list[Units]:
    return [
        find_units(section.text, lists_as_blocks(section.text, section.parts, limits), limits)
        for section in sections
    ]


class _Cutting:
    """One section being cut: the rule's breakpoints, then the limits."""

    def __init__(
        self, section: TextSection, profile: Profile, parameters: SemanticChunker.Parameters
    ) -> None:
        self._limits = HardLimits.of(parameters)
        parts = lists_as_blocks(section.text, section.parts, self._limits)
        self._section = TextSection(section.text, parts)
        self._profile = profile
        self._minimum = parameters.min_chunk_size
        self._room = Room(section.text, profile, self._limits, self._minimum)
        self._balanced: BalancedChunker | None = None
        if self._limits:
            limits = parameters.model_dump(include={*_LIMITS, "tokenizer"})
            self._balanced = BalancedChunker(BalancedChunker.Parameters(**limits))

    def cuts(self) -> Iterator[Cut]:
        profile, number = self._profile, self._profile.rule.number
        units = (profile.units.starts, profile.units.ends)
        admitted = admit(profile.candidates(), units, self._minimum, number)
        if number is None:
            yield from (piece.cut for piece in self._pieces(admitted))
        else:
            pieces = list(self._pieces(admitted))
            yield from self._joined(pieces, len(pieces) - number)

    def _pieces(self, places: Sequence[int]) -> Iterator[Piece]:
        """What stands between the breakpoints, cut where it is over the maximum."""
        units, first = self._profile.units, 0
        for place in places:
            span = Span(units.starts[first], units.ends[place])
            why = self._profile.why(place)
            yield from self._run(Cut(span, BoundaryReason.SEMANTIC, detail=why), place)
            first = place + 1
        span = Span(units.starts[first], units.ends[-1])
        yield from self._run(Cut(span, BoundaryReason.SECTION), None)

    def _run(self, cut: Cut, place: int | None) -> Iterator[Piece]:
        if self._balanced is None or self._limits.fits(self._section.text, *cut.span):
            yield Piece(cut, place)
            return
        yield from self._room.kept(self._balanced_pieces(self._balanced, cut, place))

    def _balanced_pieces(
        self, balanced: BalancedChunker, cut: Cut, place: int | None
    ) -> Iterator[Piece]:
        start, ends = cut.span.start, self._profile.units.ends
        for inner in balanced.cut(self._section.within(cut.span)):
            span = Span(start + inner.span.start, start + inner.span.end)
            if span.end == cut.span.end:
                yield Piece(replace(cut, span=span), place)
                continue
            at = bisect_left(ends, span.end)
            detail = "no break within the limit" + (f"; {inner.detail}" if inner.detail else "")
            yield Piece(
                replace(inner, span=span, detail=detail),
                at if at + 1 < len(ends) and ends[at] == span.end else None,
            )

    def _joined(self, pieces: Sequence[Piece], surplus: int) -> Iterator[Cut]:
        """As many pieces fewer as there are too many, those joined that are nearest in meaning and
        fit together; a limit that forbids it wins."""
        first_of, last_of = list(range(len(pieces))), list(range(len(pieces)))
        inside = set[int]()
        for joint in sorted(range(len(pieces) - 1), key=lambda number: self._width(pieces[number])):
            if len(inside) >= surplus:
                break
            first, last = first_of[joint], last_of[joint + 1]
            span = (pieces[first].cut.span.start, pieces[last].cut.span.end)
            if self._limits.fits(self._section.text, *span):
                inside.add(joint)
                first_of[last], last_of[first] = first, last
        for number, piece in enumerate(pieces):
            if number not in inside:
                start = pieces[first_of[number]].cut.span.start
                yield replace(piece.cut, span=Span(start, piece.cut.span.end))

    def _width(self, piece: Piece) -> float:
        """How far apart a piece and the next are; a cut inside a sentence goes first."""
        return -1.0 if piece.place is None else self._profile.distances[piece.place]
