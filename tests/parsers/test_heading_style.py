"""Heading styles, and the document's own title above them."""

from __future__ import annotations

from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import Provenance
from ragstone.parsers.heading_style import below_title, heading_level


def title(level: int, rule: str) -> Element:
    return Element(ElementType.TITLE, "x", level=level, provenance=Provenance(rule=rule))


def levels(*titles: Element) -> list[int | None]:
    return [element.level for element in below_title(titles)]


def test_names_of_heading_styles_are_known_in_several_languages() -> None:
    assert [heading_level(name) for name in ("Heading 2", "标题 1", "Überschrift 3")] == [2, 1, 3]
    assert heading_level("Body Text") is None


def test_headings_go_a_level_below_the_only_title_on_top() -> None:
    own, sub = title(1, "style Title"), title(2, "style Subtitle")
    assert levels(own, sub, title(1, "style Heading 1"), title(2, "outline level")) == [1, 2, 2, 3]
    assert levels(title(1, "style 标题"), title(1, "style 标题 1")) == [1, 2]


def test_without_one_title_on_top_headings_stay_as_they_are() -> None:
    own, heading = title(1, "style Title"), title(1, "style Heading 1")
    assert levels(heading, own) == [1, 1]
    assert levels(own, heading, own) == [1, 1, 1]
    assert levels(heading, title(2, "style Heading 2")) == [1, 2]
