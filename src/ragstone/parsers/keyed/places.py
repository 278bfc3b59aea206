"""Lines and elements by offset in a verbatim text of keys and values."""

from __future__ import annotations

from bisect import bisect_right

from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import Provenance
from ragstone.model.run import LINE_END
from ragstone.model.span import Span


class Places:
    """Makes the elements of one text in one language, with their lines.

    Places("a: 1\\n", "yaml").code(Span(0, 4), "$", "YAML value").provenance.line_start     # 1
    """

    def __init__(self, text: str, language: str) -> None:
        self.text, self._language = text, language
        self._starts = [0, *(found.end() for found in LINE_END.finditer(text))]

    def place(self, span: Span, unit: str | None, rule: str) -> Provenance:
        """The lines of `span`; `unit` is the path of the record or key that it belongs to."""
        first = bisect_right(self._starts, span.start)
        last = bisect_right(self._starts, max(span.start, span.end - 1))
        return Provenance(line_start=first, line_end=max(first, last), path=unit, rule=rule)

    def code(self, span: Span, path: str, rule: str, unit: str | None = None) -> Element:
        """A value as it stands; `path` is its own, `unit` that of its record or top key."""
        return Element(
            ElementType.CODE_SNIPPET,
            self.text[span.start : span.end],
            provenance=self.place(span, unit, rule),
            facts={"language": self._language, "path": path},
            span=span,
        )

    def trimmed(self, start: int, end: int) -> Span:
        """The range without the blanks around it; empty for blanks alone."""
        held = self.text[start:end]
        start += len(held) - len(held.lstrip())
        return Span(start, max(start, start + len(held.strip())))
