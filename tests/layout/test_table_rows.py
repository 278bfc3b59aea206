"""Rows and headers of tables: which lines are one row, which of them head the columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragstone.layout.tables.columns import columns, placed
from ragstone.layout.tables.headers import header_end
from ragstone.layout.tables.lines import text_lines
from ragstone.layout.tables.rows import PlacedLine, rows
from table_pages import cells, pieces, words

Grid = Sequence[Sequence[str]]
XS = (72.0, 300.0, 400.0)


def placed_lines(grid: Grid, pitch: float, bold: int = 0) -> list[PlacedLine]:
    lines = text_lines(pieces(cells(grid, xs=XS, pitch=pitch, bold=bold)))
    found = columns(lines)
    assert found is not None
    return [
        PlacedLine(tuple(placed(line, found, words)), line.y0, line.y1, line.size) for line in lines
    ]


def told(grid: Grid, pitch: float = 12.0, breaks: Sequence[float] = ()) -> list[str]:
    """The labels of each row."""
    return [
        " ".join(line.label.segment.text for line in row if line.label)
        for row in rows(placed_lines(grid, pitch), breaks)
    ]


FULL = "A label that takes all of the width up to"
FIRST = [["Hake", "12", "13"], ["Cod", "7", "8"]]


def test_each_line_of_values_is_a_row() -> None:
    assert told([*FIRST, ["Sole", "1", "2"]]) == ["Hake", "Cod", "Sole"]


def test_a_label_without_room_goes_on_below() -> None:
    assert told([*FIRST, [FULL, "1", "2"], ["the end"], *FIRST]) == [
        "Hake",
        "Cod",
        f"{FULL} the end",
        "Hake",
        "Cod",
    ]


def test_a_label_with_room_begins_a_row() -> None:
    assert told([[FULL, "1", "2"], ["Hake", "12", "13"], ["Flatfish"], *FIRST])[2] == "Flatfish"


def test_a_ruling_ends_a_row() -> None:
    lines = [*FIRST, [FULL, "1", "2"], ["the end"], *FIRST]

    assert told(lines, breaks=[135.0])[2:4] == [FULL, "the end"]


def test_values_without_a_label_are_a_row() -> None:
    assert told([*FIRST, ["", "1", "2"], ["Sole", "3", "4"]]) == ["Hake", "Cod", "", "Sole"]


def ends(grid: Grid, full: Sequence[float] = (), bold: int = 0) -> int:
    return header_end(placed_lines(grid, 18.0, bold), full)


def test_a_header_ends_above_the_first_values() -> None:
    assert ends([["Fish", "Men", "Days"], *FIRST, *FIRST]) == 1


def test_years_are_a_header() -> None:
    assert ends([["Fish", "2022", "2023"], *FIRST, *FIRST]) == 1


def test_counted_columns_are_a_header() -> None:
    grid = [["Week", "1", "2", "3"], ["Hake", "4", "9", "9"], ["Cod", "2", "1", "7"]]
    lines = text_lines(pieces(cells(grid, xs=(72.0, 200.0, 300.0, 400.0))))
    found = columns(lines)
    assert found is not None

    made = [
        PlacedLine(tuple(placed(line, found, words)), line.y0, line.y1, line.size) for line in lines
    ]

    assert header_end(made, ()) == 1


def test_a_label_above_the_first_values_heads_rows_and_no_columns() -> None:
    assert ends([["Fish", "Men", "Days"], ["Flatfish"], *FIRST, *FIRST]) == 1


def test_a_ruling_ends_a_header() -> None:
    grid = [["Fish", "Men", "Place"], ["Hake", "Ann", "quay"], ["Cod", "Bo", "dock"]]

    assert ends(grid, full=[114.0]) == 1
    assert ends(grid) == 0


def test_bold_names_are_a_header() -> None:
    grid = [["Fish", "Men", "Place"], ["Hake", "Ann", "quay"], ["Cod", "Bo", "dock"]]

    assert ends(grid, bold=1) == 1


def test_a_label_wider_than_those_with_values_heads_a_row_that_begins_with_a_capital() -> None:
    lines = [["Boats of the first class"], *FIRST, ["Boats of the third class"], ["Sole", "1", "2"]]

    assert told(lines)[0] == "Boats of the first class"
    assert told(lines)[-2:] == ["Boats of the third class", "Sole"]


def test_a_label_that_goes_on_with_a_small_letter_is_one_row() -> None:
    assert told([*FIRST, [FULL], ["a boat", "1", "2"]])[-1] == f"{FULL} a boat"


def test_a_label_above_rows_that_are_set_in_heads_them() -> None:
    wide = "Demography of all parishes"
    lines = placed_lines([[wide], ["of the", "12", "13"], ["of a", "7", "8"], [wide, "1", "2"]], 12)
    moved = [
        PlacedLine(
            tuple(
                replace(
                    cell, segment=cell.segment._replace(x0=cell.segment.x0 + 6 * (at in (1, 2)))
                )
                for cell in line.cells
            ),
            line.y0,
            line.y1,
            line.size,
        )
        for at, line in enumerate(lines)
    ]

    assert len(rows(lines, [])) == 3
    assert len(rows(moved, [])) == 4
