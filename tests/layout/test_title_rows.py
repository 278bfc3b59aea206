"""Many titles in a row: covers, forms and numbers of items."""

from __future__ import annotations

from pages import found, line, page, prose


def titles(*texts: str, bold_size: float = 12.0, large: int = -1) -> list[str]:
    """The titles among bold lines under each other, above text; one of them is set larger."""
    rows = [
        line(text, y=100 + 30 * n, size=20 if n == large else bold_size, bold=True)
        for n, text in enumerate(texts)
    ]
    below = 120 + 30 * len(texts)
    elements = found(page([*rows, *prose(below), *prose(below + 60), *prose(below + 120)]))
    return [item.text for item in elements if item.level]


def test_of_a_cover_only_the_largest_line_is_a_title() -> None:
    assert titles("Harbour Press", "The gates", "Second edition", "Ana", large=1) == ["The gates"]


def test_titles_with_numbers_of_sections_follow_each_other() -> None:
    rows = ["4 Keepers and their gates", "4.1 Gates", "4.1.1 Northern gates", "4.1.2 Sills"]

    assert titles(*rows, large=0) == rows


def test_large_numbers_in_a_row_are_those_of_items() -> None:
    assert titles("1", "2", "3", bold_size=20) == []


def test_bold_lines_that_count_up_are_no_titles() -> None:
    assert titles("1. Gates", "2. Sills") == []
