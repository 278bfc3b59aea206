"""Fragments: pieces of one look that follow one another on a baseline, closer than an em.

Blanks come from the blanks of the file and from gaps, never from pdfium's guesses alone: pdfium
sets blanks between justified Chinese characters and inside letter-spaced words. Where it sets none
inside a text object, no gap is as wide as a blank. Not here: which fragments share a line, and in
what order they are read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import isfinite
from statistics import median
from typing import NamedTuple

from ragstone.layout.fragment import (
    BLANK_EM,
    BREAK_EM,
    Box,
    Fragment,
    blank_between,
    interned,
    is_right_to_left,
)
from ragstone.parsers.pdf.glyphs import Glyphs
from ragstone.parsers.pdf.pieces import Piece, Pieces
from ragstone.parsers.pdf.script import SOFT_HYPHEN
from ragstone.parsers.pdf.styles import is_typewriter
from ragstone.parsers.pdf.words import Words
from ragstone.text.script import WIDE

#: How far a piece may step back (accents, kerning), in ems.
_BACK_EM = 0.6
#: The same text at less than this distance, in ems, is one text printed twice: fake bold, a shadow.
_OVERPRINT_EM = 0.15
#: So many letters of a piece weigh when the letter spacing of a fragment is told.
_WEIGHED_LETTERS = 4
#: A gap of this many ems may be a blank that overhangs make narrow, by no more than so much.
_DOUBTFUL_EM, _OVERHANG_EM = 0.05, 0.2
#: Sizes that differ by this share are those of one line of text; a raised number's differs by more.
_ALIKE = 0.15


class Fragments(NamedTuple):
    """Of a page, in pdfium's order; how many glyphs had no readable text or were cut off; the words
    they were made of, None where there are none."""

    found: list[Fragment]
    unreadable: int
    clipped: int
    words: Words | None


def fragments(glyphs: Glyphs, width: float, height: float) -> Fragments:
    """The fragments of a page of `width` × `height` points."""
    pieces = Pieces(glyphs, width, height)
    found: list[Fragment] = []
    current: _Growing | None = None
    blank = -1
    for piece in pieces:
        blank = piece.blank if piece.blank >= 0 else blank
        if not piece.text:
            continue
        if current is not None and current.repeats(piece):
            continue
        if current is not None and current.takes(piece):
            current.add(piece, blank)
        else:
            is_blank = blank >= 0 and not glyphs.is_generated(blank)
            if current is not None:
                is_blank = is_blank or current.leaves_blank(piece)
                found.append(current.done(is_blank))
            current = _Growing(glyphs, piece, is_blank)
        blank = -1
    if current is not None:
        blank = pieces.last_blank
        found.append(current.done(blank >= 0 and not glyphs.is_generated(blank)))
    once = _once(_proportional([fragment for fragment in found if fragment.text]))
    return Fragments(once, pieces.unreadable, pieces.clipped, pieces.words)


class _Growing:
    """A fragment to which pieces are still added."""

    def __init__(self, glyphs: Glyphs, piece: Piece, blank_before: bool) -> None:
        self.glyphs, self.blank_before = glyphs, blank_before
        self.pieces = [piece]
        self.blanks: list[int] = []
        self.gaps: list[float] = []

    def repeats(self, piece: Piece) -> bool:
        """Whether the piece is the last one, printed again."""
        last = self.pieces[-1]
        if last.text != piece.text or last.end != piece.start:
            return False
        if self._spells(last, piece):
            return False
        near = _OVERPRINT_EM * piece.style.size
        return all(abs(a - b) <= near for a, b in zip(last.box, piece.box, strict=True))

    def takes(self, piece: Piece) -> bool:
        """Whether the piece goes on on the same baseline, in the same look and block."""
        last = self.pieces[-1]
        if piece.style is not last.style or piece.block != last.block:
            return False
        if self._spells(last, piece):
            return True
        em = piece.style.size or 1.0
        if piece.style.lean:
            return _distance(last.box, piece.box) <= BREAK_EM * em / 2
        if not _share_line(last, piece):
            return False
        return -_BACK_EM * em < _gap(last, piece) <= BREAK_EM * em

    def leaves_blank(self, piece: Piece) -> bool:
        """Whether a blank that overhangs hide stands before a piece of another look, as large."""
        last = self.pieces[-1]
        one, other = last.style, piece.style
        if one.turn != other.turn or one.lean or other.lean or one.vertical:
            return False
        em = max(one.size, other.size) or 1.0
        if abs(one.size - other.size) > _ALIKE * em or not _share_line(last, piece):
            return False
        gap = _gap(last, piece) / em
        width = self._without_overhang(last, piece, gap)
        return width > gap and blank_between(last.text[-1], piece.text[0], width)

    def _spells(self, last: Piece, piece: Piece) -> bool:
        """Whether both are letters of one ligature: pdfium gives them all in the ligature's place,
        while what is printed again is another text object."""
        item_of = self.glyphs.item_of
        return last.box == piece.box and item_of(last.start) == item_of(piece.start)

    def add(self, piece: Piece, blank: int) -> None:
        self.gaps.append(_gap(self.pieces[-1], piece) / (piece.style.size or 1.0))
        self.blanks.append(blank)
        self.pieces.append(piece)

    def done(self, blank_after: bool) -> Fragment:
        first, last = self.pieces[0], self.pieces[-1]
        x0, y0, x1, y1 = first.box
        if last is not first:
            left, top, right, bottom = zip(*(piece.box for piece in self.pieces), strict=True)
            x0, y0, x1, y1 = min(left), min(top), max(right), max(bottom)
        return Fragment(
            text=self._text(),
            x0=interned(x0),
            y0=interned(y0),
            x1=x1,
            y1=interned(y1),
            style=first.style,
            start=first.start,
            end=last.end,
            blank_before=self.blank_before,
            blank_after=blank_after,
        )

    def _text(self) -> str:
        line = self.pieces[0].text
        if self.gaps:
            spacing = self._letter_spacing()
            parts = [line]
            for number, blank in enumerate(self.blanks):
                piece = self.pieces[number + 1]
                if self._is_blank(number, blank, spacing):
                    parts.append(" ")
                parts.append(piece.text)
            line = "".join(parts)
        if SOFT_HYPHEN not in line:
            return line
        return line[:-1].replace(SOFT_HYPHEN, "") + line[-1:].replace(SOFT_HYPHEN, "-")

    def _is_blank(self, number: int, blank: int, spacing: float) -> bool:
        """Whether a blank stands in gap `number`, which holds glyph `blank`."""
        before, piece = self.pieces[number : number + 2]
        if piece.style.lean:
            return blank >= 0
        gap = self.gaps[number]
        for width in (gap, self._without_overhang(before, piece, gap)):
            if blank_between(before.text[-1], piece.text[0], width, spacing):
                return True
        return blank >= 0 and not self.glyphs.is_generated(blank)

    def _without_overhang(self, before: Piece, piece: Piece, gap: float) -> float:
        """The gap between the advances of two pieces whose boxes are `gap` ems apart."""
        if not _DOUBTFUL_EM < gap <= BLANK_EM or piece.style.vertical:
            return gap
        if is_right_to_left(before.text + piece.text):
            return gap
        found = self.glyphs.gap(before.end - 1, piece.start)
        # What differs more is the gap behind a letter of a ligature.
        return gap if found is None or found - gap > _OVERHANG_EM else max(gap, found)

    def _letter_spacing(self) -> float:
        """The spacing set between all letters, in ems; 0 where there is none to speak of."""
        rows: list[float] = []
        for piece in self.pieces:
            rows += [piece.spacing] * min(_WEIGHED_LETTERS, piece.end - piece.start - 1)
        if len(rows) < len(self.gaps):
            rows += [
                gap
                for gap, blank in zip(self.gaps, self.blanks, strict=True)
                if blank < 0 or self.glyphs.is_generated(blank)
            ]
        if len(rows) < 3:
            return 0.0
        usual = median(rows)
        return usual if usual > BLANK_EM / 2 else 0.0


def _share_line(last: Piece, piece: Piece) -> bool:
    overlap = min(last.box[3], piece.box[3]) - max(last.box[1], piece.box[1])
    return overlap >= 0.5 * min(last.box[3] - last.box[1], piece.box[3] - piece.box[1])


def _gap(last: Piece, piece: Piece) -> float:
    backwards = is_right_to_left(piece.text) or (
        piece.box[2] <= last.box[0] and is_right_to_left(last.text)
    )
    return last.box[0] - piece.box[2] if backwards else piece.box[0] - last.box[2]


def _distance(first: Box, second: Box) -> float:
    """Between two boxes, the greater of across and along; 0 when they meet."""
    across = max(first[0] - second[2], second[0] - first[2], 0.0)
    along = max(first[1] - second[3], second[1] - first[3], 0.0)
    return max(across, along)


def _proportional(found: list[Fragment]) -> list[Fragment]:
    """With the fonts of ideographs for what they are: no typewriters.

    Ideographs are an em wide each, and many of their fonts are flagged as of fixed pitch for it.
    """
    fonts = {
        fragment.style.font
        for fragment in found
        if fragment.style.monospaced and WIDE.search(fragment.text)
    }
    fonts = {font for font in fonts if not is_typewriter(font)}
    if not fonts:
        return found
    plain = {
        style: replace(style, monospaced=False)
        for style in {fragment.style for fragment in found}
        if style.font in fonts
    }
    return [replace(item, style=plain.get(item.style, item.style)) for item in found]


def _once(found: list[Fragment]) -> list[Fragment]:
    """Without fragments printed again over themselves; of a pair, the one that shows stays."""
    alike: dict[tuple[str, int], list[int]] = defaultdict(list)
    for index, fragment in enumerate(found):
        alike[(fragment.text, fragment.style.turn)].append(index)
    dropped: set[int] = set()
    for indexes in alike.values():
        if len(indexes) > 1:
            dropped.update(_overprinted(found, indexes))
    return [item for index, item in enumerate(found) if index not in dropped] if dropped else found


def _overprinted(found: Sequence[Fragment], indexes: Sequence[int]) -> Iterator[int]:
    """Which of some equal fragments go. Squares as wide as the reach keep it linear."""
    side = _OVERPRINT_EM * max(found[index].size for index in indexes) or 1.0
    squares: dict[tuple[int, int], list[int]] = defaultdict(list)
    for index in indexes:
        fragment = found[index]
        column, row = _square(fragment, side)
        around = (
            (square, earlier)
            for square in product(range(column - 1, column + 2), range(row - 1, row + 2))
            for earlier in squares.get(square, ())
        )
        over = next(((s, e) for s, e in around if _is_over(found[e], fragment)), None)
        if over is None:
            squares[column, row].append(index)
            continue
        square, earlier = over
        if found[earlier].style.invisible:
            squares[square].remove(earlier)
            squares[column, row].append(index)
            yield earlier
        else:
            yield index


def _square(fragment: Fragment, side: float) -> tuple[int, int]:
    """The square in which a fragment begins; damaged files have places that are no numbers."""
    if not (isfinite(fragment.x0) and isfinite(fragment.y0)):
        return 0, 0
    return int(fragment.x0 // side), int(fragment.y0 // side)


def _is_over(first: Fragment, second: Fragment) -> bool:
    near = _OVERPRINT_EM * max(first.size, second.size)
    return abs(first.x0 - second.x0) <= near and abs(first.y0 - second.y0) <= near
