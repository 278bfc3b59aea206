"""Fragments: stretches of text in one style with their box, the atoms of a page's layout.

Not here: how a format makes them, which of them share a line, in what order they are read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ragstone.text.script import WIDE

#: Left, top, right, bottom as shown, in points.
Box = tuple[float, float, float, float]

#: A gap of this many ems is a blank. TeX shrinks a blank to .22, kerning stays below .1.
BLANK_EM = 0.17
#: A gap of this many ems ends a fragment.
BREAK_EM = 1.0

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


@dataclass(frozen=True, slots=True)
class Style:
    """What the glyphs of one text object share.

    - `size`: in points as shown.
    - `turn`: the quarter turns, clockwise, by which a reader sees the text turned.
    - `invisible`: neither filled nor stroked, or wholly transparent.
    - `font`: its name without the tag of a subset, "" where the file gives none.
    - `colour`: 0xRRGGBB as filled, or as stroked where it is only stroked.
    - `monospaced`, `italic`: as the font's flags or its name say.
    - `lean`: by how many degrees it is turned from `turn`, counter-clockwise: 45 for a watermark
      across the page. The box of such text is that around its corners.
    - `vertical`: upright signs one below the other; `turn` is 1 then, since its columns are read
      like the lines of a page turned by a quarter.
    """

    size: float
    bold: bool
    turn: int
    invisible: bool
    font: str = ""
    colour: int = 0
    monospaced: bool = False
    italic: bool = False
    lean: float = 0.0
    vertical: bool = False


@dataclass(frozen=True, slots=True)
class Fragment:
    """Some glyphs of one line, all in one style.

    - `x0 … y1`: in the reader's frame, that is with the page turned until this text is upright.
    - `start, end`: the glyphs, as a half-open range in pdfium's order.
    - `blank_before`, `blank_after`: whether the file has a blank there.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    style: Style
    start: int
    end: int
    blank_before: bool
    blank_after: bool

    @property
    def size(self) -> float:
        return self.style.size or self.y1 - self.y0


@lru_cache(maxsize=8192)
def interned(edge: float) -> float:
    """The same number, one object wherever it stands: lines of all pages begin at the same places,
    and a long file has a million of their edges.
    """
    return edge + 0.0  # no -0.0, which is equal to it


def upright(box: Box, turn: int, width: float, height: float) -> Box:
    """`box` as it stands once the page, `width` × `height`, is turned back by `turn` quarters."""
    if turn == 0:
        return box
    x0, y0, x1, y1 = box
    if turn == 1:
        return (y0, width - x1, y1, width - x0)
    if turn == 2:
        return (width - x1, height - y1, width - x0, height - y0)
    return (height - y1, x0, height - y0, x1)


def as_shown(fragment: Fragment, width: float, height: float) -> Box:
    """A fragment's box back on the page of `width` × `height` points as shown."""
    x0, y0, x1, y1 = fragment.x0, fragment.y0, fragment.x1, fragment.y1
    turn = fragment.style.turn
    if turn == 0:
        return (x0, y0, x1, y1)
    if turn == 1:
        return (width - y1, x0, width - y0, x1)
    if turn == 2:
        return (width - x1, height - y1, width - x0, height - y0)
    return (y0, height - x1, y1, height - x0)


def blank_between(before: str, after: str, gap_em: float, spacing_em: float = 0.0) -> bool:
    """Whether a gap between two characters is a blank; `spacing_em` is the spacing in force."""
    if WIDE.match(before) or WIDE.match(after):
        return gap_em > BREAK_EM
    return gap_em > BLANK_EM + spacing_em


def is_right_to_left(text: str) -> bool:
    """Whether `text` holds Hebrew or Arabic letters."""
    return _RIGHT_TO_LEFT.search(text) is not None
