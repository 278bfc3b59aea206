"""Tables between level rulings: cells of running text, rows to be filled, one column."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from pages import PROSE
from ragstone.layout.fragment import Fragment
from table_pages import box, cells, find, level, text, texts, upright

STEPS = ["Weigh the sample", "Heat it slowly", "Let it cool down", "Weigh it again", "Write"]
CATIONS = ["Potassium", "Sodium", "Calcium", "Aluminium"]


def typed(fragments: list[Fragment]) -> list[Fragment]:
    return [replace(item, style=replace(item.style, monospaced=True)) for item in fragments]


def prose(top: float) -> list[Fragment]:
    return [text(line, 72, top + 12 * number) for number, line in enumerate(PROSE * 3)]


def test_lines_that_go_on_in_a_wide_second_column_are_no_running_text() -> None:
    made = [text("Term", 72, 100), text("Meaning", 160, 100)]
    for number, term in enumerate(("Draught", "Freeboard", "Keel")):
        top = 120 + 65 * number
        made.append(text(term, 72, top))
        made += [text(line, 160, top + 12 * at) for at, line in enumerate(PROSE[:2] * 2)]
    end = max(item.x1 for item in made)

    (table,) = find(made, [level(y, 70, end) for y in (97, 115, 310)])

    assert [row[0] for row in texts(table)] == ["Term", "Draught", "Freeboard", "Keel"]
    assert table.rule == "level_rulings"


def test_a_running_head_over_titles_and_prose_is_no_table_to_be_filled() -> None:
    lines = ["Locks", "Here we speak of locks.", "Gates", "Gates are opened by hand."]
    made = cells([["Harbour handbook", "Page"], *([line] for line in lines)])

    assert not find(made, [level(97), level(115), level(210)])


def test_rows_that_are_to_be_filled_are_a_table() -> None:
    made = cells([["Cation", "Rate"], *([cation] for cation in CATIONS)])

    (table,) = find(made, [level(97), level(115), level(190)])

    assert texts(table) == [["Cation", "Rate"], *([cation, ""] for cation in CATIONS)]


def test_a_heading_in_the_middle_beside_one_of_two_lines_is_in_the_same_header() -> None:
    made = [text("Cation", 72, 106), text("Relative size", 200, 100), text("of flakes", 200, 112)]
    made += cells([[cation] for cation in CATIONS], 130)

    (table,) = find(made, [level(97), level(125), level(200)])

    assert texts(table)[0] == ["Cation", "Relative size of flakes"]
    assert table.columns == 2


def test_airy_lines_under_a_heading_between_rulings_are_a_table_of_one_column() -> None:
    made = cells([["Areas of competence"], *([step] for step in STEPS)], pitch=22)

    (table,) = find(made, [level(95), level(116), level(235)])

    assert texts(table) == [["Areas of competence"], *([step] for step in STEPS)]
    assert table.header_rows == 1


def test_a_paragraph_under_a_heading_between_rulings_is_no_table() -> None:
    made = [text("Areas of competence", 72, 100), *prose(122)]

    assert find(made, [level(96), level(117), level(300)]) == []


def test_a_note_and_a_title_aside_between_two_tables_part_them() -> None:
    rows = [["Fish", "2022", "2023"], ["Hake", "120", "131"], ["Cod", "77", "81"]]
    between = [text("Not all of it", 72, 165), text("Landings of the fleet", 250, 190)]
    made = [*cells(rows), *between, *cells(rows, 215)]

    found = find(made, [level(y) for y in (97, 115, 155, 212, 230, 270)])

    assert [texts(table) for table in found] == [rows, rows]


def test_steps_of_an_algorithm_are_no_table() -> None:
    made = [text("Algorithm 1 Drying", 72, 100)]
    made += cells([[f"{at}:", step, "(slow)"] for at, step in enumerate(STEPS, 1)], 120)

    assert find(made, [level(97), level(115), level(195)]) == []


def test_code_between_rulings_is_no_table() -> None:
    printed = typed(cells([["> fit", "lm(y)", "# line"], ["x", "1.2", "0.3"], ["y", "3.4", "0.1"]]))

    assert find([*printed, *prose(300)], [level(97), level(115), level(155)]) == []


def test_code_on_a_background_is_no_table() -> None:
    rows = [["x <- 1", "# one"], ["y <- 2", "# two"], ["z <- 3", "# three"]]
    shades = [box(70, 97 + 18 * at, 300, 115 + 18 * at, 0xEEEEEE - at) for at in range(3)]
    halves = [box(198, 97 + 18 * at, 300, 115 + 18 * at, 0xDDDDDD - at) for at in range(3)]

    assert find([*typed(cells(rows)), *prose(300)], [*shades, *halves]) == []
    assert len(find([*cells(rows), *prose(300)], [*shades, *halves])) == 1


def test_a_coloured_header_is_no_table_without_the_rows_below_it() -> None:
    rows = [["Fish", "Hauls", "Boats"], ["", "north", "south"], *([f, "12", "8"] for f in CATIONS)]
    shades = [
        box(x0, 97 + 18 * at, x1, 115 + 18 * at, 0xDDE6F0)
        for at in range(2)
        for x0, x1 in pairwise((70, 198, 298, 398))
    ]

    (table,) = find(cells(rows), shades)

    assert texts(table)[-4:] == rows[2:]


def test_numbers_over_the_lines_of_a_chart_are_no_table() -> None:
    made = [text(str(10 * at), 100 + 60 * at, 112 + 36 * (at % 2)) for at in range(1, 7)]
    made += [text(str(10 * at), 130 + 60 * at, 112 + 36 * (at % 2)) for at in range(1, 7)]

    assert find(made, [upright(80, 97, 169), *(level(y, 80, 560) for y in (97, 133, 169))]) == []
