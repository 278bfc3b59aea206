"""Small records and keys share a section: whole, each with its place, under what heads them all."""

from __future__ import annotations

from itertools import groupby

from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import Provenance
from ragstone.model.section import Section
from ragstone.model.small_units import SMALL_CHARACTERS, TOGETHER_CHARACTERS
from ragstone.model.span import Span


def _document(units: list[str], between: str = "\n") -> Document:
    """A verbatim text of units, each with a path of its own."""
    text, elements = "", []
    for number, unit in enumerate(units):
        span = Span(len(text), len(text) + len(unit))
        place = Provenance(path=f"$[{number}]")
        elements.append(Element(ElementType.CODE_SNIPPET, unit, provenance=place, span=span))
        text += unit + between
    return Document("a", "text/x", tuple(elements), text=text, grouping="path")


def _paths(section: Section) -> list[str | None]:
    return [
        path
        for path, _ in groupby(
            section.place(Span(part.start, part.end)).path for part in section.parts
        )
    ]


_SIZES = st.lists(
    st.sampled_from([1, 3, 90, SMALL_CHARACTERS, SMALL_CHARACTERS + 1, 900]), max_size=60
)


@settings(deadline=None, max_examples=60)
@given(_SIZES, st.sampled_from(["\n", "\r\n", ", ", ",\n  "]))
def test_sections_are_large_units_and_runs_of_small_ones_in_order(sizes, between):
    document = _document(["x" * size for size in sizes], between)
    sections = document.sections()
    assert [path for section in sections for path in _paths(section)] == [
        f"$[{number}]" for number in range(len(sizes))
    ]
    for section in sections:
        held = [part.end - part.start for part in section.parts]
        assert len(held) == 1 or max(held) <= SMALL_CHARACTERS
        assert len(held) == 1 or sum(held) <= TOGETHER_CHARACTERS
    assert "".join(section.text for section in sections) == document.text


@settings(deadline=None, max_examples=60)
@given(_SIZES, st.sampled_from(["\n", ", ", ",\n  "]), st.sampled_from(["natural", "document"]))
def test_every_line_of_a_unit_has_its_path_and_number(sizes, between, by):
    document = _document(["x\n" * size + "x" for size in sizes], between)
    at = 0
    for section in document.sections(by):
        for part in section.parts:
            place = section.place(Span(part.start, part.end))
            assert document.text is not None
            assert place.line_start == document.text.count("\n", 0, at + part.start) + 1
            assert place.line_end == document.text.count("\n", 0, at + part.end) + 1
            assert "–" not in str(place.path)
        again = Section.model_validate_json(section.model_dump_json())
        assert again.runs == section.runs
        at += len(section.text)


def test_two_small_units_beside_each_other_are_one_section():
    assert len(_document(["a", "b"]).sections()) == 1


def test_a_small_unit_between_large_ones_stands_alone():
    assert len(_document(["x" * 900, "a", "x" * 900]).sections()) == 3


def _titled(text: str, level: int, path: str) -> Element:
    return Element(ElementType.TITLE, text, level=level, provenance=Provenance(path=path))


def _words(text: str, path: str) -> Element:
    return Element(ElementType.NARRATIVE_TEXT, text, provenance=Provenance(path=path))


def test_units_together_stand_under_the_titles_that_head_them_all():
    elements = (
        *(_titled("books", 1, "/b[1]"), _titled("One", 2, "/b[1]"), _words("sea", "/b[1]")),
        *(_titled("Two", 2, "/b[2]"), _words("port", "/b[2]")),
    )
    (section,) = Document("a", "x", elements, grouping="path").sections()
    assert section.text == "books\n\nOne\n\nsea\n\nTwo\n\nport"
    assert {part.heading_path for part in section.parts} == {("books",)}


def test_a_small_unit_by_itself_keeps_its_own_title():
    elements = (_titled("One", 1, "/b[1]"), _words("sea", "/b[1]"))
    (section,) = Document("a", "x", elements, grouping="path").sections()
    assert section.parts[1].heading_path == ("One",)
