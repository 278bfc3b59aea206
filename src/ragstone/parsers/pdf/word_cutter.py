"""Fragments cut at their blanks and wide gaps, for tables whose column borders run through text.

Not here: where text is cut. The page's words are looked up when the first fragment is cut.

    cut = WordCutter(glyphs, read.words)
    cut(fragment)     # as many fragments as its text has words, or parts with gaps between
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from ragstone.layout.fragment import Box, Fragment, is_right_to_left
from ragstone.parsers.pdf.glyphs import Glyphs
from ragstone.parsers.pdf.script import ODD, readable
from ragstone.parsers.pdf.words import Words
from ragstone.text.script import WIDE

#: Where no blank is written, as in Chinese, a gap of so many ems divides words.
_GAP_EM = 0.5


class _Word(NamedTuple):
    start: int
    end: int
    box: Box


class WordCutter:
    """Cuts the fragments of one page, which were made of `table`."""

    def __init__(self, glyphs: Glyphs, table: Words | None) -> None:
        self._glyphs, self._table = glyphs, table
        self._words: list[_Word] | None = None

    def __call__(self, fragment: Fragment) -> list[Fragment]:
        """The words of a fragment; itself where its glyphs do not follow its text."""
        texts = fragment.text.split(" ")
        style = fragment.style
        if len(texts) == 1 and not WIDE.search(fragment.text):
            return [fragment]
        if style.lean or style.vertical or is_right_to_left(fragment.text):
            return [fragment]
        held = self._held(fragment)
        found: list[Fragment] = []
        at = 0
        for text in texts:
            end, written = at, ""
            while end < len(held) and len(written) < len(text):
                written += self._text(held[end])
                end += 1
            if written != text or end == at:
                # The text begins with a blank of its own, or has two in a row.
                return [fragment]
            parts = _apart(held[at:end], _GAP_EM * fragment.size)
            for number, part in enumerate(parts, 1):
                written = text if len(parts) == 1 else "".join(map(self._text, part))
                blanks = (number == 1, number == len(parts))
                found.append(_part(fragment, written, part, blanks))
            at = end
        if at < len(held) or len(found) == 1:
            return [fragment]
        found[0] = replace(found[0], blank_before=fragment.blank_before)
        found[-1] = replace(found[-1], blank_after=fragment.blank_after)
        return found

    def _held(self, fragment: Fragment) -> list[_Word]:
        if self._words is None:
            table = self._table
            if table is None:
                return []
            columns = (table.starts.tolist(), table.ends.tolist(), table.boxes.tolist())
            self._words = [
                _Word(start, end, (x0, y0, x1, y1))
                for start, end, (x0, y0, x1, y1) in zip(*columns, strict=True)
            ]
        first = bisect_left(self._words, fragment.start, key=lambda word: word.start)
        last = bisect_left(self._words, fragment.end, key=lambda word: word.start)
        return self._words[first:last]

    def _text(self, word: _Word) -> str:
        text = self._glyphs.text[word.start : word.end]
        return "".join(map(readable, text)) if ODD.search(text) else text


def _apart(held: Sequence[_Word], gap: float) -> list[list[_Word]]:
    """Words in groups that stand further apart than `gap`."""
    found = [[held[0]]]
    for before, word in pairwise(held):
        if word.box[0] - before.box[2] > gap:
            found.append([])
        found[-1].append(word)
    return found


def _part(
    fragment: Fragment, text: str, held: Sequence[_Word], blanks: tuple[bool, bool]
) -> Fragment:
    """Some words of a fragment; `blanks` tells whether one stands before and after them."""
    left, top, right, bottom = zip(*(word.box for word in held), strict=True)
    return replace(
        fragment,
        text=text,
        x0=min(left),
        y0=min(top),
        x1=max(right),
        y1=max(bottom),
        start=held[0].start,
        end=held[-1].end,
        blank_before=blanks[0],
        blank_after=blanks[1],
    )
