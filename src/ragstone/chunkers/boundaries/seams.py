"""Seams: the offsets at which a text may be cut, each with its price and reason.

Here are those of text without marks of its own: from the breaks of a section, and from the lines
and sentences of a piece of it. Scanners of Markdown, HTML, JSON and tables list the seams of their
structure, and nothing inside what is to stay whole. `measuring` makes places of them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from ragstone.chunkers.boundaries.breaks import Breaks
from ragstone.chunkers.boundaries.places import (
    CELL_PRICE,
    GLUED_PRICE,
    LINE_END_PRICE,
    PRICES,
    Seam,
)
from ragstone.chunkers.packing import LINE_BREAKS
from ragstone.model.chunk import BoundaryReason
from ragstone.text.graphemes import boundary_after
from ragstone.text.sentences import sentence_ends

LINE_BREAK = re.compile(r"\r\n|[\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")
_BREAK_AND_BLANKS = re.compile(r"[\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]\s*+")


def break_seams(text: str, breaks: Breaks) -> Iterator[Seam]:
    """The units and lines of a section, ascending; a sentence at its line's end is cheaper."""
    sentence, line = BoundaryReason.SENTENCE, BoundaryReason.LINE
    at_sentence, at_line, behind = PRICES[sentence], PRICES[line], len(text)
    lines = iter(breaks.lines)
    next_line = next(lines, behind)
    for offset, reason in zip(breaks.units, breaks.reasons, strict=True):
        while next_line < offset:
            yield Seam(next_line, at_line, line)
            next_line = next(lines, behind)
        if reason is sentence:
            price = LINE_END_PRICE if text[offset] in LINE_BREAKS else at_sentence
        else:
            price = LINE_END_PRICE if reason is line else PRICES[reason]
        yield Seam(offset, price, reason)
    while next_line < behind:
        yield Seam(next_line, at_line, line)
        next_line = next(lines, behind)


def glued_seams(breaks: Breaks, start: int, end: int) -> Iterator[Seam]:
    """The ends of headings between two offsets, before what they open."""
    glued = breaks.glued
    for offset in glued[bisect_right(glued, start) : bisect_left(glued, end)]:
        yield Seam(offset, GLUED_PRICE, BoundaryReason.BLOCK)


def prose_seams(text: str, start: int, end: int) -> list[Seam]:
    """The ends of sentences and lines strictly inside `text[start:end]`, and its blank lines."""
    found: dict[int, Seam] = {}
    for offset, blank in line_ends(text, start, end):
        reason = BoundaryReason.PARAGRAPH if blank else BoundaryReason.LINE
        found[offset] = Seam(offset, PRICES[reason], reason)
    for offset in sentence_ends(text, start, end):
        if not start < offset < end:
            continue
        line = found.get(offset)
        if line is None:
            found[offset] = Seam(offset, PRICES[BoundaryReason.SENTENCE], BoundaryReason.SENTENCE)
        elif line.reason is BoundaryReason.LINE:
            found[offset] = Seam(offset, LINE_END_PRICE, BoundaryReason.SENTENCE)
    return sorted(found.values())


def cell_seams(text: str, start: int, end: int, separator: str) -> Iterator[Seam]:
    """The ends of cells strictly inside `text[start:end]`, which begins with one. Quoted cells hold
    separators (RFC 4180); a bar behind a backslash is text."""
    cell, last = _CELLS[separator], start + 1
    for match in cell.finditer(text, start, end):
        # What is no blank ends the chunk with its cell.
        at = boundary_after(text, match.start(1) if separator.isspace() else match.end())
        if last < at < end:
            yield Seam(at, CELL_PRICE, BoundaryReason.WORD)
            last = at


#: A cell and what stands behind it, by separator.
_CELLS = {
    separator: re.compile(
        rf'(?:[^\S{separator}]*+"(?:[^"]++|"")*+")?+[^{separator}]*+({separator}|\Z)'
    )
    for separator in "\t;,"
} | {"|": re.compile(r"(?:[^|\\]++|\\.?)*+(\||\Z)", re.DOTALL)}


def line_ends(text: str, start: int, end: int) -> Iterator[tuple[int, bool]]:
    """(offset behind a line's last word, whether a blank line follows) for lines inside a span."""
    for match in _BREAK_AND_BLANKS.finditer(text, start, end):
        offset = match.start()
        while offset > start and text[offset - 1].isspace():
            offset -= 1
        if offset > start and match.end() < end:
            yield offset, len(LINE_BREAK.findall(text, match.start(), match.end())) > 1
