"""Narrow columns beside the main text."""

from __future__ import annotations

from pages import line, page, prose
from ragstone.layout.asides import asides

MAIN = [row for y in (60, 110, 160, 210) for row in prose(y)]


def test_a_narrow_column_beside_the_main_text_is_an_aside() -> None:
    assert asides(page(MAIN, [line("Oak", x=450, y=60), line("Iron", x=450, y=75)])) == {1}


def test_columns_of_one_width_are_none() -> None:
    right = [row for y in (60, 110, 160, 210) for row in prose(y, x=430)]

    assert asides(page(MAIN, right)) == frozenset()


def test_larger_text_beside_the_main_text_is_none() -> None:
    assert asides(page(MAIN, [line("Summary", x=450, y=60, size=20)])) == frozenset()


def test_a_page_of_one_block_has_none() -> None:
    assert asides(page(MAIN)) == frozenset()
