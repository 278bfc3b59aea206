"""The document pass as a whole: nothing is lost, whatever a page looks like."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import given, settings

from pages import found, line, page, picture, prose, table
from ragstone.layout.line import Line
from ragstone.layout.page import PageLayout

TEXTS = st.sampled_from(
    [
        "1. Scope",
        "2.1 Gates",
        "• oak",
        "- iron",
        "Figure 1. Gates",
        "x = v + t (1)",
        "Contents",
        "Gates ........ 3",
        "第一章 总则",
        "船只进港前应向港务所报告。",
        "1历史",
        "2定义",
        "keeper@harbour.example",
        "The gates are shut.",
        "DUTIES",
        "12",
        "the imple-",
        "mentation of it",
        "1 Survey of mains.",
        "*",
        "—",
    ]
)


@st.composite
def pages_of_lines(draw: st.DrawFn) -> list[PageLayout]:
    made: list[PageLayout] = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        blocks: list[list[Line]] = []
        for x in draw(st.sampled_from([(72.0,), (72.0, 320.0)])):
            y, block = 20.0, list[Line]()
            for _ in range(draw(st.integers(1, 12))):
                size = draw(st.sampled_from([7.0, 10.0, 10.0, 10.0, 16.0]))
                y += size * draw(st.sampled_from([1.1, 1.2, 2.5, 6.0]))
                block.append(
                    line(
                        draw(TEXTS),
                        x + draw(st.sampled_from([0.0, 0.0, 15.0])),
                        y,
                        size,
                        bold=draw(st.booleans()),
                        monospaced=draw(st.sampled_from([False, False, False, True])),
                        gapped=draw(st.sampled_from([False, False, True])),
                        number=number,
                    )
                )
            blocks.append(block)
        made.append(page(*blocks, number=number))
    return made


def signs(text: str) -> list[str]:
    """All signs but blanks and hyphens, which joining may drop."""
    return sorted("".join(text.split()).replace("-", ""))


@settings(deadline=None, max_examples=50)
@given(pages_of_lines())
def test_every_sign_of_every_line_is_in_one_element(pages: list[PageLayout]) -> None:
    elements = found(*pages)

    given_signs = signs("".join(item.text for made in pages for item in made.lines))
    kept = "".join(str(e.facts.get("list_marker", "")) + e.text for e in elements)
    assert signs(kept) == given_signs


@settings(deadline=None, max_examples=30)
@given(pages_of_lines())
def test_every_element_has_a_rule_and_lines_in_order(pages: list[PageLayout]) -> None:
    for element in found(*pages):
        starts = [run.start for run in element.lines]

        assert element.provenance.rule
        assert starts == sorted(starts)
        assert all(0 <= start <= len(element.text) for start in starts)


def test_tables_and_pictures_keep_their_place_between_texts() -> None:
    blocks = (prose(60), picture(72, 110, 300, 180), prose(190), table([["a", "b"], ["c", "d"]]))

    assert [element.category for element in found(page(*blocks))] == [
        "NarrativeText",
        "Image",
        "NarrativeText",
        "Table",
    ]
