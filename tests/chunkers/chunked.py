"""Chunks of a text that is laid out as a parser would: for chunkers that see elements.

made = partial(chunks_of, "balanced")
texts(made("# Title\n\nWords.", parts=True, max_characters=20))
"""

from __future__ import annotations

import re

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.verify import verify
from ragstone.model.block import TextBlock
from ragstone.model.chunk import BoundaryReason, Chunk
from ragstone.model.element import ElementType
from ragstone.model.section import Part, Section

_KINDS = {
    "#": ElementType.TITLE,
    "`": ElementType.CODE_SNIPPET,
    "|": ElementType.TABLE,
    "-": ElementType.LIST_ITEM,
}


def laid_out(text: str) -> tuple[Part, ...]:
    """Elements over a text: blocks by blank lines, kinds by first characters; a fence is one."""
    parts: list[Part] = []
    path: tuple[str, ...] = ()
    for match in re.finditer(r"(?s)```.*?```|(?:[^\n]+\n?)+", text):
        kind = _KINDS.get(text[match.start()], ElementType.NARRATIVE_TEXT)
        end = match.start() + len(match.group().rstrip())
        if kind is ElementType.TITLE:
            path = (match.group().strip("# \n"),)
        parts.append(Part(match.start(), end, str(len(parts)), kind, heading_path=path))
    return tuple(parts)


def chunks_of(chunker: str, text: str, *, parts: bool = False, **parameters: object) -> list[Chunk]:
    """The chunks of `text`, every promise verified."""
    content = TextBlock(text=text)
    section = Section(content=content, source="a.md", parts=laid_out(text) if parts else ())
    chunks = CHUNKERS.create(chunker, **parameters).chunk_sections([section])
    assert verify([section], chunks) == []
    return chunks


def texts(chunks: list[Chunk]) -> list[str]:
    return [chunk.text for chunk in chunks]


def reasons(chunks: list[Chunk]) -> list[BoundaryReason]:
    return [chunk.boundaries[1].reason for chunk in chunks]
