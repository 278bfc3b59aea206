"""Titles as bookmarks, contents lists and headings are compared: without blanks, case and numbers.

    folded("2.1 The Gates")         # "2.1thegates"
    bare("2.1 The Gates")           # "thegates"

Bookmarks are levels by folded title. Not here: which paragraphs are titles (`headings`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ragstone.layout.numbering import section_number

#: A number at the start of a folded title.
_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3})*[.．、:：]?")


def folded(title: str) -> str:
    """A title as titles are compared: without blanks and case."""
    return "".join(title.split()).casefold()


def bare(title: str) -> str:
    """A title folded without its number: lists, bookmarks and headings may differ in that."""
    number = section_number(title)
    rest = title.removeprefix(number.text) if number is not None else title
    return folded(rest) or folded(title)


def with_bare(bookmarks: Mapping[str, int]) -> Mapping[str, int]:
    """The same with the titles without their numbers."""
    if not bookmarks:
        return bookmarks
    found = {_NUMBER.sub("", title) or title: level for title, level in bookmarks.items()}
    return found | dict(bookmarks)


def numberless(bookmarks: Mapping[str, int]) -> set[str]:
    """The folded titles without their numbers, each once."""
    return {_NUMBER.sub("", title) or title for title in bookmarks}
