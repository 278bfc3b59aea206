import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers.html import HtmlChunker
from ragstone.chunkers.packing import HardLimits
from ragstone.chunkers.structure.html_blocks import html_blocks
from ragstone.chunkers.structure.html_tokens import html_tokens
from ragstone.chunkers.verify import verify
from ragstone.model.block import TextBlock
from ragstone.model.chunk import BoundaryReason, Chunk
from ragstone.model.element import ElementType
from ragstone.model.section import Part, Section


def chunks_of(text: str, parts: tuple[Part, ...] = (), **parameters: Any) -> list[Chunk]:
    section = Section(content=TextBlock(text=text), source="a.html", parts=parts)
    chunks = HtmlChunker(HtmlChunker.Parameters(**parameters)).chunk_sections([section])
    assert verify([section], chunks) == []
    return chunks


def units_of(text: str) -> list[tuple[str, str]]:
    return [(block.kind.value, text[block.start : block.end]) for block in html_blocks(text)]


def test_headings_give_the_path_as_a_reader_sees_them():
    text = (
        "<p>Before everything.</p><div><h1 id=t>Tides &amp; <b>moon</b></h1><p>They rise.</p></div>"
        "<h2>Spring\n tides</h2><p>At new moon they are high.</p>"
    )
    chunks = chunks_of(text, max_characters=85, chunk_size=50)
    assert [chunk.heading_path for chunk in chunks] == [
        (),
        ("Tides & moon",),
        ("Tides & moon", "Spring tides"),
    ]


def test_a_heading_in_a_template_heads_nothing():
    text = "<template><h1>Row</h1><p>Never shown.</p></template><p>Words.</p><h2>Tides</h2><p>x</p>"
    paths = [chunk.heading_path for chunk in chunks_of(text, max_characters=40, chunk_size=20)]
    assert set(paths[:-1]) == {()}
    assert paths[-1] == ("Tides",)


def test_a_block_is_what_opens_the_content_and_what_closes():
    text = "<div><ul><li>one</li><li><p>two</p></li></ul></div><p>three"
    assert units_of(text) == [
        ("item", "<div><ul><li>one</li>"),
        ("item", "<li><p>two</p></li></ul></div>"),
        ("paragraph", "<p>three"),
    ]


def test_inline_tags_and_icons_do_not_end_a_block():
    text = "<p>High <b>water</b> <svg><path d='M0'/></svg> at <img src=six.png> six.</p>"
    assert units_of(text) == [("paragraph", text)]


def test_pre_and_script_stay_whole_while_they_fit():
    code = "<pre>\n  a <b>\n\n  <p>no block</p>\n</pre>"
    script = "<script>if (a < b) { x = '<h1>no</h1>'; }</script>"
    text = f"<p>Words before.</p>{code}<p>Words between.</p>{script}<p>Words behind.</p>"
    chunks = chunks_of(text, max_characters=60)
    assert len(chunks) > 3
    assert len([chunk for chunk in chunks if code in chunk.text or script in chunk.text]) == 2


ROWS = "".join(f"<tr><td>Port {n}</td><td>{n}.5</td></tr>\n" for n in range(20))


@pytest.mark.parametrize(
    "header",
    [
        "<table><thead><tr><th>town</th><th>height</th></tr></thead>",
        "<table border=1><tr><th>town<th>height</tr>",
        "<table><caption>Heights</caption><thead><tr><td>town</td></tr></thead>",
    ],
    ids=["thead", "th alone", "caption"],
)
def test_a_table_cut_in_pieces_repeats_its_header_rows_as_context(header: str):
    first, *others = chunks_of(f"{header}\n{ROWS}</table>", max_characters=160)
    assert first.context == ""
    assert len(others) > 2
    for chunk in others:
        assert chunk.context == header
        assert chunk.text.startswith("<tr><td>Port")
        assert chunk.text.endswith(("</tr>", "</table>"))
        assert chunk.boundaries[0].reason is BoundaryReason.TABLE_ROW


def test_a_row_that_heads_itself_is_no_header_of_the_table():
    rows = "".join(f"<tr><th>Port {n}</th><td>{n}.5</td></tr>" for n in range(20))
    assert {chunk.context for chunk in chunks_of(f"<table>{rows}</table>", max_characters=120)} == {
        ""
    }


def test_a_table_in_a_cell_costs_the_outer_table_neither_header_nor_rows():
    header = "<table><tr><th>town</th><th>height</th></tr>"
    inner = "<tr><td>Port</td><td><table><tr><td>low</td><td>1</td></tr></table></td></tr>"
    _, *others = chunks_of(f"{header}\n{ROWS}{inner}\n{ROWS}</table>", max_characters=160)
    assert {chunk.context for chunk in others} == {header}
    assert {chunk.boundaries[0].reason for chunk in others} == {BoundaryReason.TABLE_ROW}
    assert len([chunk for chunk in others if inner in chunk.text]) == 1


def test_a_row_that_fits_is_not_cut_for_what_opens_its_table():
    opening = '<div class="scrolled"><table class="tides of the year">'
    row = "<tr><td>Brest</td><td>7.1</td></tr>"
    chunks = chunks_of(f"<p>Words.</p>{opening}{row * 3}</table></div>", max_characters=60)
    assert [chunk.text for chunk in chunks] == [
        "<p>Words.</p>",
        opening,
        row,
        row,
        f"{row}</table></div>",
    ]


def test_a_row_over_the_limit_is_cut_between_its_cells():
    cells = [f"<td>{name * 6}</td>" for name in ("Brest", "Dover", "Calais")]
    chunks = chunks_of(f"<table><tr>{''.join(cells)}</tr></table>", max_characters=60)
    assert [chunk.text for chunk in chunks] == [
        f"<table><tr>{cells[0]}",
        cells[1],
        f"{cells[2]}</tr></table>",
    ]
    assert "cells" in chunks[0].boundaries[1].detail


def test_a_picture_that_fits_is_not_cut_for_what_stands_beside_it():
    picture, image = "<svg><title>no</title></svg>", '<img alt="a > b">'
    chunks = chunks_of(picture + image, max_characters=40)
    assert [chunk.text for chunk in chunks] == [picture, image]


def test_a_layout_table_is_read_as_the_page_it_is():
    text = (
        "<table><tr><td><h1>Tides</h1><p>They rise twice a day.</p></td></tr>"
        "<tr><td><h1>Boats</h1><p>They float on them.</p></td></tr></table>"
    )
    assert [chunk.heading_path for chunk in chunks_of(text, max_characters=80, chunk_size=60)] == [
        ("Tides",),
        ("Boats",),
    ]


def test_no_cut_is_inside_a_tag_or_an_entity_that_fits():
    text = (
        "<p>"
        + "".join(f'<a href="/page/{n}?a=b, c. D">x&nbsp;&amp;</a>' for n in range(60))
        + "</p>"
    )
    entities = chunks_of("<p>" + "&nbsp;" * 100 + "</p>", max_characters=40)
    for chunk in [*chunks_of(text, max_characters=64), *entities]:
        assert chunk.text.count("<") == chunk.text.count(">")
        assert chunk.text.count("&") == chunk.text.count(";")


def test_a_tag_longer_than_the_limit_is_cut_all_the_same():
    text = '<img src="data:image/png;base64,' + "A" * 5000 + '"><p>Words.</p>'
    assert max(len(chunk.text) for chunk in chunks_of(text, max_characters=100)) <= 100


def test_lines_broken_by_br_are_places_to_cut():
    text = "<p>" + "<br>".join(f"line {n} without any stop" for n in range(20)) + "</p>"
    for chunk in chunks_of(text, max_characters=100):
        assert chunk.text.endswith(("<br>", "</p>"))


@pytest.mark.parametrize(
    "text",
    [
        "a < b and c > d",
        "<p>one<p>two",
        "<!-- never closed <p>x</p>",
        "<div",
        "</p></p>x",
        "<pre>x",
        "<1>",
    ],
)
def test_broken_markup_loses_nothing(text: str):
    assert "".join(text for _, text in units_of(text)).replace(" ", "") == text.replace(" ", "")
    assert chunks_of(text)[0].text == text


def test_a_section_without_tags_is_cut_by_its_elements():
    text = "Duties\n\nCheck the oil. Then the water.\n\nBoats\n\nThey float."
    parts = (
        Part(0, 6, "a", ElementType.TITLE, 1, heading_path=("Duties",)),
        Part(8, 38, "b", ElementType.NARRATIVE_TEXT, heading_path=("Duties",)),
        Part(40, 45, "c", ElementType.TITLE, 1, heading_path=("Boats",)),
        Part(47, 59, "d", ElementType.NARRATIVE_TEXT, heading_path=("Boats",)),
    )
    chunks = chunks_of(text, parts, max_characters=40)
    assert [chunk.heading_path for chunk in chunks] == [("Duties",), ("Boats",)]


PIECES = (
    "<p>",
    "</p>",
    "<div class='a > b'>",
    "</div>",
    "<h1>",
    "</h1>",
    "<h3>",
    "<ul>",
    "<li>",
    "</li>",
    "</ul>",
    "<table>",
    "<tr>",
    "<th>",
    "<td>",
    "</table>",
    "<br>",
    "<pre>",
    "</pre>",
    "<script>",
    "<svg>",
    "</svg>",
    "<template>",
    "</script>",
    "<!--",
    "-->",
    "<",
    ">",
    '"',
    "&amp;",
    " ",
    "\n",
    "text. More. ",
    "潮汐。",
    "👨‍👩‍👧",
    "x" * 30,
)


@settings(deadline=None, max_examples=150)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.sampled_from([32, 60, 200]))
def test_every_rule_holds_on_generated_html(text: str, size: int):
    end = 0
    for block in html_blocks(text):
        assert end <= block.start <= block.end
        assert not text[end : block.start].strip()
        end = block.end
    assert not text[end:].strip()
    section = Section(content=TextBlock(text=text), source="a.html")
    chunks = HtmlChunker(HtmlChunker.Parameters(max_characters=size)).chunk_sections([section])
    assert verify([section], chunks, HardLimits(max_characters=size)) == []


@pytest.mark.parametrize(
    "unit", ['<a "', "<!--", "<pre>", "<table>", "<p title='", "<", "</script"]
)
def test_tags_that_close_nothing_cost_linear_time(unit: str):
    def cost(size: int) -> float:
        started = time.process_time()
        text = unit * (size // len(unit))
        for _ in html_blocks(text, html_tokens(text)):
            pass
        return time.process_time() - started

    assert cost(200_000) < 12 * cost(50_000) + 0.3
