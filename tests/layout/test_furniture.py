"""Running heads and feet, page numbers."""

from __future__ import annotations

from pages import found, line, page, prose
from ragstone.layout.page import PageLayout


def kinds(*pages: PageLayout) -> list[tuple[str, str]]:
    return [
        (element.category, element.text)
        for element in found(*pages)  # type: ignore[arg-type]
        if element.category in ("Header", "Footer", "PageNumber")
    ]


def test_a_line_at_the_same_place_on_all_pages_is_a_header_numbers_aside() -> None:
    pages = [
        page([line(f"Handbook {n}", y=30, number=n), *prose(200, number=n)], number=n)
        for n in (1, 2, 3)
    ]

    assert kinds(*pages) == [("Header", f"Handbook {n}") for n in (1, 2, 3)]


def test_what_is_all_that_the_pages_hold_is_no_furniture() -> None:
    pages = [page([line(f"Page {n} tide tables", y=30, number=n)], number=n) for n in range(1, 5)]

    assert not kinds(*pages)
    assert [element.text for element in found(*pages)] == [
        f"Page {n} tide tables" for n in range(1, 5)
    ]


def test_a_part_of_a_running_foot_at_its_place_belongs_to_it() -> None:
    pages = [
        page([*prose(200, number=n), line(text, y=800, number=n)], number=n)
        for n, text in enumerate(["Printed by Harbour Press"] * 3 + ["Printed by Harbour"], start=1)
    ]

    assert [text for _, text in kinds(*pages)][-1] == "Printed by Harbour"


def test_even_and_odd_pages_have_the_same_head_in_another_order() -> None:
    heads = ["Gates | 3.2", "3.2 | Gates", "Gates | 3.2"]
    pages = [
        page([line(text, y=30, number=n), *prose(200, number=n)], number=n)
        for n, text in enumerate(heads, start=1)
    ]

    assert [kind for kind, _ in kinds(*pages)] == ["Header"] * 3


def test_a_head_that_changes_stands_where_other_pages_have_theirs() -> None:
    pages = [
        page([line(text, y=30, number=n), *prose(200, number=n)], number=n)
        for n, text in enumerate(["Gates", "Gates", "Gates", "Sills"], start=1)
    ]

    assert kinds(*pages)[-1] == ("Header", "Sills")


def test_a_number_alone_at_the_foot_is_a_page_number() -> None:
    assert kinds(page([*prose(200), line("- 7 -", y=800)])) == [("PageNumber", "- 7 -")]


def test_a_page_number_beside_words_makes_a_foot_of_them() -> None:
    assert kinds(page([*prose(200), line("114 | Soil", y=800)])) == [("Footer", "114 | Soil")]


def test_one_line_apart_at_the_top_of_a_single_page_is_a_header() -> None:
    assert kinds(page([line("Harbour handbook", y=30), *prose(200)])) == [
        ("Header", "Harbour handbook")
    ]


def test_a_large_line_at_the_top_of_a_single_page_is_a_title() -> None:
    elements = found(page([line("Harbour handbook", y=50, size=20), *prose(200)]))

    assert elements[0].category == "Title"


def test_a_sentence_at_the_top_of_a_single_page_is_text() -> None:
    assert kinds(page([line("The gates are shut.", y=30), *prose(200)])) == []


def test_a_line_set_like_the_text_below_it_is_text() -> None:
    assert kinds(page([line("The keeper then said to", y=60), *prose(72)])) == []


def test_on_pages_with_wide_margins_the_last_line_is_a_page_number_where_many_pages_have_it() -> (
    None
):
    pages = [
        page([*prose(200, number=n), line(f"{n}", x=290, y=710, number=n)], number=n)
        for n in (1, 2, 3)
    ]

    assert kinds(*pages) == [("PageNumber", "1"), ("PageNumber", "2"), ("PageNumber", "3")]
    assert kinds(*pages[:2]) == []


def test_a_last_line_that_closes_a_paragraph_is_no_foot_though_pages_share_it() -> None:
    pages = [
        page([*prose(200, number=n), line("Close the gates.", y=237, number=n)], number=n)
        for n in (1, 2, 3)
    ]

    assert kinds(*pages) == []


def test_what_stands_beyond_the_number_of_the_page_is_a_head_too() -> None:
    head = [line("Appendix 5", x=480, y=40, bold=True, size=12)]
    head.append(line("Page 8 of 11", x=475, y=54, bold=True, size=12))

    assert kinds(page([*head, *prose(120), *prose(180)])) == [
        ("Header", "Appendix 5"),
        ("PageNumber", "Page 8 of 11"),
    ]


def test_a_number_at_the_foot_that_stands_close_to_the_text_is_no_page_number() -> None:
    pages = [
        page([*prose(716, number=n), line(f"{n + 40}", y=752, number=n)], number=n)
        for n in (1, 2, 3)
    ]

    assert kinds(*pages) == []


def test_a_footnote_alone_at_the_foot_of_a_single_page_is_no_foot() -> None:
    note = line("9需加载相关宏包", y=790, size=8)

    assert kinds(page([*prose(200), *prose(260), note])) == []
