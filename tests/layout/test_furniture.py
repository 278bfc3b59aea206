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
