from __future__ import annotations

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.parsers.slide_order import reading_order

LENGTHS = st.floats(-50, 1000, allow_nan=False)
SIZES = st.floats(0, 500, allow_nan=False)
BOXES = st.none() | st.tuples(LENGTHS, LENGTHS, SIZES, SIZES).map(
    lambda box: (box[0], box[1], box[0] + box[2], box[1] + box[3])
)


@settings(max_examples=150, deadline=None)
@given(st.lists(BOXES, max_size=25))
def test_every_box_is_read_once(boxes: list) -> None:
    assert sorted(reading_order(boxes)) == list(range(len(boxes)))


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 6), st.integers(1, 6), st.integers(30, 90), st.randoms())
def test_a_grid_with_even_gaps_is_read_row_by_row(columns, rows, gap, random) -> None:
    cells = [
        (x * (100 + gap), y * (60 + gap), x * (100 + gap) + 100, y * (60 + gap) + 60)
        for y in range(rows)
        for x in range(columns)
    ]
    shuffled = random.sample(cells, len(cells))

    assert [shuffled[number] for number in reading_order(shuffled)] == cells


def test_columns_whose_parts_stand_close_are_read_one_after_the_other() -> None:
    boxes = [(0, 0, 40, 5), (60, 0, 100, 5), (0, 6, 40, 50), (60, 6, 100, 50)]

    assert reading_order(boxes) == [0, 2, 1, 3]


def test_what_reaches_over_all_columns_is_read_before_and_after_them() -> None:
    boxes = [(0, 90, 100, 99), (0, 20, 40, 80), (60, 20, 100, 80), (0, 0, 100, 10)]

    assert reading_order(boxes) == [3, 1, 2, 0]


def test_what_lies_on_a_panel_follows_it() -> None:
    boxes = [(55, 10, 90, 20), (50, 0, 100, 100), (5, 10, 40, 20), (0, 0, 45, 100)]

    assert reading_order(boxes) == [3, 2, 1, 0]


def test_boxes_without_a_place_come_last_as_given() -> None:
    assert reading_order([None, (0, 50, 9, 60), None, (0, 0, 9, 10)]) == [3, 1, 0, 2]


def test_thousands_of_boxes_on_top_of_each_other_take_no_time() -> None:
    boxes = [(float(n % 7), float(n % 5), 500.0 + n, 400.0 + n) for n in range(5000)]
    start = time.process_time()

    assert len(reading_order(boxes)) == 5000
    assert len(reading_order(boxes[:400])) == 400
    assert time.process_time() - start < 5
