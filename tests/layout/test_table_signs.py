"""Signs in tables: ticks, footnote marks, brackets of full width; and what only looks alike."""

from __future__ import annotations

from ragstone.layout.tables.columns import columns, placed
from ragstone.layout.tables.lines import is_value, segment, text_lines
from table_pages import COLUMNS, cells, find, lattice, level, pieces, text, texts, upright, words

SYSTEMS = [
    ["System", "Fast", "Small", "Free"],
    ["First", "✓", "", "✓"],
    ["Second", "", "✓", "✓"],
    ["Third", "✓", "✓", ""],
    ["Fourth", "✓", "", "✓"],
]


def test_ticks_are_cells_and_no_bullets() -> None:
    made = cells(SYSTEMS)

    (table,) = find(made, [level(97), level(115), level(190)])

    assert texts(table) == SYSTEMS


def test_bulleted_texts_in_columns_are_no_table() -> None:
    rows = [["Now", "Then"], *(["• eat the fish", "• sell the boat"] for _ in range(4))]

    assert find(cells(rows), [level(97), level(115), level(190)]) == []


def test_ticks_and_shares_with_a_blank_in_brackets_are_values() -> None:
    assert all(map(is_value, ("✓", "×", "314 ( 6)")))


def test_three_numbered_chapters_with_their_pages_are_no_table() -> None:
    rows = [["1", "Introduction", "2"], ["2", "Single names", "7"], ["3", "Double names", "9"]]

    assert find(cells(rows)) == []


def test_a_bracket_of_full_width_ends_where_its_ink_does() -> None:
    (piece,) = pieces([text("产值（万元）", 100, 100)])
    (open_,) = pieces([text("产值", 100, 100)])

    assert segment([piece]).x1 == piece.x1 - 5
    assert segment([open_]).x1 == open_.x1


def test_words_of_justified_text_in_one_column_are_one_cell() -> None:
    rows = cells([["Mapping of all", "12", "13"], *[["Offset", "7", "8"]] * 5], xs=(72, 300, 400))
    wide = [text("Parameters", 72, 220), text("to", 145, 220), text("be", 175, 220)]
    lines = text_lines(pieces([*rows, *wide]))
    found = columns(lines)
    assert found is not None

    (cell,) = placed(lines[-1], found, words)

    assert cell.segment.text == "Parameters to be"


def test_rows_without_lines_below_the_header_of_a_grid_are_rows() -> None:
    rows = [["Name", "Right", "Left"], ["A", "1.40", "txt"], ["B", "34.60", "word"]]
    lines = [level(y, 70, 380) for y in (97, 115, 151)]
    lines += [upright(x - 2, 97, 151) for x in (72, 200, 300)] + [upright(380, 97, 151)]

    (table,) = find(cells(rows), lines)

    assert texts(table) == rows


def test_cells_with_several_lines_in_a_full_grid_stay_whole() -> None:
    rows = [["Name", "Right"], ["Hake", "12"], ["Cod", "8"]]
    made = [*cells(rows, pitch=30), text("(0.3)", 200, 142), text("large", 72, 142)]

    (table,) = find(made, lattice([70, 195, 300], [97, 127, 157, 187]))

    assert texts(table) == [["Name", "Right"], ["Hake large", "12 (0.3)"], ["Cod", "8"]]
    assert COLUMNS[1] == 200
