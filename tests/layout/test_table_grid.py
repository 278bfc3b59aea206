"""Grids: made ones, with any spans, are found again."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import given, settings

from ragstone.layout.shape import Shape
from ragstone.layout.tables.grid import GridCell, grids, level_alone
from ragstone.layout.tables.rulings import rulings
from table_pages import box, lattice, level, upright

Spans = set[tuple[int, int, int, int]]


@st.composite
def divisions(draw: st.DrawFn) -> tuple[int, int, Spans]:
    """Rows, columns, and cells (row, column, row end, column end) that fill them, some joined."""
    rows, columns = draw(st.integers(2, 7)), draw(st.integers(2, 6))
    free = {(row, column) for row in range(rows) for column in range(columns)}
    found: Spans = set()
    for row in range(rows):
        for column in range(columns):
            if (row, column) not in free:
                continue
            high, wide = draw(st.sampled_from([(1, 1), (1, 1), (1, 1), (1, 2), (2, 1), (2, 2)]))
            row_end, column_end = min(row + high, rows), min(column + wide, columns)
            if not {(r, c) for r in range(row, row_end) for c in range(column, column_end)} <= free:
                row_end, column_end = row + 1, column + 1
            free -= {(r, c) for r in range(row, row_end) for c in range(column, column_end)}
            found.add((row, column, row_end, column_end))
    return rows, columns, found


def sides(cells: Spans, lean: float = 0.0) -> list[Shape]:
    """The sides of cells of 60 × 20 points."""
    found: list[Shape] = []
    for row, column, row_end, column_end in cells:
        x0, x1, y0, y1 = 70 + 60 * column, 70 + 60 * column_end, 100 + 20 * row, 100 + 20 * row_end
        found += [level(y0 + lean, x0, x1), level(y1 - lean, x0, x1)]
        found += [upright(x0 + lean, y0, y1), upright(x1 - lean, y0, y1)]
    return found


def is_whole(rows: int, columns: int, cells: Spans) -> bool:
    """Whether each line between two rows or columns is drawn somewhere."""
    inner_rows = {cell[0] for cell in cells} - {0}
    inner_columns = {cell[1] for cell in cells} - {0}
    return len(inner_rows) == rows - 1 and len(inner_columns) == columns - 1


@given(divisions(), st.sampled_from([0.0, 0.4, 1.2]))
@settings(deadline=None, max_examples=60)
def test_a_made_grid_with_spans_is_found_again(made: tuple[int, int, Spans], lean: float) -> None:
    rows, columns, cells = made
    if len(cells) < 2 or not is_whole(rows, columns, cells):
        return

    (found,) = grids(rulings(sides(cells, lean)))

    assert set(found.cells) == {GridCell(*cell) for cell in cells}


def test_an_open_grid_is_closed_at_the_ends_of_its_lines() -> None:
    lines = [level(100), level(120), level(140), upright(200, 100, 140)]

    (found,) = grids(rulings(lines))

    assert found.xs == (70, 200, 500)
    assert len(found.cells) == 4


def test_frames_that_do_not_touch_are_grids_of_their_own() -> None:
    inner = lattice([100, 200, 300], [200, 220, 240])

    found = grids(rulings([box(70, 100, 500, 400), *inner]))

    assert [grid.box for grid in found] == [(100, 200, 300, 240)]


def test_cells_framed_each_for_itself_make_one_grid() -> None:
    frames = [
        box(70 + 62 * column, 100 + 22 * row, 130 + 62 * column, 120 + 22 * row)
        for row in range(3)
        for column in range(3)
    ]

    (found,) = grids(rulings(frames))

    assert (len(found.xs), len(found.ys), len(found.cells)) == (4, 4, 9)


def test_the_sides_of_a_frame_do_not_stand_alone() -> None:
    found = level_alone(rulings([box(70, 100, 500, 400), level(200, 100, 450)]))

    assert [line.at for line in found] == [200]
