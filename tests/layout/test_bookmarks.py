"""Titles as bookmarks, contents lists and headings are compared."""

from __future__ import annotations

from ragstone.layout.bookmarks import bare, folded, numberless, with_bare


def test_blanks_and_case_make_no_other_title() -> None:
    assert folded(" The  Gates\n") == folded("THE GATES") == "thegates"


def test_a_number_makes_no_other_title() -> None:
    assert bare("2.1 The Gates") == bare("The gates")


def test_a_title_that_is_a_number_alone_stays() -> None:
    assert bare("7") == "7"


def test_bookmarks_are_found_with_their_numbers_and_without() -> None:
    bookmarks = {folded("1. The Gates"): 1, folded("Locks"): 2}

    assert with_bare(bookmarks) == {"1.thegates": 1, "thegates": 1, "locks": 2}
    assert numberless(bookmarks) == {"thegates", "locks"}
