"""Presentations: slides, their order and what is told of them."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from parsers.pptx_samples import (
    TITLE_ONLY,
    deck,
    package,
    paragraph,
    read,
    shape,
    texts,
)
from ragstone.model.mark import Mark
from samples import make_zip


def test_every_slide_is_a_section_with_its_number() -> None:
    def draw(made: Any) -> None:
        for title in ("Winter", "Summer"):
            made.slides.add_slide(made.slide_layouts[TITLE_ONLY]).shapes.title.text = title

    sections = read(deck(draw)).sections()

    assert [(s.metadata["slide"], s.text) for s in sections] == [(1, "Winter"), (2, "Summer")]


def test_slides_come_in_the_order_of_the_show_and_not_of_their_parts() -> None:
    def draw(made: Any) -> None:
        for title in ("First made", "Second made"):
            made.slides.add_slide(made.slide_layouts[TITLE_ONLY]).shapes.title.text = title
        order = made.slides._sldIdLst
        order.insert(0, order[1])

    assert texts(deck(draw)) == ["Second made", "First made"]


def test_hidden_slides_are_marked_and_keep_their_number() -> None:
    def draw(made: Any) -> None:
        for title in ("Offer", "Margin", "Thanks"):
            made.slides.add_slide(made.slide_layouts[TITLE_ONLY]).shapes.title.text = title
        made.slides[1]._element.set("show", "0")

    document = read(deck(draw))

    assert [(e.text, e.provenance.slide, Mark.HIDDEN in e.marks) for e in document.elements] == [
        ("Offer", 1, False),
        ("Margin", 2, True),
        ("Thanks", 3, False),
    ]
    assert [section.metadata["slide"] for section in document.sections()] == [1, 3]
    assert document.facts["hidden_slides"] == [2]


def test_the_sections_of_the_deck_are_facts() -> None:
    section = (
        '<p:extLst><p:ext><p14:sectionLst><p14:section name="Harbour"><p14:sldIdLst>'
        '<p14:sldId id="257"/></p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst>'
    )
    data = package(shape(paragraph("Text")))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    main = members["ppt/presentation.xml"].decode()
    members["ppt/presentation.xml"] = main.replace("<p:sldSz", f"{section}<p:sldSz").encode()

    found = read(make_zip(members)).facts["sections"]

    assert found == [{"name": "Harbour", "slides": [1]}]


def test_a_slide_that_is_missing_is_a_warning_and_keeps_its_number() -> None:
    data = package(shape(paragraph("One")), shape(paragraph("Two")), shape(paragraph("Three")))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        kept = {n: archive.read(n) for n in archive.namelist() if not n.endswith("slide2.xml")}

    document = read(make_zip(kept))

    assert [(e.text, e.provenance.slide) for e in document.elements] == [("One", 1), ("Three", 3)]
    assert document.warnings == ("slide 2 cannot be read and was left out",)
