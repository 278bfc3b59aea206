from __future__ import annotations

import pytest

from ragstone.parsers.pdf.page_range import PageRange


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("2", [2]),
        ("1-3,5", [1, 2, 3, 5]),
        ("4-", [4, 5, 6]),
        ("-2", [1, 2]),
        (" 5 , 1 - 2 ", [1, 2, 5]),
        ("3,3,2-4", [2, 3, 4]),
        ("5-99", [5, 6]),
        ("9", []),
    ],
)
def test_a_range_names_the_pages_that_the_file_has(text: str, pages: list[int]) -> None:
    assert PageRange.parse(text).of(6) == pages


@pytest.mark.parametrize("text", ["", "-", "x", "1,,2", "1-2-3", "2.5"])
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="write pages like"):
        PageRange.parse(text)


@pytest.mark.parametrize("text", ["0", "3-2"])
def test_an_empty_range_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is empty"):
        PageRange.parse(text)
