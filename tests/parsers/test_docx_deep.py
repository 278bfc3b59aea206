"""Word files nested deeper than libxml2 reads: no text is lost, and a warning says what was."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.errors import CorruptDocument
from ragstone.model.document import Document
from ragstone.model.mark import Mark
from ragstone.parsers.docx.parser import DocxParser
from ragstone.sources.source import Source
from samples import make_zip

OFFICE = "http://schemas.openxmlformats.org"
SPACES = (
    f'xmlns:w="{OFFICE}/wordprocessingml/2006/main" '
    f'xmlns:m="{OFFICE}/officeDocument/2006/math" '
    f'xmlns:mc="{OFFICE}/markup-compatibility/2006"'
)
FRAME = ("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>")
CELLS = ("<w:tbl><w:tr><w:tc><w:p/></w:tc><w:tc>", "</w:tc></w:tr></w:tbl>")
CONTROL = ("<w:sdt><w:sdtPr/><w:sdtContent>", "</w:sdtContent></w:sdt>")
CUSTOM = ("<w:customXml>", "</w:customXml>")
BOX = (
    "<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><inline><w:txbxContent>",
    "</w:txbxContent></inline></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent><w:p>"
    "<w:r><w:t>old reader</w:t></w:r></w:p></w:txbxContent></w:pict></mc:Fallback>"
    "</mc:AlternateContent></w:r></w:p>",
)
INSERTION = ("<w:ins>", "</w:ins>")
LINK = ("<w:hyperlink>", "</w:hyperlink>")
FRACTION = ("<m:f><m:num>", "</m:num></m:f>")
BLOCKS = (FRAME, CELLS, CONTROL, CUSTOM, BOX)


def run(text: str, looks: str = "") -> str:
    return f"<w:r><w:rPr>{looks}</w:rPr><w:t>{text}</w:t></w:r>"


def paragraph(text: str) -> str:
    return f"<w:p>{run(text)}</w:p>"


def nested(pair: tuple[str, str], depth: int, inside: str) -> str:
    return pair[0] * depth + inside + pair[1] * depth


def read(body: str, **parts: str) -> Document:
    whole = f"<w:document {SPACES}><w:body>{body}</w:body></w:document>"
    members = {"[Content_Types].xml": b"<Types/>", "word/document.xml": whole.encode()}
    rows = ""
    for kind, inside in parts.items():
        members[f"word/{kind}.xml"] = f"<w:{kind} {SPACES}>{inside}</w:{kind}>".encode()
        address = f"{OFFICE}/officeDocument/2006/relationships/{kind}"
        rows += f'<Relationship Id="{kind}" Type="{address}" Target="{kind}.xml"/>'
    members["word/_rels/document.xml.rels"] = f"<Relationships>{rows}</Relationships>".encode()
    return DocxParser().read(Source.from_bytes(make_zip(members), "deep.docx"))


def words(document: Document) -> list[str]:
    return " ".join(element.text for element in document.elements).replace("|", " ").split()


@pytest.mark.parametrize("pair", BLOCKS, ids=["frame", "cells", "control", "custom", "box"])
@pytest.mark.parametrize("depth", [90, 3000])
def test_the_innermost_paragraph_and_the_one_after_it_are_kept(
    pair: tuple[str, str], depth: int
) -> None:
    document = read(paragraph("before") + nested(pair, depth, paragraph("in")) + paragraph("after"))

    assert words(document) == ["before", "in", "after"]


@pytest.mark.parametrize("pair", BLOCKS, ids=["frame", "cells", "control", "custom", "box"])
def test_one_warning_says_that_structure_was_left_out(pair: tuple[str, str]) -> None:
    assert read(nested(pair, 300, paragraph("in"))).warnings == (
        "word/document.xml is nested deeper than 240 elements; "
        "below that its text was kept without structure",
    )


def test_fifty_thousand_controls_are_read() -> None:
    assert words(read(nested(CONTROL, 50_000, paragraph("in")) + paragraph("after"))) == [
        "in",
        "after",
    ]


@pytest.mark.parametrize("pair", [INSERTION, LINK, CONTROL], ids=["insertion", "link", "control"])
def test_text_deep_inside_one_paragraph_stays_in_it_and_in_order(pair: tuple[str, str]) -> None:
    inside = run("a") + nested(pair, 1000, run("b") + run("c")) + run("d")

    assert [e.text for e in read(f"<w:p>{inside}</w:p>").elements] == ["abcd"]


def test_a_formula_without_end_keeps_its_signs() -> None:
    formula = nested(FRACTION, 2000, "<m:r><m:t>xyz</m:t></m:r>")
    (element,) = read(f"<w:p>{run('so')}<m:oMath>{formula}</m:oMath></w:p>").elements

    assert element.text.startswith("so")
    assert "xyz" in element.text


def test_deleted_and_hidden_text_is_not_shown_because_it_is_deep() -> None:
    deleted = "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
    moved = f"<w:moveFrom>{run('moved')}</w:moveFrom>"
    hidden = run("secret", "<w:vanish/>")
    document = read(f"<w:p>{nested(LINK, 1000, deleted + moved + hidden + run('seen'))}</w:p>")

    found = {element.text: element.marks for element in document.elements}
    assert found == {
        "seen": frozenset(),
        "secret": {Mark.HIDDEN},
        "gonemoved": {Mark.DELETED},
    }


def test_a_deep_footnote_is_read() -> None:
    notes = f'<w:footnote w:id="2">{nested(FRAME, 500, paragraph("note"))}</w:footnote>'
    body = f'<w:p>{run("text")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    document = read(body, footnotes=notes)

    assert [(e.text, e.marks) for e in document.elements] == [
        ("text", frozenset()),
        ("note", {Mark.FOOTNOTE}),
    ]
    assert document.warnings[0].startswith("word/footnotes.xml is nested deeper")


def test_a_deep_file_that_breaks_off_keeps_what_stands_before() -> None:
    document = read(paragraph("before") + FRAME[0] * 2000 + paragraph("in"))

    assert words(document) == ["before", "in"]
    assert [w.split(" is ")[1].split()[0].rstrip(";") for w in document.warnings] == [
        "nested",
        "damaged",
    ]


def test_one_text_of_more_than_ten_million_characters_is_read() -> None:
    # Not one letter: the packed size would look like a zip bomb.
    text = random.Random(1).randbytes(5_100_000).hex()

    (element,) = read(paragraph(text)).elements

    assert element.text == text


def in_encoding(encoding: str) -> bytes:
    whole = f'<?xml version="1.0" encoding="{encoding}"?><w:document {SPACES}><w:body>'
    return make_zip({"word/document.xml": (whole + paragraph("before") + FRAME[0] * 500).encode()})


@pytest.mark.parametrize("encoding", ["no-such-code", "gb18030"])
def test_a_deep_file_in_an_encoding_that_expat_lacks_keeps_what_libxml2_reads(
    encoding: str,
) -> None:
    document = DocxParser().read(Source.from_bytes(in_encoding(encoding), "deep.docx"))

    assert words(document) == ["before"]
    assert document.warnings == ("word/document.xml is damaged; what could be read was kept",)


def test_a_deep_file_in_another_encoding_than_it_says_is_corrupt() -> None:
    with pytest.raises(CorruptDocument, match=r"^deep\.docx: its main part cannot be read"):
        DocxParser().read(Source.from_bytes(in_encoding("utf-16"), "deep.docx"))


def test_a_document_type_is_refused_in_a_deep_file_too() -> None:
    whole = (
        f'<!DOCTYPE d [<!ENTITY e "boom">]><w:document {SPACES}><w:body>'
        f"{nested(FRAME, 500, paragraph('&e;'))}</w:body></w:document>"
    )
    data = make_zip({"[Content_Types].xml": b"<Types/>", "word/document.xml": whole.encode()})

    with pytest.raises(CorruptDocument, match="document type"):
        DocxParser().read(Source.from_bytes(data, "deep.docx"))


@settings(deadline=None, max_examples=30)
@given(st.lists(st.tuples(st.sampled_from(BLOCKS), st.integers(1, 60)), min_size=1, max_size=12))
def test_however_blocks_are_nested_each_paragraph_is_there_once(
    layers: list[tuple[tuple[str, str], int]],
) -> None:
    body, expected = paragraph("core"), ["core"]
    for number, (pair, depth) in enumerate(layers):
        body = paragraph(f"b{number}") + nested(pair, depth, body) + paragraph(f"a{number}")
        expected += [f"b{number}", f"a{number}"]

    found = words(read(body))

    assert sorted(found) == sorted(expected)
