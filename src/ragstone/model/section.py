"""Sections: the parts of a document that no chunk may cross, with exact places inside.

The first three fields are AgentScope's; what follows is ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, Field

from ragstone.model.block import DataBlock, TextBlock
from ragstone.model.element import ElementType
from ragstone.model.mark import Marks
from ragstone.model.provenance import Provenance
from ragstone.model.run import Runs
from ragstone.model.span import Span


@dataclass(frozen=True, slots=True)
class Part:
    """The place of one element in its section's text.

    `heading_path` holds the titles above the element, outermost first, from the whole document:
    also when they stand in an earlier section. A title's own path ends with itself.
    """

    start: int
    end: int
    element_id: str
    type: ElementType
    level: int | None = None
    marks: Marks = frozenset()
    html: str | None = None
    heading_path: tuple[str, ...] = ()


class Section(BaseModel):
    """One natural part of a document: a page, a slide, a chapter, a picture, or all of it.

    Invariants: parts are in order and do not overlap; every run's start lies in the text; `page`
    in `metadata`, where present, is the page on which the section starts (1-based).
    """

    content: TextBlock | DataBlock
    source: str
    metadata: dict[str, Any] = Field(default_factory=dict)
    index: int = 0
    parts: tuple[Part, ...] = ()
    runs: Runs = Field(default_factory=Runs)

    @property
    def text(self) -> str:
        """The section's text; "" for data."""
        return self.content.text if isinstance(self.content, TextBlock) else ""

    def place(self, span: Span) -> Provenance:
        """Where `span` of the text stands in the file."""
        return self.runs.place(span)
