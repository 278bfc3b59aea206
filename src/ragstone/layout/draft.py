"""Drafts: elements in the making, with the lines they come from.

Every rule of the document pass takes drafts and gives new ones; a draft that a rule has typed
keeps the rule's name, and later rules leave it alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ragstone.layout.line import Line
from ragstone.layout.page import Picture
from ragstone.layout.paragraphs import Paragraph
from ragstone.layout.tables.table import PageTable
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import BBox, Provenance, merge
from ragstone.model.run import Run

_NO_FACTS: Mapping[str, Any] = {}

#: Where a line begins in a text, and its boxes.
Placed = tuple[int, tuple[BBox, ...]]


@dataclass(frozen=True, slots=True)
class Draft:
    """An element in the making.

    - `placed`: where its lines stand, for what is no paragraph or has other lines than it. Runs are
      made at the end: a long file has so many lines that they would not be small.
    - `block`: the number of its block on the page: drafts of one block stand under each other.
    - `rule`: which rule typed it, "" while none has.
    - `x0 … y1`: its place in the reader's frame, in points.
    - `in_figure`: a label inside a drawing or over a picture.
    """

    page: int
    block: int
    text: str
    x0: float = 0.0
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    type: ElementType = ElementType.UNCATEGORIZED_TEXT
    rule: str = ""
    level: int | None = None
    html: str | None = None
    marks: frozenset[Mark] = frozenset()
    facts: Mapping[str, Any] = field(default_factory=lambda: _NO_FACTS)
    paragraph: Paragraph | None = None
    source: PageTable | Picture | None = None
    placed: tuple[Placed, ...] = ()
    in_figure: bool = False

    @property
    def places(self) -> tuple[Placed, ...]:
        """Where each line of the text begins, and its boxes."""
        if self.placed or self.paragraph is None:
            return self.placed
        lines = zip(self.paragraph.starts, self.paragraph.lines, strict=True)
        return tuple((start, line.boxes) for start, line in lines if line.boxes)

    @property
    def runs(self) -> tuple[Run, ...]:
        """Where each line of the text stands."""
        return tuple(
            Run(start, Provenance(page=boxes[0].page, boxes=boxes)) for start, boxes in self.places
        )

    @property
    def is_open(self) -> bool:
        """Whether no rule has typed it yet."""
        return not self.rule and self.paragraph is not None

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.paragraph.lines if self.paragraph is not None else ()

    @property
    def marker(self) -> str:
        return self.paragraph.marker if self.paragraph is not None else ""

    @property
    def whole(self) -> str:
        """The text with its marker before it."""
        return f"{self.marker} {self.text}" if self.marker else self.text

    @property
    def size(self) -> float:
        """The font size of most of the text, in points; 0 for what is no text."""
        return self.paragraph.size if self.paragraph is not None else 0.0

    def typed(self, kind: ElementType, rule: str, **changes: Any) -> Draft:
        """The same, typed by a rule."""
        return replace(self, type=kind, rule=rule, **changes)

    def element(self) -> Element:
        """The element, without id and parent yet."""
        lines = self.runs
        place = merge(run.provenance for run in lines)
        return Element(
            type=self.type,
            text=self.text,
            level=self.level,
            html=self.html,
            marks=self.marks,
            provenance=Provenance(page=place.page, boxes=place.boxes, rule=self.rule or None),
            facts=self.facts,
            lines=lines,
            data=self.source.data if isinstance(self.source, Picture) else None,
        )


def of_paragraph(paragraph: Paragraph, page: int, block: int) -> Draft:
    """The draft of a paragraph."""
    lines = paragraph.lines
    return Draft(
        page=page,
        block=block,
        text=paragraph.text,
        x0=min(line.x0 for line in lines),
        y0=lines[0].y0,
        x1=max(line.x1 for line in lines),
        y1=lines[-1].y1,
        paragraph=paragraph,
    )


def with_paragraph(draft: Draft, paragraph: Paragraph) -> Draft:
    """The same draft with the text of another paragraph of the same lines."""
    return replace(
        draft,
        paragraph=paragraph,
        text=paragraph.text,
        placed=(),
    )
