"""The blocks that a section's parts tell: what a parser found where the text itself shows no marks.

blocks = with_parts(section.text, markdown_blocks(section.text), section.parts)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ragstone.chunkers.packing import LINE_BREAKS
from ragstone.chunkers.structure.outline import Block, BlockKind, row_table
from ragstone.model.element import ElementType
from ragstone.model.section import Part

#: A part may begin this far behind its line's start (list and quote markers).
_MARKER_ROOM = 16
_KINDS = {
    ElementType.TITLE: BlockKind.HEADING,
    ElementType.LIST_ITEM: BlockKind.ITEM,
    ElementType.TABLE: BlockKind.TABLE,
    ElementType.CODE_SNIPPET: BlockKind.CODE,
    ElementType.FORMULA: BlockKind.CODE,
}


def with_parts(text: str, blocks: Iterable[Block], parts: Sequence[Part]) -> Iterable[Block]:
    """`blocks`, and in the place of plain paragraphs the elements that a parser found there.

    So a text whose own marks say nothing, as that of a DOCX, still has its headings and tables.
    """
    if not parts:
        return blocks
    blocks = list(blocks)
    marked = [block for block in blocks if block.kind is not BlockKind.PARAGRAPH]
    told = list(_apart(list(_told(text, parts)), marked))
    plain = [block for block in blocks if block.kind is BlockKind.PARAGRAPH]
    found = [*marked, *told, *_apart(plain, told)]
    return sorted(found, key=lambda block: block.start)


def _apart(blocks: Sequence[Block], others: Sequence[Block]) -> Iterator[Block]:
    """Those of `blocks` that overlap none of `others`; both ascending."""
    at = 0
    for block in blocks:
        while at < len(others) and others[at].end <= block.start:
            at += 1
        if at == len(others) or others[at].start >= block.end:
            yield block


def _told(text: str, parts: Sequence[Part]) -> Iterator[Block]:
    """The blocks that a section's parts are, each from its list or quote marker on."""
    covered = 0
    for part in parts:
        end = part.start + len(text[part.start : part.end].rstrip())
        start = part.start
        while (
            start > max(covered, part.start - _MARKER_ROOM) and text[start - 1] not in LINE_BREAKS
        ):
            start -= 1
        if start > covered and text[start - 1] not in LINE_BREAKS:
            start = part.start
        if start >= end:
            continue
        kind = _KINDS.get(part.type, BlockKind.PARAGRAPH)
        if kind is BlockKind.TABLE:
            yield row_table(text, start, end, header_rows(part.html))
        else:
            title = " ".join(text[part.start : end].split()) if kind is BlockKind.HEADING else ""
            depth = int(kind is BlockKind.ITEM)
            yield Block(start, end, kind, part.level or 1, depth, title)
        covered = end


_ROW = re.compile(r"<tr\b.*?(?=<tr\b|</table|$)", re.DOTALL | re.IGNORECASE)


def header_rows(html: str | None) -> int:
    """How many rows of a table given as HTML open it as its header; 1 where it does not say."""
    count = 0
    for row in _ROW.finditer(html or ""):
        if "<th" not in row[0].replace("<thead", "") or "<td" in row[0]:
            break
        count += 1
    return count or 1
