"""The lines of a Markdown text: their offsets, and what a range of them spans."""

from __future__ import annotations

import re
from functools import cached_property

from ragstone.model.provenance import Provenance
from ragstone.model.run import LINE_END
from ragstone.model.span import Span

_WORD = re.compile(r"\w")


class Lines:
    """Lines by number, 1-based and inclusive, as editors and `markdown-it` count them."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in LINE_END.finditer(self.text)), len(self.text) + 1]

    @property
    def count(self) -> int:
        return len(self._starts) - 1

    def line(self, number: int) -> str:
        """The line without its end."""
        start, end = self._starts[number - 1], self._starts[number]
        return self.text[start:end].rstrip("\r\n")

    def has_words(self, number: int) -> bool:
        return bool(_WORD.search(self.line(number)))

    def trimmed(self, first: int, last: int) -> tuple[int, int]:
        """The range without blank lines at its end; never empty."""
        last = min(last, self.count)
        while last > first and not self.line(last).strip():
            last -= 1
        return first, last

    def span(self, first: int, last: int) -> Span:
        """From the start of line `first` to the end of line `last`, its line end left out."""
        start = self._starts[first - 1]
        return Span(start, self._starts[last - 1] + len(self.line(last)))

    def place(self, first: int, last: int) -> Provenance:
        return Provenance(line_start=first, line_end=last)
