"""Parts of one paragraph, brought together in a section."""

from __future__ import annotations

from ragstone.model.continuation import brought_together, joint
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import Provenance
from ragstone.model.run import Run


def prose(text: str, page: int, continues: str | None = None) -> Element:
    place = Provenance(page=page)
    facts = {} if continues is None else {"continues": continues}
    return Element(
        ElementType.NARRATIVE_TEXT, text, provenance=place, facts=facts, lines=(Run(0, place),)
    )


def caption(text: str, page: int) -> Element:
    return Element(ElementType.FIGURE_CAPTION, text, provenance=Provenance(page=page))


def whole(*elements: Element) -> str:
    document = Document("a.pdf", "application/pdf", elements, grouping="page")
    return document.sections(by="document")[0].text


def test_two_parts_are_joined_with_what_stands_between_them() -> None:
    assert whole(prose("ordered that", 1), prose("they be", 2, " ")) == "ordered that they be"
    assert whole(prose("船只", 1), prose("进港", 2, "")) == "船只进港"


def test_the_hyphen_of_a_divided_word_goes() -> None:
    assert whole(prose("the rein-", 1), prose("forced", 2, "-")) == "the reinforced"


def test_a_caption_between_two_parts_follows_them() -> None:
    text = whole(prose("ordered that", 1), caption("Figure 1", 1), prose("they be", 2, " "))

    assert text == "ordered that they be\n\nFigure 1"


def test_a_section_that_begins_with_the_second_part_has_nothing_to_join() -> None:
    document = Document("a.pdf", "x", (prose("one", 1), prose("two", 2, " ")), grouping="page")

    assert [section.text for section in document.sections()] == ["one", "two"]


def test_parts_and_runs_stay_true() -> None:
    elements = (prose("the rein-", 1), prose("forced gate", 2, "-"))
    document = Document("a.pdf", "x", elements, grouping="page")
    section = document.sections(by="document")[0]

    assert [section.text[part.start : part.end] for part in section.parts] == [
        "the rein",
        "forced gate",
    ]
    assert [run.provenance.page for run in section.runs] == [1, 2]
    assert section.text[section.runs[1].start :] == "forced gate"


def test_rows_without_continuations_keep_their_order() -> None:
    rows = [(prose("one", 1), ()), (caption("two", 1), ()), (prose("three", 1), ())]

    assert brought_together(rows) == rows


def test_a_text_that_does_not_end_with_the_hyphen_is_left_alone() -> None:
    assert joint("the rein", prose("forced", 2, "-")) is None
