"""Where a text may be cut well: the ends of its blocks, paragraphs, rows, sentences and lines.

`find_breaks` reads a section once and lists all good places, each with its reason; choosing among
them is the chunker's business. Words and clusters are not listed: they are looked for around a cut.

What the lists promise:
- No place inside a code block or table that fits whole, nor inside a table row that fits.
- No place between a heading and what follows it; those are kept apart in `glued`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

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


@dataclass(slots=True)
class Breaks:
    """Offsets behind the last character of a unit, ascending, with the reason for each.

    - `strong`: ends of blocks and paragraphs, and blank lines in code too long to stay whole.
    - `units`: all of `strong`, sentences, table rows, lines of long code, list items.
    - `lines`: other line ends.
    - `headings`: the ends before a heading that text follows, in `strong` too.
    - `glued`: ends between a heading and what follows: only where nothing else is left.
    - `whole`: (start, end) of code, tables and rows that are never cut inside.
    """

    strong: list[int] = field(default_factory=list[int])
    units: list[int] = field(default_factory=list[int])
    lines: list[int] = field(default_factory=list[int])
    headings: list[int] = field(default_factory=list[int])
    glued: list[int] = field(default_factory=list[int])
    whole: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    reasons: dict[int, BoundaryReason] = field(default_factory=dict[int, BoundaryReason])

    def whole_around(self, offset: int) -> tuple[int, int] | None:
        """The unit that is never cut and has `offset` strictly inside, if there is one."""
        at = bisect_left(self.whole, (offset, -1)) - 1
        if at >= 0 and self.whole[at][0] < offset < self.whole[at][1]:
            return self.whole[at]
        return None


@dataclass(slots=True)
class _Blank:
    """One run of blanks with a line break: where it stands and what it divides."""

    start: int
    end: int
    line_breaks: int
    reason: BoundaryReason = BoundaryReason.LINE


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
    blanks = _blanks(text)
    _mark_parts(blanks, parts)
    breaks = Breaks()
    closed: list[tuple[int, int]] = []  # code and tables: no sentences inside
    loose_code: list[tuple[int, int]] = []
    rows: set[int] = set()
    for part in parts:
        if part.type not in (ElementType.CODE_SNIPPET, ElementType.TABLE):
            continue
        start, end = part.start, part.start + len(text[part.start : part.end].rstrip())
        closed.append((start, end))
        if fits(start, end):
            breaks.whole.append((start, end))
        elif part.type is ElementType.CODE_SNIPPET:
            loose_code.append((start, end))
        else:
            breaks.whole.extend(_rows(blanks, start, end, fits, rows))
    headings = _Inside(_heading_ranges(parts))
    _place_blanks(text, blanks, breaks, rows, (headings, _Inside(closed), _Inside(loose_code)))
    _place_sentences(text, breaks, headings, _Inside(closed))
    # A heading at the section's end has nothing to open: better with what stands before it.
    last = max((part.start for part in parts if part.type is not ElementType.TITLE), default=0)
    breaks.headings = [at for at in breaks.headings if at < last]
    return breaks


def _blanks(text: str) -> list[_Blank]:
    """The runs of blanks that hold a line break; found by the break, which is the rarer."""
    found: list[_Blank] = []
    only_newlines = not any(other in text for other in _OTHER_LINE_BREAKS)
    breaks = _NEWLINE_AND_BLANKS if only_newlines else _BREAK_AND_BLANKS
    for match in breaks.finditer(text):
        start, end = match.span()
        while start and text[start - 1].isspace():
            start -= 1
        if end - start == 1:
            found.append(_Blank(start, end, 1))
            continue
        if only_newlines:
            count = text.count("\n", start, end)
        else:
            count = len(_LINE_BREAK.findall(text, start, end))
        reason = BoundaryReason.PARAGRAPH if count > 1 else BoundaryReason.LINE
        found.append(_Blank(start, end, count, reason))
    return found


def _mark_parts(blanks: list[_Blank], parts: Sequence[Part]) -> None:
    """Give the runs of blanks behind which an element begins their reason."""
    starts = [blank.start for blank in blanks]
    last = -1
    for part in parts:
        at = bisect_left(starts, part.start) - 1
        if at > last and part.start - blanks[at].end <= _MARKER_ROOM:
            heading = part.type is ElementType.TITLE
            blanks[at].reason = BoundaryReason.HEADING if heading else BoundaryReason.BLOCK
            last = at


def _heading_ranges(parts: Sequence[Part]) -> list[tuple[int, int]]:
    """From each heading's start to the next element: nothing may end in there."""
    following = [part.start for part in parts[1:]] + [parts[-1].end] if parts else []
    return [
        (part.start, until)
        for part, until in zip(parts, following, strict=True)
        if part.type is ElementType.TITLE
    ]


def _rows(
    blanks: list[_Blank], start: int, end: int, fits: Fits, rows: set[int]
) -> list[tuple[int, int]]:
    """The rows of a table too long to stay whole: those that fit are units; notes all row ends."""
    units: list[tuple[int, int]] = []
    at = start
    first = bisect_right(blanks, start, key=lambda blank: blank.start)
    for number in range(first, len(blanks) + 1):
        inside = number < len(blanks) and blanks[number].start < end
        row_end = blanks[number].start if inside else end
        if fits(at, row_end):
            units.append((at, row_end))
        if not inside:
            break
        rows.add(number)
        at = blanks[number].end
    return units


def _place_blanks(
    text: str,
    blanks: list[_Blank],
    breaks: Breaks,
    rows: set[int],
    inside: tuple[_Inside, _Inside, _Inside],
) -> None:
    in_heading, closed, loose_code = inside
    for number, blank in enumerate(blanks):
        at, reason = blank.start, blank.reason
        if at == 0 or (closed(at) and not loose_code(at) and number not in rows):
            continue
        if number in rows:
            reason = BoundaryReason.TABLE_ROW
            breaks.units.append(at)
        elif loose_code(at):
            breaks.units.append(at)
            if blank.line_breaks > 1:
                breaks.strong.append(at)
        elif in_heading(at):
            breaks.glued.append(at)
        elif reason is not BoundaryReason.LINE:
            breaks.strong.append(at)
            breaks.units.append(at)
            if reason is BoundaryReason.HEADING:
                breaks.headings.append(at)
        elif _ITEM.match(text, blank.end):
            breaks.units.append(at)
        else:
            breaks.lines.append(at)
        breaks.reasons[at] = reason


def _place_sentences(text: str, breaks: Breaks, in_heading: _Inside, closed: _Inside) -> None:
    """Add the sentence ends to `units`, where nothing stronger ends at the same place."""
    added: list[int] = []
    reasons, last = breaks.reasons, len(text)
    line, sentence = BoundaryReason.LINE, BoundaryReason.SENTENCE
    anywhere = not (closed or in_heading)
    for end in sentence_ends(text):
        if reasons.get(end, line) is not line or end == last:
            continue
        if not anywhere and (closed(end) or in_heading(end)):
            continue
        reasons[end] = sentence
        added.append(end)
    breaks.units = list(dict.fromkeys(sorted(breaks.units + added)))
