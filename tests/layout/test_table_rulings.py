"""Rulings: what is drawn as a line, however it is drawn."""

from __future__ import annotations

from ragstone.layout.shape import Shape
from ragstone.layout.tables.rulings import Ruling, background_rulings, rulings, whole
from table_pages import box, curve, level, upright


def test_a_thin_filled_rectangle_is_a_line() -> None:
    found = rulings([box(70, 100, 500, 101, fill=0)])

    assert found.level == (Ruling(100.5, 70, 500),)


def test_a_stroked_rectangle_is_four_lines() -> None:
    found = rulings([box(70, 100, 500, 200)])

    assert [line.at for line in found.level] == [100, 200]
    assert [line.at for line in found.upright] == [70, 500]


def test_a_background_is_no_line() -> None:
    assert rulings([box(70, 100, 500, 200, fill=0xCCCCCC)]).level == ()


def test_pieces_of_one_line_are_joined_over_small_gaps() -> None:
    found = rulings([level(100, 70, 200), level(100.4, 201, 300), level(100, 299, 500)])

    assert [(line.start, line.end) for line in found.level] == [(70, 500)]


def test_lines_over_groups_of_columns_stay_apart() -> None:
    found = rulings([level(100, 70, 200), level(100, 208, 300)])

    assert len(found.level) == 2
    assert whole(found.level) == [Ruling(100, 70, 300)]


def test_ticks_and_dashes_are_no_lines() -> None:
    ticks = [upright(70 + 10 * number, 100, 103) for number in range(20)]

    assert rulings(ticks).upright == ()


def test_a_dotted_line_is_a_line() -> None:
    dots = [level(100, 70 + 2.5 * number, 71 + 2.5 * number) for number in range(100)]

    assert [(line.start, line.end) for line in rulings(dots).level] == [(70, 318.5)]


def test_curves_are_no_lines() -> None:
    found = rulings([curve(70, 100, 500, 101)])

    assert found.level == found.upright == ()


def test_a_white_frame_is_invisible() -> None:
    white = Shape("rect", (70, 100, 500, 200), None, 0xFFFFFF, 0.5, 0)

    assert rulings([white]).level == ()


def test_more_lines_than_a_table_has_are_a_drawing() -> None:
    many = [
        level(100 + 0.5 * (number % 1000), number // 1000 * 50, number // 1000 * 50 + 20)
        for number in range(20_000)
    ]

    assert rulings(many).level == ()


def test_backgrounds_that_stand_on_one_another_have_sides() -> None:
    stack = [box(70, 100 + 20 * row, 300, 120 + 20 * row, fill=0xCCDDEE) for row in range(3)]

    assert [line.at for line in background_rulings(stack).level] == [100, 120, 140, 160]


def test_a_background_alone_has_no_sides() -> None:
    assert background_rulings([box(70, 100, 300, 120, fill=0xCCDDEE)]).level == ()
