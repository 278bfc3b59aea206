"""Fragments: glyphs of one look that follow one another on a baseline, closer than an em.

Blanks come from the blanks of the file and from gaps, never from pdfium's guesses: pdfium sets
blanks between justified Chinese characters and inside letter-spaced words. Not here: which
fragments share a line, and in what order they are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from ragstone.layout.fragment import (
    BLANK_EM,
    BREAK_EM,
    Box,
    Fragment,
    Style,
    blank_between,
    is_right_to_left,
    upright,
)
from ragstone.parsers.pdf.pdfium import Glyphs
from ragstone.parsers.pdf.script import SOFT_HYPHEN, is_blank, is_silent, readable

#: How far a glyph may step back (accents, kerning, overprinted bold), in ems.
_BACK_EM = 0.6


def fragments(glyphs: Glyphs, width: float, height: float) -> tuple[list[Fragment], int]:
    """The fragments of a page in pdfium's order, and how many glyphs had no readable text."""
    frames = {
        turn: upright(glyphs.boxes, turn, width, height).tolist()
        for turn in {style.turn for style in glyphs.styles}
    }
    tall = (glyphs.boxes[:, 3] > glyphs.boxes[:, 1]).tolist()
    found: list[Fragment] = []
    unreadable = 0
    current: _Growing | None = None
    blank = False
    for index, (code, item) in enumerate(zip(glyphs.codes, glyphs.objects, strict=True)):
        if is_silent(code):
            continue
        if is_blank(code):
            # A blank that pdfium made up has no height.
            blank = blank or (item >= 0 and tall[index])
            continue
        text = readable(code)
        if not text or item < 0:
            unreadable += item >= 0
            continue
        style = glyphs.styles[item]
        box = frames[style.turn][index]
        if current is None or not current.takes(box, style, text):
            if current is not None:
                found.append(current.done(blank))
            current = _Growing(style, index, blank)
        current.add(text, box, index, blank)
        blank = False
    if current is not None:
        found.append(current.done(blank))
    return [fragment for fragment in found if fragment.text], unreadable


class _Growing:
    """A fragment to which glyphs are still added."""

    def __init__(self, style: Style, start: int, blank_before: bool) -> None:
        self.style, self.start, self.end = style, start, start
        self.blank_before = blank_before
        self.texts: list[str] = []
        self.blanks: list[bool] = []
        self.gaps: list[float] = []
        self.boxes: list[Box] = []

    def takes(self, box: Box, style: Style, text: str) -> bool:
        """Whether the next glyph goes on on the same baseline, in the same look."""
        if style is not self.style and style != self.style:
            return False
        last = self.boxes[-1]
        overlap = min(last[3], box[3]) - max(last[1], box[1])
        if overlap < 0.5 * min(last[3] - last[1], box[3] - box[1]):
            return False
        em = self.style.size or 1.0
        return -_BACK_EM * em < self._gap(last, box, text) <= BREAK_EM * em

    def add(self, text: str, box: Box, index: int, blank: bool) -> None:
        if self.boxes:
            em = self.style.size or 1.0
            self.gaps.append(self._gap(self.boxes[-1], box, text) / em)
            self.blanks.append(blank)
        self.texts.append(text)
        self.boxes.append(box)
        self.end = index + 1

    def done(self, blank_after: bool) -> Fragment:
        x0, y0, x1, y1 = zip(*self.boxes, strict=True)
        return Fragment(
            text=self._text(),
            x0=min(x0),
            y0=min(y0),
            x1=max(x1),
            y1=max(y1),
            style=self.style,
            start=self.start,
            end=self.end,
            blank_before=self.blank_before,
            blank_after=blank_after,
        )

    def _gap(self, last: Box, box: Box, text: str) -> float:
        if is_right_to_left(text) or (box[2] <= last[0] and is_right_to_left(self.texts[-1])):
            return last[0] - box[2]
        return box[0] - last[2]

    def _text(self) -> str:
        spacing = _letter_spacing(
            gap for gap, b in zip(self.gaps, self.blanks, strict=True) if not b
        )
        pieces = [self.texts[0]]
        for text, gap, blank in zip(self.texts[1:], self.gaps, self.blanks, strict=True):
            if blank or blank_between(pieces[-1][-1], text[0], gap, spacing):
                pieces.append(" ")
            pieces.append(text)
        line = "".join(pieces)
        return line[:-1].replace(SOFT_HYPHEN, "") + line[-1:].replace(SOFT_HYPHEN, "-")


def _letter_spacing(gaps: Iterable[float]) -> float:
    """The spacing set between all letters, in ems; 0 where there is none to speak of."""
    rows: Sequence[float] = list(gaps)
    if len(rows) < 3:
        return 0.0
    usual = median(rows)
    return usual if usual > BLANK_EM / 2 else 0.0
