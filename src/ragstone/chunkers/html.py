"""Chunks of HTML by its elements, on the source text itself.

    CHUNKERS.create("html", max_characters=1000)

For text that is HTML: what a parser made of a page is plain text, and its parts tell the blocks. It
cuts before headings, between block elements, list items and table rows, and never inside a tag or
an entity that fits. The tags stay where they are, with the text that they open and close. A table
that is cut repeats its header rows as `context`.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import partial
from heapq import merge
from typing import ClassVar

from ragstone.chunkers.base import TextSection
from ragstone.chunkers.boundaries.places import CELL_PRICE, CLAUSE_PRICE, PRICES, Seam
from ragstone.chunkers.boundaries.seams import prose_seams
from ragstone.chunkers.packing import HardLimits
from ragstone.chunkers.structure.html_blocks import html_blocks
from ragstone.chunkers.structure.html_tokens import HtmlTokens, TokenKind, html_tokens
from ragstone.chunkers.structure.outline import Outline, outline
from ragstone.chunkers.structure.structured import StructuredChunker
from ragstone.chunkers.structure.told import with_parts
from ragstone.model.chunk import BoundaryReason
from ragstone.model.span import Span

_ENTITY = re.compile(r"&#?[0-9A-Za-z]{1,31};")
_ENTITY_CHARACTERS = 34


class HtmlChunker(StructuredChunker):
    """Cuts before headings and between elements; by default 130 tokens, at most 200.

    `<script>` and `<style>` are text like any other here: whoever does not want them indexed lets
    the HTML parser read the page first.
    """

    chunker_type: ClassVar[str] = "html"

    def outline(self, section: TextSection, limits: HardLimits) -> Outline:
        text = section.text
        tokens = html_tokens(text)
        blocks = with_parts(text, html_blocks(text, tokens), section.parts)
        found = outline(text, blocks, partial(limits.fits, text), _Prose(text, tokens))
        found.atom = partial(_atom, tokens)
        found.inside = (partial(_rows, text, tokens), partial(_cells, text, tokens), *found.inside)
        return found


class _Prose:
    """The seams inside paragraphs and items: sentences, lines, and behind each `<br>`."""

    def __init__(self, text: str, tokens: HtmlTokens) -> None:
        self._text = text
        every = tokens.between(0, len(tokens))
        self._breaks = array("I", (token.end for token in every if token.name == "br"))

    def __call__(self, start: int, end: int) -> Iterator[Seam]:
        price, line = PRICES[BoundaryReason.LINE], BoundaryReason.LINE
        breaks = self._breaks[bisect_right(self._breaks, start) : bisect_left(self._breaks, end)]
        last = -1
        for seam in merge(
            prose_seams(self._text, start, end), (Seam(offset, price, line) for offset in breaks)
        ):
            if seam.offset > last:  # of two at one offset the cheaper
                yield seam
                last = seam.offset


def _rows(text: str, tokens: HtmlTokens, start: int, end: int) -> Iterator[Seam]:
    """The ends before the rows that begin in a span, behind what opens their table."""
    row = BoundaryReason.TABLE_ROW
    for token in tokens.within(start, end):
        if token.kind is TokenKind.OPEN and token.name == "tr":
            yield _seam_before(text, token.start, PRICES[row], row)


def _cells(text: str, tokens: HtmlTokens, start: int, end: int) -> Iterator[Seam]:
    """The ends before cells, and on both sides of elements taken whole."""
    for token in tokens.within(start, end):
        if token.kind is TokenKind.OPEN and token.name in ("td", "th"):
            yield _seam_before(text, token.start, CELL_PRICE, BoundaryReason.WORD)
        elif token.kind is TokenKind.RAW:
            yield _seam_before(text, token.start, CLAUSE_PRICE, BoundaryReason.WORD)
            yield Seam(token.end, CLAUSE_PRICE, BoundaryReason.WORD)


def _seam_before(text: str, offset: int, price: float, reason: BoundaryReason) -> Seam:
    while offset and text[offset - 1].isspace():
        offset -= 1
    return Seam(offset, price, reason)


def _atom(tokens: HtmlTokens, text: str, offset: int) -> Span | None:
    """The tag, comment or entity around an offset."""
    token = tokens.around(offset)
    if token is not None and token.kind not in (TokenKind.TEXT, TokenKind.RAW):
        return Span(token.start, token.end)
    entity = text.rfind("&", max(0, offset - _ENTITY_CHARACTERS), offset)
    if entity >= 0 and (match := _ENTITY.match(text, entity)) and match.end() > offset:
        return Span(entity, match.end())
    return None
