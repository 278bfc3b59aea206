from __future__ import annotations

import base64
import contextlib
import datetime as dt
import io
import random
import time
import zipfile
from collections.abc import Callable
from typing import Any

import pptx
import pytest
from pptx.chart.data import CategoryChartData, XyChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.oxml import parse_xml
from pptx.util import Inches, Pt

from ragstone.errors import (
    CorruptDocument,
    EmptyDocument,
    EncryptedDocument,
    LimitExceeded,
    ParseError,
)
from ragstone.limits import MIB, Limits
from ragstone.model.block import DataBlock
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.pptx.parser import PptxParser
from ragstone.sources.source import Source
from samples import make_png, make_zip

OPENXML = "http://schemas.openxmlformats.org"
SPACES = (
    f'xmlns:a="{OPENXML}/drawingml/2006/main" '
    f'xmlns:p="{OPENXML}/presentationml/2006/main" '
    f'xmlns:r="{OPENXML}/officeDocument/2006/relationships" '
    f'xmlns:m="{OPENXML}/officeDocument/2006/math" '
    f'xmlns:mc="{OPENXML}/markup-compatibility/2006" '
    f'xmlns:dgm="{OPENXML}/drawingml/2006/diagram" '
    'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" '
    'xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main" '
    'xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"'
)
OFFICE = f"{OPENXML}/officeDocument/2006/relationships"
BLANK, TITLE_ONLY, CONTENT = 6, 5, 1


def deck(draw: Callable[[Any], None]) -> bytes:
    """A presentation that `draw` fills."""
    made = pptx.Presentation()
    draw(made)
    packed = io.BytesIO()
    made.save(packed)
    return packed.getvalue()


def one_slide(draw: Callable[[Any], None], layout: int = BLANK) -> bytes:
    return deck(lambda made: draw(made.slides.add_slide(made.slide_layouts[layout])))


def box(shapes: Any, text: str, x: float, y: float, width: float = 3, height: float = 0.5) -> Any:
    made = shapes.add_textbox(Inches(x), Inches(y), Inches(width), Inches(height))
    made.text_frame.text = text
    return made


def package(*slides: str, parts: dict[str, str] | None = None, rels: str = "") -> bytes:
    """A bare presentation: each slide the inside of its `p:spTree`; `parts` are further members,
    `rels` further relationships of the first slide.
    """
    ids = "".join(f'<p:sldId id="{256 + n}" r:id="s{n}"/>' for n, _ in enumerate(slides, start=1))
    arrows = "".join(
        f'<Relationship Id="s{n}" Type="{OFFICE}/slide" Target="slides/slide{n}.xml"/>'
        for n, _ in enumerate(slides, start=1)
    )
    members = {
        "ppt/presentation.xml": f"<p:presentation {SPACES}><p:sldIdLst>{ids}</p:sldIdLst>"
        '<p:sldSz cx="9144000" cy="6858000"/></p:presentation>',
        "ppt/_rels/presentation.xml.rels": f"<Relationships>{arrows}</Relationships>",
        "ppt/slides/_rels/slide1.xml.rels": f"<Relationships>{rels}</Relationships>",
    }
    for number, inside in enumerate(slides, start=1):
        members[f"ppt/slides/slide{number}.xml"] = (
            f"<p:sld {SPACES}><p:cSld><p:spTree>{inside}</p:spTree></p:cSld></p:sld>"
        )
    members |= parts or {}
    return make_zip({name: text.encode() for name, text in members.items()})


def shape(inside: str, properties: str = "", place: str = "") -> str:
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="S" {properties}/><p:nvPr/></p:nvSpPr>'
        f"<p:spPr>{place}</p:spPr><p:txBody>{inside}</p:txBody></p:sp>"
    )


def paragraph(text: str, properties: str = "") -> str:
    return f"<a:p><a:pPr {properties}/><a:r><a:t>{text}</a:t></a:r></a:p>"


def relationship(kind: str, target: str, name: str = "r1", more: str = "") -> str:
    return f'<Relationship Id="{name}" Type="{OFFICE}/{kind}" Target="{target}" {more}/>'


def read(data: bytes, **rest: object) -> Document:
    return PptxParser().read(Source.from_bytes(data, "sample.pptx", **rest))


def elements(data: bytes) -> list[Element]:
    return list(read(data).elements)


def texts(data: bytes) -> list[str]:
    return [element.text for element in elements(data)]


# Slides and their order


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


# Titles and reading order


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


# Paragraphs


def test_bullets_come_from_the_layout_with_their_depth() -> None:
    def draw(slide: Any) -> None:
        frame = slide.placeholders[1].text_frame
        frame.text = "Ropes"
        deeper = frame.add_paragraph()
        deeper.text, deeper.level = "of hemp", 1

    found = elements(one_slide(draw, CONTENT))

    assert [(e.type, e.text, e.facts["list_depth"]) for e in found] == [
        (ElementType.LIST_ITEM, "Ropes", 0),
        (ElementType.LIST_ITEM, "of hemp", 1),
    ]
    assert [e.facts["list_marker"] for e in found] == ["•", "–"]


def test_a_paragraph_that_turns_its_bullet_off_is_no_list_item() -> None:
    data = package(shape("<a:p><a:pPr><a:buNone/></a:pPr><a:r><a:t>Plain</a:t></a:r></a:p>"))

    assert elements(data)[0].type is ElementType.UNCATEGORIZED_TEXT


def numbered(text: str, scheme: str, level: int = 0, more: str = "") -> str:
    return (
        f'<a:p><a:pPr lvl="{level}"><a:buAutoNum type="{scheme}" {more}/></a:pPr>'
        f"<a:r><a:t>{text}</a:t></a:r></a:p>"
    )


def test_numbered_paragraphs_are_counted_as_shown() -> None:
    inside = (
        numbered("a", "arabicPeriod")
        + numbered("b", "alphaLcParenR", 1)
        + numbered("c", "alphaLcParenR", 1)
        + numbered("d", "arabicPeriod")
        + numbered("e", "alphaLcParenR", 1)
        + "<a:p/>"
        + numbered("f", "arabicPeriod")
    )

    markers = [e.facts["list_marker"] for e in elements(package(shape(inside)))]

    assert markers == ["1.", "a)", "b)", "2.", "a)", "3."]


@pytest.mark.parametrize(
    ("scheme", "marker"),
    [
        ("romanUcPeriod", "IV."),
        ("alphaUcParenBoth", "(D)"),
        ("arabicPlain", "4"),
        ("circleNumDbPlain", "④"),
        ("ea1ChsPeriod", "四、"),
        ("ea1JpnChsDbPeriod", "四、"),
    ],
)
def test_numbers_are_written_in_the_scheme_named(scheme: str, marker: str) -> None:
    (found,) = elements(package(shape(numbered("x", scheme, more='startAt="4"'))))

    assert found.facts["list_marker"] == marker


def test_bullets_of_symbol_fonts_are_signs_and_not_letters() -> None:
    bullet = '<a:buFont typeface="Wingdings"/><a:buChar char="ü"/>'
    data = package(shape(f"<a:p><a:pPr>{bullet}</a:pPr><a:r><a:t>Done</a:t></a:r></a:p>"))

    assert elements(data)[0].facts["list_marker"] == "✓"


def test_fields_and_line_breaks_are_text() -> None:
    inside = (
        "<a:p><a:r><a:t>Page</a:t></a:r><a:br/><a:fld><a:t>7</a:t></a:fld>"
        "<a:r><a:t> of nine</a:t></a:r></a:p>"
    )

    assert texts(package(shape(inside))) == ["Page\n7 of nine"]


def test_links_are_facts_with_their_address() -> None:
    run = '<a:r><a:rPr><a:hlinkClick r:id="{}"/></a:rPr><a:t>{}</a:t></a:r>'
    inside = f"<a:p>{run.format('r1', 'tide')}{run.format('r1', ' table')}</a:p>"
    inside += f"<a:p>{run.format('r2', 'see there')}</a:p>"
    rels = relationship("hyperlink", "https://example.org/t", "r1", 'TargetMode="External"')
    rels += relationship("slide", "slide2.xml", "r2")

    found = elements(package(shape(inside), shape(paragraph("Two")), rels=rels))

    assert [e.facts.get("links") for e in found] == [
        [{"text": "tide table", "url": "https://example.org/t"}],
        [{"text": "see there", "url": "#slide2"}],
        None,
    ]


def test_equations_are_readable_text() -> None:
    fraction = (
        "<m:oMathPara><m:oMath><m:r><m:t>x=</m:t></m:r><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num>"
        "<m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></m:oMathPara>"
    )
    choice = shape(f"<a:p><a14:m>{fraction}</a14:m></a:p>")
    data = package(
        f'<mc:AlternateContent><mc:Choice Requires="a14">{choice}</mc:Choice>'
        f"<mc:Fallback>{shape(paragraph('[picture]'))}</mc:Fallback></mc:AlternateContent>"
    )

    assert [(e.type, e.text) for e in elements(data)] == [(ElementType.FORMULA, "x=a/b")]


def test_connectors_with_text_in_a_group_and_pictures_without_text_are_read() -> None:
    connector = (
        '<p:cxnSp><p:nvCxnSpPr><p:cNvPr id="3" name="" descr="Arrow to the pier"/><p:nvPr/>'
        "</p:nvCxnSpPr><p:spPr/></p:cxnSp>"
    )
    (found,) = elements(package(connector))

    assert (found.text, found.type) == ("Arrow to the pier", ElementType.IMAGE)


# Tables, charts, diagrams


def test_a_table_has_its_spans_and_a_spanned_cell_once() -> None:
    def draw(slide: Any) -> None:
        frame = slide.shapes.add_table(3, 3, Inches(1), Inches(1), Inches(6), Inches(2))
        table = frame.table
        table.cell(0, 1).text = "First half year"
        table.cell(0, 1).merge(table.cell(0, 2))
        table.cell(1, 0).text = "Berth"
        table.cell(1, 0).merge(table.cell(2, 0))
        for row, column, text in ((1, 1, "H1"), (1, 2, "H2"), (2, 1, "70"), (2, 2, "151")):
            table.cell(row, column).text = text

    (found,) = elements(one_slide(draw))

    assert found.text == " | First half year\nBerth | H1 | H2\n70 | 151"
    assert found.html is not None
    assert '<th colspan="2">First half year</th>' in found.html
    assert '<td rowspan="2">Berth</td>' in found.html
    assert found.provenance.slide == 1


def test_a_chart_gives_its_title_axis_titles_categories_and_series() -> None:
    def draw(slide: Any) -> None:
        data = CategoryChartData(number_format="0%")
        data.categories = ["Hake", "Herring"]
        data.add_series("May", (0.1 + 0.2, 0.5))
        data.add_series("June", (0.25, 1))
        place = (Inches(1), Inches(1), Inches(5), Inches(3))
        chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data).chart
        chart.has_title = True
        chart.chart_title.text_frame.text = "Landings"
        chart.value_axis.has_title = True
        chart.value_axis.axis_title.text_frame.text = "Share"

    found = elements(one_slide(draw))

    assert [(e.type, e.text) for e in found] == [
        (ElementType.FIGURE_CAPTION, "Landings"),
        (ElementType.UNCATEGORIZED_TEXT, "Share"),
        (ElementType.TABLE, " | May | June\nHake | 30% | 25%\nHerring | 50% | 100%"),
    ]
    assert found[2].facts["chart"] == ["bar"]


def test_series_of_a_scatter_chart_keep_their_own_values_of_x() -> None:
    def draw(slide: Any) -> None:
        data = XyChartData()
        for name, points in (("North", ((1, 4), (2, 8))), ("South", ((3, 9),))):
            series = data.add_series(name)
            for x, y in points:
                series.add_data_point(x, y)
        place = (Inches(1), Inches(1), Inches(5), Inches(3))
        slide.shapes.add_chart(XL_CHART_TYPE.XY_SCATTER, *place, data)

    assert texts(one_slide(draw)) == [" | North\n1 | 4\n2 | 8\n | South\n3 | 9"]


def test_dates_of_a_chart_are_dates() -> None:

    def draw(slide: Any) -> None:
        data = CategoryChartData()
        data.categories = [dt.date(2024, 2, 29), dt.date(2024, 3, 1)]
        data.add_series("Tons", (1.5, 2))
        place = (Inches(1), Inches(1), Inches(5), Inches(3))
        slide.shapes.add_chart(XL_CHART_TYPE.LINE, *place, data)

    assert "2024-02-29 | 1.5" in texts(one_slide(draw))[-1]


def diagram(points: str, arrows: str) -> bytes:
    frame = (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="D"/><p:nvPr/>'
        "</p:nvGraphicFramePr><p:xfrm/><a:graphic><a:graphicData>"
        '<dgm:relIds r:dm="d1"/></a:graphicData></a:graphic></p:graphicFrame>'
    )
    model = (
        f"<dgm:dataModel {SPACES}><dgm:ptLst>{points}</dgm:ptLst>"
        f"<dgm:cxnLst>{arrows}</dgm:cxnLst></dgm:dataModel>"
    )
    return package(
        frame,
        parts={"ppt/diagrams/data1.xml": model},
        rels=relationship("diagramData", "../diagrams/data1.xml", "d1"),
    )


def point(name: str, text: str = "", kind: str = "node") -> str:
    inside = f"<dgm:t>{paragraph(text)}</dgm:t>" if text else ""
    return f'<dgm:pt modelId="{name}" type="{kind}">{inside}</dgm:pt>'


def arrow(source: str, target: str, order: int, kind: str = "parOf", more: str = "") -> str:
    return f'<dgm:cxn srcId="{source}" destId="{target}" srcOrd="{order}" type="{kind}" {more}/>'


def test_a_diagram_gives_its_points_in_order_with_their_depth_and_once() -> None:
    data = diagram(
        point("2", "Repair")
        + point("1", "Survey")
        + point("0", kind="doc")
        + point("3", "Hull first")
        + point("p", "Survey", "pres"),
        arrow("0", "2", 1) + arrow("0", "1", 0) + arrow("1", "3", 0) + arrow("1", "p", 0, "presOf"),
    )

    found = elements(data)

    assert [(e.text, e.facts["list_depth"]) for e in found] == [
        ("Survey", 0),
        ("Hull first", 1),
        ("Repair", 0),
    ]


def test_what_stands_on_an_arrow_of_a_diagram_is_read_between_its_points() -> None:
    data = diagram(
        point("0", kind="doc") + point("1", "A") + point("2", "B") + point("t", "then", "sibTrans"),
        arrow("0", "1", 0, more='sibTransId="t"') + arrow("0", "2", 1),
    )

    assert texts(data) == ["A", "then", "B"]


def test_a_diagram_whose_points_go_in_a_circle_ends() -> None:
    data = diagram(point("1", "A") + point("2", "B"), arrow("1", "2", 0) + arrow("2", "1", 0))

    assert texts(data) == ["A", "B"]


def test_a_table_and_a_chart_are_never_read_twice_beside_their_pictures() -> None:
    def draw(slide: Any) -> None:
        frame = slide.shapes.add_table(1, 2, Inches(1), Inches(1), Inches(6), Inches(2))
        frame._element.nvGraphicFramePr.cNvPr.set("descr", "Fees by length")
        frame.table.cell(0, 0).text = "Fee"
        frame.table.cell(0, 1).text = "9"

    found = elements(one_slide(draw))

    assert [(e.text, e.marks) for e in found] == [
        ("Fee | 9", frozenset()),
        ("Fees by length", {Mark.ALT_TEXT}),
    ]


# Notes, comments, pictures, what is embedded


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
    assert "the data of 1 pictures was left out; raise Limits(picture_bytes=...)" in (
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


# Bad input


def test_0_bytes_are_an_empty_document() -> None:
    with pytest.raises(EmptyDocument):
        read(b"")


def test_a_locked_file_says_so() -> None:
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500
    with pytest.raises(EncryptedDocument):
        read(head + "EncryptedPackage".encode("utf-16-le"))


def test_entities_are_refused_and_never_expanded() -> None:
    bomb = '<!DOCTYPE p [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>'
    data = package(shape(paragraph("x")), parts={"ppt/slides/slide1.xml": f"{bomb}<p>&b;</p>"})
    with pytest.raises(CorruptDocument, match="document type"):
        read(data)


def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    data = package(shape(paragraph("x")), parts={"ppt/media/big.bin": "0" * (4 * MIB)})
    with pytest.raises(LimitExceeded, match="unpack_ratio"):
        read(data, limits=Limits(unpack_ratio=100))


def test_groups_nested_without_end_are_refused() -> None:
    inside = shape(paragraph("deep"))
    for _ in range(300):
        inside = f"<p:grpSp>{inside}</p:grpSp>"
    with pytest.raises(LimitExceeded, match="markup_depth"):
        read(package(inside))


def test_formulas_nested_without_end_are_no_crash() -> None:
    inside = "<m:r><m:t>x</m:t></m:r>"
    for _ in range(700):
        inside = f"<m:f><m:num>{inside}</m:num></m:f>"
    with contextlib.suppress(ParseError):
        read(package(shape(f"<a:p><a14:m><m:oMath>{inside}</m:oMath></a14:m></a:p>")))


def test_thousands_of_shapes_are_read_in_seconds() -> None:

    shapes = "".join(
        shape(
            paragraph(f"t{n}"),
            place=f'<a:xfrm><a:off x="{n % 60 * 150000}" y="{n // 60 * 60000}"/>'
            '<a:ext cx="140000" cy="50000"/></a:xfrm>',
        )
        for n in range(4000)
    )
    start = time.process_time()
    found = texts(package(shapes))

    assert len(found) == 4000
    assert time.process_time() - start < 10


def _mutants(data: bytes, count: int) -> list[bytes]:
    """The file with one part damaged inside a whole archive, and with damaged bytes of its own."""
    rng = random.Random(7)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    readable = [name for name in members if name.endswith((".xml", ".rels"))]
    found: list[bytes] = []
    for number in range(count):
        if number % 4 == 3:
            raw = bytearray(data)
            for _ in range(8):
                raw[rng.randrange(len(raw))] = rng.randrange(256)
            found.append(bytes(raw))
            continue
        name = rng.choice(readable)
        part = bytearray(members[name])
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(part))
            part[at : at + rng.randrange(0, 9)] = rng.randbytes(rng.randrange(0, 3))
        found.append(make_zip(members | {name: bytes(part)}))
    return found


def test_damaged_files_give_a_parse_error_or_a_document() -> None:
    def draw(slide: Any) -> None:
        slide.shapes.title.text = "Berths"
        frame = slide.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(6), Inches(2))
        frame.table.cell(0, 0).text = "Fee"
        data = CategoryChartData()
        data.categories = ["Hake"]
        data.add_series("May", (1,))
        place = (Inches(1), Inches(4), Inches(5), Inches(2))
        slide.shapes.add_chart(XL_CHART_TYPE.PIE, *place, data)
        slide.notes_slide.notes_text_frame.text = "Say it."

    outcomes = set()
    for mutant in _mutants(one_slide(draw, TITLE_ONLY), 120):
        try:
            read(mutant)
            outcomes.add("read")
        except (ParseError, LimitExceeded):
            outcomes.add("refused")
    assert outcomes == {"read", "refused"}
