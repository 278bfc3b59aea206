"""What is too long and has nothing to open (a text, a comment, a statement), cut at its lines.

    for span, reason, detail in by_lines(text, unit, limits, fits): ...

A line is cut only where it exceeds the limit by itself: between its parts, else at blanks. The
marks of a text or comment stay with its first line and its last.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from ragstone.chunkers.packing import HardLimits, last_blank
from ragstone.chunkers.syntax.symbols import Fits, Piece, Unit, line_start
from ragstone.model.chunk import BoundaryReason
from ragstone.model.span import Span

_LINE_END = re.compile(r"\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BLANK_START = re.compile(r"(?:[^\S\n\r]*(?:\r\n|\n|\r))*+")
_BLANK_LINE = re.compile(r"(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)")
#: So few letters of a text are not left alone at its beginning or its end.
_FEWEST = 12

#: A chunk, and why it ends there.
Stretch = tuple[Span, BoundaryReason, str]


def by_lines(text: str, unit: Unit, limits: HardLimits, fits: Fits) -> Iterator[Stretch]:
    """A unit that does not fit, in stretches that do.

    Raises `ParameterError` for a cluster that is larger than a limit.
    """
    starts = [piece.start for piece in unit.pieces]
    start = unit.start
    while not fits(start, unit.end):
        reach = limits.reach(text, start, unit.end)
        if reach <= start:
            raise limits.refuse(text, start)
        end = _last_line(text, start, reach, unit.end)
        if end > start:
            end, reason, detail = _whole_piece(text, unit, starts, Span(start, end), fits)
        else:
            end, reason = _inside_line(text, starts, start, reach)
            detail = "one line that exceeds the limit"
        yield Span(start, end), reason, detail
        blank = _BLANK_START.match(text, end, unit.end)
        start = blank.end() if blank else end
    reason = BoundaryReason.CODE_SYMBOL if unit.label else BoundaryReason.LINE
    yield Span(start, unit.end), reason, ""


def _last_line(text: str, start: int, reach: int, end: int) -> int:
    """Where the line begins before which to cut: behind a blank line in the second half, else the
    last; `start` where all of it is one line. A line's end need not fit with it, and is trimmed."""
    ended = _LINE_END.finditer(text, start, min(end, reach + len("\r\n")))
    lines = [found.end() for found in ended if found.start() <= reach]
    lines = [line for line in lines if not text[start:line].isspace()]
    if not lines:
        return start
    sound = [line for line in lines if _holds(text, start, line) and _holds(text, line, end)]
    middle = (start + reach) // 2
    blank = [found.end() for found in _BLANK_LINE.finditer(text, middle, reach)]
    best = sorted(set(blank).intersection(sound))
    return (best or sound or lines)[-1]


def _holds(text: str, start: int, end: int) -> bool:
    """Whether there is more in a text than its marks and a short word."""
    return sum(map(str.isalnum, text[start : min(end, start + 200)])) >= _FEWEST


def _whole_piece(
    text: str, unit: Unit, starts: list[int], stretch: Span, fits: Fits
) -> tuple[int, BoundaryReason, str]:
    """The end of a stretch, moved before a piece that it would cut and that fits by itself."""
    end = stretch.end
    number = bisect_left(starts, end) - 1
    piece = unit.pieces[number] if number >= 0 else None
    if piece is not None and piece.end > end:
        line = line_start(text, piece.start)
        begins = line == 0 or _LINE_END.match(text, line - 1) is not None
        if line > stretch.start and begins and fits(line, piece.end):
            end = line
    return end, *_reason(text, unit.pieces, starts, end)


def _reason(
    text: str, pieces: tuple[Piece, ...], starts: list[int], end: int
) -> tuple[BoundaryReason, str]:
    number = bisect_left(starts, end)
    before = pieces[number - 1] if number else None
    after = pieces[number] if number < len(pieces) else None
    if after and after.label and line_start(text, after.start) == end:
        return BoundaryReason.CODE_SYMBOL, f"before {after.label}"
    if before and before.label and before.end <= end:
        return BoundaryReason.CODE_SYMBOL, f"after {before.label}"
    return BoundaryReason.LINE, ""


def _inside_line(
    text: str, starts: list[int], start: int, reach: int
) -> tuple[int, BoundaryReason]:
    """Where to cut a line: before the last part that begins in it, else behind the last blank."""
    part = starts[bisect_right(starts, reach) - 1]
    if part > start and not text[start:part].isspace():
        return part, BoundaryReason.WORD
    blank = last_blank(text, start, reach)
    if blank > start and not text[start:blank].isspace():
        return blank, BoundaryReason.WORD
    return reach, BoundaryReason.GRAPHEME
