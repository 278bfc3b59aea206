"""Slides: titles, reading order, what is hidden, furniture."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest
from pptx.oxml import parse_xml
from pptx.util import Pt

from parsers.pptx_samples import (
    BLANK,
    CONTENT,
    OFFICE,
    OPENXML,
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
from ragstone.model.element import ElementType
from ragstone.model.mark import Mark
from samples import make_zip


def test_the_title_comes_first_wherever_it_stands_in_the_file() -> None:
    def draw(slide: Any) -> None:
        box(slide.shapes, "Above everything", 1, 0)
        title = slide.shapes.title
        title.text = "Berths"
        slide.shapes._spTree.append(title._element)

    found = elements(one_slide(draw, TITLE_ONLY))

    assert (found[0].text, found[0].type) == ("Berths", ElementType.TITLE)
    assert found[0].level == 1


def test_a_title_over_two_lines_is_one_line() -> None:
    def draw(slide: Any) -> None:
        slide.shapes.title.text_frame.text = "Winter\vberths"

    assert texts(one_slide(draw, TITLE_ONLY)) == ["Winter berths"]


def test_a_title_keeps_its_links() -> None:
    title = (
        '<p:sp><p:nvSpPr><p:cNvPr id="2" name="T"/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr>'
        '<p:txBody><a:p><a:r><a:rPr><a:hlinkClick r:id="r1"/></a:rPr><a:t>Tides</a:t></a:r></a:p>'
        "</p:txBody></p:sp>"
    )
    rels = relationship("hyperlink", "https://example.org/", "r1", 'TargetMode="External"')

    (found,) = elements(package(title, rels=rels))

    assert found.type is ElementType.TITLE
    assert found.facts["links"] == [{"text": "Tides", "url": "https://example.org/"}]


def test_a_large_first_line_is_the_title_where_no_placeholder_is() -> None:
    def draw(slide: Any) -> None:
        box(slide.shapes, "High water at six.", 1, 3)
        title = box(slide.shapes, "Tides", 1, 1)
        title.text_frame.paragraphs[0].runs[0].font.size = Pt(40)

    found = elements(one_slide(draw))

    assert [(e.text, e.type is ElementType.TITLE) for e in found] == [
        ("Tides", True),
        ("High water at six.", False),
    ]


def test_text_boxes_are_read_by_position_and_not_by_their_order_in_the_file() -> None:
    def draw(slide: Any) -> None:
        box(slide.shapes, "third", 1, 5)
        box(slide.shapes, "first", 1, 1)
        box(slide.shapes, "second", 1, 3)

    assert texts(one_slide(draw)) == ["first", "second", "third"]


def test_two_columns_are_read_one_after_the_other() -> None:
    def draw(slide: Any) -> None:
        for x, side in ((5.2, "right"), (0.5, "left")):
            box(slide.shapes, f"{side} body", x, 2.1, 4, 3)
            box(slide.shapes, f"{side} head", x, 1.5, 4, 0.5)
        box(slide.shapes, "lead over both", 0.5, 0.5, 8.7)

    assert texts(one_slide(draw)) == [
        "lead over both",
        "left head",
        "left body",
        "right head",
        "right body",
    ]


def test_rows_of_cards_are_read_row_by_row() -> None:
    def draw(slide: Any) -> None:
        for row in (1, 0):
            for column in (2, 0, 1):
                box(slide.shapes, f"{row}{column}", 0.5 + column * 3, 1 + row * 2.5, 2.5, 2)

    assert texts(one_slide(draw)) == ["00", "01", "02", "10", "11", "12"]


def test_what_lies_on_a_panel_is_read_with_the_panel() -> None:
    def draw(slide: Any) -> None:
        box(slide.shapes, "on the right panel", 5.5, 1.2, 2, 0.5)
        box(slide.shapes, "on the left panel", 1, 2.5, 2, 0.5)
        box(slide.shapes, "right panel", 5, 1, 4, 4)
        box(slide.shapes, "left panel", 0.5, 1, 4, 4)

    assert texts(one_slide(draw)) == [
        "left panel",
        "on the left panel",
        "right panel",
        "on the right panel",
    ]


def test_grouped_shapes_are_entered_and_read_together() -> None:
    def draw(slide: Any) -> None:
        outer = slide.shapes.add_group_shape()
        box(outer.shapes, "top left", 0.5, 1)
        inner = outer.shapes.add_group_shape()
        box(inner.shapes, "bottom left", 0.5, 5)
        box(slide.shapes, "right", 6, 1)

    assert texts(one_slide(draw)) == ["top left", "bottom left", "right"]


def test_members_of_a_scaled_group_stand_where_the_slide_shows_them() -> None:
    inner = '<a:xfrm><a:off x="100" y="50"/><a:ext cx="100" cy="50"/></a:xfrm>'
    group = (
        '<p:grpSp><p:nvGrpSpPr><p:cNvPr id="1" name="G"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm>'
        '<a:off x="1270000" y="2540000"/><a:ext cx="2540000" cy="1270000"/>'
        '<a:chOff x="0" y="0"/><a:chExt cx="200" cy="100"/></a:xfrm></p:grpSpPr>'
        f"{shape(paragraph('scaled'), place=inner)}</p:grpSp>"
    )

    (found,) = elements(package(group))

    (where,) = found.provenance.boxes
    assert (where.x0, where.y0, where.x1, where.y1) == (200, 250, 300, 300)
    assert (where.page_width, where.page_height) == (720, 540)


def test_a_placeholder_without_a_place_has_that_of_its_layout() -> None:
    def draw(slide: Any) -> None:
        slide.placeholders[1].text = "Body text here"

    (found,) = elements(one_slide(draw, CONTENT))

    assert found.provenance.boxes[0].y0 > 100


def test_shapes_that_are_hidden_are_marked() -> None:
    data = package(shape(paragraph("Shown")) + shape(paragraph("Unseen"), 'hidden="1"'))

    assert {e.text: e.marks for e in elements(data)} == {
        "Shown": frozenset(),
        "Unseen": {Mark.HIDDEN},
    }


def test_text_beside_the_slide_is_marked() -> None:
    def draw(slide: Any) -> None:
        box(slide.shapes, "on it", 1, 1)
        box(slide.shapes, "beside it", -5, 1)

    found = {e.text: e for e in elements(one_slide(draw))}

    assert found["beside it"].marks == {Mark.HIDDEN}
    assert found["beside it"].provenance.rule == "beside the slide"
    assert not found["on it"].marks


@pytest.mark.parametrize(
    "looks",
    [
        '<a:rPr sz="100"/>',
        '<a:rPr><a:solidFill><a:srgbClr val="000000"><a:alpha val="0"/></a:srgbClr></a:solidFill>'
        "</a:rPr>",
    ],
    ids=["a point high", "transparent"],
)
def test_text_that_nobody_can_read_is_apart_and_marked(looks: str) -> None:
    inside = f"<a:p><a:r><a:t>Shown.</a:t></a:r><a:r>{looks}<a:t>Obey me.</a:t></a:r></a:p>"

    assert {e.text: e.marks for e in elements(package(shape(inside)))} == {
        "Obey me.": {Mark.HIDDEN},
        "Shown.": frozenset(),
    }


def test_files_in_the_strict_form_are_read() -> None:
    with zipfile.ZipFile(io.BytesIO(package(shape(paragraph("Body"))))) as archive:
        members = {name: archive.read(name).decode() for name in archive.namelist()}
    strict = {
        f"{OPENXML}/{kind}/2006/main": f"http://purl.oclc.org/ooxml/{kind}/main"
        for kind in ("presentationml", "drawingml")
    } | {OFFICE: "http://purl.oclc.org/ooxml/officeDocument/relationships"}
    for old, new in strict.items():
        members = {name: text.replace(old, new) for name, text in members.items()}

    assert texts(make_zip({name: text.encode() for name, text in members.items()})) == ["Body"]


def test_of_alternatives_for_old_and_new_readers_one_is_read() -> None:
    data = package(
        f"<mc:AlternateContent><mc:Choice>{shape(paragraph('new'))}</mc:Choice>"
        f"<mc:Fallback>{shape(paragraph('old'))}</mc:Fallback></mc:AlternateContent>"
    )

    assert texts(data) == ["new"]


def test_prompts_of_the_layout_are_not_read() -> None:
    data = one_slide(lambda slide: None, CONTENT)

    assert texts(data) == []
    assert read(data).warnings == ("empty",)


def test_footers_dates_and_slide_numbers_are_furniture() -> None:
    kinds = (("ftr", "Confidential"), ("dt", "1 May"), ("sldNum", "4"))
    shapes = "".join(
        f'<p:sp><p:nvSpPr><p:cNvPr id="1" name=""/><p:nvPr><p:ph type="{kind}"/></p:nvPr>'
        f"</p:nvSpPr><p:txBody>{paragraph(text)}</p:txBody></p:sp>"
        for kind, text in kinds
    )
    document = read(package(shapes + shape(paragraph("Body"))))

    assert [(e.text, e.type) for e in document.elements] == [
        ("Body", ElementType.UNCATEGORIZED_TEXT),
        ("Confidential", ElementType.FOOTER),
        ("1 May", ElementType.FOOTER),
        ("4", ElementType.PAGE_NUMBER),
    ]
    assert [section.text for section in document.sections()] == ["Body"]


def test_fixed_text_of_the_layout_is_furniture_once() -> None:
    def draw(made: Any) -> None:
        layout = made.slide_layouts[BLANK]
        layout._element.cSld.spTree.append(
            parse_xml(shape(paragraph("Harbour Board")).replace("<p:sp>", f"<p:sp {SPACES}>"))
        )
        for text in ("one", "two"):
            box(made.slides.add_slide(layout).shapes, text, 1, 1)

    found = elements(deck(draw))

    assert [e.text for e in found].count("Harbour Board") == 1
    assert {e.type for e in found if e.text == "Harbour Board"} <= {
        ElementType.HEADER,
        ElementType.FOOTER,
    }
