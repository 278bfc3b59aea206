"""Paragraphs: lines of one block that belong together, by simple rules.

A paragraph ends at a wider gap, at another font size or weight, at an indented first line, at a
list marker, and after a line that had room for the next word. Hyphens at line ends stay: a
quotation must be found in the file as it stands. So "imple-" + "mentation" becomes
"imple-mentation"; the whole engine, which will know hyphenation and paragraphs over pages, is to
replace this module.

    paragraphs(block, usual_gap_em=0.2)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import quantiles

from ragstone.layout.line import Line
from ragstone.text.script import WIDE, joint

_BULLET = rf"[•◦▪▫■□●○◆◇‣⁃∙·►▶➢➤✓✔]|[-–—*](?=\s)|[-–*](?={WIDE.pattern})"
_NUMBER = (
    rf"\d{{1,3}}[.)](?=\s|$|{WIDE.pattern})|\d{{1,3}}[、．）](?!\d)|"
    r"[(（](?:\d{1,3}|[a-z]|[ivx]{1,4}|[一二三四五六七八九十]{1,3})[)）]"
    r"|[a-zA-Z][.)](?=\s)|[ivxIVX]{1,4}[.)](?=\s)|[①-⑳]|[一二三四五六七八九十]{1,3}、"
)
_MARKER = re.compile(rf"\s*({_BULLET}|{_NUMBER})\s*(?=\S)")
_FIRST_WORD = re.compile(r"\S+")
_WORD_END_HYPHEN = re.compile(r"\w[-\u2010]")

#: How much wider than usual a gap is that ends a paragraph, in ems.
_WIDER_EM = 0.35
#: A usual gap is never taken to be wider than this, in ems: that is double line spacing.
_USUAL_GAP_LIMIT_EM = 1.2
_INDENT_EM = 0.8


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines with their joined text; `starts` has the offset of each line in `text`.

    `marker` is the bullet or number of a list item, which is not part of `text`.
    """

    lines: tuple[Line, ...]
    text: str
    starts: tuple[int, ...]
    marker: str = ""

    @property
    def size(self) -> float:
        """The font size of most of the text, in points."""
        return max(self.lines, key=lambda line: len(line.text)).size

    @property
    def bold(self) -> bool:
        return all(line.bold for line in self.lines)


def usual_gap_em(blocks: Iterable[Sequence[Line]]) -> float:
    """The gap between two lines of a paragraph, in ems: the lower quartile of all gaps."""
    gaps = [
        _gap_em(above, below)
        for block in blocks
        for above, below in pairwise(block)
        if _same_size(above, below)
    ]
    near = [gap for gap in gaps if -0.5 < gap < _USUAL_GAP_LIMIT_EM]
    if len(near) < 2:
        return min(near, default=0.2)
    return quantiles(near, n=4, method="inclusive")[0]


def paragraphs(block: Sequence[Line], usual_gap: float) -> list[Paragraph]:
    """The paragraphs of one block of lines; `usual_gap` as `usual_gap_em` gives it."""
    found: list[Paragraph] = []
    for stretch in _stretches(block, usual_gap):
        current: list[Line] = []
        left = min(line.x0 for line in stretch)
        right = max(line.x1 for line in stretch)
        for line in stretch:
            if current and _starts_anew(current, line, left, right):
                found.append(_paragraph(current))
                current = []
            current.append(line)
        found.append(_paragraph(current))
    return found


def joined(lines: Sequence[Line]) -> tuple[str, tuple[int, ...]]:
    """Lines as one text, and the offset of each.

    A blank between words, none in Chinese or after a hyphen; rows of a table keep their lines.
    """
    text, starts = "", list[int]()
    for line in lines:
        if line.gapped and text:
            text += "\n"
        elif not _WORD_END_HYPHEN.fullmatch(text[-2:]) or not line.text[:1].isalpha():
            text += joint(text, line.text)
        starts.append(len(text))
        text += line.text
    return text, tuple(starts)


def _stretches(block: Sequence[Line], usual_gap: float) -> list[list[Line]]:
    """Lines without a wider gap or a change of look between them."""
    found: list[list[Line]] = []
    for line in block:
        if found:
            above = found[-1][-1]
            wider = _gap_em(above, line) > usual_gap + _WIDER_EM
            above_it = line.y1 <= above.y0
            if not wider and not above_it and _same_size(above, line) and above.bold == line.bold:
                found[-1].append(line)
                continue
        found.append([line])
    return found


def _starts_anew(current: Sequence[Line], line: Line, left: float, right: float) -> bool:
    em, above = line.size or 1.0, current[-1]
    if _MARKER.match(line.text) or line.gapped != above.gapped:
        return True
    if line.gapped:
        return False
    if _MARKER.match(current[0].text):
        # The second line of a list item hangs under its text or under its marker.
        return line.x0 < current[0].x0 - 0.5 * em or _had_room(above, line, right)
    indented = line.x0 > left + _INDENT_EM * em and above.x0 < line.x0 - _INDENT_EM * em
    return indented or _had_room(above, line, right)


def _had_room(above: Line, below: Line, right: float) -> bool:
    """Whether the first word of `below` would have fitted on the line above."""
    em = above.size or 1.0
    if WIDE.match(below.text):
        needed = 2 * em
    else:
        word = _FIRST_WORD.match(below.text)
        share = len(word[0] if word else below.text) / len(below.text)
        needed = share * (below.x1 - below.x0) + em
    return right - above.x1 > needed


def _gap_em(above: Line, below: Line) -> float:
    return (below.y0 - above.y1) / (max(above.size, below.size) or 1.0)


def _same_size(first: Line, second: Line) -> bool:
    return abs(first.size - second.size) <= 0.08 * max(first.size, second.size)


def _paragraph(lines: Sequence[Line]) -> Paragraph:
    text, starts = joined(lines)
    match = _MARKER.match(text)
    if match is None or match.end() > len(lines[0].text):
        return Paragraph(tuple(lines), text, starts)
    cut = match.end()
    return Paragraph(
        tuple(lines), text[cut:], (0, *(start - cut for start in starts[1:])), match[1]
    )
