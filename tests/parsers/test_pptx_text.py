"""Paragraphs of slides: bullets, numbers, links, equations."""

from __future__ import annotations

from typing import Any

import pytest

from parsers.pptx_samples import (
    CONTENT,
    elements,
    one_slide,
    package,
    paragraph,
    relationship,
    shape,
    texts,
)
from ragstone.model.element import ElementType


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
