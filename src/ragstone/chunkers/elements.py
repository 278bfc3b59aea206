"""Unstructured's chunking: whole elements, packed up to a size, a new chunk at every title.

    CHUNKERS.create("elements")                              # by title, 500 characters at most
    CHUNKERS.create("elements", mode="basic", max_characters=1000, new_after_n_chars=800)

`basic` fills chunks with elements in a row; `by_title` also begins one at every title (and page,
when asked), and combines small ones after that. A table stands alone. Only an element that exceeds
the limit by itself is divided: at the end of a table row, sentence or line, else at a blank.

The rules are those of Unstructured's documentation on chunking. What differs: chunks are slices of
the section, an element is not torn inside a sentence that fits, and the header rows of a divided
table are repeated beside the text, as context. `chunk_by_title` and `chunk_elements` (in
`composite`) take elements instead of sections.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from ragstone.chunkers.asked import only_what_was_asked
from ragstone.chunkers.base import TextChunker, TextSection
from ragstone.chunkers.boundaries.breaks import Breaks, find_breaks
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.element_units import ElementUnit, units_of
from ragstone.chunkers.packing import (
    HardLimitParameters,
    HardLimits,
    characters_back,
    last_blank,
    trim,
)
from ragstone.model.chunk import BoundaryReason
from ragstone.text.tokens import token_counter

#: A token has rarely more characters than this.
_CHARACTERS_A_TOKEN = 16
#: What is no blank, in scripts that put blanks between words; in others a character is a word.
_LETTER = r"[^\s\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ua4cf\uac00-\ufaff\uff00-\uffef]"
_WORD = re.compile(_LETTER)
_WORDS = re.compile(_LETTER + "*+")
_BLANKS = re.compile(r"\s*+")
_TOO_LONG = "an element that exceeds the limit"
_NOTHING_REPEATED = "nothing is repeated between whole elements without overlap_all"
_NO_ROOM = "there is no room for more overlap"


class ElementsChunker(TextChunker):
    """Packs whole elements; the defaults are Unstructured's."""

    chunker_type: ClassVar[str] = "elements"

    class Parameters(HardLimitParameters):
        """Options of Unstructured's `chunk_by_title` and `chunk_elements`, by their names there."""

        mode: Literal["by_title", "basic"] = "by_title"
        """Whether a title begins a new chunk, or elements only fill chunks in a row."""
        max_characters: int | None = Field(default=500, ge=1)
        """Characters (code points) that a chunk has at most."""
        new_after_n_chars: int | None = Field(default=None, ge=0)
        """A chunk with more characters than this takes no further element; 0 means one element a
        chunk; the hard limit if not given."""
        new_after_n_tokens: int | None = Field(default=None, ge=0)
        """The same in tokens of `tokenizer`."""
        combine_text_under_n_chars: int | None = Field(default=None, ge=0)
        """By title only: a chunk with fewer characters takes in the next one where both fit;
        `max_characters` if not given, 0 for never."""
        multipage_sections: bool = True
        """By title only: false begins a new chunk at every page, slide or sheet too; small ones
        are still combined unless `combine_text_under_n_chars` is 0."""
        isolate_table: bool = True
        """Tables share no chunk with other elements, and nothing is repeated into or out of one."""
        overlap: int = Field(default=0, ge=0)
        """How much from the end of one piece of a divided element opens the next, in whole words:
        in characters, or in tokens (else bytes) where only that limit is given."""
        overlap_all: bool = False
        """Repeat that much between chunks of whole elements too."""

        @model_validator(mode="before")
        @classmethod
        def _only_what_was_asked(cls, values: Any) -> Any:
            return only_what_was_asked(values, "max_characters")

        @model_validator(mode="after")
        def _makes_sense(self) -> Self:
            size = self.max_characters or self.max_tokens or self.max_bytes
            if size is None:
                raise ValueError("one of max_characters, max_tokens and max_bytes is needed")
            if self.overlap >= size:
                raise ValueError(f"overlap ({self.overlap}) must be smaller than the size ({size})")
            combine, most = self.combine_text_under_n_chars, self.max_characters
            if combine is not None and most is not None and combine > most:
                raise ValueError(
                    f"combine_text_under_n_chars ({combine}) must not be larger than "
                    f"max_characters ({most})"
                )
            if self.mode == "basic" and (combine is not None or not self.multipage_sections):
                raise ValueError(
                    "combine_text_under_n_chars and multipage_sections are for mode=by_title"
                )
            return self

    @property
    def overlap_asked(self) -> int:
        return self.parameters.overlap

    def overlap_size(self, text: str) -> int:
        return HardLimits.of(self.parameters).size(text)

    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:  # noqa: ARG002
        return _Packer(self, section).cuts()


@dataclass(frozen=True, slots=True)
class _Row:
    """Elements that make one chunk: from unit `first` to before unit `last`; `start` lies before
    the first one where something is repeated."""

    first: int
    last: int
    start: int


class _Packer:
    """One section being packed."""

    def __init__(self, chunker: ElementsChunker, section: TextSection) -> None:
        self._options: ElementsChunker.Parameters = chunker.parameters
        self._limits = HardLimits.of(self._options)
        self._most = min(
            self._limits.max_characters or sys.maxsize,
            self._limits.max_bytes or sys.maxsize,
            (self._limits.max_tokens or sys.maxsize) * _CHARACTERS_A_TOKEN,
        )
        self._size = chunker.overlap_size
        self._section = section
        self._text = section.text
        self._units = units_of(section)

    def cuts(self) -> Iterator[Cut]:
        rows = list(self._rows())
        if self._options.mode == "by_title":
            rows = list(self._combined(rows))
        last_start = -1
        for number, row in enumerate(rows):
            following = rows[number + 1] if number + 1 < len(rows) else None
            for cut in self._cuts_of(row, following, last_start):
                last_start = cut.span.start
                yield cut

    # Which elements make a chunk

    def _rows(self) -> Iterator[_Row]:
        """Unstructured's pre-chunks."""
        row: _Row | None = None
        for number, unit in enumerate(self._units):
            if row is not None and self._takes(row, number):
                row = _Row(row.first, number + 1, row.start)
                continue
            if row is not None:
                yield row
            row = _Row(number, number + 1, self._opening(number, unit))
        if row is not None:
            yield row

    def _takes(self, row: _Row, number: int) -> bool:
        """Whether the row may be made longer by the unit of that number."""
        unit, before = self._units[number], self._units[number - 1]
        if self._alone(unit) or self._alone(before):
            return False
        if self._begins_section(before, unit) or self._is_full(row.start, before.end):
            return False
        return self._fits(row.start, unit.end)

    def _begins_section(self, before: ElementUnit, unit: ElementUnit) -> bool:
        if self._options.mode == "basic":
            return False
        return unit.is_title or (not self._options.multipage_sections and unit.page != before.page)

    def _is_full(self, start: int, end: int) -> bool:
        """Whether a chunk takes no further element, by the soft limits."""
        characters, tokens = self._options.new_after_n_chars, self._options.new_after_n_tokens
        if characters is not None and end - start > characters:
            return True
        if tokens is None:
            return False
        count = token_counter(self._options.tokenizer)
        return count(self._text[start:end]) > tokens

    def _combined(self, rows: Sequence[_Row]) -> Iterator[_Row]:
        """The rows, small ones together with those after them."""
        under = self._options.combine_text_under_n_chars
        under = self._options.max_characters if under is None else under
        held: _Row | None = None
        for row in rows:
            if held is not None and self._joins(held, row, under):
                held = _Row(held.first, row.last, held.start)
                continue
            if held is not None:
                yield held
            held = row
        if held is not None:
            yield held

    def _joins(self, held: _Row, row: _Row, under: int | None) -> bool:
        before, unit = self._units[held.last - 1], self._units[row.first]
        if self._alone(before) or self._alone(unit):
            return False
        if under is not None and before.end - held.start >= under:
            return False
        return self._fits(held.start, self._units[row.last - 1].end)

    def _alone(self, unit: ElementUnit) -> bool:
        return unit.is_table and self._options.isolate_table

    def _fits(self, start: int, end: int) -> bool:
        # What cannot fit is not measured: a long element is asked about once a piece.
        return end - start <= self._most and self._limits.fits(self._text, start, end)

    # What is repeated

    def _opening(self, number: int, unit: ElementUnit) -> int:
        """Where a chunk begins whose first own element is that unit."""
        if not self._options.overlap_all or not number:
            return unit.start
        before = self._units[number - 1]
        if self._alone(unit) or self._alone(before):
            return unit.start
        end = unit.end if self._fits(unit.start, unit.end) else unit.start
        return self._tail(before.start, before.end, unit.start, end)

    def _tail(self, least: int, end: int, start: int, until: int) -> int:
        """Where what is repeated of the text before `end` begins, in whole words, so that the text
        from there to `until` fits; `start` for nothing."""
        asked = self._options.overlap
        while asked:
            at = self._words(max(least, self._back(least, end, asked)), end)
            if at < end and self._fits(at, until):
                return at
            asked //= 2
        return start

    def _back(self, least: int, end: int, asked: int) -> int:
        """The first offset from which the text up to `end` has at most the size asked for."""
        if self._options.max_characters is not None:
            return end - asked
        if self._options.max_tokens is None:
            return end - characters_back(self._text[max(least, end - asked) : end], asked)
        low, high = max(least, end - asked * _CHARACTERS_A_TOKEN), end
        while low < high:
            middle = (low + high) // 2
            if self._size(self._text[middle:end]) <= asked:
                high = middle
            else:
                low = middle + 1
        return low

    def _words(self, at: int, end: int) -> int:
        """The first offset from `at` on that is inside no word and before no blank."""
        text = self._text
        if 0 < at < end and _WORD.match(text[at - 1]):
            at = _WORDS.match(text, at, end).end()  # pyright: ignore[reportOptionalMemberAccess]
        return _BLANKS.match(text, at, end).end()  # pyright: ignore[reportOptionalMemberAccess]

    # From elements to cuts

    def _cuts_of(self, row: _Row, following: _Row | None, last_start: int) -> Iterator[Cut]:
        units = self._units[row.first : row.last]
        reason, detail = self._reason(units[-1], following)
        start = row.start if row.start > last_start else units[0].start
        if len(units) == 1 and not self._fits(units[0].start, units[0].end):
            yield from self._divided(units[0], start, reason, detail)
        else:
            yield Cut(trim(self._text, start, units[-1].end), reason, detail=detail)

    def _reason(self, last: ElementUnit, following: _Row | None) -> tuple[BoundaryReason, str]:
        """Why a chunk ends behind the element `last`, and why nothing is repeated there."""
        if following is None:
            return BoundaryReason.SECTION, ""
        unit, why = self._units[following.first], list[str]()
        reason = BoundaryReason.HEADING if unit.is_title else BoundaryReason.BLOCK
        if self._alone(last) or self._alone(unit):
            why.append("a table stands alone")
        elif unit.page != last.page and not self._options.multipage_sections:
            why.append("a new page")
        if self._options.overlap and following.start == unit.start:
            tables = self._alone(last) or self._alone(unit)
            if not self._options.overlap_all:
                why.append(_NOTHING_REPEATED)
            elif not tables:
                why.append(_NO_ROOM)
        return reason, "; ".join(why)

    def _divided(
        self, unit: ElementUnit, opened: int, reason: BoundaryReason, detail: str
    ) -> Iterator[Cut]:
        """An element that exceeds the limit, in pieces; each of a table has its header beside."""
        text, at = self._text, unit.start
        while not self._fits(opened, unit.end):
            end, why, clause = self._end_of_piece(unit, opened, at)
            if end is None:
                if opened == at:
                    raise self._limits.refuse(text, at)
                opened = at
                continue
            yield self._piece(unit, opened, at, (end, why, clause))
            at = trim(text, end, unit.end).start
            least = opened + 1
            opened = at
            if not unit.is_table and self._options.overlap:
                opened = self._tail(least, end, at, at)
        yield self._piece(unit, opened, at, (unit.end, reason, detail))

    def _piece(
        self, unit: ElementUnit, opened: int, at: int, stop: tuple[int, BoundaryReason, str]
    ) -> Cut:
        end, reason, detail = stop
        context = unit.header if at > unit.start else ""
        return Cut(trim(self._text, opened, end), reason, context, detail=detail)

    def _end_of_piece(
        self, unit: ElementUnit, opened: int, at: int
    ) -> tuple[int | None, BoundaryReason, str]:
        """The best end of a piece that begins at `opened` and has to reach past `at`."""
        text = self._text
        reach = self._limits.reach(text, opened, unit.end)
        if reach <= at:
            return None, BoundaryReason.HARD, ""
        breaks = self._breaks
        number = bisect_right(breaks.units, reach) - 1
        if number >= 0 and breaks.units[number] > at:
            return breaks.units[number], breaks.reasons[number], _TOO_LONG
        number = bisect_right(breaks.lines, reach) - 1
        if number >= 0 and breaks.lines[number] > at:
            return breaks.lines[number], BoundaryReason.LINE, _TOO_LONG
        blank = last_blank(text, at, reach)
        if blank > at and text[at:blank].strip():
            return blank, BoundaryReason.WORD, "its sentence exceeds the limit"
        return reach, BoundaryReason.GRAPHEME, "no blank within the limit"

    @cached_property
    def _breaks(self) -> Breaks:
        return find_breaks(self._text, self._section.parts, self._fits)
