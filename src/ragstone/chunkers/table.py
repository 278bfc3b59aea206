"""Chunks of tables by their rows, with the header beside every chunk.

    CHUNKERS.create("table", max_tokens=300)

A table is found in the section's parts, in Markdown (also as HTML inside it), in text of separated
values (CSV with any of tab, semicolon, comma and bar) and in lines with ` | ` or tabs. It stays
whole while it fits, else it is cut between rows, and its header rows are the `context` of every
chunk that begins behind them. What stands around tables is cut as `markdown` cuts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import ClassVar

from pydantic import Field

from ragstone.chunkers.base import TextSection
from ragstone.chunkers.packing import HardLimits
from ragstone.chunkers.structure.delimited import delimited_table, with_tables
from ragstone.chunkers.structure.markdown_blocks import markdown_blocks
from ragstone.chunkers.structure.outline import Block, BlockKind, Outline, outline
from ragstone.chunkers.structure.structured import StructuredChunker
from ragstone.chunkers.structure.told import with_parts
from ragstone.model.element import ElementType
from ragstone.model.span import Span


class TableChunker(StructuredChunker):
    """Cuts between rows; the defaults suit search: 130 tokens, at most 200, without the header."""

    chunker_type: ClassVar[str] = "table"

    class Parameters(StructuredChunker.Parameters):
        """The sizes of `balanced`, and what counts as header."""

        header_rows: int | None = Field(default=None, ge=0)
        """Rows that open every table as its header; if not given, those that the table says, else
        the first row unless it holds numbers. In Markdown the line of dashes goes with the first
        row."""

    def outline(self, section: TextSection, limits: HardLimits) -> Outline:
        text = section.text
        blocks = _blocks(section)
        asked: int | None = self.parameters.header_rows
        if asked is not None:
            blocks = (_headed(block, asked) for block in blocks)
        return outline(text, blocks, partial(limits.fits, text))


def _blocks(section: TextSection) -> Iterable[Block]:
    text, parts = section.text, section.parts
    structured = any(part.type in (ElementType.TABLE, ElementType.TITLE) for part in parts)
    whole = None if structured else delimited_table(text)
    # Bars with a line of dashes are Markdown, whose header is exact.
    if whole is not None:
        first = next(markdown_blocks(text), whole)
        return markdown_blocks(text) if first.kind is BlockKind.TABLE else [whole]
    return with_tables(text, with_parts(text, markdown_blocks(text), parts))


def _headed(block: Block, count: int) -> Block:
    """The same block; a table with its first `count` rows as header, if others follow."""
    if block.kind is not BlockKind.TABLE:
        return block
    header = Span(block.start, block.rows[count - 1]) if 0 < count < len(block.rows) else None
    return replace(block, header=header)
