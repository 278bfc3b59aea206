"""Tables of a page: what is one, its cells, and what only looks like one."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise
from random import Random

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from pages import HEIGHT, PROSE, WIDTH
from ragstone.layout.fragment import Fragment
from ragstone.layout.shape import Shape
from ragstone.layout.tables.frame import Frame
from ragstone.layout.tables.table import PageTable
from table_pages import COLUMNS, ROW, box, cells, find, lattice, level, text, texts, upright

CATCH = [
    ["Fish", "2022", "2023", "Share"],
    ["Hake", "120", "131", "40.1%"],
    ["Cod", "77", "81", "24.8%"],
    ["Sole", "12", "9", "2.8%"],
    ["All", "209", "221", "67.7%"],
]
XS = [70.0, 195.0, 295.0, 395.0, 475.0]


def ys(rows: int, top: float = 97.0) -> list[float]:
    return [top + ROW * number for number in range(rows + 1)]


def only(found: list[PageTable]) -> PageTable:
    (table,) = found
    return table


# Ruled grids.


def test_a_ruled_grid_is_a_table() -> None:
    table = only(find(cells(CATCH), lattice(XS, ys(5))))

    assert texts(table) == CATCH
    assert (table.rows, table.columns, table.rule, table.header_rows) == (5, 4, "ruled_grid", 1)


def test_a_table_holds_its_fragments_and_no_others() -> None:
    around = [text("Before the table.", 72, 60), text("After it.", 72, 300)]

    table = only(find([*around, *cells(CATCH)], lattice(XS, ys(5))))

    assert table.taken == frozenset(range(2, 22))


def test_a_missing_side_joins_cells() -> None:
    top = [level(97), level(133), upright(70, 97, 133), upright(475, 97, 133)]
    head = [*top, upright(195, 97, 133), level(115, 195, 475), upright(295, 115, 133)]
    head += [upright(395, 115, 133)]
    body = lattice(XS, ys(3, 133))
    made = cells([["Fish", "Tons"], ["", "2022", "2023", "Share"], *CATCH[1:4]])

    table = only(find(made, head + body))

    assert texts(table)[:2] == [["Fish (2×1)", "Tons (1×3)"], ["2022", "2023", "Share"]]
    assert table.header_rows == 2


def test_text_that_runs_over_a_line_is_cut_there() -> None:
    made = [*cells(CATCH[1:]), text("Ling or 14", 160, 172)]
    shapes = lattice(XS, ys(5))

    table = only(find(made, shapes))

    assert texts(table)[4] == ["Ling or", "14", "", ""]


def test_vertical_lines_alone_leave_the_rows_to_the_text() -> None:
    frame = [level(97), level(187), *(upright(x, 97, 187) for x in XS)]

    table = only(find(cells(CATCH), frame))

    assert texts(table) == CATCH
    assert table.rule == "ruled_columns"


def test_level_lines_in_a_frame_leave_the_columns_to_the_text() -> None:
    frame = [box(70, 97, 475, 187), *(level(y, 70, 475) for y in ys(5)[1:-1])]

    assert texts(only(find(cells(CATCH), frame))) == CATCH


def test_cells_of_different_colour_are_a_grid() -> None:
    shapes = [
        box(x0, y0, x1, y0 + ROW, fill=0xDDDDFF if (row + column) % 2 else 0xBBBBDD)
        for row, y0 in enumerate(ys(4))
        for column, (x0, x1) in enumerate(pairwise(XS))
    ]

    table = only(find(cells(CATCH), shapes))

    assert texts(table) == CATCH
    assert table.rule == "background_cells"


def test_a_caption_in_the_first_row_and_a_note_in_the_last_are_left_out() -> None:
    top, bottom = ys(5)[0], ys(5)[-1]
    around = [box(70, top - ROW, 475, top), box(70, bottom, 475, bottom + ROW)]
    made = [
        text("Table 3 Catch of the year", 80, top - 15),
        *cells(CATCH),
        text("Source: the harbour", 80, bottom + 3),
    ]

    table = only(find(made, [*around, *lattice(XS, ys(5))]))

    assert texts(table) == CATCH
    assert 0 not in table.taken


def test_columns_repeated_side_by_side_are_tables_of_their_own() -> None:
    rows = [["Age", "Men", "Age", "Men"]]
    rows += [[str(age), f"{age}.5", str(age + 5), f"{age + 5}.5"] for age in range(20, 25)]

    found = find(cells(rows), lattice(XS, ys(6)))

    assert [texts(table)[:2] for table in found] == [
        [["Age", "Men"], ["20", "20.5"]],
        [["Age", "Men"], ["25", "25.5"]],
    ]


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_turned_table_is_read_as_it_stands(turn: int) -> None:
    wide, high = (HEIGHT, WIDTH) if turn % 2 else (WIDTH, HEIGHT)
    frame = Frame(turn, wide, high)
    turned = [_turned(item, turn) for item in cells(CATCH)]
    shapes = [
        Shape(
            shape.kind, frame.shown(shape.box), shape.fill, shape.stroke, shape.width, shape.order
        )
        for shape in lattice(XS, ys(5))
    ]

    table = only(find(turned, shapes, wide, high))

    assert texts(table) == CATCH
    assert (table.box.x0, table.box.y0) == frame.shown((70, 97, 475, 187))[:2]


def test_a_table_of_hebrew_begins_at_the_right() -> None:
    rows = [
        ["2023", "2022", "דגים"],
        ["131", "120", "בקלה"],
        ["81", "77", "סול"],
        ["9", "12", "אמנון"],
    ]
    xs = [70.0, 195.0, 295.0, 395.0]

    table = only(find(cells(rows), lattice(xs, ys(4))))

    assert texts(table) == [list(reversed(row)) for row in rows]
    assert (table.box.x0, table.box.x1) == (70, 395)


def _turned(item: Fragment, turn: int) -> Fragment:
    return replace(item, style=replace(item.style, turn=turn))


# Level rulings.


def test_lines_above_and_below_make_a_table_of_aligned_text() -> None:
    table = only(find(cells(CATCH), [level(96), level(114), level(188)]))

    assert texts(table) == CATCH
    assert (table.rule, table.header_rows) == ("level_rulings", 1)


def test_a_heading_spans_the_columns_under_its_line() -> None:
    made = cells([["", "", "Tons"], ["Fish", "2022", "2023", "Share"], *CATCH[1:]])
    shapes = [level(96), level(114, 195, 345), level(132), level(206)]

    table = only(find([text("Weight", 250, 100), *made[1:]], shapes))

    assert texts(table)[0] == ["Fish (2×1)", "Weight (1×2)", "Share (2×1)"]
    assert texts(table)[1] == ["2022", "2023"]


def test_a_label_on_two_lines_is_one_row() -> None:
    made = cells([["Fish", "2022"]])
    made += [text("Fish that was landed by", 72, 118), text("12", 200, 118)]
    made += [text("foreign boats", 72, 129)]
    made += [
        text("Hake", 72, 147),
        text("120", 200, 147),
        text("Cod", 72, 165),
        text("77", 200, 165),
    ]

    table = only(find(made, [level(96, 70, 250), level(114, 70, 250), level(178, 70, 250)]))

    assert texts(table)[1] == ["Fish that was landed by foreign boats", "12"]
    assert table.rows == 4


def test_a_label_without_values_heads_the_rows_below_it() -> None:
    made = cells([*CATCH[:2], ["Flatfish"], *CATCH[3:]])

    table = only(find(made, [level(96), level(114), level(188)]))

    assert texts(table)[2] == ["Flatfish", "", "", ""]


def test_running_text_between_two_lines_is_no_table() -> None:
    made = [text(line, 72, 100 + 12 * number) for number, line in enumerate(PROSE * 3)]

    assert find(made, [level(96), level(220)]) == []


def test_notes_between_two_tables_part_them() -> None:
    lower = cells(CATCH, 300)
    notes = [text("a Landed in the harbour only.", 72, 195), text("Table 2 Catch again", 72, 270)]
    shapes = [level(y) for y in (96, 114, 188, 296, 314, 388)]

    found = find([*cells(CATCH), *notes, *lower], shapes)

    assert [texts(table) for table in found] == [CATCH, CATCH]


# Alignment alone.


def test_numbers_in_columns_are_a_table_without_any_line() -> None:
    table = only(find(cells(CATCH)))

    assert texts(table) == CATCH
    assert table.rule == "aligned_text"


def test_keys_and_values_in_two_looks_are_a_table() -> None:
    made = [
        text(string, x, y, colour=0x888888 if number % 2 == 0 else 0)
        for y, row in (
            (100, ("中文名", "检索", "学科", "智能")),
            (114, ("外文名", "RAG", "简称", "R")),
        )
        for number, (string, x) in enumerate(zip(row, COLUMNS, strict=False))
    ]

    table = only(find(made))

    assert (table.rows, table.columns) == (2, 4)


@given(st.integers(3, 8), st.integers(3, 12), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=40)
def test_a_made_table_of_numbers_is_found_again(columns: int, rows: int, random: Random) -> None:
    xs = [72.0 + 60 * column for column in range(columns)]
    made = [["row", *(str(random.randrange(10, 9999)) for _ in xs[1:])] for _ in range(rows)]

    assert texts(only(find(cells(made, xs=xs)))) == made


def test_two_columns_of_running_text_are_no_table() -> None:
    left = [text(line[:40], 72, 100 + 12 * number) for number, line in enumerate(PROSE * 4)]
    right = [text(line[:40], 320, 100 + 12 * number) for number, line in enumerate(PROSE * 4)]

    assert find(left + right) == []


def test_contents_with_page_numbers_are_no_table() -> None:
    made = [
        text(string, x, 100 + 14 * number)
        for number, page in enumerate((3, 9, 14, 20))
        for string, x in (("Of the tides . . . . . . .", 72.0), (str(page), 480.0))
    ]

    assert find(made) == []


def test_a_numbered_list_is_no_table() -> None:
    made = [
        text(string, x, 100 + 14 * number)
        for number in range(5)
        for string, x in ((f"{number + 1}.", 72.0), ("Open the gate.", 100.0))
    ]

    assert find(made) == []


def test_equations_with_their_numbers_are_no_table() -> None:
    made = [
        text(string, x, 100 + 24 * number)
        for number in range(4)
        for string, x in ((f"{number} x + 1", 250.0), (f"({number + 1})", 480.0))
    ]

    assert find(made) == []


def test_an_index_in_columns_is_no_table() -> None:
    assert find(cells([["anchor, 3", "boat, 14", "crane, 20"]] * 6)) == []


def test_entries_of_an_index_are_left_out_before_their_pages_are_a_table() -> None:
    made = [
        text(string, x, 100 + 12 * number)
        for number in range(8)
        for string, x in (
            ("gate_open . . . . . . .", 72.0),
            (str(20 + number), 200.0),
            ("gate_close . . . . . .", 300.0),
            (str(60 + number), 420.0),
        )
    ]

    assert find(made) == []


def test_numbers_without_any_word_are_no_table() -> None:
    assert find(cells([[str(number), str(2 * number)] for number in range(10, 20)])) == []


def test_what_a_program_printed_is_no_table_among_running_text() -> None:
    printed = [
        replace(item, style=replace(item.style, monospaced=True)) for item in cells(CATCH, 300)
    ]
    around = [text(line, 72, 100 + 12 * number) for number, line in enumerate(PROSE * 3)]

    assert find([*around, *printed]) == []
    assert texts(only(find(printed))) == CATCH


def test_names_in_columns_without_a_header_are_no_table() -> None:
    names = [["Ann Lee", "Bo Ek", "Cy Orr", "Di Fry"]] * 6

    assert find(cells(names)) == []
    assert len(find(cells([["Ward", "North", "South", "West"], *names], bold=1))) == 1


def test_labels_of_a_chart_are_no_table() -> None:
    axes = [upright(60, 90, 200), level(200, 60, 500)]

    assert find(cells(CATCH), axes) == []


def test_text_above_the_caption_of_a_figure_is_no_table() -> None:
    assert find([*cells(CATCH), text("Figure 2: Catch", 72, 195)]) == []


# Frames.


def test_a_frame_is_no_table() -> None:
    made = [text(line, 80, 110 + 12 * number) for number, line in enumerate(PROSE)]

    assert find(made, [box(70, 97, 500, 160)]) == []


def test_cards_side_by_side_are_no_table() -> None:
    made = [
        text(line[:30], x, 110 + 12 * number)
        for x in (80, 300)
        for number, line in enumerate(PROSE)
    ]

    assert find(made, [box(70, 97, 280, 160), box(290, 97, 500, 160)]) == []


def test_a_frame_around_a_table_is_no_part_of_it() -> None:
    shapes = [box(40, 60, 540, 300), box(30, 30, 560, 800), *lattice(XS, ys(5))]

    assert texts(only(find(cells(CATCH), shapes))) == CATCH


def test_an_empty_grid_is_no_table() -> None:
    assert find([text("A form", 72, 60)], lattice(XS, ys(5))) == []


@pytest.mark.parametrize("spread", [1, 7, 97])
def test_a_drawing_of_many_lines_takes_little_time(spread: int) -> None:
    lines = [
        shape
        for number in range(10_000)
        for x, y in [(number * 13 % 500, number * spread % 800)]
        for shape in (level(y, x, x + 60), upright(x, y, y + 60))
    ]
    started = time.process_time()

    find(cells(CATCH), lines)

    assert time.process_time() - started < 5


def test_a_page_without_anything_has_no_tables() -> None:
    assert find([]) == []


# Evidence for tables without a frame, and where they end.

WIDE = (72.0, 150.0, 400.0)
WORK = [
    ["Step", "What is done", "Who"],
    ["Cut", "Boards to length", "Anna"],
    ["Sand", "With fine paper until smooth", "Ben"],
    ["Paint", "Two coats of oil on each side", "Cleo"],
]
WORK_GRID = [
    ["Step", "What", "Who", "When"],
    ["Cut", "Boards to length", "Anna", "May"],
    ["Sand", "With paper", "Ben", "June"],
    ["Paint", "Two coats", "Cleo", "July"],
    ["Launch", "At high tide", "All", "August"],
]


def test_two_columns_of_words_are_a_table_where_a_caption_says_so() -> None:
    rows = [
        ["Cut", "Boards to length and both of the ends"],
        ["Sand", "With fine paper until smooth"],
    ]
    rows += [["Paint", "Two coats of oil on each of the sides"]]

    named = find([text("Table 3. Work on the boat", 72, 84), *cells(rows)])

    assert texts(only(named)) == rows
    assert find([text("Work on the boat", 72, 84), *cells(rows)]) == []


def test_words_under_bold_headings_in_full_rows_are_a_table() -> None:
    assert texts(only(find(cells(WORK, xs=WIDE, bold=1)))) == WORK
    assert find(cells(WORK[1:], xs=WIDE)) == []


def test_a_paragraph_between_two_tables_divides_them() -> None:
    prose = [text("In the next year much more was caught than before, as the", 72, 198)]
    prose += [text("boats went farther out.", 72, 210)]

    found = find([*cells(CATCH), *prose, *cells(CATCH, top=236)])

    assert [texts(table) for table in found] == [CATCH, CATCH]


def test_cells_in_the_middle_of_taller_rows_are_in_one_table_with_them() -> None:
    made = [text("Table 1", 72, 84), *cells([["Step", "What is done", "Who"]], bold=1)]
    for top, (step, first, second, who) in zip(
        (118, 146, 174),
        (
            ("Cut", "Boards to length", "with the saw", "Anna"),
            ("Sand", "With fine paper", "until smooth", "Ben"),
            ("Paint", "Two coats of oil", "on each side", "Cleo"),
        ),
        strict=True,
    ):
        made += [text(step, 72, top + 6), text(who, 300, top + 6)]
        made += [text(first, 200, top), text(second, 200, top + 12)]

    table = only(find(made))

    assert [row[0] for row in texts(table)] == ["Step", "Cut", "Sand", "Paint"]
    assert texts(table)[2] == ["Sand", "With fine paper until smooth", "Ben"]


def test_rows_of_words_above_the_first_values_are_no_header() -> None:
    rows = [["Name", "Anna Field"], ["Town", "Ely"], ["Trade", "Surveyor"], ["Age", "40"]]
    shapes = [level(97, x1=300), level(97 + 4 * ROW, x1=300)]

    table = only(find(cells(rows), shapes))

    assert texts(table) == rows


def test_a_header_above_the_first_of_many_rulings_is_in_the_table() -> None:
    shapes = [level(115 + ROW * number) for number in range(5)]

    assert texts(only(find(cells(CATCH), shapes))) == CATCH


def test_sums_below_the_last_ruling_are_in_the_table() -> None:
    shapes = [level(115), level(169)]

    assert texts(only(find(cells(CATCH), shapes))) == CATCH


def test_times_below_one_another_are_rows_of_their_own() -> None:
    rows = [["08:30", "Opening of the day", "Hall A"], ["09:15", "All about the boats", "Hall B"]]
    rows += [
        ["10:30", "Nets and how to mend", "Hall A"],
        ["11:00", "Questions to the crew", "Hall C"],
    ]
    head = [["Time", "Talk", "Room"]]
    shapes = [level(97), level(111), level(111 + 14 * 4)]

    table = only(find(cells([*head, *rows], xs=WIDE, pitch=14.0, bold=1), shapes))

    assert texts(table) == [*head, *rows]


def test_every_other_row_may_be_filled() -> None:
    stripes = [
        box(x0, top, x1, top + ROW, fill=0xDDE3EA)
        for top in ys(5)[1:5:2]
        for x0, x1 in pairwise(XS)
    ]

    table = only(find(cells(WORK_GRID), stripes))

    assert (texts(table), table.rule) == (WORK_GRID, "background_cells")


def test_text_over_the_borders_of_stripes_is_no_row_of_their_table() -> None:
    stripes = [
        box(x0, top, x1, top + ROW, fill=0xDDE3EA)
        for top in ys(5)[0:5:2]
        for x0, x1 in pairwise(XS)
    ]
    below = text("What is said of these words goes over the borders of all the columns.", 72, 190)

    assert texts(only(find([*cells(WORK_GRID), below], stripes))) == WORK_GRID
