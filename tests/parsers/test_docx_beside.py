"""Beside the text of a Word file: notes, headers and footers, pictures."""

from __future__ import annotations

import base64
import io

import docx

from parsers.docx_samples import package, paragraph, read, run
from ragstone.model.block import DataBlock
from ragstone.model.element import ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.docx.parser import DocxParser
from ragstone.sources.source import Source
from samples import make_png


def test_an_endnote_follows_its_section_and_is_marked_as_a_note() -> None:
    reference = "<w:r><w:endnoteReference w:id='2'/></w:r>"
    notes = f"<w:endnote w:id='2'>{paragraph('Parish register.')}</w:endnote>"
    body = f"<w:p>{run('Dug in 1740.')}{reference}</w:p>" + paragraph("Next.")
    document = read(package(body, endnotes=notes))

    assert document.sections()[0].text == "Dug in 1740.\n\nNext.\n\nParish register."
    assert document.elements[1].marks == {Mark.FOOTNOTE}


def test_a_footnote_follows_its_section_and_is_there_once() -> None:
    reference = "<w:r><w:footnoteReference w:id='2'/></w:r>"
    notes = (
        f"<w:footnote w:id='0' w:type='separator'>{paragraph('----')}</w:footnote>"
        f"<w:footnote w:id='2'>{paragraph('Parish register.')}</w:footnote>"
    )
    body = f"<w:p>{run('Dug in 1740')}{reference}{run(' and closed.')}</w:p>" + paragraph("Next.")
    document = read(package(body, footnotes=notes))

    assert document.sections()[0].text == "Dug in 1740 and closed.\n\nNext.\n\nParish register."
    assert document.elements[1].marks == {Mark.FOOTNOTE}


def test_comments_are_kept_with_their_author_and_stay_out_of_the_section() -> None:
    comment = f"<w:comment w:id='0' w:author='Kim'>{paragraph('Still true?')}</w:comment>"
    body = f"<w:p>{run('Closed.')}<w:r><w:commentReference w:id='0'/></w:r></w:p>"
    document = read(package(body, comments=comment))

    assert document.sections()[0].text == "Closed."
    assert document.elements[1].marks == {Mark.COMMENT}
    assert document.elements[1].facts["author"] == "Kim"


def test_page_headers_and_footers_are_furniture_once_each() -> None:
    file = docx.Document()
    file.add_paragraph("Body.")
    file.add_section()
    file.sections[0].header.paragraphs[0].text = "Handbook"
    file.sections[0].footer.paragraphs[0].text = "Page 1"
    packed = io.BytesIO()
    file.save(packed)

    document = read(packed.getvalue())

    assert [(e.type, e.text) for e in document.elements] == [
        (ElementType.HEADER, "Handbook"),
        (ElementType.NARRATIVE_TEXT, "Body."),
        (ElementType.PAGE_NUMBER, "Page 1"),
    ]
    assert document.sections()[0].text == "Body."


def test_pictures_are_sections_of_their_own_with_their_alternative_text() -> None:
    document = docx.Document()
    document.add_paragraph("Before.")
    shape = document.add_picture(io.BytesIO(make_png()))
    shape._inline.docPr.set("descr", "The north pier under ice")
    document.add_picture(io.BytesIO(make_png(grey=9)))
    packed = io.BytesIO()
    document.save(packed)

    found = read(packed.getvalue())

    assert [(e.text, e.type) for e in found.elements] == [
        ("Before.", ElementType.NARRATIVE_TEXT),
        ("The north pier under ice", ElementType.IMAGE),
        ("", ElementType.IMAGE),
    ]
    text, first, second = found.sections()
    assert text.text == "Before.\n\nThe north pier under ice"
    assert isinstance(first.content, DataBlock)
    assert base64.b64decode(first.content.source.data) == make_png()
    assert base64.b64decode(second.content.source.data) == make_png(grey=9)


def test_a_picture_in_a_cell_follows_the_table() -> None:
    document = docx.Document()
    table = document.add_table(1, 2)
    table.cell(0, 0).paragraphs[0].add_run().add_picture(io.BytesIO(make_png()))
    table.cell(0, 1).text = "b"
    packed = io.BytesIO()
    document.save(packed)

    assert [(e.text, e.type) for e in read(packed.getvalue()).elements] == [
        (" | b", ElementType.TABLE),
        ("", ElementType.IMAGE),
    ]


def test_pictures_are_left_alone_where_they_are_not_asked_for() -> None:
    document = docx.Document()
    document.add_picture(io.BytesIO(make_png()))
    packed = io.BytesIO()
    document.save(packed)
    parser = DocxParser(DocxParser.Parameters(pictures=False))

    assert parser.read(Source.from_bytes(packed.getvalue(), "a.docx")).elements == ()
