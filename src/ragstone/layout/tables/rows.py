"""Rows of a table without level rulings: which lines are one row.

A line that only goes on with a label or a cell belongs to the row above or below it; what tells is
whether the text above had room for its first word, and whether numbers stand below numbers. Not
here: columns, header rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ragstone.layout.tables.columns import Placed
from ragstone.layout.tables.lines import had_room, is_value

#: Between rows, when all of them stand apart, in ems.
ROW_GAP_EM = 0.5
#: A gap between two lines of one cell is at most this, in ems.
_TIGHT_EM = 0.75
#: A column of labels narrower than this, in ems, does not wrap them.
_NARROW_EM = 6.0
#: How much the gaps between the lines of a label differ, in ems.
_SLACK_EM = 0.2


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A line with its cells, from left to right."""

    cells: tuple[Placed, ...]
    y0: float
    y1: float
    size: float

    @property
    def bold(self) -> bool:
        return all(
            piece.fragment.style.bold for cell in self.cells for piece in cell.segment.pieces
        )

    @property
    def label(self) -> Placed | None:
        """The cell in the first column."""
        return self.cells[0] if self.cells[0].first == 0 else None

    @property
    def has_values(self) -> bool:
        """Whether most of what stands right of the first column is values."""
        right = [cell for cell in self.cells if cell.first > 0]
        return bool(right) and 2 * sum(is_value(cell.segment.text) for cell in right) >= len(right)


Row = list[PlacedLine]


def rows(lines: Sequence[PlacedLine], breaks: Sequence[float]) -> list[Row]:
    """The lines in rows; `breaks` are the y of level rulings, over which no row goes."""
    ends = _ends(lines)
    starts = [line.label.segment.x0 for line in lines if line.label is not None]
    if starts and ends.get(0, 0.0) - min(starts) < _NARROW_EM * lines[0].size:
        # In a narrow column every word fills the line.
        ends[0] = float("inf")
    stretches = _stretches(lines, breaks)
    if len(stretches) > 1 and all(_is_one_row(stretch, ends) for stretch in stretches):
        return stretches
    tight = _tight_em(lines)
    heads = _heads(lines)
    found: list[Row] = []
    for index, line in enumerate(lines):
        above = found[-1] if found else None
        if (
            above is not None
            and index - 1 not in heads
            and not _is_broken(above[-1], line, breaks)
            and _belongs(above, line, ends, tight)
        ):
            above.append(line)
        else:
            found.append([line])
    return found


def _heads(lines: Sequence[PlacedLine]) -> set[int]:
    """The lone labels that head the rows below them.

    Either these are set in by one measure, or nothing tells that the label's column ends where the
    label does: no other is as wide, and the next one begins with a capital.
    """
    found: set[int] = set()
    end = max(
        (line.label.segment.x1 for line in lines if line.label is not None and len(line.cells) > 1),
        default=0.0,
    )
    for index, (line, below) in enumerate(pairwise(lines)):
        label, under = line.label, below.label
        if label is None or under is None or len(line.cells) > 1 or len(below.cells) < 2:
            continue
        if label.segment.x1 > end + _SLACK_EM * line.size and under.segment.text[:1].isupper():
            found.add(index)
        after = lines[index + 2].label if index + 2 < len(lines) else None
        indent = (under.segment.x0 - label.segment.x0) / line.size
        if after is not None and indent > _SLACK_EM and len(lines[index + 2].cells) > 1:
            apart = abs(after.segment.x0 - under.segment.x0) / line.size
            if apart <= _SLACK_EM:
                found.add(index)
    return found


def _ends(lines: Sequence[PlacedLine]) -> dict[int, float]:
    """The right end of each column's text."""
    found: dict[int, float] = {}
    for line in lines:
        for cell in line.cells:
            if cell.first == cell.last:
                found[cell.first] = max(found.get(cell.first, 0.0), cell.segment.x1)
    return found


def _is_broken(above: PlacedLine, line: PlacedLine, breaks: Sequence[float]) -> bool:
    return any(above.y1 - 2 <= place <= line.y0 + 2 for place in breaks)


def _stretches(lines: Sequence[PlacedLine], breaks: Sequence[float]) -> list[Row]:
    """The lines cut at rulings and at gaps that are clearly wider than those of a cell's lines."""
    found: list[Row] = []
    for line in lines:
        if (
            found
            and not _is_broken(found[-1][-1], line, breaks)
            and (line.y0 - max(other.y1 for other in found[-1])) <= ROW_GAP_EM * line.size
        ):
            found[-1].append(line)
        else:
            found.append([line])
    return found


def _is_one_row(row: Row, ends: dict[int, float]) -> bool:
    """Whether lines that stand close together go on with one another, cell by cell."""
    for index, line in enumerate(row[1:], 1):
        if _collide(row[:index], line):
            return False
        above = row[index - 1]
        if line.y0 < above.y1 - 0.2 * line.size or line.label is None or above.label is None:
            continue
        if len(line.cells) == 1 and len(above.cells) == 1 and above.bold != line.bold:
            return False
        shared = [
            (before.segment, cell.segment, ends.get(cell.first, cell.segment.x1))
            for cell in line.cells
            for before in above.cells
            if before.first == cell.first
        ]
        if not any(not had_room(*pair) for pair in shared):
            return False
    return True


def _tight_em(lines: Sequence[PlacedLine]) -> float:
    """How far apart lines of one label may be: hardly more than the nearest of all."""
    labels = [line for line in lines if line.label is not None]
    gaps = [(below.y0 - above.y1) / below.size for above, below in pairwise(labels)]
    return min(_TIGHT_EM, min(gaps, default=0.0) + _SLACK_EM)


def _belongs(row: Row, line: PlacedLine, ends: dict[int, float], tight: float) -> bool:
    """Whether `line` goes on with `row`."""
    em = line.size
    gap = (line.y0 - max(other.y1 for other in row)) / em
    if gap > _TIGHT_EM:
        return False
    label, others = line.label, [cell for cell in line.cells if cell.first > 0]
    labels = [other.label for other in row if other.label is not None]
    has_others = any(cell.first > 0 for other in row for cell in other.cells)
    if label is None:
        if not labels:
            return not _collide(row, line)
        overlap = gap < -0.2
        return (overlap or not has_others or _goes_on(row, others)) and not _collide(row, line)
    if not labels:
        # The label's first line stands higher or lower than the values beside it.
        return gap < -0.2 and not others
    if others and has_others:
        return gap <= tight and _runs_on(row[-1], line, ends)
    if row[-1].bold != line.bold:
        return False
    if gap < -0.2 and row[-1].label is None:
        return True
    label_gap = (line.y0 - max(other.y1 for other in row if other.label is not None)) / em
    return label_gap <= tight and not had_room(labels[-1].segment, label.segment, ends.get(0, 0.0))


def _runs_on(above: PlacedLine, line: PlacedLine, ends: dict[int, float]) -> bool:
    """Whether each text goes on with small letters, one of them where there was no more room."""
    pairs = [
        (before.segment, cell.segment, ends.get(cell.first, cell.segment.x1))
        for cell in line.cells
        for before in above.cells
        if before.first == cell.first
    ]
    return (
        len(pairs) == len(line.cells)
        and all(below.text[:1].islower() for _, below, _ in pairs)
        and not all(had_room(*pair) for pair in pairs)
    )


def _goes_on(row: Row, others: Sequence[Placed]) -> bool:
    """Whether each of the cells stands below text of the row in its column."""
    texts = [cell for line in row for cell in line.cells if not is_value(cell.segment.text)]
    return all(
        any(text.first <= cell.first and cell.last <= text.last for text in texts)
        for cell in others
    )


def _collide(row: Row, line: PlacedLine) -> bool:
    """Whether a value of the line stands below a value of the row."""
    values = {cell.first for other in row for cell in other.cells if is_value(cell.segment.text)}
    return any(cell.first in values and is_value(cell.segment.text) for cell in line.cells)
