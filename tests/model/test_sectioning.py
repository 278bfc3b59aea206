"""Dividing documents into sections: rules that hold for every document."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.model.block import Base64Source, DataBlock
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import LEFT_OUT, Mark
from ragstone.model.provenance import Provenance
from ragstone.model.run import LINE_END, Run
from ragstone.model.span import Span

_WAYS = st.sampled_from([("natural", 1), ("heading", 1), ("heading", 2), ("document", 1)])
_TEXTS = st.text("ab 港。\n", min_size=1, max_size=12)


@st.composite
def _elements(draw: st.DrawFn) -> Element:
    type_ = draw(st.sampled_from(list(ElementType)))
    text = draw(_TEXTS)
    page = draw(st.integers(1, 4))
    place = Provenance(page=page)
    cut = draw(st.integers(0, len(text) - 1))
    lines = (Run(0, place), Run(cut, Provenance(page=page + 1))) if cut else ()
    return Element(
        type_,
        text,
        level=draw(st.integers(1, 3)) if type_ is ElementType.TITLE else None,
        marks=draw(st.frozensets(st.sampled_from(list(Mark)), max_size=1)),
        provenance=place,
        facts={"list_marker": "-", "list_depth": draw(st.integers(0, 2))},
        lines=lines,
    )


@st.composite
def _composed(draw: st.DrawFn) -> Document:
    elements = draw(st.lists(_elements(), max_size=8))
    numbered = tuple(
        Element(
            **{field: getattr(element, field) for field in Element.__slots__ if field != "id"},
            id=str(index),
        )
        for index, element in enumerate(elements)
    )
    grouping = draw(st.sampled_from(["page", "heading", "whole"]))
    return Document("a", "text/x", numbered, grouping=grouping)


@st.composite
def _verbatim(draw: st.DrawFn) -> Document:
    lines = draw(st.lists(st.sampled_from(["# A", "## B", "text", "", "港口 "]), max_size=12))
    ends = draw(st.lists(st.sampled_from(["\n", "\r\n", "\r"]), min_size=12, max_size=12))
    text, elements = "", []
    for index, line in enumerate(lines):
        level = len(line) - len(line.lstrip("#"))
        if line:
            kind = ElementType.TITLE if level else ElementType.NARRATIVE_TEXT
            span = Span(len(text), len(text) + len(line))
            place = Provenance(line_start=len(LINE_END.findall(text)) + 1)
            elements.append(
                Element(kind, line, str(index), level=level or None, span=span, provenance=place)
            )
        text += line + (ends[index] if index < len(lines) - 1 else "")
    return Document("a", "text/x", tuple(elements), text=text, grouping="heading")


def _shown(document: Document) -> list[Element]:
    furniture = ("Header", "Footer", "PageNumber", "PageBreak")
    return [
        element
        for element in document.elements
        if element.category not in furniture and not element.marks & LEFT_OUT
    ]


@settings(max_examples=200, deadline=None)
@given(st.one_of(_composed(), _verbatim()), _WAYS)
def test_parts_and_runs_are_in_order_and_in_range(document, way):
    sections = document.sections(way[0], depth=way[1])
    assert [section.index for section in sections] == list(range(len(sections)))
    for section in sections:
        starts = [run.start for run in section.runs]
        assert starts[0] == 0
        assert all(a < b for a, b in pairwise(starts))
        assert starts[-1] < len(section.text)
        assert all(0 <= part.start < part.end <= len(section.text) for part in section.parts)
        assert all(a.end <= b.start for a, b in pairwise(section.parts))


@settings(max_examples=200, deadline=None)
@given(_composed(), _WAYS)
def test_every_element_that_shows_stands_once_in_a_composed_section(document, way):
    elements = {element.id: element for element in document.elements}
    held = [
        (part.element_id, section.text[part.start : part.end])
        for section in document.sections(way[0], depth=way[1])
        for part in section.parts
    ]
    wanted = {
        element.id
        for element in _shown(document)
        if element.text.strip() or element.type is ElementType.LIST_ITEM
    }
    assert sorted(identity for identity, _ in held) == sorted(wanted)
    assert all(text.endswith(elements[identity].text) for identity, text in held)


@settings(max_examples=200, deadline=None)
@given(_composed(), _WAYS)
def test_the_place_of_a_composed_part_is_that_of_its_element(document, way):
    elements = {element.id: element for element in document.elements}
    for section in document.sections(way[0], depth=way[1]):
        for part in section.parts:
            element = elements[part.element_id]
            assert section.place(Span(part.start, part.end)).page == element.provenance.page


@settings(max_examples=200, deadline=None)
@given(_verbatim(), _WAYS)
def test_verbatim_sections_are_the_text_with_its_lines(document, way):
    sections = document.sections(way[0], depth=way[1])
    assert "".join(section.text for section in sections) == document.text
    at = 0
    for section in sections:
        assert document.text is not None
        for run in section.runs:
            line = len(LINE_END.findall(document.text[: at + run.start])) + 1
            assert run.provenance.line_start == line
        at += len(section.text)


def _title(text: str, level: int, **more) -> Element:
    return Element(ElementType.TITLE, text, text, level=level, **more)


def _text(text: str, **more) -> Element:
    return Element(ElementType.NARRATIVE_TEXT, text, text, **more)


def test_the_shallowest_level_that_occurs_twice_divides():
    elements = (_title("T", 1), _text("i"), _title("A", 2), _title("x", 3), _title("B", 2))
    sections = Document("a", "x", elements, grouping="heading").sections()
    assert [section.text for section in sections] == ["T\n\ni", "A\n\nx", "B"]


def test_a_shallower_heading_ends_the_section_too():
    elements = (_title("A", 1), _title("a1", 2), _title("a2", 2), _title("B", 1), _text("b"))
    document = Document("a", "x", elements, grouping="heading")
    for sections in (document.sections("heading", depth=2), document.sections()):
        texts = [section.text for section in sections]
        assert "B\n\nb" in texts
    assert [section.text for section in document.sections("heading", depth=2)] == [
        "A\n\na1",
        "a2",
        "B\n\nb",
    ]


def _divided(*elements: Element, depth: int | None = None) -> list[str]:
    document = Document("a", "x", elements, grouping="heading")
    found = document.sections() if depth is None else document.sections("heading", depth=depth)
    return [section.text.replace("\n\n", " ") for section in found]


def test_a_title_with_nothing_below_it_opens_the_first_section():
    a, b = (_title("A", 2), _text("a")), (_title("B", 2), _text("b"))
    assert _divided(_title("T", 1), *a, *b) == ["T A a", "B b"]
    assert _divided(_title("T", 1), _title("subtitle", 3), *a, *b) == ["T subtitle A a", "B b"]
    assert _divided(_title("kicker", 3), *a, *b) == ["kicker A a", "B b"]
    assert _divided(_title("T", 1), _text("by"), *a, *b) == ["T by", "A a", "B b"]


def test_a_part_title_opens_its_first_chapter():
    chapters = (_title("one", 2), _text("1")), (_title("two", 2), _text("2"))
    parts = (_title("I", 1), *chapters[0], _title("II", 1), *chapters[1])
    assert _divided(*parts, depth=2) == ["I one 1", "II two 2"]


def test_a_heading_without_text_stays_apart_from_one_of_its_level():
    assert _divided(_title("A", 1), _title("B", 1), _text("b")) == ["A", "B b"]
    assert _divided(_title("A", 1), _title("a", 2), _title("B", 1)) == ["A a", "B"]


@settings(max_examples=200, deadline=None)
@given(_composed(), st.integers(1, 3))
def test_no_section_holds_parts_from_under_two_headings_of_its_depth(document, depth):
    elements = {element.id: element for element in document.elements}
    for section in document.sections("heading", depth=depth):
        body = [elements[part.element_id] for part in section.parts]
        body = [element for element in body if Mark.FOOTNOTE not in element.marks]
        levels = [e.level or 1 if e.type is ElementType.TITLE else None for e in body]
        heads = [at for at, level in enumerate(levels) if level is not None and level <= depth]
        assert all((levels[a] or 0) < (levels[b] or 0) for a, b in pairwise(heads))
        assert None not in levels[: heads[-1]] if heads else True


def test_heading_paths_reach_back_into_earlier_sections():
    elements = (_title("T", 1), _title("A", 2), _title("B", 2), _text("b"))
    last = Document("a", "x", elements, grouping="heading").sections()[-1]
    assert [part.heading_path for part in last.parts] == [("T", "B"), ("T", "B")]


def test_pages_divide_and_footnotes_follow_their_page():
    note = _text("n", marks=frozenset({Mark.FOOTNOTE}), provenance=Provenance(page=1))
    elements = (
        note,
        _text("a", provenance=Provenance(page=1)),
        _text("b", provenance=Provenance(page=2)),
    )
    sections = Document("a", "x", elements, grouping="page").sections()
    assert [(section.text, section.metadata["page"]) for section in sections] == [
        ("a\n\nn", 1),
        ("b", 2),
    ]


def test_list_items_get_their_marker_and_two_blanks_per_depth():
    item = Element(ElementType.LIST_ITEM, "oil", "1", facts={"list_marker": "2.", "list_depth": 1})
    assert Document("a", "x", (item,)).sections()[0].text == "  2. oil"


def test_a_document_without_text_has_no_sections():
    assert Document("a", "x").sections() == []
    assert Document("a", "x", text="").sections() == []


def test_a_very_long_title_is_shortened_in_heading_paths():
    [section] = Document("a", "x", (_title("t" * 5_000, 1), _text("b"))).sections()
    assert {len(title) for part in section.parts for title in part.heading_path} == {300}


def _picture(page: int, data: str, text: str = "") -> Element:
    return Element(
        ElementType.IMAGE,
        text,
        f"{page}{data}",
        provenance=Provenance(page=page),
        data=DataBlock(source=Base64Source(data=data, media_type="image/png")),
    )


def test_pictures_are_sections_of_their_own_behind_the_one_they_stand_in():
    elements = (
        _picture(1, "aGk=", "A chart"),
        _text("a", provenance=Provenance(page=1)),
        _text("b", provenance=Provenance(page=2)),
    )
    first, picture, last = Document("a", "x", elements, grouping="page").sections()
    assert (first.text, last.text) == ("A chart\n\na", "b")
    assert picture.content == elements[0].data
    assert picture.metadata == {"page": 1}
    assert [part.element_id for part in picture.parts] == ["1aGk="]
    assert picture.place(Span(0, 0)).page == 1
    assert [section.index for section in (first, picture, last)] == [0, 1, 2]


def test_the_same_picture_is_a_section_once():
    elements = (_picture(1, "aGk="), _picture(2, "aGk="), _picture(3, "aG8="))
    sections = Document("a", "x", elements, grouping="page").sections()
    assert [section.metadata["page"] for section in sections] == [1, 3]


def test_a_picture_that_does_not_show_is_no_section():
    hidden = replace(_picture(1, "aGk="), marks=frozenset({Mark.HIDDEN}))
    assert Document("a", "x", (hidden,), grouping="page").sections() == []
