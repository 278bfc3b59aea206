"""Levels of titles: one order for the whole document."""

from __future__ import annotations

from pages import line, page, prose
from ragstone.layout.bookmarks import folded
from ragstone.layout.elements import elements
from ragstone.model.element import ElementType

Title = tuple[str, float, bool]


def ranked(*given: Title, bookmarks: dict[str, int] | None = None) -> list[int | None]:
    """The levels of titles (text, size, bold), each above a paragraph on a page of its own."""
    pages = [
        page(
            [
                line(text, y=60, size=size, bold=bold, number=number),
                *prose(100, number=number),
                *prose(160, number=number),
            ],
            number=number,
        )
        for number, (text, size, bold) in enumerate(given, start=1)
    ]
    return [
        element.level
        for element in elements(pages, bookmarks or {})
        if element.type is ElementType.TITLE
    ]


def test_the_largest_look_is_level_one() -> None:
    assert ranked(("Handbook", 24, False), ("Gates", 16, False), ("Sills", 16, False)) == [1, 2, 2]


def test_bold_stands_above_light_of_the_same_size() -> None:
    assert ranked(("Light", 14, False), ("Bold", 14, True)) == [2, 1]


def test_capitals_stand_above_small_letters_of_the_same_look() -> None:
    assert ranked(("Sills of oak", 14, True), ("GATES", 14, True)) == [2, 1]


def test_sizes_that_hardly_differ_are_one_level() -> None:
    assert ranked(("Gates", 16.0, False), ("Sills", 15.7, False)) == [1, 1]


def test_the_parts_of_a_number_count_down_though_the_look_is_the_same() -> None:
    given = [("1 Gates", 14, True), ("1.1 Sills", 14, True), ("1.1.1 Oak", 14, True)]

    assert ranked(*given) == [1, 2, 3]


def test_chinese_chapters_stand_above_their_sections() -> None:
    assert ranked(("第一章 总则", 14, True), ("第一节 适用范围", 14, True)) == [1, 2]


def test_chinese_items_in_brackets_stand_below_those_with_a_comma() -> None:
    assert ranked(("一、靠泊", 14, True), ("（一）靠泊前", 14, True)) == [1, 2]


def test_bookmarks_say_the_level_also_of_titles_that_look_alike() -> None:
    bookmarks = {folded("Gates"): 2}

    assert ranked(("Gates", 16, False), ("Sills", 16, False), bookmarks=bookmarks) == [2, 2]


def test_numbers_of_one_depth_have_one_level_though_some_are_not_bold() -> None:
    given = [("1.1 Gates", 14, True), ("1.1.1 Sills", 12, True), ("1.1.2 橡木", 12, False)]

    assert ranked(*given) == [1, 2, 2]


def test_what_stands_under_the_title_on_a_cover_makes_no_level() -> None:
    cover = page([line("Harbour handbook", y=100, size=24), line("Second edition", y=200, size=18)])
    inside = [
        page([line(name, y=60, size=14, number=n), *prose(100, number=n)], number=n)
        for n, name in enumerate(("Gates", "Sills"), start=2)
    ]

    assert {item.text: item.level for item in elements([cover, *inside]) if item.level} == {
        "Harbour handbook": 1,
        "Second edition": 2,
        "Gates": 2,
        "Sills": 2,
    }


def test_one_number_in_a_small_look_does_not_push_all_others_down() -> None:
    given = [("2.1 Gates", 14, True), ("2.2 Sills", 14, True), ("1 Oak", 11, True)]

    assert ranked(("Harbour handbook", 20, True), *given, ("2.2.1 Iron", 12, True)) == [
        1,
        2,
        2,
        1,
        3,
    ]
