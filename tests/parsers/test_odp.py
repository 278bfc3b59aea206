from __future__ import annotations

import random

import pytest

from ragstone.errors import CorruptDocument, ParseError
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.odp.parser import OdpParser
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import ODF_SPACES, make_odp, make_odt


def read(data: bytes) -> Document:
    return OdpParser().read(Source.from_bytes(data, "sample.odp"))


def elements(pages: str, styles: str = "") -> list[Element]:
    return list(read(make_odp(pages, styles)).elements)


def page(inside: str, attributes: str = "") -> str:
    return f"<draw:page {attributes}>{inside}</draw:page>"


def frame(text: str, x: float = 1, y: float = 1, kind: str = "", width: float = 8) -> str:
    said = f'presentation:class="{kind}"' if kind else ""
    return (
        f'<draw:frame {said} svg:x="{x}cm" svg:y="{y}cm" svg:width="{width}cm" svg:height="2cm">'
        f"<draw:text-box><text:p>{text}</text:p></draw:text-box></draw:frame>"
    )


def test_every_slide_is_a_section_with_its_number() -> None:
    document = read_document(
        Source.from_bytes(
            make_odp(page(frame("Winter", kind="title")) + page(frame("Summer"))), "a"
        )
    )
    assert document.parser == "odp"
    assert [(s.metadata["slide"], s.text) for s in document.sections()] == [
        (1, "Winter"),
        (2, "Summer"),
    ]


def test_a_flat_file_reads_as_a_packed_one() -> None:
    inside = page(frame("Winter", kind="title")) + page(frame("Summer"))
    body = f"<office:body><office:presentation>{inside}</office:presentation></office:body>"
    data = f"<?xml version='1.0'?><office:document {ODF_SPACES}>{body}</office:document>".encode()
    document = read_document(Source.from_bytes(data, "a.fodp"))
    assert document.parser == "fodp"
    assert document.elements == read(make_odp(inside)).elements


def test_the_title_comes_first_and_the_rest_by_position() -> None:
    inside = frame("right", 14, 5) + frame("left low", 1, 7.2) + frame("left", 1, 5)
    found = elements(page(inside + frame("Berths", 1, 15, "title")))

    assert [e.text for e in found] == ["Berths", "left", "left low", "right"]
    assert (found[0].type, found[0].level) == (ElementType.TITLE, 1)
    assert found[1].provenance.boxes[0].y0 == pytest.approx(5 * 72 / 2.54)


def test_hidden_slides_and_shapes_beside_the_slide_are_marked() -> None:
    styles = (
        '<style:style style:name="dp2" style:family="drawing-page">'
        '<style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    )
    pages = page(frame("Offer") + frame("Aside", -20, 1)) + page(
        frame("Margin"), 'draw:style-name="dp2"'
    )
    document = read(make_odp(pages, styles))

    assert {e.text: e.marks for e in document.elements} == {
        "Offer": frozenset(),
        "Aside": {Mark.HIDDEN},
        "Margin": {Mark.HIDDEN},
    }
    assert document.facts["hidden_slides"] == [2]


def test_notes_follow_their_slide_and_are_marked() -> None:
    notes = f"<presentation:notes><draw:page-thumbnail/>{frame('Say it.', kind='notes')}"
    found = elements(page(frame("Body") + f"{notes}</presentation:notes>"))

    assert [(e.text, e.marks, e.provenance.slide) for e in found] == [
        ("Body", frozenset(), 1),
        ("Say it.", {Mark.NOTES}, 1),
    ]


def test_prompts_are_not_read_and_furniture_is_told() -> None:
    prompt = frame("Click to add title", kind="title").replace(
        "<draw:frame", '<draw:frame presentation:placeholder="true"'
    )
    found = elements(page(prompt + frame("Board", 1, 14, "footer") + frame("Body")))

    assert [(e.text, e.type) for e in found] == [
        ("Body", ElementType.UNCATEGORIZED_TEXT),
        ("Board", ElementType.FOOTER),
    ]


def test_groups_shapes_and_tables_are_entered() -> None:
    cells = "".join(
        f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" for text in ("a", "b")
    )
    table = f"<table:table><table:table-row>{cells}</table:table-row></table:table>"
    inside = (
        "<draw:g><draw:custom-shape><text:p>In a shape.</text:p></draw:custom-shape></draw:g>"
        f'<draw:frame svg:x="1cm" svg:y="9cm" svg:width="4cm" svg:height="2cm">{table}'
        "</draw:frame>"
    )
    assert {e.text for e in elements(page(inside))} == {"In a shape.", "a | b"}


def test_comments_are_marked() -> None:
    note = "<office:annotation><dc:creator>Ada</dc:creator><text:p>Check.</text:p>"
    found = elements(page(f"{note}</office:annotation>" + frame("Body")))

    assert [(e.text, e.marks) for e in found] == [
        ("Body", frozenset()),
        ("Check.", {Mark.COMMENT}),
    ]


def test_a_text_is_no_presentation() -> None:
    with pytest.raises(CorruptDocument):
        read(make_odt(""))


def test_damaged_files_give_a_parse_error_or_a_document() -> None:
    rng = random.Random(2)
    data = make_odp(page(frame("Winter", kind="title") + frame("Body")))
    outcomes: set[str] = set()
    for _ in range(100):
        part = bytearray(data)
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(part))
            part[at : at + rng.randrange(0, 9)] = rng.randbytes(rng.randrange(0, 3))
        try:
            read(bytes(part))
            outcomes.add("read")
        except ParseError:
            outcomes.add("refused")
    assert outcomes == {"read", "refused"}
