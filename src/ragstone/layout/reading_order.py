"""Reading order: in which order the fragments, tables and pictures of a page are read.

A recursive XY-cut. The page is divided into bands, between which a clear line runs from left to
right; what spans a gutter cuts the run of bands in which the gutter is clear, so spanning elements
cut first. A run is columns, read one after the other, when `columns` says so; all else is read from
top to bottom.

    regions(fragments)      # lists of fragments, tables and pictures in between
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from statistics import median

from ragstone.layout.columns import Item, Placed, are_columns, is_aside
from ragstone.layout.fragment import Fragment

#: A gutter is at least this wide, in ems of the text beside it.
_GUTTER_EM = 0.5
_MAX_DEPTH = 8
#: So much white from top to bottom, in ems, ends what stands above.
_WHITE_EM = 2.0
#: How many ends of a run are tried: those where the widest gutters end.
_MAX_STOPS = 5
#: How often a run that holds no columns is tried again without its first line.
_MAX_TRIES = 60

Interval = tuple[float, float]
#: Fragments that are read from top to bottom, or one table or picture.
Region = list[Fragment] | Placed


@dataclass(frozen=True, slots=True)
class _Cut:
    """The end of a run of bands (half-open), and the gutter's middle where it is columns."""

    end: int
    gutter: float | None


def regions(items: Sequence[Item]) -> list[Region]:
    """The page in reading order; inside a region lines go from top to bottom."""
    return [region for stretch in _cut(items, 0) for region in _apart(stretch) if region]


def _cut(items: Sequence[Item], depth: int) -> list[list[Item]]:
    if len(items) < 2 or depth > _MAX_DEPTH:
        return [list(items)] if items else []
    em = median(item.size for item in items)
    bands = _bands(items)
    found: list[list[Item]] = []
    plain: list[Item] = []
    index, failed_end, tries = 0, 0, 0
    while index < len(bands):
        cut = _columns_from(bands, index, em)
        if cut.gutter is None:
            tries = tries + 1 if cut.end == failed_end else 0
            failed_end = cut.end
            # The same run a line later; a long table would be tried from every row.
            stop = cut.end if tries > _MAX_TRIES else index + 1
            plain += (item for band in bands[index:stop] for item in band)
            index = stop
            continue
        beside = _beside(plain, cut.gutter)
        if len(plain) > len(beside):
            found.append(plain[: len(plain) - len(beside)])
        plain = []
        inside = beside + [item for band in bands[index : cut.end] for item in band]
        left = [item for item in inside if item.x1 <= cut.gutter]
        right = [item for item in inside if item.x1 > cut.gutter]
        sides = (right, left) if is_aside(left, right) else (left, right)
        for side in sides:
            found += _cut(side, depth + 1)
        index = cut.end
    return found + ([plain] if plain else [])


def _apart(items: Sequence[Item]) -> list[Region]:
    """Fragments between the tables and pictures that stand among them."""
    placed = sorted(
        (item for item in items if isinstance(item, Placed)), key=lambda item: (item.y0, item.x0)
    )
    rest = [item for item in items if isinstance(item, Fragment)]
    if not placed:
        return [rest]
    found: list[Region] = []
    for item in placed:
        # Text beside a picture goes with what stands above its middle.
        above = [one for one in rest if one.y0 + one.y1 < item.y0 + min(item.y1, item.y0 + 30)]
        rest = [one for one in rest if one.y0 + one.y1 >= item.y0 + min(item.y1, item.y0 + 30)]
        found += [above, item]
    return [*found, rest]


def _bands(items: Sequence[Item]) -> list[list[Item]]:
    """Groups with no clear horizontal line between their members, from top to bottom."""
    bands: list[list[Item]] = []
    bottom = float("-inf")
    for item in sorted(items, key=lambda item: (item.y0, item.x0)):
        # Boxes span the font's height, so those of tightly set lines overlap a little.
        slack = 0.25 * (item.y1 - item.y0) if isinstance(item, Fragment) else 0.0
        if not bands or item.y0 > bottom - slack:
            bands.append([])
        bands[-1].append(item)
        bottom = max(bottom, item.y1)
    return bands


def _columns_from(bands: Sequence[Sequence[Item]], start: int, em: float) -> _Cut:
    """The run of bands with a common gutter that begins at `start`."""
    free = _free(bands[start])
    inner = _inner(free, em)
    end = start + 1
    if not inner:
        return _Cut(end, None)
    # Where a gutter ends, the run may end too: what spans it stands below.
    stops: list[tuple[float, int, list[Interval]]] = []
    while end < len(bands):
        narrower = _common(free, _free(bands[end]))
        left_over = _inner(narrower, em)
        if lost := _lost(inner, left_over):
            stops.append((lost, end, free))
        if not left_over:
            break
        free, inner, end = narrower, left_over, end + 1
    else:
        stops.append((inf, end, free))
    near = _near_end(bands, start, end, em)
    tried = {stop: common for _, stop, common in sorted(stops, key=_width)[-_MAX_STOPS:]}
    if near not in tried:
        tried[near] = _common_of(bands[start:near])
    for stop in sorted(tried, reverse=True):
        inside = [item for band in bands[start:stop] for item in band]
        gutter = _gutter(inside, tried[stop], em, unbroken=stop <= near)
        if gutter is not None:
            return _Cut(stop, gutter)
    return _Cut(end, None)


def _width(stop: tuple[float, int, list[Interval]]) -> tuple[float, int]:
    return stop[0], stop[1]


def _lost(before: Sequence[Interval], after: Sequence[Interval]) -> float:
    """The width of the widest gap of which nothing is left."""
    return max((b - a for a, b in before if all(d <= a or c >= b for c, d in after)), default=0.0)


def _near_end(bands: Sequence[Sequence[Item]], start: int, end: int, em: float) -> int:
    """Where the first wide stretch of white ends the run: what stands below is another thing."""
    bottom = max(item.y1 for item in bands[start])
    for index in range(start + 1, end):
        if min(item.y0 for item in bands[index]) - bottom > _WHITE_EM * em:
            return index
        bottom = max(bottom, *(item.y1 for item in bands[index]))
    return end


def _gutter(
    inside: Sequence[Item], free: Sequence[Interval], em: float, unbroken: bool
) -> float | None:
    """The middle of the widest gutter that parts `inside` into columns; `unbroken` when no wide
    stretch of white lies between its bands."""
    for left_edge, right_edge in sorted(_inner(free, em), key=lambda gap: gap[0] - gap[1]):
        middle = (left_edge + right_edge) / 2
        left = [item for item in inside if item.x1 <= middle]
        right = [item for item in inside if item.x1 > middle]
        if are_columns(left, right, em, (right_edge - left_edge) / (em or 1.0), unbroken):
            return middle
    return None


def _common_of(bands: Sequence[Sequence[Item]]) -> list[Interval]:
    free = _free(bands[0])
    for band in bands[1:]:
        free = _common(free, _free(band))
    return free


def _beside(plain: Sequence[Item], gutter: float) -> list[Item]:
    """What stands above a run and belongs to its right column, which begins higher: the last of
    `plain` that do not cross the gutter, from the first one right of it."""
    start = len(plain)
    for index in range(len(plain) - 1, -1, -1):
        if plain[index].x0 <= gutter < plain[index].x1:
            break
        if plain[index].x0 > gutter:
            start = index
    return list(plain[start:])


def _free(band: Sequence[Item]) -> list[Interval]:
    """The x intervals that no item of the band covers, endless at both sides."""
    found: list[Interval] = []
    edge = float("-inf")
    for item in sorted(band, key=lambda item: item.x0):
        if item.x0 > edge:
            found.append((edge, item.x0))
        edge = max(edge, item.x1)
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
