"""Telling the tables of a sheet apart: blank rows and columns are where one ends.

    [block.kind for block in regions_of(rows, Layout())]

What comes in is a band: rows without a blank one between them. A line of one cell on top is a
heading and no row of the table below it; what is left is cut at blank columns, then at the blank
rows that this brings to light, and so on (recursive XY cut; Nagy and Seth 1984). A narrow blank
column is a margin inside a table.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ragstone.parsers.tabular.cells import Area, Row
from ragstone.parsers.tabular.merges import Merges
from ragstone.text.prose import reads_like_prose

#: Cuts within cuts; no sheet that people make has more.
_DEEPEST = 12
#: Up to here a column of texts is read as paragraphs and not as a list of values.
_FEW_ROWS = 60
#: Tables that fill less than this share of their area are written without their blanks.
_THIN, _THIN_FROM = 0.05, 4000


@dataclass(frozen=True, slots=True)
class Layout:
    """What a sheet says about its cells beside their text.

    - `tables`: the areas that the file itself names as tables, with their header rows.
    - `margins`: narrow or hidden columns, which tell no tables apart.
    - `skipped_rows`: the same of rows; it grows while the sheet is read.
    """

    merges: Merges = field(default_factory=Merges)
    tables: tuple[tuple[Area, int], ...] = ()
    margins: set[int] = field(default_factory=set[int])
    skipped_rows: set[int] = field(default_factory=set[int])

    def follows(self, last: int, number: int) -> bool:
        """Whether no blank row is between two rows."""
        gap = number - last - 1
        if gap <= 0:
            return True
        skipped = self.skipped_rows
        return gap <= len(skipped) and all(row in skipped for row in range(last + 1, number))


@dataclass(frozen=True, slots=True)
class Region:
    """Rows that belong together, a list that may grow. One with a single cell is a line of text and
    no table.

    `header_rows` is what the file says, None when it does not.
    """

    rows: list[Row]
    columns: Sequence[int]
    header_rows: int | None = None

    @property
    def is_line(self) -> bool:
        return len(self.rows) == 1 and len(self.rows[0][1]) == 1

    @property
    def is_thin(self) -> bool:
        area = len(self.rows) * len(self.columns)
        return area > _THIN_FROM and sum(len(cells) for _, cells in self.rows) < area * _THIN


def regions_of(rows: list[Row], layout: Layout) -> Iterator[Region]:
    """The tables and lines of a band, from top to bottom and left to right."""
    found = list(_named(rows, layout)) if layout.tables else [Region(rows, ())]
    for part in found:
        if part.header_rows is not None:
            yield part
        else:
            for piece in _row_groups(part.rows, layout):
                yield from _cut(piece, layout, 0)


def _named(rows: Sequence[Row], layout: Layout) -> Iterator[Region]:
    """Tables that the file names, and what is left around them."""
    first, last = rows[0][0], rows[-1][0]
    areas = [(a, n) for a, n in layout.tables if a.top <= last and a.bottom >= first]
    rest = list(rows)
    taken: list[tuple[Area, Region]] = []
    for area, header in areas:
        inside: list[Row] = []
        outside: list[Row] = []
        for number, cells in rest:
            if not area.top <= number <= area.bottom:
                outside.append((number, cells))
                continue
            held = [cell for cell in cells if area.left <= cell[0] <= area.right]
            others = [cell for cell in cells if not area.left <= cell[0] <= area.right]
            if held:
                inside.append((number, held))
            if others:
                outside.append((number, others))
        if inside:
            columns = sorted({cell[0] for _, cells in inside for cell in cells})
            taken.append((area, Region(inside, columns, header)))
        rest = outside
    pieces = [(region.rows[0][0], area.left, region) for area, region in taken]
    pieces += [
        (piece[0][0], min(cell[0] for cell in piece[0][1]), Region(piece, ()))
        for piece in _row_groups(rest, layout)
    ]
    for _, _, region in sorted(pieces, key=lambda piece: piece[:2]):
        yield region


def _cut(rows: list[Row], layout: Layout, depth: int) -> Iterator[Region]:
    top = 0
    while top < len(rows) and _is_heading(rows, top, layout.merges):
        yield Region(rows[top : top + 1], [rows[top][1][0][0]])
        top += 1
    rows = rows[top:]
    if not rows:
        return
    bottom = len(rows)
    while bottom > 1 and _is_note(rows, bottom - 1):
        bottom -= 1
    body = rows[:bottom]
    columns = sorted({cell[0] for _, cells in body for cell in cells})
    groups = _column_groups(body, columns, layout)
    if len(groups) == 1 or depth >= _DEEPEST:
        if len(columns) == 1 and _is_prose(body):
            yield from (Region([row], columns) for row in body)
        else:
            yield Region(body, columns)
    else:
        for part in _parts(body, groups):
            for piece in _row_groups(part, layout):
                yield from _cut(piece, layout, depth + 1)
    for row in rows[bottom:]:
        yield Region([row], [row[1][0][0]])


def _is_heading(rows: Sequence[Row], at: int, merges: Merges) -> bool:
    """Whether a row on top holds one text alone, at the left or over all columns."""
    number, cells = rows[at]
    if len(cells) != 1 or not cells[0][2] or at + 1 >= len(rows):
        return False
    below = rows[at + 1 : at + 9]
    if all(len(row[1]) == 1 for row in below):
        return False
    left = min(row[1][0][0] for row in below)
    right = max(row[1][-1][0] for row in below)
    area = merges.at(number, cells[0][0])
    if area is not None and area.right > area.left:
        return area.left <= left and (area.right >= right or area.width * 2 > right - left + 1)
    if area is not None and area.bottom > area.top:
        return False
    return cells[0][0] <= left


def _is_note(rows: Sequence[Row], at: int) -> bool:
    """Whether a row at the bottom is a sentence under the table."""
    cells = rows[at][1]
    widest = max(len(row[1]) for row in rows[max(0, at - 8) : at])
    return len(cells) == 1 and widest > 1 and reads_like_prose(cells[0][1])


def _is_prose(rows: Sequence[Row]) -> bool:
    """Whether the only column is running text: a sentence in it, or hardly any rows."""
    if len(rows) > _FEW_ROWS or not all(cells[0][2] for _, cells in rows):
        return False
    return len(rows) < 3 or any(reads_like_prose(cells[0][1]) for _, cells in rows)


def _column_groups(rows: Sequence[Row], columns: Sequence[int], layout: Layout) -> list[list[int]]:
    """The columns in runs without a blank one that tells tables apart between them."""
    bridged = _bridged(rows, layout.merges)
    groups: list[list[int]] = [[columns[0]]]
    for column in columns[1:]:
        before = groups[-1][-1]
        between = range(before + 1, column)
        # Of a gap as wide as a sheet only some columns can be margins.
        narrow = len(between) <= len(layout.margins) and all(
            gap in layout.margins for gap in between
        )
        if not between or narrow or bridged(before, column):
            groups[-1].append(column)
        else:
            groups.append([column])
    return _with_lone_columns(rows, groups)


def _with_lone_columns(rows: Sequence[Row], groups: list[list[int]]) -> list[list[int]]:
    """A column behind one blank one is no table of its own where its rows are its neighbour's."""
    done = [groups[0]]
    for group in groups[1:]:
        before = done[-1]
        lone = len(before) == 1 or len(group) == 1
        if lone and group[0] - before[-1] == 2 and _share_rows(rows, before, group):
            done[-1] = [*before, *group]
        else:
            done.append(group)
    return done


def _share_rows(rows: Sequence[Row], left: Sequence[int], right: Sequence[int]) -> bool:
    """Whether most rows of two runs of columns, and the first and the last, are the same."""
    one, other = ([number for number, _ in _within(rows, run[0], run[-1])] for run in (left, right))
    same = len(set(one) & set(other))
    ends = one[0] == other[0] and one[-1] == other[-1]
    return ends and len(one) > 1 and same * 3 >= max(len(one), len(other)) * 2


def _bridged(rows: Sequence[Row], merges: Merges) -> Callable[[int, int], bool]:
    """Whether a merged cell reaches over a gap between two columns."""
    spans: list[tuple[int, int]] = []
    if merges:
        for number, cells in rows:
            areas = merges.of_row(number)
            if areas:
                held = (areas.get(cell[0]) for cell in cells)
                spans += [(a.left, a.right) for a in held if a is not None and a.right > a.left]
    spans.sort()
    lefts = [left for left, _ in spans]
    reach: list[int] = []
    for _, right in spans:
        reach.append(max(right, reach[-1] if reach else 0))

    def joined(before: int, after: int) -> bool:
        at = bisect_right(lefts, before) - 1
        return at >= 0 and reach[at] >= after

    return joined


def _parts(rows: Sequence[Row], groups: Sequence[Sequence[int]]) -> list[list[Row]]:
    """The rows of each group of columns; one pass, however many groups there are."""
    lefts = [group[0] for group in groups]
    found: list[list[Row]] = [[] for _ in groups]
    for number, cells in rows:
        for cell in cells:
            part = found[bisect_right(lefts, cell[0]) - 1]
            if part and part[-1][0] == number:
                part[-1][1].append(cell)
            else:
                part.append((number, [cell]))
    return found


def _within(rows: Sequence[Row], left: int, right: int) -> list[Row]:
    found: list[Row] = []
    for number, cells in rows:
        held = [cell for cell in cells if left <= cell[0] <= right]
        if held:
            found.append((number, held))
    return found


def _row_groups(rows: Sequence[Row], layout: Layout) -> Iterator[list[Row]]:
    """Rows without a blank one between them; a cell merged over rows holds them together."""
    group: list[Row] = []
    until = 0
    for row in rows:
        if group and not layout.follows(until, row[0]):
            yield group
            group = []
        group.append(row)
        until = max(until, row[0], bottom_of(row, layout.merges))
    if group:
        yield group


def bottom_of(row: Row, merges: Merges) -> int:
    """The last row that a merged cell of `row` reaches; 0 without one."""
    areas = merges.of_row(row[0]) if merges else None
    if not areas:
        return 0
    held = (areas.get(cell[0]) for cell in row[1])
    return max((area.bottom for area in held if area is not None), default=0)
