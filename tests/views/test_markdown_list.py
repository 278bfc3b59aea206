"""Lists as Markdown: read back, they have the same depths and numbers."""

from __future__ import annotations

import pytest

from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from ragstone.views.markdown import AS_PRINTED, MarkdownForm, to_markdown


def item(text: str, marker: str, depth: int = 0) -> Element:
    facts = {"list_marker": marker, "list_depth": depth}
    return Element(ElementType.LIST_ITEM, text, facts=facts)


def markdown(*elements: Element, form: MarkdownForm | None = None) -> str:
    return to_markdown(Document("a", "text/html", elements), form)


def depths(text: str) -> list[tuple[str, int]]:
    document = read_document(Source.from_text(text, "a.md", "text/markdown"))
    return [(e.text, e.facts["list_depth"]) for e in document.elements if e.facts]


def test_nested_items_are_nested_when_read_back_whatever_the_markers() -> None:
    items = [
        item("one", "1."),
        item("inner", "1.", 1),
        item("innermost", "-", 2),
        item("again", "2.", 1),
        item("ten", "10."),
        item("below ten", "1)", 1),
    ]
    text = markdown(*items)
    assert text == (
        "1. one\n   1. inner\n      - innermost\n   2. again\n10. ten\n    1) below ten\n"
    )
    assert depths(text) == [(e.text, e.facts["list_depth"]) for e in items]


@pytest.mark.parametrize("marker", ["(1)", "a.", "iv)", "一、", "（二）", "①", "1.2", "☑", "１."])
def test_a_marker_that_markdown_does_not_know_stays_behind_a_bullet(marker: str) -> None:
    assert markdown(item("pay", marker)) == f"- {marker} pay\n"


@pytest.mark.parametrize("marker", ["•", "◦", "–", "▪", "*"])
def test_a_bullet_is_a_bullet(marker: str) -> None:
    assert markdown(item("pay", marker)) in ("- pay\n", "* pay\n")


def test_a_further_paragraph_of_an_item_stands_inside_it_without_a_marker() -> None:
    text = markdown(item("one", "1."), item("more of one", ""), item("two", "2."))
    assert text == "1. one\n\n   more of one\n2. two\n"


def test_a_further_paragraph_returns_to_the_item_of_its_depth() -> None:
    text = markdown(item("one", "-"), item("inner", "1.", 1), item("more of one", "", 0))
    assert text == "- one\n  1. inner\n\n  more of one\n"


def test_an_item_without_one_above_it_is_not_code() -> None:
    assert markdown(item("deep", "-", 3), item("deeper", "-", 4)) == "- deep\n  - deeper\n"
    paragraph = Element(ElementType.NARRATIVE_TEXT, "Between.")
    assert markdown(item("a", "-"), paragraph, item("b", "-", 2)) == "- a\n\nBetween.\n\n- b\n"


def test_the_lines_of_an_item_stand_under_its_text() -> None:
    assert markdown(item("one\n\ntwo", "12.")) == "12. one\n\n    two\n"


def test_an_item_that_a_page_divides_has_one_marker() -> None:
    rest = Element(ElementType.LIST_ITEM, "of it", facts={"continues": " "})
    assert markdown(item("the rest", "-"), rest) == "- the rest of it\n"


def test_as_printed_a_bullet_stays_behind_a_bullet() -> None:
    assert markdown(item("one", "•"), form=AS_PRINTED) == "- • one\n"
