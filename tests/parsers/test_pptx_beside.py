"""Beside the slides: notes, comments, pictures, what is embedded."""

from __future__ import annotations

import base64
import io
from typing import Any

import pytest
from pptx.oxml import parse_xml
from pptx.util import Inches

from parsers.pptx_samples import (
    SPACES,
    TITLE_ONLY,
    box,
    deck,
    elements,
    one_slide,
    package,
    paragraph,
    read,
    relationship,
    shape,
    texts,
)
from ragstone.limits import Limits
from ragstone.model.block import DataBlock
from ragstone.model.element import ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.pptx.parser import PptxParser
from ragstone.sources.source import Source
from samples import make_png


def test_notes_follow_their_slide_and_are_marked() -> None:
    def draw(made: Any) -> None:
        for title in ("Winter", "Summer"):
            slide = made.slides.add_slide(made.slide_layouts[TITLE_ONLY])
            slide.shapes.title.text = title
            slide.notes_slide.notes_text_frame.text = f"Say more of {title}."

    document = read(deck(draw))

    assert [(e.text, e.provenance.slide, e.marks) for e in document.elements] == [
        ("Winter", 1, frozenset()),
        ("Say more of Winter.", 1, {Mark.NOTES}),
        ("Summer", 2, frozenset()),
        ("Say more of Summer.", 2, {Mark.NOTES}),
    ]
    assert document.sections()[0].text == "Winter\n\nSay more of Winter."


def test_comments_and_threads_are_marked_with_author_and_date() -> None:
    old = (
        f'<p:cmLst {SPACES}><p:cm authorId="0" dt="2024-05-01T10:00:00"><p:text>Check the fee'
        "</p:text></p:cm></p:cmLst>"
    )
    thread = (
        f'<p188:cmLst {SPACES}><p188:cm authorId="{{A}}" created="2024-05-02">'
        f"<p188:txBody>{paragraph('Is it nine?')}</p188:txBody><p188:replyLst>"
        f'<p188:reply authorId="{{A}}"><p188:txBody>{paragraph("It is.")}</p188:txBody>'
        "</p188:reply></p188:replyLst></p188:cm></p188:cmLst>"
    )
    people = f'<p188:authorLst {SPACES}><p188:author id="{{A}}" name="Ada"/></p188:authorLst>'
    rels = relationship("comments", "../comments/comment1.xml", "c1")
    rels += relationship("comments", "../comments/modern.xml", "c2")
    data = package(
        shape(paragraph("Body")),
        rels=rels,
        parts={
            "ppt/comments/comment1.xml": old,
            "ppt/comments/modern.xml": thread,
            "ppt/authors.xml": people,
            "ppt/_rels/presentation.xml.rels": "<Relationships>"
            + relationship("slide", "slides/slide1.xml", "s1")
            + relationship("authors", "authors.xml", "a1")
            + "</Relationships>",
        },
    )

    found = elements(data)[1:]

    assert [e.text for e in found] == ["Check the fee", "Is it nine?", "It is."]
    assert all(e.marks == {Mark.COMMENT} for e in found)
    assert found[0].facts == {"date": "2024-05-01T10:00:00"}
    assert found[1].facts == {"author": "Ada", "date": "2024-05-02"}


def test_pictures_have_their_alternative_text_and_are_sections_of_their_own() -> None:
    def draw(slide: Any) -> None:
        box(slide.shapes, "Text", 5, 5)
        made = slide.shapes.add_picture(io.BytesIO(make_png()), Inches(1), Inches(1))
        made._element.nvPicPr.cNvPr.set("descr", "The north pier under ice")

    document = read(one_slide(draw))
    found = document.elements[0]

    assert (found.type, found.text) == (ElementType.IMAGE, "The north pier under ice")
    assert found.marks == {Mark.ALT_TEXT}
    assert found.facts["image"].startswith("ppt/media/")
    text, picture = document.sections()
    assert text.text == "The north pier under ice\n\nText"
    assert isinstance(picture.content, DataBlock)
    assert base64.b64decode(picture.content.source.data) == make_png()
    assert picture.metadata["slide"] == 1


def test_pictures_are_left_alone_where_they_are_not_asked_for() -> None:
    def draw(slide: Any) -> None:
        slide.shapes.add_picture(io.BytesIO(make_png()), Inches(1), Inches(1))

    parser = PptxParser(PptxParser.Parameters(pictures=False))

    assert not parser.read(Source.from_bytes(one_slide(draw), "a.pptx")).elements


def test_pictures_past_their_limit_are_a_warning() -> None:
    def draw(slide: Any) -> None:
        slide.shapes.add_picture(io.BytesIO(make_png()), Inches(1), Inches(1))

    document = read(one_slide(draw), limits=Limits(picture_bytes=10))

    assert document.elements == ()
    assert "the data of 1 pictures was left out; raise the limit picture_bytes" in (
        document.warnings
    )


@pytest.mark.parametrize("said", ["image.png", "C:\\\\Pictures\\\\pier 3.JPG"])
def test_a_file_name_is_no_alternative_text(said: str) -> None:
    def draw(slide: Any) -> None:
        made = slide.shapes.add_picture(io.BytesIO(make_png()), Inches(1), Inches(1))
        made._element.nvPicPr.cNvPr.set("descr", said)

    assert texts(one_slide(draw)) == [""]


def test_decoration_has_no_alternative_text() -> None:
    space = "http://schemas.microsoft.com/office/drawing/2017/decorative"

    def draw(slide: Any) -> None:
        made = slide.shapes.add_picture(io.BytesIO(make_png()), Inches(1), Inches(1))
        properties = made._element.nvPicPr.cNvPr
        properties.set("descr", "wave")
        properties.append(parse_xml(f'<d:decorative xmlns:d="{space}" val="1"/>'))

    assert texts(one_slide(draw)) == []


def test_embedded_objects_and_media_are_named() -> None:
    def draw(slide: Any) -> None:
        place = (Inches(1), Inches(1), Inches(2), Inches(2))
        slide.shapes.add_ole_object(io.BytesIO(b"x"), "Excel.Sheet.12", *place[:2])
        slide.shapes.add_movie(io.BytesIO(b"x"), *place, poster_frame_image=io.BytesIO(make_png()))

    document = read(one_slide(draw))

    assert [one["type"] for one in document.facts["embedded"]] == ["Excel.Sheet.12"]
    assert [one["slide"] for one in document.facts["media"]] == [1]
    assert any(w.startswith("embedded objects were not read: ") for w in document.warnings)
    assert any(w.startswith("sound and video were not read: ") for w in document.warnings)


def test_macros_are_reported_and_not_read() -> None:
    document = read(package(shape(paragraph("Body")), parts={"ppt/vbaProject.bin": "Sub Evil"}))

    assert document.facts["macros"] is True
    assert "the file holds macros, which were neither run nor read" in document.warnings
    assert [e.text for e in document.elements] == ["Body"]


def test_core_properties_are_facts() -> None:
    def draw(made: Any) -> None:
        made.core_properties.title = "Tides"
        made.core_properties.author = "Ada; Ben"

    facts = read(deck(draw)).facts

    assert (facts["title"], facts["authors"]) == ("Tides", ["Ada", "Ben"])
