"""The contents list and bookmarks as evidence for what the headings are."""

from __future__ import annotations

from pages import line, page, prose
from ragstone.layout.bookmarks import folded
from ragstone.layout.elements import elements
from ragstone.layout.line import Line
from ragstone.layout.page import PageLayout
from ragstone.model.element import ElementType

NAMES = ["Gates", "Sills", "Oak", "Iron", "Keepers", "Tides"]


def titles(pages: list[PageLayout], bookmarks: dict[str, int] | None = None) -> list[str]:
    return [
        element.text
        for element in elements(pages, bookmarks or {})
        if element.type is ElementType.TITLE
    ]


def chapters(extra: Line | None = None, first: int = 2) -> list[PageLayout]:
    """A page a name, each with its heading above text; `extra` stands on the last one."""
    made: list[PageLayout] = []
    for number, name in enumerate(NAMES, start=first):
        block = [line(name, y=120, size=14, number=number), *prose(160, number=number)]
        if extra is not None and number == first + len(NAMES) - 1:
            block += [*prose(300, number=number), extra, *prose(400, number=number)]
        made.append(page(block, number=number))
    return made


def contents() -> PageLayout:
    rows = [line(f"{name} ........ {n}", y=200 + 15 * n) for n, name in enumerate(NAMES, start=2)]
    return page([line("Harbour handbook", y=120, size=24), *rows])


def test_a_title_in_a_look_that_no_entry_has_is_none() -> None:
    stray = line("See also", y=360, size=18, number=7)

    assert titles([contents(), *chapters(stray)]) == ["Harbour handbook", *NAMES]


def test_a_title_in_the_look_of_the_entries_stays() -> None:
    late = line("Index", y=360, size=14, number=7)

    assert titles([contents(), *chapters(late)]) == ["Harbour handbook", *NAMES, "Index"]


def test_a_smaller_title_may_be_deeper_than_the_list_goes() -> None:
    deeper = line("Oak from the north", y=360, size=12, number=7)

    assert titles([contents(), *chapters(deeper)])[-1] == "Oak from the north"


def test_without_a_contents_list_nothing_is_taken_away() -> None:
    stray = line("See also", y=360, size=18, number=7)

    assert titles(chapters(stray)) == [*NAMES, "See also"]


def test_bookmarks_are_a_contents_list_too_with_or_without_numbers() -> None:
    bookmarks = {folded(f"{n}. {name}"): 1 for n, name in enumerate(NAMES, start=1)}
    cover = page(
        [line("Harbour handbook", y=120, size=24), line("The keepers", y=300, size=16), *prose(400)]
    )

    assert titles([cover, *chapters()], bookmarks) == ["Harbour handbook", *NAMES]


def test_a_title_numbered_as_the_entries_are_stays_in_another_look() -> None:
    rows = [line(f"{n}.1 {name} .... {n}", y=200 + 15 * n) for n, name in enumerate(NAMES, 2)]
    pages = [page([line("Harbour handbook", y=120, size=24), *rows])]
    for number, name in enumerate(NAMES, start=2):
        head = line(f"{number}.1 {name}", y=120, size=14, number=number)
        pages.append(page([head, *prose(160, number=number)], number=number))
    late = line("8.1 Index", y=120, size=18, number=8)

    found = titles([*pages, page([late, *prose(160, number=8)], number=8)])

    assert found[-1] == "8.1 Index"
