"""Formulas told from words."""

from __future__ import annotations

import pytest

from pages import found, line, page, prose
from ragstone.layout.draft import of_paragraph
from ragstone.layout.formulas import formulated, looks_like_formula
from ragstone.layout.paragraphs import Paragraph
from ragstone.model.element import ElementType


@pytest.mark.parametrize(
    "text",
    [
        "E = mc²",
        "x = v t (7)",
        r"\frac{d}{dt}\left(\partial_2 L\right)=0",
        "∑ x_i = 1 (3.2)",
        "sin α = cos β",
    ],
)
def test_signs_and_few_words_make_a_formula(text: str) -> None:
    assert looks_like_formula(text)


@pytest.mark.parametrize(
    "text",
    [
        "The gates open when the level is above two metres.",
        "Price = cost of the oak and the iron together",
        "Total 84,208 86,092 +1,884",
        "潮汐表",
    ],
)
def test_words_make_none(text: str) -> None:
    assert not looks_like_formula(text)


def test_a_formula_on_its_own_line_is_typed() -> None:
    element = found(page([*prose(60), line("x = v t + s (7)", y=120), *prose(160)]))[1]

    assert (element.category, element.text) == ("Formula", "x = v t + s (7)")


def test_a_line_in_a_font_for_mathematics_is_typed() -> None:
    element = found(page([*prose(60), line("a b c", y=120, font="CMMI10"), *prose(160)]))[1]

    assert element.provenance.rule == "formula: set in a font for mathematics"


def test_a_marker_in_front_of_a_formula_is_part_of_it() -> None:
    lines = (line("• oak", 72, 100), line("x = v + t (1)", 72, 112))
    paragraph = Paragraph(lines, "oak\nx = v + t (1)", (0, 4), "•")

    [draft] = formulated([of_paragraph(paragraph, 1, 0)])

    assert (draft.type, draft.text) == (ElementType.FORMULA, "• oak\nx = v + t (1)")
    assert [run.start for run in draft.runs] == [0, 6]
