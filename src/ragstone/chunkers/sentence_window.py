"""One chunk a sentence, with its neighbours kept beside it.

    CHUNKERS.create("sentence_window", window_size=3)

What is searched is small and exact; what is read is wider. A code block, table or list item counts
as one sentence; a heading goes with the sentence after it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, ClassVar

from pydantic import Field

from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.boundaries.breaks import Breaks, find_breaks, offsets
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import HardLimitParameters, HardLimits, split_hard, trim
from ragstone.model.chunk import BoundaryReason
from ragstone.model.span import Span

#: The place of the chunk's own text between its neighbours.
GAP = "[…]"
_TOO_LONG = "the sentence exceeds the hard limit"


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
        limits, text = HardLimits.of(parameters), section.text
        breaks = find_breaks(
            text, section.parts, lambda start, end: limits.fits(text, *trim(text, start, end))
        )
        found = _sentences(text, breaks, limits)
        first, count = 0, len(found.reasons)
        while first < count:
            start, last = found.starts[first], first + 1
            while (
                last < min(count, first + parameters.chunk_size)
                and found.reasons[last - 1] is not BoundaryReason.HEADING
                and limits.fits(text, start, found.ends[last])
            ):
                last += 1
            reason = found.reasons[last - 1]
            detail = _TOO_LONG if reason is BoundaryReason.HARD else ""
            context = found.around(text, first, last, parameters.window_size)
            yield Cut(Span(start, found.ends[last - 1]), reason, context, detail=detail)
            first = last


@dataclass(slots=True)
class _Sentences:
    """Where each sentence begins and ends, without the blanks around it, and why it ends there."""

    starts: array[int] = field(default_factory=offsets)
    ends: array[int] = field(default_factory=offsets)
    reasons: list[BoundaryReason] = field(default_factory=list[BoundaryReason])

    def append(self, span: Span, reason: BoundaryReason) -> None:
        self.starts.append(span.start)
        self.ends.append(span.end)
        self.reasons.append(reason)

    def around(self, text: str, first: int, last: int, window: int) -> str:
        """The text of the neighbours of the sentences from `first` to `last`; "" without any."""
        before, after = max(0, first - window), min(last + window, len(self.reasons))
        if before == first and after == last:
            return ""
        lines = [text[self.starts[before] : self.ends[first - 1]]] if before < first else []
        lines.append(GAP)
        if last < after:
            lines.append(text[self.starts[last] : self.ends[after - 1]])
        return "\n".join(lines)


def _sentences(text: str, breaks: Breaks, limits: HardLimits) -> _Sentences:
    """All units of a section, those over a limit in pieces."""
    found = _Sentences()
    start = 0
    for end, reason in chain(
        zip(breaks.units, breaks.reasons, strict=True), [(len(text), BoundaryReason.SECTION)]
    ):
        span = trim(text, start, end)
        if span.length:
            for piece in split_hard(text, span, limits):
                whole = piece.end == span.end
                found.append(piece, reason if whole else BoundaryReason.HARD)
        start = end
    return found
