"""Paragraphs: where they end, and what is code."""

from __future__ import annotations

from pages import found, line, page, prose
from ragstone.layout.line import Line


def texts(*rows: Line) -> list[tuple[str, str]]:
    """(type, text) of what stands above two paragraphs."""
    elements = found(page([*rows, *prose(500), *prose(560)]))
    return [(item.category, item.text) for item in elements][:-2]


FULL = "The tide gates open two hours before high water and close some ninety"


def test_a_line_of_names_inside_a_paragraph_is_no_code() -> None:
    names = line("open_gate close_gate raise_sill lower_sill", y=112, monospaced=True, x1=417)

    assert texts(line(FULL, y=100), names, line("are four of them.", y=124)) == [
        ("NarrativeText", f"{FULL} {names.text} are four of them.")
    ]


def test_a_line_in_a_typewriters_font_apart_from_the_text_is_code() -> None:
    code = line("open_gate(1)", y=130, monospaced=True)

    assert texts(line(FULL, y=100), line("and wait:", y=112), code)[-1] == (
        "CodeSnippet",
        "open_gate(1)",
    )


def test_a_line_under_a_sentence_that_had_room_is_code() -> None:
    code = line("open_gate(1)", y=112, monospaced=True)

    assert texts(line("Say this:", y=100), code)[-1] == ("CodeSnippet", "open_gate(1)")


def test_lines_that_hang_under_a_first_one_belong_to_it() -> None:
    rows = [line(FULL, y=100, x1=417), line("minutes after it.", x=99, y=112)]

    assert len(texts(*rows)) == 1


def test_an_indented_line_after_the_end_of_a_sentence_begins_a_paragraph() -> None:
    rows = [line(f"{FULL}.", y=100, x1=417), line("Then they close again.", x=87, y=112)]

    assert len(texts(*rows)) == 2


def test_a_line_of_names_in_bold_is_no_paragraph_of_its_own() -> None:
    names = line("the northern gate and the southern gate", y=112, bold=True)

    assert len(texts(line(FULL, y=100, x1=417), names)) == 1


def test_an_overfull_line_does_not_give_the_others_room() -> None:
    rows = [line(FULL, y=100 + 12 * n, x1=417) for n in range(3)]
    over = line(FULL, y=136, x1=480)

    assert len(texts(*rows, over, line(FULL, y=148, x1=417), line("after it.", y=160))) == 1


def test_a_bold_name_that_begins_a_full_line_belongs_to_its_paragraph() -> None:
    name = line(
        "the northern gate, the southern gate and what they do: they open", bold=True, x1=417
    )
    rest = line("before high water and close after it.", x=99, y=112)

    assert len(texts(name, rest)) == 1


def test_a_bold_line_above_text_that_had_room_stays_a_title() -> None:
    assert texts(line("The gates", y=100, bold=True), line(FULL, y=112, x1=417))[0] == (
        "Title",
        "The gates",
    )
