"""Pieces: glyphs of one text object that surely belong together, with their box.

A piece is some words with plain blanks between them. Where letters are spaced out, or read from
right to left, it is one glyph; where a blank is doubtful, what stands on one side of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ragstone.layout.fragment import BLANK_EM, BREAK_EM, Box, Style, upright
from ragstone.parsers.pdf.glyphs import Glyphs, Stretch
from ragstone.parsers.pdf.script import BLANK, ODD, RIGHT_TO_LEFT, readable
from ragstone.parsers.pdf.words import Bools, Words, common_box, words
from ragstone.text.script import WIDE

#: So many text objects of one sign each, one below the other, make a column of vertical text.
_COLUMN_SIGNS = 3
_BLANKS = re.compile("  +")
_ASIDE_EM, _BELOW_EM = 0.3, 1.3


class Piece(NamedTuple):
    """Glyphs `start … end` (half-open).

    - `text`: without what cannot be read; may be "".
    - `box`: in the reader's frame.
    - `blank`: the glyph before it that is a blank, of the file or pdfium's; -1 where none is.
    - `spacing`: between its letters, in ems, as far as looked at.
    - `block`: the number of the tagged block it belongs to, -1 for none.
    """

    text: str
    start: int
    end: int
    box: Box
    style: Style
    blank: int
    spacing: float
    block: int


class Pieces:
    """The pieces of a page, `width` × `height` points, in pdfium's order.

    What the page or a clip cuts off is left out. After they are read, `unreadable` tells how many
    glyphs had no text, `clipped` how many were cut off, `last_blank` the blank that follows the
    last piece (-1 for none), `words` what they were made of.
    """

    def __init__(self, glyphs: Glyphs, width: float, height: float) -> None:
        self._glyphs, self._width, self._height = glyphs, width, height
        self._odd = ODD.search(glyphs.text) is not None
        self._wide = WIDE.search(glyphs.text) is not None
        self._backwards = RIGHT_TO_LEFT.search(glyphs.text) is not None
        self.unreadable, self.clipped, self.last_blank = 0, 0, -1
        self.words: Words | None = None

    def __iter__(self) -> Iterator[Piece]:
        glyphs = self._glyphs
        if not glyphs.stretches:
            return
        table = self.words = words(glyphs, self._width, self._height)
        if not len(table.starts):
            return
        looks = [stretch.style for stretch in glyphs.stretches]
        for index in self._columns(table):
            looks[index] = glyphs.styles.vertical(looks[index])
        spacings: list[float] = table.spacing.tolist()
        spelled = np.array(
            [self._is_spelled(*pair) for pair in zip(glyphs.stretches, spacings, strict=True)]
        )
        spelled |= table.cut
        if spelled.any():
            stretches = np.flatnonzero(spelled).tolist()
            ranges = [glyphs.stretches[index][:2] for index in stretches]
            glyphs.load(np.concatenate([np.arange(*ends) for ends in ranges]))
        at = 0
        for start, end, edges, number in _joined(table, self._begins(table, spelled)):
            blank, at = self._blank(at, start), end
            style, box, block = looks[number], edges, glyphs.stretches[number].block
            if spelled[number]:
                spacing = 0.0 if style.vertical else spacings[number]
                limit = self._limit(number) if table.cut[number] else None
                yield from self._spelled(
                    Piece("", start, end, box, style, blank, spacing, block), limit
                )
                continue
            if style.vertical:
                box = upright(self._shown(start, end), style.turn, self._width, self._height)
            yield Piece(
                self._text(start, end), start, end, box, style, blank, spacings[number], block
            )
        self.last_blank = self._blank(at, len(glyphs.text))

    def _is_spelled(self, stretch: Stretch, spacing: float) -> bool:
        """Whether each glyph is to be looked at by itself."""
        if spacing > BLANK_EM / 2:
            return True
        return self._backwards and bool(
            RIGHT_TO_LEFT.search(self._glyphs.text, stretch.start, stretch.end)
        )

    def _begins(self, table: Words, singles: Bools) -> Bools:
        """Which words begin a piece: all but those after a blank that is plainly one."""
        gaps, codes = table.gaps, self._glyphs.codes
        plain = (gaps > BLANK_EM) & (gaps <= BREAK_EM) & ~singles[table.stretch]
        plain[1:] &= (table.starts[1:] - table.ends[:-1] == 1) & (codes[table.ends[:-1]] == 0x20)
        if self._wide:
            text = self._glyphs.text
            for word in np.flatnonzero(plain).tolist():
                sides = text[table.starts[word]], text[table.ends[word - 1] - 1]
                plain[word] = not any(map(WIDE.match, sides))
        return ~plain

    def _spelled(self, piece: Piece, limit: Box | None) -> Iterator[Piece]:
        """The glyphs of a piece one by one, without those outside of `limit`."""
        blank, style = piece.blank, piece.style
        for at in range(piece.start, piece.end):
            shown = self._glyphs.box(at)
            if limit is not None and not _is_inside(shown, limit):
                self.clipped += 1
                continue
            box = upright(shown, style.turn, self._width, self._height)
            yield piece._replace(
                text=self._text(at, at + 1), start=at, end=at + 1, box=box, blank=blank
            )
            blank = -1

    def _limit(self, number: int) -> Box:
        page = (0.0, 0.0, self._width, self._height)
        return common_box(page, self._glyphs.stretches[number].clip)

    def _text(self, start: int, end: int) -> str:
        text = self._glyphs.text[start:end]
        if self._odd and ODD.search(text):
            parts = [readable(glyph) for glyph in text]
            self.unreadable += parts.count("")
            return _BLANKS.sub(" ", "".join(parts))
        return text

    def _blank(self, start: int, end: int) -> int:
        """The first blank in a text object between two glyphs; -1 where none is."""
        glyphs = self._glyphs
        if end - start < 1:
            return -1
        found = BLANK.search(glyphs.text, start, end)
        while found is not None:
            if glyphs.item_of(found.start()):
                return found.start()
            found = BLANK.search(glyphs.text, found.end(), end)
        return -1

    def _columns(self, table: Words) -> set[int]:
        """The text objects whose signs stand one below the other."""
        found = set(np.flatnonzero(table.downwards).tolist())
        if not self._wide:
            return found
        run = list[int]()
        last: Box | None = None
        text, sizes = self._glyphs.text, np.bincount(table.stretch)
        for start, end, box, number in _joined(table, np.ones(len(table.starts), dtype=np.bool_)):
            if sizes[number] > 1 or end - start > 1 or not WIDE.match(text, start):
                last = None
                continue
            if last is None or not _is_below(last, box, self._glyphs.stretches[number].style.size):
                run = []
            run.append(number)
            last = box
            if len(run) >= _COLUMN_SIGNS:
                found.update(run)
        return found

    def _shown(self, start: int, end: int) -> Box:
        first, last = self._glyphs.box(start), self._glyphs.box(end - 1)
        return (
            min(first[0], last[0]),
            min(first[1], last[1]),
            max(first[2], last[2]),
            max(first[3], last[3]),
        )


def _joined(table: Words, begins: Bools) -> Iterator[tuple[int, int, Box, int]]:
    """Start, end, box and stretch of each run of words that starts where `begins` says so."""
    firsts = np.flatnonzero(begins)
    lasts = np.append(firsts[1:], len(table.starts)) - 1
    columns: list[list[Any]] = [
        table.starts[firsts].tolist(),
        table.ends[lasts].tolist(),
        *np.minimum.reduceat(table.boxes[:, :2], firsts).T.tolist(),
        *np.maximum.reduceat(table.boxes[:, 2:], firsts).T.tolist(),
        table.stretch[firsts].tolist(),
    ]
    for start, end, x0, y0, x1, y1, number in zip(*columns, strict=True):
        yield start, end, (x0, y0, x1, y1), number


def _is_inside(box: Box, limit: Box) -> bool:
    """Whether the middle of `box` lies in `limit`."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return limit[0] <= x <= limit[2] and limit[1] <= y <= limit[3]


def _is_below(above: Box, below: Box, size: float) -> bool:
    aside = abs(above[0] + above[2] - below[0] - below[2]) / 2
    step = below[1] - above[1]
    return aside <= _ASIDE_EM * size and 0.5 * size < step <= _BELOW_EM * size
