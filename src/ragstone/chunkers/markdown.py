"""Chunks of Markdown by its blocks, on the text itself.

    CHUNKERS.create("markdown", max_characters=1000)

It reads headings of both kinds, fences of any length and mark, tables, lists, quotes, front matter
and mathematics from the text of the section, so that it needs no parser before it. A fence, table
or table row stays whole unless it alone exceeds a limit; a table that is cut repeats its header
rows as `context`. Where the text is no Markdown, the section's parts tell its blocks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from ragstone.chunkers.base import TextSection
from ragstone.chunkers.packing import HardLimits
from ragstone.chunkers.structure.markdown_blocks import markdown_blocks
from ragstone.chunkers.structure.outline import Outline, outline
from ragstone.chunkers.structure.structured import StructuredChunker
from ragstone.chunkers.structure.told import with_parts


class MarkdownChunker(StructuredChunker):
    """Cuts before headings and between blocks; by default 130 tokens, at most 200."""

    chunker_type: ClassVar[str] = "markdown"

    def outline(self, section: TextSection, limits: HardLimits) -> Outline:
        text = section.text
        blocks = with_parts(text, markdown_blocks(text), section.parts)
        fits: Callable[[int, int], bool] = partial(limits.fits, text)
        return outline(text, blocks, fits)
