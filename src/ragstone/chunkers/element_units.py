"""A section as a row of whole elements: what `elements` packs.

Units are contiguous: text between two elements (list markers, rules, fences) goes with the line it
stands on, and a line of its own with the element before it. Without elements, paragraphs stand in
for them.

    [unit.type for unit in units_of(TextSection("One.\\n\\nTwo."))]     # two UncategorizedText
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ragstone.chunkers.base import TextSection
from ragstone.chunkers.packing import LINE_BREAKS, trim
from ragstone.chunkers.structure.table_header import header_of
from ragstone.model.element import ElementType
from ragstone.model.section import Part
from ragstone.model.span import Span

_BLANK_LINE = re.compile(r"(?:\r\n|[\n\r\u2028\u2029])[ \t\u3000]*+(?:\r\n|[\n\r\u2028\u2029])\s*+")

#: A page, slide or sheet, whichever the format has.
Page = tuple[int | None, int | None, str | None]


@dataclass(frozen=True, slots=True)
class ElementUnit:
    """One element with its place in the section's text, blank lines around it left out."""

    start: int
    end: int
    type: ElementType = ElementType.UNCATEGORIZED_TEXT
    page: Page = (None, None, None)
    header: str = ""
    """Of a table: its header rows, one a line."""

    @property
    def is_title(self) -> bool:
        return self.type is ElementType.TITLE

    @property
    def is_table(self) -> bool:
        return self.type is ElementType.TABLE


def units_of(section: TextSection) -> list[ElementUnit]:
    """The elements of a section in order; together they hold all of its text that is not blank."""
    text = section.text
    if not section.parts:
        return list(_paragraphs(text))
    units: list[ElementUnit] = []
    at = 0
    for part in section.parts:
        if part.end <= at or not text[part.start : part.end].strip():
            continue
        line = _line_start(text, at, part.start)
        if text[at:line].strip():
            units[-1:] = _longer(text, units[-1:], line)
        units.append(_unit(section, part, line))
        at = part.end
    if text[at:].strip():
        units[-1:] = _longer(text, units[-1:], len(text))
    return units


def _paragraphs(text: str) -> Iterator[ElementUnit]:
    start = 0
    for match in _BLANK_LINE.finditer(text):
        span = trim(text, start, match.start())
        if span.length:
            yield ElementUnit(*span)
        start = match.end()
        while start and text[start - 1] not in LINE_BREAKS:
            start -= 1
    span = trim(text, start, len(text))
    if span.length:
        yield ElementUnit(*span)


def _line_start(text: str, least: int, offset: int) -> int:
    while offset > least and text[offset - 1] not in LINE_BREAKS:
        offset -= 1
    return offset


def _longer(text: str, before: list[ElementUnit], end: int) -> list[ElementUnit]:
    """The unit before with the lines behind it; a unit of those lines where there is none."""
    if not before:
        return [ElementUnit(*trim(text, 0, end))]
    return [replace(before[0], end=before[0].start + len(text[before[0].start : end].rstrip()))]


def _unit(section: TextSection, part: Part, start: int) -> ElementUnit:
    place = section.runs.place(Span(part.start, part.start))
    header = ""
    if part.type is ElementType.TABLE:
        header = header_of(section.text, part)
    span = trim(section.text, start, part.end)
    page = (place.page, place.slide, place.sheet)
    return ElementUnit(span.start, span.end, part.type, page, header)
