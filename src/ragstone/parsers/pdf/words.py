"""Words of a page in columns: where the glyphs between two blanks begin and end, and their boxes.

Whole pages at once, since a step of Python for every glyph costs more than pdfium's reading of it.
Boxes are read for the first and the last glyph of each word, and for a second one of two words of
each text object: these tell whether its letters are spaced out or stand one below the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ragstone.layout.fragment import Box
from ragstone.parsers.pdf.frame import Boxes
from ragstone.parsers.pdf.glyphs import Glyphs
from ragstone.parsers.pdf.script import BLANKS, SILENT

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

#: So many words of a text object are looked at for the distance of their letters.
_SAMPLES = 2
#: Signs one below the other have their middles in one line, in ems, and stand this near.
_ASIDE_EM, _BELOW_EM = 0.3, 1.3
_NO_WORD = np.zeros(0x10000, dtype=np.bool_)
_NO_WORD[[ord(sign) for sign in BLANKS + SILENT]] = True


@dataclass(frozen=True, slots=True)
class Words:
    """One row a word, in pdfium's order.

    - `starts`, `ends`: its glyphs, half-open; `stretch`: the number of its text object's stretch.
    - `boxes`: of its first and last glyph together, in the reader's frame.
    - `gaps`: to the word before in its stretch, in ems; 0 for the first.
    - `spacing`, `downwards`, `cut`: of each stretch: the distance of its letters, in ems, whether
      they stand one below the other, and whether some lie outside its clip or the page.
    """

    starts: Ints
    ends: Ints
    stretch: Ints
    boxes: Boxes
    gaps: Floats
    spacing: Floats
    downwards: Bools
    cut: Bools


def words(glyphs: Glyphs, width: float, height: float) -> Words:
    """The words of a page of `width` × `height` points."""
    stretches = glyphs.stretches
    count = len(glyphs.text)
    belongs = np.full(count + 1, -1, dtype=np.int64)
    for number, stretch in enumerate(stretches):
        belongs[stretch.start : stretch.end] = number
    belongs[:count][_NO_WORD[np.minimum(glyphs.codes, 0xFFFF)]] = -1
    changes = np.flatnonzero(np.diff(belongs, prepend=-1))
    numbers = belongs[changes]
    edges = np.append(changes, count)
    starts, ends, stretch_of = (column[numbers >= 0] for column in (edges[:-1], edges[1:], numbers))
    sampled = _sampled(ends - starts > 1, stretch_of, len(stretches))
    pairs, pairs_of = starts[sampled], stretch_of[sampled]
    wanted = np.zeros(count, dtype=np.bool_)
    for at in (starts, ends - 1, pairs + 1):
        wanted[at] = True
    glyphs.load(np.flatnonzero(wanted))
    sizes = np.array([stretch.style.size or 1.0 for stretch in stretches])
    turns = np.array([stretch.style.turn for stretch in stretches], dtype=np.int64)
    first, last, one, two = (
        _upright(glyphs.boxes[at], turns[of], width, height)
        for at, of in (
            (starts, stretch_of),
            (ends - 1, stretch_of),
            (pairs, pairs_of),
            (pairs + 1, pairs_of),
        )
    )
    boxes = np.concatenate(
        (np.minimum(first[:, :2], last[:, :2]), np.maximum(first[:, 2:], last[:, 2:])), axis=1
    )
    gaps = np.zeros(len(starts))
    gaps[1:] = np.where(
        stretch_of[1:] == stretch_of[:-1],
        (boxes[1:, 0] - boxes[:-1, 2]) / sizes[stretch_of[1:]],
        0.0,
    )
    return Words(
        starts,
        ends,
        stretch_of,
        boxes,
        gaps,
        _spacing(one, two, sizes, pairs_of),
        _downwards(one, two, sizes, pairs_of),
        _cut(glyphs, (starts, ends - 1), stretch_of, (0.0, 0.0, width, height)),
    )


def _sampled(eligible: Bools, stretch_of: Ints, stretches: int) -> Bools:
    """The first eligible words of each stretch."""
    running = np.cumsum(eligible)
    before = np.zeros(stretches, dtype=np.int64)
    firsts = np.flatnonzero(np.diff(stretch_of, prepend=-1))
    before[stretch_of[firsts]] = running[firsts] - eligible[firsts]
    return eligible & (running - before[stretch_of] <= _SAMPLES)


def _spacing(one: Boxes, two: Boxes, sizes: Floats, of: Ints) -> Floats:
    """The least distance of the sampled letters of each stretch, not below 0."""
    found = np.full(len(sizes), np.inf)
    np.minimum.at(found, of, np.maximum(0.0, (two[:, 0] - one[:, 2]) / sizes[of]))
    found[np.isinf(found)] = 0.0
    return found


def _downwards(one: Boxes, two: Boxes, sizes: Floats, of: Ints) -> Bools:
    """Whether all sampled signs of each stretch stand below the one before."""
    aside = np.abs(one[:, 0] + one[:, 2] - two[:, 0] - two[:, 2]) / 2
    step = two[:, 1] - one[:, 1]
    em = sizes[of]
    below = (aside <= _ASIDE_EM * em) & (step > 0.5 * em) & (step <= _BELOW_EM * em)
    found, seen = np.ones(len(sizes), dtype=np.bool_), np.zeros(len(sizes), dtype=np.bool_)
    np.logical_and.at(found, of, below)
    seen[of] = True
    return found & seen


def _cut(glyphs: Glyphs, ends: tuple[Ints, Ints], of: Ints, page: Box) -> Bools:
    """Whether the middle of the first or last glyph of a word lies outside what may be painted."""
    rows = [common_box(page, stretch.clip) for stretch in glyphs.stretches]
    limits = np.array(rows)[of]
    found = np.zeros(len(rows), dtype=np.bool_)
    for at in ends:
        boxes = glyphs.boxes[at]
        middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        # Not the reverse: what is no number lies nowhere.
        inside = (middles >= limits[:, :2]) & (middles <= limits[:, 2:])
        found[of[~inside.all(axis=1)]] = True
    return found


def common_box(page: Box, clip: Box | None) -> Box:
    """What of the page a clip leaves."""
    if clip is None:
        return page
    return (
        max(page[0], clip[0]),
        max(page[1], clip[1]),
        min(page[2], clip[2]),
        min(page[3], clip[3]),
    )


def _upright(boxes: Boxes, turns: Ints, width: float, height: float) -> Boxes:
    """Boxes as shown, as they stand once the page is turned back by so many quarters."""
    if not turns.any():
        return boxes
    x0, y0, x1, y1 = boxes.T
    corners = {
        1: (y0, width - x1, y1, width - x0),
        2: (width - x1, height - y1, width - x0, height - y0),
        3: (height - y1, x0, height - y0, x1),
    }
    found = boxes.copy()
    for turn, columns in corners.items():
        rows = turns == turn
        found[rows] = np.stack(columns, axis=1)[rows]
    return found
