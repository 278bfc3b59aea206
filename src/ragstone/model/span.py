"""A half-open range of code points in a text."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """`text[start:end]`, in code points; `0 <= start <= end`."""

    start: int
    end: int

    @property
    def length(self) -> int:
        return self.end - self.start
