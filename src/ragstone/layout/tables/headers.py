"""Headers of a table: which lines at the top they are, and which columns a heading spans.

Told by the first ruling under it, else by the first line of values, else by bold type. A heading
spans the columns over which a short line is drawn below it, or in whose middle it stands. Not here:
the body.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ragstone.layout.tables.columns import Placed
from ragstone.layout.tables.draft import Draft, DraftCell, Piece
from ragstone.layout.tables.lines import Segment, is_value
from ragstone.layout.tables.rows import ROW_GAP_EM, PlacedLine
from ragstone.layout.tables.rulings import Ruling

#: A header has at most so many lines, and this share of the table's.
_MAX_LINES, _MAX_SHARE = 10, 0.5
#: A heading stands in the middle of its columns within so many ems and this share of their width.
_CENTRE_EM, _CENTRE_SHARE = 0.6, 0.03
_YEAR = re.compile(r"(?:FY\s?)?(?:19|20)\d\d(?:\s?[-–/]\s?(?:\d\d){1,2})?[*a-z]?")


def header_end(lines: Sequence[PlacedLine], full: Sequence[float]) -> int:
    """How many lines are the header; `full` are the y of rulings over the whole width."""
    limit = min(_MAX_LINES, int(_MAX_SHARE * len(lines)) + 1, len(lines) - 1)
    first_values = next(
        (index for index, line in enumerate(lines) if line.has_values and not _are_years(line)),
        None,
    )
    for place in full:
        above = sum(1 for line in lines if (line.y0 + line.y1) / 2 < place)
        if above:
            if above <= limit and (first_values is None or first_values >= above or above == 1):
                return above
            break
    if first_values is None:
        return _bold_end(lines, limit)
    if first_values > limit:
        return 0
    # A lone label above the first values heads a section of the body.
    while (
        first_values > 1
        and len(lines[first_values - 1].cells) == 1
        and lines[first_values - 1].label is not None
    ):
        first_values -= 1
    return _first_full(lines[:first_values])


def _first_full(lines: Sequence[PlacedLine]) -> int:
    """How many of some lines without values are a header: what stands below the first full one, a
    row's distance away and in the same columns, are rows of words."""
    for index, (above, below) in enumerate(pairwise(lines), 1):
        apart = below.y0 - above.y1 > ROW_GAP_EM * below.size
        if apart and len(above.cells) > 1 and _columns(above) == _columns(below):
            return index
    return len(lines)


def _columns(line: PlacedLine) -> list[tuple[int, int]]:
    return [(cell.first, cell.last) for cell in line.cells]


def _bold_end(lines: Sequence[PlacedLine], limit: int) -> int:
    """How many bold lines with several cells stand above regular ones."""
    end = 0
    while end < limit and lines[end].bold and len(lines[end].cells) > 1:
        end += 1
    return end if not any(line.bold for line in lines[end:]) else 0


def _are_years(line: PlacedLine) -> bool:
    """Whether the numbers of a line name its columns: years, or 1, 2, 3 …"""
    right = [cell.segment.text for cell in line.cells if cell.first > 0]
    values = [text for text in right if is_value(text)]
    if values and all(_YEAR.fullmatch(text) for text in values):
        return True
    numbers = [int(text) for text in right if text.isdecimal()]
    return len(numbers) > 2 and all(b - a == 1 for a, b in pairwise(numbers))


def header_cells(
    lines: Sequence[PlacedLine], centres: Sequence[float], short: Sequence[Ruling]
) -> tuple[list[DraftCell], int]:
    """The header's cells and how many rows they take.

    `centres` are the middles of the columns' text, `short` the rulings over some columns.
    """
    if not lines:
        return [], 0
    ruled = _ruled_spans(lines, centres, short)
    held: list[tuple[float, int, int, Placed]] = []
    ends: list[float] = [y for _, _, y in ruled]
    for index, line in enumerate(lines):
        middle, below = (line.y0 + line.y1) / 2, lines[index + 1 :]
        if ruled:
            spans = [_ruled_span(cell, middle, centres, ruled) for cell in line.cells]
        else:
            spans = _centred_spans(line, below, len(centres))
            over = {span for span in spans if span[0] < span[1]}
            if over and below:
                under = {(cell.first, cell.last) for cell in below[0].cells}
                if not over <= under:
                    ends.append((line.y1 + below[0].y0) / 2)
        held += ((middle, *span, cell) for span, cell in zip(spans, line.cells, strict=True))
    levels = _levels(ends, lines)
    pieces: dict[tuple[int, int, int], list[Piece]] = {}
    for middle, first, last, cell in held:
        row = sum(1 for y in levels if y < middle)
        pieces.setdefault((row, first, last), []).extend(cell.segment.pieces)
    return _stacked(pieces, len(levels) + 1, len(centres)), len(levels) + 1


def _levels(ends: Sequence[float], lines: Sequence[PlacedLine]) -> list[float]:
    """The borders between the header's rows: below each layer of headings that span."""
    found: list[float] = []
    for y in sorted(ends):
        if y < lines[-1].y0 + 1 and (
            not found or any(found[-1] < (line.y0 + line.y1) / 2 < y for line in lines)
        ):
            found.append(y)
    return found


def _ruled_spans(
    lines: Sequence[PlacedLine], centres: Sequence[float], short: Sequence[Ruling]
) -> list[tuple[int, int, float]]:
    """(first column, last column, y) of each short ruling in the header over several columns."""
    found: list[tuple[int, int, float]] = []
    for line in short:
        over = [index for index, x in enumerate(centres) if line.start - 2 <= x <= line.end + 2]
        if len(over) > 1 and lines[0].y0 < line.at < lines[-1].y0 + 1:
            found.append((over[0], over[-1], line.at))
    return found


def _ruled_span(
    cell: Placed,
    middle: float,
    centres: Sequence[float],
    ruled: Sequence[tuple[int, int, float]],
) -> tuple[int, int]:
    """The columns of the nearest short ruling below a heading, else the one it stands over."""
    centre = (cell.segment.x0 + cell.segment.x1) / 2
    below = [
        (y, first, last)
        for first, last, y in ruled
        if y > middle
        and (first <= cell.first <= last or first <= cell.last <= last)
        and centres[first] - cell.segment.pieces[0].size <= centre
        and centre <= centres[last] + cell.segment.pieces[0].size
    ]
    if below:
        return min(below)[1:]
    if cell.first == cell.last:
        return cell.first, cell.last
    nearest = min(range(cell.first, cell.last + 1), key=lambda index: abs(centres[index] - centre))
    return nearest, nearest


def _centred_spans(
    line: PlacedLine, below: Sequence[PlacedLine], columns: int
) -> list[tuple[int, int]]:
    """The columns over which the headings of a line stand in the middle.

    Only where together they leave no column out but the first, and each column that is spanned has
    a heading of its own below.
    """
    touched = [(cell.first, cell.last) for cell in line.cells]
    if not below:
        return touched
    tops = {
        column: part.segment
        for part in below[0].cells
        for column in range(part.first, part.last + 1)
    }
    found: list[tuple[int, int]] = []
    for number, cell in enumerate(line.cells):
        low = found[-1][1] + 1 if found else 0
        high = line.cells[number + 1].first - 1 if number + 1 < len(line.cells) else columns - 1
        found.append(_centred(cell, low, high, tops))
    covered = {column for first, last in found for column in range(first, last + 1)}
    return found if covered >= set(range(1, columns)) else touched


def _centred(cell: Placed, low: int, high: int, tops: dict[int, Segment]) -> tuple[int, int]:
    """The most columns between `low` and `high` in whose middle a heading stands."""
    centre, size = (cell.segment.x0 + cell.segment.x1) / 2, cell.segment.pieces[0].size
    best = (cell.first, cell.last)
    for first in range(low, cell.first + 1):
        for last in range(max(cell.last, first + 1), high + 1):
            if not all(column in tops for column in range(first, last + 1)):
                continue
            x0, x1 = tops[first].x0, tops[last].x1
            near = _CENTRE_EM * size + _CENTRE_SHARE * (x1 - x0)
            if abs((x0 + x1) / 2 - centre) <= near and last - first > best[1] - best[0]:
                best = (first, last)
    return best


def _stacked(
    held: dict[tuple[int, int, int], list[Piece]], rows: int, columns: int
) -> list[DraftCell]:
    """Cells of the header; a column without a heading above it is one cell over all rows."""
    spanned = {
        (row, column)
        for row, first, last in held
        for column in range(first, last + 1)
        if first < last
    }
    found: list[DraftCell] = []
    for (row, first, last), pieces in held.items():
        if first < last:
            found.append(DraftCell(row, first, row + 1, last + 1, tuple(pieces)))
    for column in range(columns):
        start = 0
        for row in range(rows + 1):
            if row < rows and (row, column) not in spanned:
                continue
            if start < row:
                pieces = [
                    piece
                    for inner in range(start, row)
                    for piece in held.get((inner, column, column), ())
                ]
                found.append(DraftCell(start, column, row, column + 1, tuple(pieces)))
            start = row + 1
    return found


def headed(draft: Draft) -> Draft:
    """A table in a grid with its header rows told: names over values, or bold over regular."""
    body = draft.rows - 1
    if body < 1 or draft.columns < 2:
        return draft
    end = max((cell.row_end for cell in draft.cells if cell.row == 0), default=1)
    over_columns = any(
        cell.column_end - cell.column > 1 for cell in draft.cells if cell.row_end == end
    )
    end += over_columns and end + 1 < draft.rows
    if end >= draft.rows:
        return draft
    top = [cell for cell in draft.cells if cell.row < end and cell.pieces]
    below = [cell for cell in draft.cells if cell.row >= end and cell.pieces]
    right = [is_value(cell.text) for cell in below if cell.column > 0]
    named = not any(is_value(cell.text) and not _YEAR.fullmatch(cell.text) for cell in top)
    over_values = named and 2 * sum(right) >= len(right) > 0
    over_regular = all(map(_is_bold, top)) and 2 * sum(map(_is_bold, below)) < len(below)
    return replace(draft, header_rows=end) if top and (over_values or over_regular) else draft


def _is_bold(cell: DraftCell) -> bool:
    return all(piece.fragment.style.bold for piece in cell.pieces)
