"""Chunks of HTML by its elements, on the source text itself.

    CHUNKERS.create("html", max_characters=1000)

For text that is HTML: what a parser made of a page is plain text, and its parts tell the blocks. It
cuts before headings, between block elements, list items and table rows, and never inside a tag or
an entity that fits. The tags stay where they are, with the text that they open and close. A table
that is cut repeats its header rows as `context`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from ragstone.chunkers.base import TextSection
from ragstone.chunkers.html_blocks import html_blocks
from ragstone.chunkers.html_tokens import HtmlToken, TokenKind, html_tokens
from ragstone.chunkers.outline import BlockKind, Outline, outline, with_parts
from ragstone.chunkers.packing import HardLimits
from ragstone.chunkers.places import PRICES
from ragstone.chunkers.seams import Atom, Seam
from ragstone.chunkers.structured import StructuredChunker
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
        blocks = with_parts(text, list(html_blocks(text, tokens)), section.parts)
        fits: Callable[[int, int], bool] = partial(limits.fits, text)
        found = outline(text, blocks, fits)
        found.atom = _atom(tokens)
        prose = [b for b in blocks if b.kind in (BlockKind.PARAGRAPH, BlockKind.ITEM)]
        found.seams = _merged(found.seams, _line_seams(tokens, [(b.start, b.end) for b in prose]))
        return found


def _line_seams(tokens: Sequence[HtmlToken], prose: Sequence[tuple[int, int]]) -> list[Seam]:
    """The places behind `<br>` in prose."""
    price = PRICES[BoundaryReason.LINE]
    found: list[Seam] = []
    at = 0
    for token in tokens:
        if token.name != "br":
            continue
        while at < len(prose) and prose[at][1] <= token.end:
            at += 1
        if at < len(prose) and prose[at][0] < token.end:
            found.append(Seam(token.end, price, BoundaryReason.LINE))
    return found


def _merged(seams: Sequence[Seam], others: Sequence[Seam]) -> list[Seam]:
    """Both, ascending; of two at one offset the cheaper."""
    found: list[Seam] = []
    for seam in sorted([*seams, *others]):
        if not found or found[-1].offset < seam.offset:
            found.append(seam)
    return found


def _atom(tokens: Sequence[HtmlToken]) -> Atom:
    """The tag, comment or entity around an offset."""
    tags = [token for token in tokens if token.kind not in (TokenKind.TEXT, TokenKind.RAW)]
    starts = [token.start for token in tags]

    def around(text: str, offset: int) -> Span | None:
        at = bisect_right(starts, offset) - 1
        if at >= 0 and tags[at].start < offset < tags[at].end:
            return Span(tags[at].start, tags[at].end)
        entity = text.rfind("&", max(0, offset - _ENTITY_CHARACTERS), offset)
        if entity >= 0 and (match := _ENTITY.match(text, entity)) and match.end() > offset:
            return Span(entity, match.end())
        return None

    return around
