"""Footnotes: where they are found, and where they are read."""

from __future__ import annotations

from pages import found, line, page, prose
from ragstone.layout.line import Line
from ragstone.model.mark import Mark


def note(text: str, y: float = 720.0, x: float = 72.0, size: float = 8.0) -> list[Line]:
    return [line(text, x, y, size)]


def test_small_text_at_the_foot_with_a_number_is_a_footnote() -> None:
    element = found(page([*prose(60), *prose(400), *note("1 Survey of mains, series two.")]))[-1]

    assert element.marks == {Mark.FOOTNOTE}
    assert element.text == "1 Survey of mains, series two."


def test_a_note_in_the_first_column_is_read_after_the_second_column() -> None:
    left = [*prose(60), *prose(400), *note("1 Survey of mains.")]
    right = prose(60, x=330)

    texts = [element.text for element in found(page(left, right))]

    assert texts[-1] == "1 Survey of mains."


def test_small_text_without_a_mark_is_none() -> None:
    element = found(page([*prose(60), *prose(400), *note("Survey of mains, series two.")]))[-1]

    assert element.marks == frozenset()


def test_numbered_text_in_the_size_of_the_body_is_none() -> None:
    element = found(page([*prose(60), *prose(400), *note("1 Survey of mains.", size=10)]))[-1]

    assert element.marks == frozenset()


def test_small_numbered_text_in_the_upper_half_is_none() -> None:
    element = found(page([*note("1 Survey of mains.", y=120), *prose(200), *prose(400)]))[0]

    assert element.marks == frozenset()
