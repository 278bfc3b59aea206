"""Lists: markers, depth, contents lists and numbers that count up."""

from __future__ import annotations

from pages import found, line, page, prose
from ragstone.layout.line import Line
from ragstone.model.element import Element, ElementType


def items(*rows: Line) -> list[Element]:
    block = [*prose(400), *prose(460)]
    return [
        element for element in found(page(rows, block)) if element.type is ElementType.LIST_ITEM
    ]


def test_an_item_keeps_its_marker_apart_from_its_text() -> None:
    item = items(line("• open the gate", y=110))[0]

    assert (item.text, item.facts["list_marker"]) == ("open the gate", "•")
    assert item.provenance.rule == "list: bullet"


def test_indented_items_are_deeper() -> None:
    found_items = items(
        line("- outer", y=110), line("- inner", x=90, y=125), line("- outer again", y=140)
    )

    assert [item.facts["list_depth"] for item in found_items] == [0, 1, 0]


def test_the_second_line_of_an_item_belongs_to_it() -> None:
    long = "• The tide gates open two hours before high water and close then"

    assert items(line(long, y=110), line("ninety minutes later.", x=80, y=122))[0].text == (
        long[2:] + " ninety minutes later."
    )


def test_an_item_indented_as_a_first_line_goes_on_at_the_left_edge() -> None:
    long = "1. The tide gates open two hours before high water and close some nine"

    rows = (line(long, x=90, y=110), line("minutes later.", y=122), line("2. Wait.", x=90, y=134))

    assert [item.text for item in items(*rows)] == [long[3:] + " minutes later.", "Wait."]


def test_rows_with_leaders_and_pages_are_items_of_a_contents_list() -> None:
    rows = [
        line(f"{name} ............ {number}", y=110 + 15 * index)
        for index, (name, number) in enumerate([("Gates", 3), ("Sills", 7), ("Oak", 12)])
    ]

    assert [item.provenance.rule for item in items(*rows)] == ["list: row of a contents list"] * 3


def test_rows_whose_pages_go_up_are_a_contents_list_without_leaders() -> None:
    rows = [
        line(f"{name} {number}", y=110 + 15 * index, gapped=True)
        for index, (name, number) in enumerate([("Gates", 3), ("Sills", 7), ("Oak", 12)])
    ]

    assert len(items(*rows)) == 3


def test_rows_whose_numbers_go_up_and_down_are_no_contents_list() -> None:
    rows = [
        line(f"{name} {number}", y=110 + 15 * index, gapped=True)
        for index, (name, number) in enumerate([("Gates", 9), ("Sills", 2), ("Oak", 5)])
    ]

    assert items(*rows) == []


def test_bare_numbers_that_count_up_are_items() -> None:
    rows = [line(text, y=110 + 15 * n) for n, text in enumerate(["1历史", "2定义", "3流程"])]

    assert [(i.facts["list_marker"], i.text) for i in items(*rows)] == [
        ("1", "历史"),
        ("2", "定义"),
        ("3", "流程"),
    ]


def test_bullets_between_numbers_that_count_up_are_deeper() -> None:
    rows = [("1 Gates", 72), ("• Oak", 84), ("2 Sills", 72), ("3 Keeper", 72)]

    found_items = items(*[line(text, x, 110 + 15 * n) for n, (text, x) in enumerate(rows)])

    assert [item.facts["list_depth"] for item in found_items] == [0, 1, 0, 0]


def test_numbers_that_do_not_count_up_are_no_items() -> None:
    rows = [line(text, y=110 + 15 * n) for n, text in enumerate(["1 Gates", "5 Sills", "9 Oak"])]

    assert items(*rows) == []


def test_rows_of_a_contents_list_may_begin_with_a_number_and_be_bold() -> None:
    rows = [
        line("1 Gates 3", y=110, gapped=True, bold=True),
        line("1.1 Sills ............ 4", y=125),
        line("1.2 Oak ............ 5", y=140),
        line("1.3 Iron ............ 6", y=155),
    ]

    assert [item.provenance.rule for item in items(*rows)] == ["list: row of a contents list"] * 4
