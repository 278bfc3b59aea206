"""Columns: in which order the fragments of a page are read. Geometry only.

The page is divided into bands; a run of bands with one clear gutter between two blocks of running
text is two columns, read one after the other; all else is read from top to bottom. Tables keep
their rows: cells do not fill their column as running text does. This is the simple form of the
XY-cut; reading order by a full layout analysis is the business of the engine that will stand here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from statistics import median

from ragstone.layout.fragment import Fragment

#: A gutter is at least this wide, in ems of the text beside it.
_GUTTER_EM = 0.5
#: Beside a gutter narrower than this, in ems, both columns must look like running text.
_CLEAR_GUTTER_EM = 1.2
#: A column is at least this wide, in ems, and has at least this many lines.
_COLUMN_EM = 8.0
_COLUMN_LINES = 3
#: A line fills its column when it is this much of its width; that is so for most running text.
_FILLED = 0.6
#: Lines stand beside each other when their middles differ by less than this, in points.
_BESIDE_PT = 1.0
_MAX_DEPTH = 8
#: How often a run that holds no columns is tried again without its first line.
_MAX_TRIES = 60

Interval = tuple[float, float]


def regions(fragments: Sequence[Fragment], depth: int = 0) -> list[list[Fragment]]:
    """Blocks of fragments in reading order; inside a block lines go from top to bottom."""
    if len(fragments) <= 2 * _COLUMN_LINES or depth > _MAX_DEPTH:
        return [list(fragments)] if fragments else []
    em = median(fragment.size for fragment in fragments)
    bands = _bands(fragments)
    found: list[list[Fragment]] = []
    plain: list[Fragment] = []
    index, failed_end, tries = 0, 0, 0
    while index < len(bands):
        end, gutter = _columns_from(bands, index, em)
        if gutter is None:
            tries = tries + 1 if end == failed_end else 0
            failed_end = end
            # The same run a line later; a long table would be tried from every row.
            stop = end if tries > _MAX_TRIES else index + 1
            plain += (fragment for band in bands[index:stop] for fragment in band)
            index = stop
            continue
        beside = _beside(plain, gutter)
        if len(plain) > len(beside):
            found.append(plain[: len(plain) - len(beside)])
        plain = []
        inside = beside + [fragment for band in bands[index:end] for fragment in band]
        left = [fragment for fragment in inside if fragment.x1 <= gutter]
        right = [fragment for fragment in inside if fragment.x1 > gutter]
        found += regions(left, depth + 1) + regions(right, depth + 1)
        index = end
    return found + ([plain] if plain else [])


def _bands(fragments: Sequence[Fragment]) -> list[list[Fragment]]:
    """Groups with no clear horizontal line between their members, from top to bottom."""
    bands: list[list[Fragment]] = []
    bottom = float("-inf")
    for fragment in sorted(fragments, key=lambda item: (item.y0, item.x0)):
        # Boxes span the font's height, so those of tightly set lines overlap a little.
        if not bands or fragment.y0 > bottom - 0.25 * (fragment.y1 - fragment.y0):
            bands.append([])
        bands[-1].append(fragment)
        bottom = max(bottom, fragment.y1)
    return bands


def _columns_from(
    bands: Sequence[Sequence[Fragment]], start: int, em: float
) -> tuple[int, float | None]:
    """The end of the run of two-column bands that begins at `start`, and its gutter's middle."""
    free = _free(bands[start])
    end = start + 1
    if not _inner(free, em):
        return end, None
    while end < len(bands):
        narrower = _common(free, _free(bands[end]))
        if not _inner(narrower, em):
            break
        free, end = narrower, end + 1
    inside = [fragment for band in bands[start:end] for fragment in band]
    for left_edge, right_edge in sorted(_inner(free, em), key=lambda gap: gap[0] - gap[1]):
        middle = (left_edge + right_edge) / 2
        left = [fragment for fragment in inside if fragment.x1 <= middle]
        right = [fragment for fragment in inside if fragment.x1 > middle]
        if _are_columns(left, right, em, (right_edge - left_edge) / (em or 1.0)):
            return end, middle
    return end, None


def _beside(plain: Sequence[Fragment], gutter: float) -> list[Fragment]:
    """What stands above a run and belongs to its right column, which begins higher: the last of
    `plain` that do not cross the gutter, from the first one right of it."""
    start = len(plain)
    for index in range(len(plain) - 1, -1, -1):
        if plain[index].x0 <= gutter < plain[index].x1:
            break
        if plain[index].x0 > gutter:
            start = index
    return list(plain[start:])


def _free(band: Sequence[Fragment]) -> list[Interval]:
    """The x intervals that no fragment of the band covers, endless at both sides."""
    found: list[Interval] = []
    edge = float("-inf")
    for fragment in sorted(band, key=lambda item: item.x0):
        if fragment.x0 > edge:
            found.append((edge, fragment.x0))
        edge = max(edge, fragment.x1)
    found.append((edge, float("inf")))
    return found


def _common(first: Sequence[Interval], second: Sequence[Interval]) -> list[Interval]:
    return [(max(a, c), min(b, d)) for a, b in first for c, d in second if max(a, c) < min(b, d)]


def _inner(free: Sequence[Interval], em: float) -> list[Interval]:
    """The gaps that are wide enough for a gutter and have something on both sides."""
    return [
        (a, b)
        for a, b in free
        if a > float("-inf") and b < float("inf") and b - a >= _GUTTER_EM * em
    ]


def _are_columns(
    left: Sequence[Fragment], right: Sequence[Fragment], em: float, gutter_em: float
) -> bool:
    """Two blocks of running text, or one beside something whose lines do not stand on its own."""
    rows = [_rows(side) for side in (left, right)]
    if any(len(side) < _COLUMN_LINES for side in rows):
        return False
    filled = [_is_filled(side, em) for side in rows]
    clear = gutter_em >= _CLEAR_GUTTER_EM
    return all(filled) or (clear and any(filled) and _aligned(rows[0], rows[1]) < 0.5)


def _rows(side: Sequence[Fragment]) -> list[tuple[float, float, float]]:
    """(middle, left, right) of each line of a column."""
    rows: list[tuple[float, float, float]] = []
    bottom = float("-inf")
    for fragment in sorted(side, key=lambda item: item.y0 + item.y1):
        middle = (fragment.y0 + fragment.y1) / 2
        if middle < bottom:
            last = rows[-1]
            rows[-1] = (last[0], min(last[1], fragment.x0), max(last[2], fragment.x1))
        else:
            rows.append((middle, fragment.x0, fragment.x1))
        bottom = max(bottom, fragment.y1 - 0.25 * (fragment.y1 - fragment.y0))
    return rows


def _is_filled(rows: Sequence[tuple[float, float, float]], em: float) -> bool:
    width = max(row[2] for row in rows) - min(row[1] for row in rows)
    if width < _COLUMN_EM * em:
        return False
    full = sum(1 for row in rows if row[2] - row[1] >= _FILLED * width)
    return full >= 0.5 * len(rows)


def _aligned(
    left: Sequence[tuple[float, float, float]], right: Sequence[tuple[float, float, float]]
) -> float:
    """The share of the shorter column's lines that stand beside a line of the other."""
    short, long = sorted((left, right), key=len)
    middles = [row[0] for row in long]
    beside = sum(
        bisect_left(middles, row[0] - _BESIDE_PT) < bisect_left(middles, row[0] + _BESIDE_PT)
        for row in short
    )
    return beside / len(short)
