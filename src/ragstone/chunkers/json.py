"""Chunks of JSON by its values, on the text itself.

    CHUNKERS.create("json", max_characters=1000)

An object or array that fits stays whole; a larger one is cut between its members, so that a chunk
is a run of whole members. The path of what a chunk begins with is its `context`, such as
`$.store.books[3]`; before a key it is the path of the object, as the key is in the text. JSON Lines
and broken JSON work as well; text that is no JSON is cut at its lines and sentences.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from typing import ClassVar

from ragstone.chunkers.base import TextSection
from ragstone.chunkers.boundaries.places import PRICES, Seam
from ragstone.chunkers.packing import HardLimits
from ragstone.chunkers.structure.outline import Block, Outline, outline
from ragstone.chunkers.structure.structured import StructuredChunker
from ragstone.chunkers.structure.told import with_parts
from ragstone.model.chunk import BoundaryReason
from ragstone.model.span import Span
from ragstone.text.json_values import Fits, Member, Values, read_values

#: A cut between the members of a container costs this more than between those of the one around it.
DEPTH_PRICE = 0.1
_DEEPEST = 6
#: Between a container's brackets and its first or last member, so that no bracket stands alone.
EDGE_PRICE = 0.9
#: What has more characters than this for each unit of the limit is not measured: it cannot fit.
_CHARACTERS_A_UNIT = 16
_IS_JSON = re.compile(r"\ufeff?\s*+(?:(?://|\#)[^\n]*+\s*+|/\*.*?\*/\s*+)*+[{\[]", re.DOTALL)
_BYTES_A_CHARACTER = 4
_ESCAPE_CHARACTERS = 11
#: A run of backslashes is looked back over so far, to tell which of them escapes the next.
_BACKSLASHES = 1000
_ESCAPE = re.compile(r"(?:\\u[dD][89abAB][0-9a-fA-F]{2})?\\(?:u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED_LINE = re.compile(r"(?<!\\)(?:\\\\)*+(?:\\n)++")


class JsonChunker(StructuredChunker):
    """Cuts between members; the defaults suit search: 130 tokens, at most 200."""

    chunker_type: ClassVar[str] = "json"

    def outline(self, section: TextSection, limits: HardLimits) -> Outline:
        text = section.text
        if not _IS_JSON.match(text):
            return outline(
                text,
                with_parts(text, [Block(0, len(text))], section.parts),
                partial(limits.fits, text),
            )
        sizes = (limits.max_characters, limits.max_tokens, limits.max_bytes)
        smallest = min((size for size in sizes if size is not None), default=0)
        most = smallest * _CHARACTERS_A_UNIT or len(text)

        def fits(start: int, end: int) -> bool:
            if (end - start) * _BYTES_A_CHARACTER <= smallest:
                return True
            return end - start <= most and limits.fits(text, start, end)

        values = read_values(text, fits)
        return JsonOutline(text, _seams(text, values, fits), _escape, values=values)


@dataclass(slots=True)
class JsonOutline(Outline):
    """Seams between members, and the path to each."""

    values: Values = field(default_factory=Values)

    def context_at(self, offset: int) -> str:
        members = self.values.members
        number = bisect_right(members, offset, key=lambda member: member.start) - 1
        if number < 0:
            return ""
        member = members[number]
        if member.start == offset and (isinstance(member.key, str) or member.parent < 0):
            number = member.parent
        path = self.values.path(number) if number >= 0 else "$"
        return "" if path == "$" else path


def _seams(text: str, values: Values, fits: Fits) -> Iterator[Seam]:
    """The seams of all members, ascending: that behind a container waits for those inside it."""
    waiting: list[Seam] = []
    for member in values.members:
        while waiting and waiting[0].offset <= member.start:
            yield heappop(waiting)
        for seam in _seams_of(text, member, fits):
            heappush(waiting, seam)
    while waiting:
        yield heappop(waiting)


def _seams_of(text: str, member: Member, fits: Fits) -> Iterator[Seam]:
    price = PRICES[BoundaryReason.BLOCK] + DEPTH_PRICE * min(member.depth, _DEEPEST)
    yield Seam(member.until, EDGE_PRICE if member.is_last else price, BoundaryReason.BLOCK)
    if member.is_divided:
        yield Seam(member.inside, EDGE_PRICE, BoundaryReason.BLOCK)
    if member.is_string and not fits(member.start, member.end):
        for match in _ESCAPED_LINE.finditer(text, member.start, member.end):
            yield Seam(match.end(), PRICES[BoundaryReason.SENTENCE], BoundaryReason.LINE)


def _escape(text: str, offset: int) -> Span | None:
    """The escape around `offset`; both halves of a surrogate pair are one."""
    for start in range(max(0, offset - _ESCAPE_CHARACTERS), offset):
        if text[start] != "\\":
            continue
        before = text[max(0, start - _BACKSLASHES) : start]
        escaped = (len(before) - len(before.rstrip("\\"))) % 2
        match = None if escaped else _ESCAPE.match(text, start)
        if match and match.end() > offset:
            return Span(*match.span())
    return None
