"""Where a text may be cut well: the ends of its blocks, paragraphs, rows, sentences and lines.

`find_breaks` reads a section once and lists all good places, each with its reason; choosing among
them is the chunker's business. Words and clusters are not listed: they are looked for around a cut.
There are about as many places as sentences, so that offsets stand in arrays, four bytes each.

What the lists promise:
- No place inside a code block or table that fits whole, nor inside a table row that fits.
- No place between a heading and what follows it; those are kept apart in `glued`.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ragstone.chunkers.boundaries.same_line import same_line_borders
from ragstone.model.chunk import BoundaryReason
from ragstone.model.element import ElementType
from ragstone.model.section import Part
from ragstone.text.sentences import sentence_ends

_BREAK_AND_BLANKS = re.compile(r"[\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]\s*+")
#: The same where a text has no other line break, as most have; found nine times as fast.
_NEWLINE_AND_BLANKS = re.compile(r"\n\s*+")
_OTHER_LINE_BREAKS = "\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
_LINE_BREAK = re.compile(r"\r\n|[\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")
#: A list item or a quoted line in plain text: its line starts a unit, like a sentence.
_ITEM = re.compile(
    r"(?:[-*+•‣◦·–—▪●○■□]|\(?\d{1,3}[.)、]|[(（]?[一二三四五六七八九十]{1,3}[)）、.])\s*\S"
)
#: An element's text may begin this far behind its line's start (list and quote markers).
_MARKER_ROOM = 16

Fits = Callable[[int, int], bool]


def offsets() -> array[int]:
    """An empty column of offsets."""
    return array("I")


@dataclass(slots=True)
class Breaks:
    """Offsets behind the last character of a unit, ascending.

    - `strong`: ends of blocks and paragraphs, and blank lines in code too long to stay whole.
    - `units`: all of `strong`, sentences, table rows, lines of long code, list items; `reasons`
      has one for each.
    - `lines`: other line ends.
    - `headings`: the ends before a heading that text follows, in `strong` too.
    - `glued`: ends between a heading and what follows: only where nothing else is left.
    - `whole`: (start, end) of code, tables and rows that are never cut inside.
    """

    strong: array[int] = field(default_factory=offsets)
    units: array[int] = field(default_factory=offsets)
    reasons: list[BoundaryReason] = field(default_factory=list[BoundaryReason])
    lines: array[int] = field(default_factory=offsets)
    headings: array[int] = field(default_factory=offsets)
    glued: array[int] = field(default_factory=offsets)
    whole: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def reason(self, unit: int) -> BoundaryReason:
        """Why the unit ends whose end is the offset `unit`."""
        return self.reasons[bisect_left(self.units, unit)]

    def whole_around(self, offset: int) -> tuple[int, int] | None:
        """The unit that is never cut and has `offset` strictly inside, if there is one."""
        at = bisect_left(self.whole, (offset, -1)) - 1
        if at >= 0 and self.whole[at][0] < offset < self.whole[at][1]:
            return self.whole[at]
        return None

    def add_blocks(self, ends: Sequence[int]) -> None:
        """Units that end at `ends`, as blocks do."""
        reasons = dict(zip(self.units, self.reasons, strict=True))
        reasons |= dict.fromkeys(ends, BoundaryReason.BLOCK)
        self.units = array("I", sorted(reasons))
        self.reasons = [reasons[unit] for unit in self.units]
        self.strong = array("I", sorted({*self.strong, *ends}))


class _Blanks:
    """The runs of blanks that hold a line break: where each begins and ends, what it divides."""

    def __init__(self, text: str) -> None:
        self.starts, self.ends = offsets(), offsets()
        self.reasons: list[BoundaryReason] = []
        only_newlines = not any(other in text for other in _OTHER_LINE_BREAKS)
        breaks = _NEWLINE_AND_BLANKS if only_newlines else _BREAK_AND_BLANKS
        line, paragraph = BoundaryReason.LINE, BoundaryReason.PARAGRAPH
        for match in breaks.finditer(text):  # found by the break, which is rarer than blanks
            start, end = match.span()
            while start and text[start - 1].isspace():
                start -= 1
            self.starts.append(start)
            self.ends.append(end)
            if end - start == 1:
                count = 1
            elif only_newlines:
                count = text.count("\n", start, end)
            else:
                count = len(_LINE_BREAK.findall(text, start, end))
            self.reasons.append(paragraph if count > 1 else line)

    def __len__(self) -> int:
        return len(self.starts)

    def mark(self, parts: Sequence[Part]) -> None:
        """Give the runs behind which an element begins their reason."""
        last = -1
        for part in parts:
            at = bisect_left(self.starts, part.start) - 1
            if at > last and part.start - self.ends[at] <= _MARKER_ROOM:
                heading = part.type is ElementType.TITLE
                self.reasons[at] = BoundaryReason.HEADING if heading else BoundaryReason.BLOCK
                last = at


class _Inside:
    """Whether an offset lies strictly inside one of some ranges, ascending and apart."""

    def __init__(self, ranges: list[tuple[int, int]]) -> None:
        self._ranges = ranges

    def __bool__(self) -> bool:
        return bool(self._ranges)

    def __call__(self, offset: int) -> bool:
        if not self._ranges:
            return False
        at = bisect_left(self._ranges, (offset, -1)) - 1
        return at >= 0 and self._ranges[at][0] < offset < self._ranges[at][1]


def find_breaks(text: str, parts: Sequence[Part], fits: Fits) -> Breaks:
    """The good places of `text`; `fits(start, end)` says whether that much may stay whole."""
    breaks = _Finder(text, parts, fits).found()
    if borders := list(same_line_borders(text, parts)):
        breaks.add_blocks(borders)
    # A heading at the section's end has nothing to open: better with what stands before it.
    last = max((part.start for part in parts if part.type is not ElementType.TITLE), default=0)
    del breaks.headings[bisect_left(breaks.headings, last) :]
    return breaks


class _Finder:
    """One section being read: its runs of blanks and its sentences, in one order."""

    def __init__(self, text: str, parts: Sequence[Part], fits: Fits) -> None:
        self._text = text
        self._fits = fits
        self._blanks = _Blanks(text)
        self._blanks.mark(parts)
        self._breaks = Breaks()
        self._rows: set[int] = set()
        """The numbers of the blanks that end a row of a table too long to stay whole."""
        closed: list[tuple[int, int]] = []  # code and tables: no sentences inside
        loose_code: list[tuple[int, int]] = []
        for part in parts:
            if part.type not in (ElementType.CODE_SNIPPET, ElementType.TABLE):
                continue
            start, end = part.start, part.start + len(text[part.start : part.end].rstrip())
            closed.append((start, end))
            if fits(start, end):
                self._breaks.whole.append((start, end))
            elif part.type is ElementType.CODE_SNIPPET:
                loose_code.append((start, end))
            else:
                self._breaks.whole.extend(self._units_of_table(start, end))
        self._closed, self._loose_code = _Inside(closed), _Inside(loose_code)
        self._in_heading = _Inside(_heading_ranges(parts))

    def _units_of_table(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The rows that fit, which are units; notes all row ends."""
        starts, ends = self._blanks.starts, self._blanks.ends
        at = start
        first, behind = bisect_right(starts, start), bisect_left(starts, end)
        for number in range(first, behind):
            if self._fits(at, starts[number]):
                yield at, starts[number]
            self._rows.add(number)
            at = ends[number]
        if self._fits(at, end):
            yield at, end

    def found(self) -> Breaks:
        """Both kinds of places merged; where a sentence and a line end, it is the sentence."""
        sentence, end = BoundaryReason.SENTENCE, len(self._text)
        units, reasons, starts = self._breaks.units, self._breaks.reasons, self._blanks.starts
        number, count = 0, len(self._blanks)
        blank = starts[0] if count else end
        for at in self._sentences():
            while blank < at:
                self._place(number)
                number += 1
                blank = starts[number] if number < count else end
            if blank == at and number < count:
                if self._blanks.reasons[number] is not BoundaryReason.LINE:
                    continue
                number += 1
                blank = starts[number] if number < count else end
            units.append(at)
            reasons.append(sentence)
        if units and units[-1] == end:
            units.pop()
            reasons.pop()
        for left in range(number, count):
            self._place(left)
        return self._breaks

    def _sentences(self) -> Iterator[int]:
        """The ends of the sentences outside headings, code and tables."""
        ends, closed, in_heading = sentence_ends(self._text), self._closed, self._in_heading
        if not (closed or in_heading):
            return ends
        return (at for at in ends if not (closed(at) or in_heading(at)))

    def _place(self, number: int) -> None:
        """List the place at one run of blanks."""
        breaks, at = self._breaks, self._blanks.starts[number]
        reason = self._blanks.reasons[number]
        is_row, is_code = number in self._rows, self._loose_code(at)
        if at == 0 or (self._closed(at) and not is_code and not is_row):
            return
        if is_row:
            reason = BoundaryReason.TABLE_ROW
        elif not is_code and self._in_heading(at):
            breaks.glued.append(at)
            return
        elif reason is not BoundaryReason.LINE:
            breaks.strong.append(at)
            if reason is BoundaryReason.HEADING and not is_code:
                breaks.headings.append(at)
        elif not is_code and not _ITEM.match(self._text, self._blanks.ends[number]):
            breaks.lines.append(at)
            return
        breaks.units.append(at)
        breaks.reasons.append(reason)


def _heading_ranges(parts: Sequence[Part]) -> list[tuple[int, int]]:
    """From each heading's start to the next element: nothing may end in there."""
    following = [part.start for part in parts[1:]] + [parts[-1].end] if parts else []
    return [
        (part.start, until)
        for part, until in zip(parts, following, strict=True)
        if part.type is ElementType.TITLE
    ]
