"""Places in text that offers no better one: a fraction of the limit apart, at blanks if there are.

steps = Steps(limits)
steps.next(text, start, end)      # (offset, BoundaryReason.WORD), None where the rest is short
"""

from __future__ import annotations

from ragstone.chunkers.packing import HardLimits, last_blank
from ragstone.model.chunk import BoundaryReason
from ragstone.text.graphemes import boundary_after

#: A text without any better place may be cut at so many places a chunk.
_STEPS = 8


class Steps:
    """Steps through text under given limits."""

    def __init__(self, limits: HardLimits) -> None:
        self._small = limits.divided(_STEPS)

    def next(self, text: str, start: int, end: int) -> tuple[int, BoundaryReason] | None:
        """The place after `start`: behind the last blank within a step, else behind a cluster.

        None where the text up to `end` is no longer than a step.
        """
        stop = self._small.reach(text, start, end)
        if stop <= start:
            stop = boundary_after(text, start + 1)
        if stop >= end:
            return None
        word = stop if text[stop].isspace() else last_blank(text, start, stop)
        word = boundary_after(text, start + len(text[start:word].rstrip()))
        if start < word < end:
            return word, BoundaryReason.WORD
        return stop, BoundaryReason.GRAPHEME
