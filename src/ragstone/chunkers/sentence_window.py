"""One chunk a sentence, with its neighbours kept beside it.

    CHUNKERS.create("sentence_window", window_size=3)

What is searched is small and exact; what is read is wider. A code block, table or list item counts
as one sentence; a heading goes with the sentence after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from pydantic import Field

from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.breaks import Breaks, find_breaks
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import HardLimitParameters, HardLimits, split_hard, trim
from ragstone.model.chunk import BoundaryReason
from ragstone.model.span import Span

#: The place of the chunk's own text between its neighbours.
GAP = "[…]"


class SentenceWindowChunker(TextChunker):
    """Whole sentences as chunks, and up to `window_size` sentences of each side as `context`.

    The context is the neighbours' text verbatim, the chunk's own place marked by a line `[…]`; it
    never crosses a section. Only a sentence over a hard limit is cut, and then its pieces count as
    sentences.
    """

    chunker_type: ClassVar[str] = "sentence_window"

    class Parameters(HardLimitParameters):
        """Sizes in sentences; no hard limit unless one is set."""

        chunk_size: int = Field(default=1, ge=1)
        """Sentences of a chunk; fewer before a heading or where a hard limit asks for it."""
        window_size: int = Field(default=3, ge=0)
        """Sentences on each side that are kept as context."""

    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:  # noqa: ARG002
        parameters: SentenceWindowChunker.Parameters = self.parameters
        limits = HardLimits.of(parameters)
        text = section.text
        breaks = find_breaks(
            text, section.parts, lambda start, end: limits.fits(text, *trim(text, start, end))
        )
        sentences = _sentences(text, breaks, limits)
        reasons = {**breaks.reasons, len(text): BoundaryReason.SECTION}
        spans = [span for span, _ in sentences]
        first = 0
        while first < len(sentences):
            last = first + 1
            while last < min(len(sentences), first + parameters.chunk_size) and self._joins(
                text, sentences[first:last], sentences[last][0], limits, breaks
            ):
                last += 1
            span, (_, end) = Span(spans[first].start, spans[last - 1].end), sentences[last - 1]
            reason = reasons.get(end, BoundaryReason.HARD)
            detail = "" if end in reasons else "the sentence exceeds the hard limit"
            context = _context(text, spans, first, last, parameters.window_size)
            yield Cut(span, reason, context, detail=detail)
            first = last

    @staticmethod
    def _joins(
        text: str,
        sentences: Sequence[tuple[Span, int]],
        following: Span,
        limits: HardLimits,
        breaks: Breaks,
    ) -> bool:
        """Whether `following` may stand in one chunk with the sentences before it."""
        end = sentences[-1][1]
        if breaks.reasons.get(end) is BoundaryReason.HEADING:
            return False
        return limits.fits(text, sentences[0][0].start, following.end)


def _sentences(text: str, breaks: Breaks, limits: HardLimits) -> list[tuple[Span, int]]:
    """(span without blanks around, end as listed in `breaks`) of each unit, within the limits."""
    found: list[tuple[Span, int]] = []
    start = 0
    for end in [*breaks.units, len(text)]:
        span = trim(text, start, end)
        if span.start < span.end:
            pieces = [*split_hard(text, span, limits)]
            found.extend((piece, piece.end) for piece in pieces[:-1])
            found.append((pieces[-1], end))
        start = end
    return found


def _context(text: str, spans: Sequence[Span], first: int, last: int, window: int) -> str:
    """The text of the neighbours of the sentences from `first` to `last`; "" without any."""
    before = spans[max(0, first - window) : first]
    after = spans[last : last + window]
    if not before and not after:
        return ""
    lines = [text[before[0].start : before[-1].end]] if before else []
    lines.append(GAP)
    if after:
        lines.append(text[after[0].start : after[-1].end])
    return "\n".join(lines)
