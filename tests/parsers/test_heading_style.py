"""Heading styles, and the document's own title above them."""

from __future__ import annotations

from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import Provenance
from ragstone.parsers.heading_style import STYLE, below_title, heading_level


def title(level: int, style: str = "") -> Element:
    facts = {STYLE: style} if style else {}
    place = Provenance(rule="what made it a title")
    return Element(ElementType.TITLE, "x", level=level, provenance=place, facts=facts)


def levels(*titles: Element) -> list[int | None]:
    return [element.level for element in below_title(titles)]


def test_names_of_heading_styles_are_known_in_several_languages() -> None:
    assert [heading_level(name) for name in ("Heading 2", "标题 1", "Überschrift 3")] == [2, 1, 3]
    assert heading_level("Body Text") is None


def test_headings_go_a_level_below_the_only_title_on_top() -> None:
    own, sub = title(1, "Title"), title(2, "Subtitle")
    assert levels(own, sub, title(1, "Heading 1"), title(2)) == [1, 2, 2, 3]
    assert levels(title(1, "标题"), title(1, "标题 1")) == [1, 2]


def test_what_a_person_reads_about_a_title_is_not_its_style() -> None:
    said = Element(ElementType.TITLE, "x", level=1, provenance=Provenance(rule="style Title"))
    assert levels(said, title(1, "Heading 1")) == [1, 1]


def test_without_one_title_on_top_headings_stay_as_they_are() -> None:
    own, heading = title(1, "Title"), title(1, "Heading 1")
    assert levels(heading, own) == [1, 1]
    assert levels(own, heading, own) == [1, 1, 1]
    assert levels(heading, title(2, "Heading 2")) == [1, 2]
