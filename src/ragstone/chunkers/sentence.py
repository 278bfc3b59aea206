"""The default chunker: whole sentences, packed up to a limit, with an eye on the structure.

    CHUNKERS.create("sentence", max_characters=400)

Where it cuts, in this order:

1. before a heading, once the chunk is not tiny;
2. at the end of a block or paragraph, when the chunk is reasonably full;
3. at the end of a sentence, list item or table row;
4. at a line end, a comma, a blank or a cluster, only inside what is too long to stay whole.

A heading stays with what follows it. Code and tables stay whole while they fit; a longer table is
cut between rows, longer code between lines, at a blank line if one is near.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Self

from pydantic import Field, model_validator

from ragstone.chunkers.asked import only_what_was_asked
from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.boundaries.breaks import Breaks, find_breaks
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import (
    LINE_BREAKS,
    HardLimitParameters,
    HardLimits,
    last_blank,
)
from ragstone.model.chunk import BoundaryReason
from ragstone.model.span import Span
from ragstone.text.graphemes import boundary_after, boundary_before

#: A chunk fuller than this ends before a heading; a smaller one takes the heading in.
TINY = 0.25
#: A chunk fuller than this may end at a paragraph although sentences of the next one would fit.
REASONABLY_FULL = 1 / 3
#: Where a sentence that is too long to stay whole is cut rather than inside a clause.
_CLAUSE_ENDS = ("，", "、", "：", "；", ", ", "; ", ": ")
#: A token has rarely more characters than this.
_CHARACTERS_A_UNIT = 8
#: Ends inside a sentence.
_INSIDE = (BoundaryReason.LINE, BoundaryReason.WORD, BoundaryReason.GRAPHEME)
_BLANK = re.compile(r"\s")
_NOT_BLANK = re.compile(r"\S")


class SentenceChunker(TextChunker):
    """Packs whole sentences; the defaults suit search: 600 characters, no overlap."""

    chunker_type: ClassVar[str] = "sentence"

    class Parameters(HardLimitParameters):
        """At least one limit is needed; 600 characters when none is given."""

        max_characters: int | None = Field(default=600, ge=1)
        """Characters (code points) that a chunk has at most."""
        chunk_overlap: int = Field(default=0, ge=0)
        """Whole sentences from the end of one chunk that open the next, at most this size together:
        in characters, or in tokens (else bytes) where only that limit is given."""

        @model_validator(mode="before")
        @classmethod
        def _only_what_was_asked(cls, values: Any) -> Any:
            return only_what_was_asked(values, "max_characters")

        @model_validator(mode="after")
        def _makes_sense(self) -> Self:
            size = self.size
            if size is None:
                raise ValueError("one of max_characters, max_tokens and max_bytes is needed")
            if self.chunk_overlap >= size:
                raise ValueError(
                    f"chunk_overlap ({self.chunk_overlap}) must be smaller than the size ({size})"
                )
            return self

        @property
        def size(self) -> int | None:
            """The limit in whose unit the overlap is measured."""
            return self.max_characters or self.max_tokens or self.max_bytes

    @property
    def overlap_asked(self) -> int:
        return self.parameters.chunk_overlap

    def overlap_size(self, text: str) -> int:
        return HardLimits.of(self.parameters).size(text)

    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:  # noqa: ARG002
        packer = _Packer(self, section)
        start = packer.start_after(0)
        covered = 0
        while start < packer.end:
            end, reason, detail = packer.choose(start, max(start, covered))
            following, why = packer.overlap(start, end, reason)
            yield Cut(Span(start, end), reason, detail="; ".join(filter(None, (detail, why))))
            start, covered = following, end


class _Packer:
    """One section being packed: its good places, and the choice among them."""

    def __init__(self, chunker: SentenceChunker, section: TextSection) -> None:
        parameters: SentenceChunker.Parameters = chunker.parameters
        self._limits = HardLimits.of(parameters)
        self._asked = parameters.chunk_overlap
        self._size = chunker.overlap_size
        self._text = section.text
        self.end = len(section.text.rstrip())
        self._breaks: Breaks = find_breaks(section.text, section.parts, self._fits)

    def _fits(self, start: int, end: int) -> bool:
        return self._limits.fits(self._text, start, end)

    def start_after(self, offset: int) -> int:
        """Where the next chunk starts: behind blank lines, before the first line's indentation."""
        text = self._text
        found = _NOT_BLANK.search(text, offset)
        if found is None:
            return self.end
        at = line = found.start()
        while line > offset and text[line - 1] not in LINE_BREAKS:
            line -= 1
        opens_line = line > offset or line == 0 or text[line - 1] in LINE_BREAKS
        if opens_line and line < at and self._fits(line, boundary_after(text, at + 1)):
            at = line
        return max(offset, boundary_before(text, at))

    def choose(self, start: int, covered: int) -> tuple[int, BoundaryReason, str]:
        """(end, reason, detail) of the chunk that starts at `start` and must pass `covered`."""
        reach = self._limits.reach(self._text, start, self.end)
        if reach <= covered:
            raise self._limits.refuse(self._text, start)
        heading = self._heading(start, covered, reach)
        if heading:
            return heading, BoundaryReason.HEADING, ""
        if reach >= self.end:
            return self.end, BoundaryReason.SECTION, ""
        full = max(covered, start + int((reach - start) * REASONABLY_FULL))
        strong = _last(self._breaks.strong, full, reach)
        if strong:
            return strong, self._breaks.reason(strong), ""
        unit = _last(self._breaks.units, covered, reach)
        if unit and (unit > full or self._fits(self.start_after(unit), self._unit_end(unit))):
            return unit, self._breaks.reason(unit), ""
        end, reason, detail = self._inside_unit(unit, covered, full, reach)
        return boundary_after(self._text, end), reason, detail

    def _heading(self, start: int, covered: int, reach: int) -> int:
        """The end before the first heading that a chunk no longer tiny meets; 0 for none."""
        headings = self._breaks.headings
        for at in range(bisect_right(headings, covered), bisect_right(headings, reach)):
            if self._limits.fullness(self._text, start, headings[at]) > TINY:
                return headings[at]
        return 0

    def _unit_end(self, offset: int) -> int:
        """The end of the unit that begins behind `offset`."""
        units = self._breaks.units
        at = bisect_right(units, offset)
        return units[at] if at < len(units) else self.end

    def _inside_unit(
        self, unit: int, covered: int, full: int, reach: int
    ) -> tuple[int, BoundaryReason, str]:
        """The end where what follows is too long to stay whole, or to stay with its heading."""
        text, breaks = self._text, self._breaks
        whole = breaks.whole_around(reach)
        if whole:
            before = unit or _last(breaks.glued, covered, reach)
            if before:
                return before, BoundaryReason.BLOCK, "what follows stays whole and needs the room"
        line = _last(breaks.lines, full, reach)
        if line:
            return line, BoundaryReason.LINE, "no sentence ends within the limit"
        if unit:
            return unit, breaks.reason(unit), ""
        line = _last(breaks.lines, covered, reach)
        if line:
            return line, BoundaryReason.LINE, "no sentence ends within the limit"
        clause = max(text.rfind(mark, full, reach) for mark in _CLAUSE_ENDS) + 1
        if clause > full:
            return clause, BoundaryReason.WORD, "a clause: its sentence exceeds the limit"
        word = reach if text[reach].isspace() else last_blank(text, covered, reach)
        word = covered + len(text[covered:word].rstrip())
        if word > covered:
            return word, BoundaryReason.WORD, "a word: its sentence exceeds the limit"
        return reach, BoundaryReason.GRAPHEME, "no blank within the limit"

    def overlap(self, start: int, end: int, reason: BoundaryReason) -> tuple[int, str]:
        """(start of the next chunk, why the overlap is not what was asked for)."""
        following = self.start_after(end)
        if not self._asked or following >= self.end:
            return following, ""
        if reason is BoundaryReason.HEADING:
            return following, "no overlap across a heading"
        unit_end = self._unit_end(end)
        # The next unit stays whole beside what is repeated, unless it is cut already or must be.
        keeps = reason not in _INSIDE and self._fits(following, unit_end)
        need = unit_end if keeps else following + 1
        starts = self._starts_before(start, end, reason)
        for back in starts:
            if self._limits.reach(self._text, back, self.end) >= need:
                return back, ""
        if starts:
            return following, "no overlap: the next unit fills the chunk"
        return following, f"no overlap: no whole unit of at most {self._asked} ends there"

    def _starts_before(self, start: int, end: int, reason: BoundaryReason) -> list[int]:
        """Starts of units between `start` and `end` from which at most the asked is repeated,
        the farthest back first."""
        found: list[int] = []
        places = [self._breaks.units]
        if reason is BoundaryReason.LINE:
            places.append(self._breaks.lines)
        for ends in places:
            for number in range(bisect_left(ends, end) - 1, -1, -1):
                back = self.start_after(ends[number])
                if back <= start or self._size(self._text[back:end]) > self._asked:
                    break
                if back < end:
                    found.append(back)
        if reason in (BoundaryReason.WORD, BoundaryReason.GRAPHEME):
            back = self._word_before(start, end, reason)
            if start < back < end:
                found.append(back)
        return sorted(set(found))

    def _word_before(self, start: int, end: int, reason: BoundaryReason) -> int:
        """The first word (or cluster) from which at most the asked is repeated; `end` for none."""
        text = self._text
        back = max(start + 1, end - self._asked * _CHARACTERS_A_UNIT)
        if self._size("a" * 64) == 64:  # characters or bytes: one each at least
            back = max(back, end - self._asked)
        while back < end and self._size(text[back:end]) > self._asked:
            back += max(1, (end - back) // 8)
        back = boundary_after(text, back)
        if reason is BoundaryReason.GRAPHEME or back >= end or text[back - 1].isspace():
            return back
        blank = _BLANK.search(text, back, end)
        return self.start_after(blank.start()) if blank else end


def _last(offsets: Sequence[int], after: int, upto: int) -> int:
    """The last of `offsets` in (after, upto]; 0 for none."""
    at = bisect_right(offsets, upto) - 1
    return offsets[at] if at >= 0 and offsets[at] > after else 0
