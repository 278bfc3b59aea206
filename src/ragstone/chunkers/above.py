"""What stands above a place in a section: the headings, and the header of the table it lies in.

    above = Above(section)
    above.path(Span(120, 400))    # ("Harbour", "Tides")
    above.header(130)             # "port | height", below the first rows of that table

The section's parts tell it. Not here: headings and headers that a chunker finds itself.
"""

from __future__ import annotations

from bisect import bisect_right

from ragstone.chunkers.structure.table_header import header_of
from ragstone.model.element import ElementType
from ragstone.model.section import Part, Section
from ragstone.model.span import Span


class Above:
    """One section, asked for one chunk after another."""

    def __init__(self, section: Section) -> None:
        self._text, self._parts = section.text, section.parts
        self._starts = [part.start for part in section.parts]
        self._has_tables = any(part.type is ElementType.TABLE for part in section.parts)
        self._header: tuple[int, str] = (-1, "")

    def header(self, start: int) -> str:
        """The header rows of the table inside which a chunk starts; "" for one that has them."""
        if not self._has_tables:
            return ""
        at = bisect_right(self._starts, start) - 1
        part = self._parts[at] if at >= 0 else None
        if part is None or part.type is not ElementType.TABLE or not part.start < start < part.end:
            return ""
        if self._header[0] != at:
            self._header = at, header_of(self._text, part)
        header = self._header[1]
        return header if start >= part.start + len(header) else ""

    def path(self, span: Span) -> tuple[str, ...]:
        """The headings above a chunk: those of the part in which it starts; where that is a title,
        those of the last of the titles that follow each other there, each below the one before."""
        parts = self._parts
        at = bisect_right(self._starts, span.start) - 1
        if at < 0 or span.start >= parts[at].end:
            if at + 1 >= len(parts) or parts[at + 1].start >= span.end:
                return parts[at].heading_path if at >= 0 else ()
            at += 1
        found = parts[at]
        while found.type is ElementType.TITLE and at + 1 < len(parts):
            at += 1
            if parts[at].start >= span.end or not _is_subtitle(parts[at], found):
                break
            found = parts[at]
        return found.heading_path


def _is_subtitle(part: Part, title: Part) -> bool:
    path = title.heading_path
    return part.type is ElementType.TITLE and part.heading_path[: len(path)] == path
