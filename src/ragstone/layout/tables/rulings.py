"""Rulings: the level and upright lines of a page, however they were drawn.

Thin filled rectangles, stroked lines and the sides of stroked rectangles are rulings; pieces of one
line are joined, double lines are one. Not here: which of them enclose cells (`grid`).

    rulings(shapes)     # level ones and upright ones
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ragstone.layout.fragment import Box
from ragstone.layout.shape import Shape

#: A rectangle no wider than this, in points, is drawn as a line.
_THIN_PT = 3.2
#: Pieces of one line may be this far apart along it and beside it, in points.
_GAP_PT, _BESIDE_PT = 2.0, 1.2
#: Between the parts of a line that is broken between columns, in points.
_BROKEN_PT = 12.0
#: What is shorter, in points, is a tick, a dash or a hatching.
_SHORT_PT = 5.0
#: More lines than this, in one direction, are a drawing.
_MANY = 1200
#: Backgrounds of cells are at least this large and this near to the next, in points.
_CELL_PT, _STACK_PT = 8.0, 2.5
_MANY_FILLS = 1500
#: An unfilled row between two filled ones is so many times as high.
_STRIPES = (0.6, 1.6)
#: A fill this light is paper.
_PAPER = 0xF8


@dataclass(frozen=True, slots=True)
class Ruling:
    """A line at `at`, from `start` to `end`: y and two x for level ones, x and two y otherwise."""

    at: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Rulings:
    """Those of a page, each direction sorted by `at`."""

    level: tuple[Ruling, ...]
    upright: tuple[Ruling, ...]


def rulings(shapes: Sequence[Shape]) -> Rulings:
    """The rulings among `shapes`; none of a direction in which there are too many."""
    return _rulings(_strokes(shapes))


def background_rulings(shapes: Sequence[Shape], texts: Sequence[Box] = ()) -> Rulings:
    """The sides of backgrounds that stand on one another, as cells of different colours do.

    `texts` are the boxes of what is written on the page.
    """
    return _rulings(side for box in _stacked(shapes, texts) for side in _sides(box))


def _rulings(sides: Iterable[Box]) -> Rulings:
    level, upright = list[Ruling](), list[Ruling]()
    for x0, y0, x1, y1 in sides:
        if x1 - x0 >= y1 - y0:
            level.append(Ruling((y0 + y1) / 2, x0, x1))
        else:
            upright.append(Ruling((x0 + x1) / 2, y0, y1))
    return Rulings(tuple(_joined(level)), tuple(_joined(upright)))


def _stacked(shapes: Iterable[Shape], texts: Sequence[Box]) -> list[Box]:
    """Backgrounds of cells: filled rectangles that stand on one another."""
    boxes = sorted(
        {
            shape.box
            for shape in shapes
            if shape.kind == "rect"
            and shape.fill is not None
            and not _is_paper(shape.fill)
            and shape.box[2] - shape.box[0] >= _CELL_PT
            and shape.box[3] - shape.box[1] >= _CELL_PT
        },
        key=lambda box: box[1],
    )[:_MANY_FILLS]
    boxes = sorted({*boxes, *_unfilled_rows(boxes, texts)}, key=lambda box: box[1])
    tops = [box[1] for box in boxes]
    found: dict[Box, None] = {}
    for box in boxes:
        first, last = bisect_left(tops, box[3] - _STACK_PT), bisect_right(tops, box[3] + _STACK_PT)
        for other in boxes[first:last]:
            if other is not box and box[0] < other[2] and other[0] < box[2]:
                found[box] = found[other] = None
    return list(found)


def _unfilled_rows(boxes: Sequence[Box], texts: Sequence[Box]) -> Iterator[Box]:
    """The cells of the unfilled rows of tables in which every other row is filled.

    Between two stripes of the same columns; above the first and below the last where `texts`, the
    boxes of what is written, stand in these columns.
    """
    rows: dict[tuple[int, int], list[Box]] = {}
    for box in boxes:
        rows.setdefault((round(box[1]), round(box[3])), []).append(box)
    tables: dict[tuple[int, ...], list[list[Box]]] = {}
    for row in rows.values():
        row.sort()
        tables.setdefault(tuple(round(x) for box in row for x in (box[0], box[2])), []).append(row)
    for stripes in tables.values():
        for above, below in pairwise(stripes):
            top, bottom = above[0][3], below[0][1]
            heights = (top - above[0][1], below[0][3] - bottom)
            if not min(heights) * _STRIPES[0] <= bottom - top <= max(heights) * _STRIPES[1]:
                continue
            yield from ((x0, top, x1, bottom) for x0, _, x1, _ in above)
            height = bottom - top
            for row, y0, y1 in (
                (above, above[0][1] - height, above[0][1]),
                (below, below[0][3], below[0][3] + height),
            ):
                cells = [(x0, y0, x1, y1) for x0, _, x1, _ in row]
                if _are_cells(cells, texts):
                    yield from cells


def _are_cells(cells: Sequence[Box], texts: Sequence[Box]) -> bool:
    """Whether texts stand in several of the cells of a row, and none across their borders."""
    _, y0, _, y1 = cells[0]
    left, right = cells[0][0], cells[-1][2]
    inside = [
        text
        for text in texts
        if y0 <= (text[1] + text[3]) / 2 <= y1 and left < text[2] and text[0] < right
    ]
    held = [
        index
        for x0, _, x1, _ in inside
        for index, cell in enumerate(cells)
        if cell[0] - 1 <= x0 and x1 <= cell[2] + 1
    ]
    return len(held) == len(inside) and len(set(held)) > 1


def _strokes(shapes: Iterable[Shape]) -> Iterator[Box]:
    """The boxes of what is drawn as a line; white lines divide coloured cells and count too."""
    for shape in shapes:
        x0, y0, x1, y1 = shape.box
        if shape.kind == "path":
            continue
        if min(x1 - x0, y1 - y0) <= _THIN_PT:
            yield shape.box
        elif shape.stroke is not None and not _is_paper(shape.stroke):
            yield from _sides(shape.box)


def _sides(box: Box) -> Iterator[Box]:
    x0, y0, x1, y1 = box
    yield (x0, y0, x1, y0)
    yield (x0, y1, x1, y1)
    yield (x0, y0, x0, y1)
    yield (x1, y0, x1, y1)


def whole(level: Sequence[Ruling]) -> list[Ruling]:
    """Rulings at one height as one: the line over each column for itself."""
    found: list[Ruling] = []
    for line in level:
        last = found[-1] if found else None
        if last is not None and line.at - last.at < 2 and line.start - last.end < _BROKEN_PT:
            found[-1] = Ruling(last.at, min(last.start, line.start), max(last.end, line.end))
        else:
            found.append(line)
    return found


def _is_paper(colour: int) -> bool:
    return min(colour >> 16, colour >> 8 & 0xFF, colour & 0xFF) >= _PAPER


def _joined(pieces: Sequence[Ruling]) -> list[Ruling]:
    """Pieces of one line as one, without those that stay short."""
    found: list[Ruling] = []
    for same in _beside(pieces):
        current: Ruling | None = None
        for piece in sorted(same, key=lambda item: item.start):
            if current is None:
                current = piece
            elif piece.start <= current.end + _GAP_PT:
                current = Ruling(current.at, current.start, max(current.end, piece.end))
            else:
                found.append(current)
                current = piece
        if current is not None:
            found.append(current)
    kept = [item for item in found if item.end - item.start >= _SHORT_PT]
    return sorted(kept, key=lambda item: (item.at, item.start)) if len(kept) <= _MANY else []


def _beside(pieces: Sequence[Ruling]) -> list[list[Ruling]]:
    """Pieces that lie at one place, in groups."""
    groups: list[list[Ruling]] = []
    for piece in sorted(pieces, key=lambda item: item.at):
        if not groups or piece.at - groups[-1][0].at > _BESIDE_PT:
            groups.append([])
        groups[-1].append(piece)
    return groups
