"""One chunk a section: a page, a chapter, a slide, as the parser found it.

CHUNKERS.create("section")
CHUNKERS.create("section", max_tokens=2000)    # longer sections are cut at blanks
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import trim
from ragstone.model.chunk import BoundaryReason


class SectionChunker(TextChunker):
    """The whole text of each section, without blank lines around it; hard limits still hold."""

    chunker_type: ClassVar[str] = "section"

    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:  # noqa: ARG002
        yield Cut(trim(section.text, 0, len(section.text)), BoundaryReason.SECTION)
