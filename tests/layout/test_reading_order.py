"""Reading order: columns, spanning elements, asides, forms, tables and pictures."""

from __future__ import annotations

from collections.abc import Sequence

import hypothesis.strategies as st
from hypothesis import given, settings

from pages import fragment, picture
from ragstone.layout.columns import Item, Placed
from ragstone.layout.fragment import Fragment
from ragstone.layout.reading_order import regions

WORDS = "the gates open before high water and close soon"


def column(name: str, x: float, y: float, lines: int = 5, start: int = 0) -> list[Fragment]:
    """Lines of running text, named in order: L0 …, L1 …"""
    return [
        fragment(
            f"{name}{number} {WORDS}", x, y + 14 * number, start=start + 100 * number, x1=x + 220
        )
        for number in range(lines)
    ]


def order(items: Sequence[Item]) -> list[str]:
    """The first word of every fragment as read, pictures as "[]"."""
    read: list[str] = []
    for region in regions(items):
        if isinstance(region, Placed):
            read.append("[]")
            continue
        rows = sorted(region, key=lambda item: (round(item.y0), item.x0))
        read += [item.text.split()[0] for item in rows]
    return read


def placed(x0: float, y0: float, x1: float, y1: float) -> Placed:
    return Placed(picture(x0, y0, x1, y1), x0, y0, x1, y1, 10.0)


def named(name: str, lines: int = 5) -> list[str]:
    return [f"{name}{number}" for number in range(lines)]


def test_two_columns_are_read_one_after_the_other() -> None:
    assert order(column("L", 60, 100) + column("R", 310, 100)) == named("L") + named("R")


def test_three_columns_are_read_from_left_to_right() -> None:
    items = [
        fragment(f"{name}{n} the gates open soon and", x, 100 + 14 * n, x1=x + 140)
        for name, x in (("A", 40), ("B", 210), ("C", 380))
        for n in range(5)
    ]

    assert order(items) == named("A") + named("B") + named("C")


def test_what_spans_the_columns_cuts_them_first() -> None:
    span = fragment("S0 a head over both columns of the page and all its gutter", 60, 190, x1=520)
    items = [
        *column("A", 60, 100),
        *column("B", 310, 100),
        span,
        *column("C", 60, 220),
        *column("D", 310, 220),
    ]

    assert order(items) == named("A") + named("B") + ["S0"] + named("C") + named("D")


def test_chinese_columns_are_not_interleaved() -> None:
    text = "船只进港前应向港务所报告船名船长和吃水深"
    items = [
        fragment(f"{name}{n} {text}", x, 100 + 16 * n, x1=x + 200)
        for name, x in (("左", 60), ("右", 300))
        for n in range(4)
    ]

    assert order(items) == ["左0", "左1", "左2", "左3", "右0", "右1", "右2", "右3"]


def test_rows_of_short_cells_on_common_lines_stay_rows() -> None:
    items = [
        fragment(f"{name}{n}", x, 100 + 14 * n, start=10 * n + step)
        for n in range(4)
        for step, (name, x) in enumerate((("key", 60), ("value", 300)))
    ]

    assert order(items) == [f"{name}{n}" for n in range(4) for name in ("key", "value")]


def test_short_lines_off_each_others_lines_drawn_in_turn_are_columns() -> None:
    left = [fragment(f"L{n} oak", 60, 100 + 14 * n, start=10 * n) for n in range(4)]
    right = [fragment(f"R{n} elm", 200, 105 + 17 * n, start=100 + 10 * n) for n in range(4)]

    assert order([*left, *right]) == named("L", 4) + named("R", 4)


def test_short_columns_end_at_the_white_above_the_next_thing() -> None:
    left = [fragment(f"L{n} oak", 60, 100 + 14 * n, start=10 * n) for n in range(4)]
    right = [fragment(f"R{n} elm", 200, 105 + 17 * n, start=100 + 10 * n) for n in range(4)]
    head = [fragment("H0", 60, 210, 16, start=300), fragment("H1", 400, 212, 8, start=310)]

    assert order([*left, *right, *head]) == [*named("L", 4), *named("R", 4), "H0", "H1"]


def test_the_same_lines_drawn_across_are_read_across() -> None:
    left = [fragment(f"L{n} oak", 60, 100 + 14 * n, start=20 * n) for n in range(4)]
    right = [fragment(f"R{n} elm", 200, 105 + 14 * n, start=20 * n + 10) for n in range(4)]

    assert order([*left, *right])[:3] == ["L0", "R0", "L1"]


def test_a_large_head_beside_its_text_comes_before_it() -> None:
    head = [fragment("H0", 60, 100, 20, x1=130), fragment("H1", 60, 124, 20, x1=130)]

    assert order([*head, *column("R", 200, 100, 8)]) == ["H0", "H1", *named("R", 8)]


def test_a_narrow_column_of_small_text_on_the_left_is_read_after_the_text() -> None:
    aside = [fragment(f"a{n} oak and", 40, 100 + 11 * n, 8, x1=130) for n in range(6)]

    assert order([*aside, *column("R", 200, 100, 6)]) == [*named("R", 6), *named("a", 6)]


def test_a_picture_in_a_column_is_read_there() -> None:
    items: list[Item] = [
        *column("L", 60, 100),
        placed(60, 180, 280, 280),
        *column("M", 60, 290),
        *column("R", 310, 100, 19),
    ]

    assert order(items) == [*named("L"), "[]", *named("M"), *named("R", 19)]


def test_text_above_and_below_a_picture_keeps_its_side() -> None:
    items: list[Item] = [
        *column("A", 60, 100, 2),
        placed(60, 140, 500, 300),
        *column("B", 60, 310, 2),
    ]

    assert order(items) == ["A0", "A1", "[]", "B0", "B1"]


@settings(deadline=None, max_examples=50)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 500),
            st.integers(0, 700),
            st.integers(5, 300),
            st.sampled_from([8, 10, 24]),
        ),
        max_size=40,
    )
)
def test_nothing_is_lost_and_nothing_is_read_twice(boxes: list[tuple[int, int, int, int]]) -> None:
    items = [
        fragment(f"w{n}", x, y, size, start=n, x1=x + width)
        for n, (x, y, width, size) in enumerate(boxes)
    ]

    assert sorted(order(items)) == sorted(f"w{n}" for n in range(len(boxes)))


def test_bullets_far_from_what_they_mark_are_no_column() -> None:
    bullets = [fragment("•", 60, 102 + 14 * n, start=n) for n in (1, 4, 6)]

    (region,) = regions(bullets + column("R", 100, 100, lines=9, start=10))

    assert isinstance(region, list)
    assert len(region) == 12


def test_numbers_in_brackets_are_no_column() -> None:
    marks = [fragment(f"({n})", 60, 102 + 14 * n, start=n) for n in (1, 4, 6)]

    assert len(regions(marks + column("R", 120, 100, lines=9, start=10))) == 1
