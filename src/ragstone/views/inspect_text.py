"""The text of a section with its chunks in colours, several strategies side by side.

The text is laid out in bands of some 2,000 characters; every strategy has one cell in each band, so
that the same words stand side by side. A chunk's colour is its number modulo four; what two chunks
share is hatched in the colours of both; what is in none is shown faint, its line ends as ↵.

A mark with the chunk's number opens each chunk, and its label says why the chunk begins and ends
there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import NamedTuple

from ragstone.model.chunk import Chunk
from ragstone.model.section import Section
from ragstone.model.span import Span
from ragstone.text.graphemes import boundary_after
from ragstone.views.inspect_strategy import Strategy

COLOURS = 4
_BAND = 2000
#: A band without any line end is closed at a blank behind so many characters, or simply there.
_LONGEST = 6000
#: What HTML cannot hold, or what would make a text read as another one.
_UNSHOWABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\ufffe\uffff]"
)


class SectionChunks(NamedTuple):
    """One strategy's chunks of one section, each with its size; `first` is the number of the first
    among all of the strategy's."""

    unit: str
    first: int
    chunks: Sequence[tuple[Chunk, int]]

    @classmethod
    def by_section(cls, strategy: Strategy) -> dict[int, SectionChunks]:
        """The chunks of each section that has some."""
        pairs = zip(strategy.chunks, strategy.sizes, strict=True)
        found: dict[int, SectionChunks] = {}
        at = 0
        for number, rows in groupby(pairs, key=lambda pair: pair[0].section_index):
            own = list(rows)
            found[number] = cls(strategy.unit, at, own)
            at += len(own)
        return found


def shown(text: str) -> str:
    """`text` as HTML text or as a quoted attribute value."""
    return escape(_UNSHOWABLE.sub("\ufffd", text))


def bands(text: str) -> Iterator[Span]:
    """Consecutive spans over all of `text`, at line ends where there are some."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + _BAND, start + _LONGEST) + 1
        if not end and len(text) - start > _LONGEST:
            end = text.rfind(" ", start + _BAND, start + _LONGEST) + 1 or start + _LONGEST
        end = boundary_after(text, end) if end else len(text)
        yield Span(start, end)
        start = end


def section_html(section: Section, cuts: Sequence[SectionChunks]) -> Iterator[str]:
    """The bands of one section, one element each; `cuts` has one entry a strategy."""
    if section.content.type != "text":
        yield _data_band(cuts)
        return
    text = section.text
    columns = [_Column(section, at, own) for at, own in enumerate(cuts)]
    for band in bands(text):
        cells = "".join(
            f'<div class="cell" dir="auto" lang="">{column.html(text, band)}</div>'
            for column in columns
        )
        yield f'<div class="band">{cells}</div>\n'


def _data_band(cuts: Sequence[SectionChunks]) -> str:
    cells: list[str] = []
    for at, own in enumerate(cuts):
        marks = "".join(
            _mark(chunk, at, f"{chunk.content.type}, passed through as it is")
            for chunk, _ in own.chunks
        )
        cells.append(f'<div class="cell">{marks} <s>data without text</s></div>')
    return f'<div class="band">{"".join(cells)}</div>\n'


class _Column:
    """One strategy's chunks in one section, drawn band by band from the first to the last."""

    def __init__(self, section: Section, at: int, cuts: SectionChunks) -> None:
        self._section = section
        self._at = at
        self._unit = cuts.unit
        self._chunks = [
            _Placed(chunk, chunk.span, cuts.first + order, size)
            for order, (chunk, size) in enumerate(cuts.chunks)
            if chunk.span is not None
        ]
        self._next = 0
        self._open: list[_Placed] = []

    def html(self, text: str, band: Span) -> str:
        """The band's text with its colours and marks."""
        pieces: list[str] = []
        at = band.start
        while at < band.end:
            self._open = [placed for placed in self._open if placed.span.end > at]
            while self._next < len(self._chunks) and self._chunks[self._next].span.start <= at:
                placed = self._chunks[self._next]
                self._open.append(placed)
                self._next += 1
                pieces.append(self._mark(placed))
            edges = [placed.span.end for placed in self._open]
            if self._next < len(self._chunks):
                edges.append(self._chunks[self._next].span.start)
            end = min([band.end, *edges])
            pieces.append(self._piece(text[at:end]))
            at = end
        return "".join(pieces)

    def _piece(self, text: str) -> str:
        if not self._open:
            return "<s>" + shown(text).replace("\n", "↵\n") + "</s>"
        colour = f"c{self._open[-1].order % COLOURS}"
        hatched = " o" if len(self._open) > 1 else ""
        return f'<span class="{colour}{hatched}">{shown(text)}</span>'

    def _mark(self, placed: _Placed) -> str:
        chunk, span = placed.chunk, placed.span
        size = f"{placed.size:,} {self._unit}"
        if self._unit != "characters":
            size += f", {span.length:,} characters"
        place = self._section.place(span).where()
        where = f"{span.start:,} to {span.end:,}" + (f", {place}" if place else "")
        return _mark(chunk, self._at, f"{size}, from {where}")


@dataclass(frozen=True, slots=True)
class _Placed:
    chunk: Chunk
    span: Span
    order: int
    size: int


def _mark(chunk: Chunk, column: int, facts: str) -> str:
    number = chunk.chunk_index + 1
    begins, ends = (boundary.in_words() for boundary in chunk.boundaries)
    label = f"Chunk {number:,} of {chunk.total_chunks:,}: {facts}\nBegins: {begins}\nEnds: {ends}"
    if chunk.heading_path:
        label += "\nUnder: " + " › ".join(chunk.heading_path)
    if chunk.context:
        label += f"\nContext: {chunk.context[:300]}"
    return (
        f'<b id="{anchor(column, chunk)}" class="k{column}" tabindex="0" role="img" '
        f'aria-label="{shown(label)}">{number}</b>'
    )


def anchor(column: int, chunk: Chunk) -> str:
    """The id of a chunk's mark in the page."""
    return f"k{column}-{chunk.chunk_index}"
