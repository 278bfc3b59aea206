"""Which rows at the top of a table name its columns.

header_rows([(1, [(1, "Fish", True, 0), (2, "Tons", True, 0)]),
             (2, [(1, "Hake", True, 0), (2, "8", False, 0)])])          # 1
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragstone.parsers.tabular.cells import Cell, Row
from ragstone.parsers.tabular.merges import Merges

#: Rows that are looked at below a first one, and the most that a header may have.
LOOKED_AT, _MOST = 24, 6
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_LONGEST_NAME = 80
_NO_CELLS = (0, 0, 0)


def header_rows(rows: Sequence[Row], merges: Merges | None = None, *, assumed: bool = False) -> int:
    """How many of the first rows are the header; 0 for none.

    The first row is one when it holds names alone and something sets it apart from what follows:
    numbers below it, another look, or three different names over texts (`assumed`: two will do).
    Cells merged over several columns have their sub-columns' names in the row below.
    """
    if len(rows) < 2:
        return 0
    first = rows[0]
    spans = [] if merges is None else list(merges.of_row(first[0]).values())
    wide = [area for area in spans if area.right > area.left]
    if not (wide and _are_names(first[1])) and not _names_columns(rows, assumed=assumed):
        return 0
    if merges is None:
        return 1
    return _with_spans(rows, merges)


def _with_spans(rows: Sequence[Row], merges: Merges) -> int:
    """The depth of a header whose cells are merged: down to the names of single columns."""
    depth, number = 1, 0
    while number < depth < min(_MOST, len(rows) - 1) + 1 and number < len(rows):
        row = rows[number][0]
        for area in merges.of_row(row).values():
            end = area.bottom - rows[0][0] + 1
            if area.right > area.left:
                end += 1
            depth = max(depth, min(end, _MOST))
        number += 1
    return depth if depth < len(rows) else 1


def _names_columns(rows: Sequence[Row], *, assumed: bool) -> bool:
    first, below = rows[0][1], rows[1 : 1 + LOOKED_AT]
    widest = max(len(cells) for _, cells in below)
    if len(first) < max(2 if widest > 1 else 1, widest // 2) or not _are_names(first):
        return False
    counts = _counts(below)
    if any(_is_number_under_name(cell, *counts.get(cell[0], _NO_CELLS)) for cell in first):
        return True
    if _look_differs(first, below):
        return True
    texts = [cell[1] for cell in first]
    recur = {cell[1] for _, cells in below for cell in cells}.intersection(texts)
    if len(set(texts)) < len(texts) or recur:
        return False
    # The rows of a form are of different lengths, and its first one is no header.
    full = sum(len(cells) * 2 > len(first) for _, cells in below)
    return assumed or (len(texts) > 2 and len(below) > 1 and full * 5 >= len(below) * 4)


def _are_names(cells: Sequence[Cell]) -> bool:
    """Short texts, and years beside texts."""
    texts = [cell for cell in cells if cell[2]]
    others = [cell for cell in cells if not cell[2]]
    if any(len(cell[1]) > _LONGEST_NAME for cell in texts):
        return False
    if not others:
        return bool(texts)
    # Item | 2022 | 2023
    years = [cell[1] for cell in others]
    return all(map(_YEAR.match, years)) and (not texts or cells[0][2]) and len(set(years)) > 1


def _counts(rows: Sequence[Row]) -> dict[int, tuple[int, int, int]]:
    """For each column how many cells it has, how many of them are numbers, how many years."""
    found: dict[int, tuple[int, int, int]] = {}
    for _, cells in rows:
        for column, text, is_text, _ in cells:
            every, numbers, years = found.get(column, _NO_CELLS)
            is_year = not is_text and _YEAR.match(text) is not None
            found[column] = every + 1, numbers + (not is_text), years + is_year
    return found


def _is_number_under_name(name: Cell, every: int, numbers: int, years: int) -> bool:
    if not numbers or numbers * 2 < every:
        return False
    return name[2] or years < numbers


def _look_differs(first: Sequence[Cell], below: Sequence[Row]) -> bool:
    """Whether most of the cells look otherwise than those below them, which look alike."""
    second = {cell[0]: cell[3] for cell in below[0][1]}
    pairs = [(cell[3], second[cell[0]]) for cell in first if cell[0] in second]
    return len(pairs) > 1 and sum(one != other for one, other in pairs) * 3 > len(pairs) * 2
