"""Elements of a reStructuredText from its lines: words, place, and what encloses them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.model.span import Span
from ragstone.parsers.restructuredtext.inline import inline_text
from ragstone.parsers.restructuredtext.rows import Row
from ragstone.text.prose import reads_like_prose


@dataclass(frozen=True, slots=True)
class Around:
    """What encloses a body."""

    depth: int = 0
    list_depth: int = -1
    marker: str | None = None
    marks: frozenset[Mark] = frozenset()
    facts: tuple[tuple[str, Any], ...] = ()

    def inside(self, **more: Any) -> Around:
        return replace(self, depth=self.depth + 1, **more)


class Draft:
    """Makes the elements of one text; `starts` are the offsets of its lines, and its length."""

    def __init__(self, text: str, starts: Sequence[int]) -> None:
        self._text, self._starts = text, starts

    def said(
        self, lines: Sequence[Row], around: Around, *, is_literal: bool, is_term: bool
    ) -> Element:
        is_lines = all(row.text == "|" or row.text.startswith("| ") for row in lines)
        joined = "\n".join(row.text[2:] if is_lines else row.text for row in lines)
        if is_literal:
            joined = joined[:-2].rstrip() if joined.endswith((" ::", "\n::")) else joined[:-1]
        text, links = inline_text(joined)
        facts: dict[str, Any] = {"links": links} if links else {}
        place = (lines[0].number, lines[-1].number, "line block" if is_lines else "paragraph")
        if is_term:
            facts |= {"list_marker": "", "list_depth": around.list_depth + 1}
            place = (*place[:2], "term")
            return self.element(ElementType.LIST_ITEM, text, place, around, facts=facts)
        prose = reads_like_prose(text)
        kind = ElementType.NARRATIVE_TEXT if prose else ElementType.UNCATEGORIZED_TEXT
        if around.list_depth >= 0:
            kind = ElementType.LIST_ITEM
            facts |= {"list_marker": around.marker or "", "list_depth": around.list_depth}
        return self.element(kind, text, place, around, facts=facts)

    def element(
        self,
        kind: ElementType,
        text: str,
        place: tuple[int, int, str],
        around: Around | None = None,
        **more: Any,
    ) -> Element:
        around = around or Around()
        first, last, rule = place
        facts = {**dict(around.facts), **more.pop("facts", {})}
        start = self._starts[first - 1]
        end = start + len(self._text[start : self._starts[last]].rstrip())
        return Element(
            kind,
            text,
            marks=around.marks,
            provenance=Provenance(line_start=first, line_end=last, rule=rule),
            facts=facts,
            span=Span(start, max(start, end)),
            **more,
        )
