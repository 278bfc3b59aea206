"""Rows of labels above the text of a printed web page."""

from __future__ import annotations

from dataclasses import replace

from pages import found, line, page, prose
from ragstone.layout.line import Line
from ragstone.model.mark import Mark

LABELS = "Home Gates Sills Oak Iron Help"


def row(text: str = LABELS, y: float = 130.0) -> Line:
    """A line with a wide gap between all its words."""
    made = line(text, y=y, gapped=True)
    return replace(made, boxes=made.boxes * len(text.split()))


def test_a_row_of_labels_above_the_text_is_boilerplate() -> None:
    element = found(page([row(), *prose(200), *prose(260)]))[0]

    assert element.marks == {Mark.BOILERPLATE}
    assert element.provenance.rule == "navigation: labels in a row"


def test_a_row_with_numbers_is_none() -> None:
    assert found(page([row("Mill 1 2 3 4 5"), *prose(200), *prose(260)]))[0].marks == frozenset()


def test_a_row_below_a_title_is_none() -> None:
    elements = found(page([line("Harbour", y=60, size=20), row(), *prose(200), *prose(260)]))

    assert all(not element.marks for element in elements)


def test_what_stands_beside_the_main_text_says_so() -> None:
    main = [row for y in (60, 110, 160, 210) for row in prose(y)]

    elements = found(page(main, [line("Oak", x=450, y=60)]))

    assert [element.facts.get("region") for element in elements][-1] == "aside"
    assert elements[0].facts.get("region") is None
