"""Web pages: structure, no lost and no glued text, true lines."""

from __future__ import annotations

import html as entities
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.errors import LimitExceeded
from ragstone.limits import Limits
from ragstone.model.element import ElementType
from ragstone.model.mark import Mark
from ragstone.model.span import Span
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from ragstone.text.script import joint


def read(markup: str, **rest):
    return read_document(Source.from_text(markup, "a.html", media_type="text/html", **rest))


def rows(markup: str) -> list[tuple[str, str]]:
    return [(element.category, element.text) for element in read(markup).elements]


def texts(markup: str) -> list[str]:
    return [element.text for element in read(markup).elements]


def test_headings_have_levels_and_parents():
    one, two, text = read("<h1>One</h1><h3>Two</h3>text").elements
    assert [(one.level, two.level), (two.parent_id, text.parent_id)] == [(1, 3), (one.id, two.id)]


def test_text_between_and_after_blocks_is_not_lost_and_not_glued():
    markup = "<div>before<p>in <b>bold</b>ly</p>after<section>deep</section>tail</div>end"
    assert texts(markup) == ["before", "in boldly", "after", "deep", "tail", "end"]


def test_a_block_shown_inline_does_not_divide_its_sentence():
    assert texts("at $<div style='display:inline'>5</div> a share") == ["at $5 a share"]


def test_breaks_and_blanks_are_those_a_browser_shows():
    assert texts("<p>one<br>two  \n three&nbsp;km</p>") == ["one\ntwo three km"]
    assert texts("<p>高潮在\n六点</p>") == ["高潮在六点"]


def test_entities_are_decoded_once():
    assert texts("<p>Write &lt;b&gt; and &amp;lt; for &euro;4</p>") == ["Write <b> and &lt; for €4"]


def test_scripts_styles_templates_and_comments_have_no_text():
    markup = (
        "<style>p{}</style><script>a<b</script><template>t</template><noscript>n</noscript>"
        "<!-- c --><svg><text>s</text></svg><p>left</p><script>'</p>'"
    )
    assert texts(markup) == ["left"]


def test_the_title_is_a_fact_only():
    document = read("<html lang=zh><head><title>The\n page</title></head><p>text")
    assert (document.facts["title"], document.facts["lang"]) == ("The page", "zh")
    assert [element.text for element in document.elements] == ["text"]


@pytest.mark.parametrize(
    ("markup", "mark"),
    [
        ("<nav><a href=/>x</a></nav>", Mark.BOILERPLATE),
        ("<aside>x</aside>", Mark.BOILERPLATE),
        ("<footer>x</footer>", Mark.BOILERPLATE),
        ("<div role=navigation>x</div>", Mark.BOILERPLATE),
        ("<div class='cookie-banner'>x</div>", Mark.BOILERPLATE),
        ("<div id=cookieConsent>x</div>", Mark.BOILERPLATE),
        ("<p hidden>x</p>", Mark.HIDDEN),
        ("<div style='display: none'><p>x</p></div>", Mark.HIDDEN),
        ("<p><span aria-hidden=true>x</span></p>", Mark.HIDDEN),
        ("<p><del>x</del></p>", Mark.DELETED),
        ("<blockquote><p>x</blockquote>", Mark.QUOTED),
        ("<textarea>x</textarea>", Mark.FORM_VALUE),
    ],
)
def test_marks_of_what_a_reader_should_know(markup, mark):
    (element,) = read(markup).elements
    assert (element.text, mark in element.marks) == ("x", True)


def test_a_recipe_for_cookies_is_no_cookie_bar():
    assert read("<div class='cookie-recipe'>Bake.</div>").elements[0].marks == frozenset()


def test_hidden_text_leaves_its_paragraph_and_the_sections():
    document = read("<p>Seen <span hidden>secret</span> text.</p>")
    assert [element.text for element in document.elements] == ["Seen text.", "secret"]
    assert [section.text for section in document.sections()] == ["Seen text."]


def test_list_items_have_markers_and_depths():
    elements = read("<ol start=3><li>a<ul><li>b</ul><p>more<li value=9>c</ol>").elements
    assert [(e.text, e.facts["list_marker"], e.facts["list_depth"]) for e in elements] == [
        ("a", "3.", 0),
        ("b", "-", 1),
        ("more", "", 0),
        ("c", "9.", 0),
    ]
    assert elements[1].parent_id == elements[0].id


def test_definitions_are_items_under_their_term():
    term, text = read("<dl><dt>Ebb<dd>Falling tide</dl>").elements
    assert (term.facts["list_depth"], text.facts["list_depth"]) == (0, 1)


def test_code_is_verbatim_with_its_language():
    (code,) = read(
        "<pre><code class='language-py'>\ndef f():\n\n    a &lt; b\n</code></pre>"
    ).elements
    assert (code.type, code.text) == (ElementType.CODE_SNIPPET, "def f():\n\n    a < b")
    assert code.facts["language"] == "py"


def test_a_table_has_spans_in_html_and_a_spanned_cell_once_in_text():
    (table,) = read(
        "<table><tfoot><tr><td colspan=2>Foot</tfoot><thead><tr><th rowspan=2>Zone<th>Fare"
        "<tr><th>Day</thead><tr><td>North<td>1 <br>2</table>"
    ).elements
    assert table.text == "Zone | Fare\nDay\nNorth | 1 2\nFoot"
    assert table.html == (
        '<table><tr><th rowspan="2">Zone</th><th>Fare</th></tr><tr><th>Day</th></tr>'
        '<tr><td>North</td><td>1 2</td></tr><tr><td colspan="2">Foot</td></tr></table>'
    )


def test_a_caption_stands_before_its_table():
    assert rows("<table><caption>Fares</caption><tr><th>a<th>b</table>") == [
        ("FigureCaption", "Fares"),
        ("Table", "a | b"),
    ]


def test_a_layout_table_gives_its_blocks_in_order():
    inner = "<table><tr><th>Fish<th>Price<tr><td>Hake<td>8</table>"
    assert rows(f"<table><tr><td>Market<td>{inner}<tr><td colspan=2>Open</table>") == [
        ("UncategorizedText", "Market"),
        ("Table", "Fish | Price\nHake | 8"),
        ("UncategorizedText", "Open"),
    ]


def test_a_table_inside_a_data_table_follows_it_and_is_not_repeated():
    inner = "<table><tr><td>a<td>b</table>"
    assert rows(f"<table><tr><th>Fish<th>x<tr><td>Hake<td>{inner}</table>") == [
        ("Table", "Fish | x\nHake | "),
        ("Table", "a | b"),
    ]


def test_links_and_pictures_are_kept():
    text, image = read(
        "<p>See <a href='/x'>the <b>port</b></a> <img src=p.png alt='A pier'>."
    ).elements
    assert text.facts["links"] == [{"text": "the port", "url": "/x"}]
    assert (image.type, image.text, image.facts["src"]) == (ElementType.IMAGE, "A pier", "p.png")
    assert Mark.ALT_TEXT in image.marks


def test_ruby_readings_do_not_break_the_word():
    assert texts("<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby>だ") == ["漢字だ"]


def test_the_charset_of_the_page_is_obeyed():
    page = "<meta charset='gb2312'><p>镕基先生，丨水电费</p>".encode("gb18030")
    document = read_document(Source.from_bytes(page, "a.html"))
    assert document.elements[0].text == "镕基先生，丨水电费"
    assert document.facts["encoding"] == "gb18030"


@pytest.mark.parametrize(
    ("before", "encoding"),
    [
        ("<meta charset=utf-8>", "gb18030"),
        ("<meta charset=iso-8859-1>", "utf-8"),
        ("<meta charset=windows-1252>", "utf-16"),
        ("<?xml version='1.0' encoding='gb2312'?>", "gb18030"),
        ("<meta http-equiv='Content-Type' content='text/html; charset=big5'>", "big5"),
        ("<meta charset=no-such-thing>", "utf-8"),
        ("", "utf-8"),
    ],
)
def test_the_real_charset_wins_over_a_declared_one(before: str, encoding: str):
    sentence = "港口的潮汐在清晨六點到達最高，船隻必須等待水位下降。" * 4
    page = f"{before}<p>{sentence}</p>".encode(encoding)
    document = read_document(Source.from_bytes(page, "a.html"))
    assert [element.text for element in document.elements] == [sentence]


def test_the_main_content_is_in_the_sections_and_its_frame_is_marked():
    document = read(
        "<body><header><nav><a href=/>Home</a></nav></header><main><h1>Tides</h1><p>High at six."
        "</main><aside>Ads</aside><footer>Imprint</footer>"
    )
    assert [section.text for section in document.sections()] == ["Tides\n\nHigh at six."]
    assert [e.text for e in document.elements if Mark.BOILERPLATE in e.marks] == [
        "Home",
        "Ads",
        "Imprint",
    ]


def test_malformed_markup_keeps_every_text_and_its_tail():
    markup = (
        "<p>one<div>two</p>tail<b>bold<i>both</b>it</i><li>item</ul></table>after<td>cell"
        "<a href='x>y'>link</a <p>last & <b"
    )
    joined = " ".join(texts(markup))
    for word in ("one", "two", "tail", "bold", "both", "it", "item", "after", "cell", "link"):
        assert word in joined
    assert texts("<table>stray<tr><td>a<td>b</table>tail") == ["stray", "a | b", "tail"]


def test_code_in_preformatted_text_keeps_tabs_blanks_and_blank_lines():
    (code,) = read(
        "<pre>\n\tif a:\n\n\t\treturn  b   # two\n  <b>x</b> &amp;&amp; y\n</pre>"
    ).elements
    assert code.text == "\tif a:\n\n\t\treturn  b   # two\n  x && y"


def test_xhtml_with_a_closed_script_keeps_its_text():
    page = (
        b"<?xml version='1.0'?><html><head><script src='a'/><title>T</title></head><p>x</p></html>"
    )
    document = read_document(Source.from_bytes(page, "a.xhtml"))
    assert [element.text for element in document.elements] == ["x"]


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ('<pre>x <a href="u">y</a>\nz</pre>', (3, 4)),
        ("<pre> <b>x</b> <i>y</i>\n\n</pre>", (3, 3)),
        ("<pre>\n\n<b>x</b>\n\n<i>y</i>\n</pre>", (5, 7)),
        ("<pre>x<br>y\n<br>\nz</pre>", (3, 5)),
    ],
)
def test_preformatted_text_with_tags_in_it_has_true_lines(code, lines):
    (element,) = read(f"<html>\n<body>\n{code}\n</body></html>\n").elements
    assert (element.provenance.line_start, element.provenance.line_end) == lines


def test_lines_are_those_of_the_source():
    page = """<!doctype html>
<p title="a
b">One
two</p><!--
--><p>
Three <a
href=x>four</a>
<script>
"</p>"
</script>
five</p>
<img
alt="Six"><table><tr><td>7<td>8
<tr><td>9<td>
10</table>
"""
    found = [(e.text, e.provenance.line_start, e.provenance.line_end) for e in read(page).elements]
    assert found == [
        ("One two", 3, 4),
        ("Three four five", 6, 11),
        ("Six", 12, 13),
        ("7 | 8\n9 | 10", 13, 15),
    ]


_BLOCKS = st.sampled_from(
    [
        *(
            "<p>The gate\n opens &amp; closes.</p>",
            "<h1>Rules\nof <i>the\nport</i></h1>",
            "loose\n",
        ),
        *("<ul>\n<li>ropes<li>lamps\n and oil</ul>", "<table><tr><td>a\n<td>b<tr><td>c</table>"),
        *("loose\n", "<!-- x\n -->", "<script>\nif (a<b) '<p>'\n</script>"),
        "<div\nclass='ab'>in\n</div>",
        *(
            "<pre>\n\n x\n  y</pre>",
            "a < b\n",
            "</p></div>",
            "<b>half\n<p>more</b> of it\n",
            "\n\n",
        ),
        *(
            "高潮<br>\n六点",
            "<table>stray\n<tr><td>cell</table>",
            "<a href='\n'>link\ntext</a>",
            "\r\n",
        ),
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(_BLOCKS, max_size=10).map("".join))
def test_what_is_cited_is_found_on_the_lines_cited(page):
    source_lines = re.split(r"\r\n|\r|\n", page)
    for section in read(page).sections():
        for part in section.parts:
            if part.type is ElementType.TABLE or part.type is ElementType.LIST_ITEM:
                words = re.findall(r"\w+", section.text[part.start : part.end])
            else:
                words = [section.text[part.start : part.end]]
            place = section.place(Span(part.start, part.end))
            cited = "\n".join(source_lines[place.line_start - 1 : place.line_end])
            cited = re.sub(r"<script>.*?</script>|<(?=[/!a-z])[^>]*>", "", cited, flags=re.DOTALL)
            shown = _squash(entities.unescape(cited))
            assert all(_squash(word) in shown for word in words)


def _squash(text: str) -> str:
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize(
    "page",
    [
        *("<b><i>" * 5000 + "x", "<a " * 100_000, '<a b="x ' * 50_000, "<!--" * 50_000),
        *("<a><p>" * 20_000, "<p><a>" * 20_000, "<a><p><b>" * 10_000, "<a>" * 50_000),
        *("<p>a" + " " * 500_000, "<!-- a --> x < y " * 10_000, "<script>" * 20_000),
    ],
)
def test_hostile_markup_is_read_in_linear_time(page):
    begin = time.process_time()
    document = read(page)
    assert time.process_time() - begin < 5
    if page.endswith(">x"):
        assert [element.text for element in document.elements] == ["x"]
        assert "never closed" in document.warnings[0]


@pytest.mark.parametrize(
    "page",
    ["<div>" * 20_000, "<div>" * 500, "<table><tr><td>" * 2000, "<ul><li>" * 3000, "<span>" * 900],
    ids=["blocks", "few blocks", "tables", "lists", "inline"],
)
def test_tags_in_tags_without_end_are_refused_soon(page):
    begin = time.process_time()
    with pytest.raises(LimitExceeded, match="--limit markup_depth="):
        read(page + "x")
    assert time.process_time() - begin < 1


def test_a_page_may_be_as_deep_as_the_caller_allows():
    markup = "<div>" * 600 + "<p hidden>ignored</p><h2>Tides</h2>" + "</div>" * 600
    document = read(markup, limits=Limits(markup_depth=700))
    assert [(e.text, e.type) for e in document.elements if not e.marks] == [
        ("Tides", ElementType.TITLE)
    ]


def test_anchors_and_formatting_that_are_never_closed_are_not_deep():
    page = "".join(f'<h2><a name="{number}">Part {number}</h2>' for number in range(900))
    assert len(read(page + "<b>x" * 900).elements) == 901


def _attributes(count: int) -> str:
    return "".join(f" a{number}=1" for number in range(count))


@pytest.mark.parametrize(
    "page",
    [
        *(f"<p{_attributes(80_000)}>x</p>", f"<p>x</p{_attributes(80_000)}>"),
        "".join(f"<body a{number}>" for number in range(40_000)) + "x",
        "".join(f"<html{_attributes(499)} b{number}>" for number in range(100)) + "x",
    ],
    ids=["tag", "end tag", "bodies", "roots"],
)
def test_attributes_without_end_are_cut_with_a_warning(page):
    begin = time.process_time()
    document = read(page)
    assert time.process_time() - begin < 3
    assert [element.text for element in document.elements] == ["x"]
    assert "hundreds of attributes" in document.warnings[0]


def test_the_first_attributes_of_an_endless_tag_count():
    markup = f"<p hidden{_attributes(600)} hidden>x</p><p{_attributes(600)} hidden>y</p>"
    found = {element.text: element.marks for element in read(markup).elements}
    assert found == {"x": {Mark.HIDDEN}, "y": frozenset()}


def test_four_hundred_attributes_are_no_reason_to_warn():
    document = read(f"<p{_attributes(400)} hidden>x</p>")
    assert document.warnings == ()
    assert document.elements[0].marks == {Mark.HIDDEN}


@pytest.mark.parametrize("end", ["", "</option>"])
def test_a_select_of_any_length_is_read_in_linear_time(end):
    options = "".join(f"<option>{number}{end}" for number in range(30_000))
    begin = time.process_time()
    document = read(f"<select hidden>{options}</select><p>after")
    assert time.process_time() - begin < 5
    *listed, after = document.elements
    assert [element.text for element in listed] == [str(number) for number in range(30_000)]
    assert {element.marks for element in listed} == {frozenset({Mark.HIDDEN, Mark.BOILERPLATE})}
    assert (after.text, after.marks, document.warnings) == ("after", frozenset(), ())


def test_formatting_that_is_never_closed_does_not_multiply_with_the_paragraphs():
    opened = "".join(f"<b a{number}>" for number in range(800))
    begin = time.process_time()
    document = read(f"<p>{opened}</p>" + "<p>x</p>" * 4000)
    assert time.process_time() - begin < 4
    assert [element.text for element in document.elements] == ["x"] * 4000
    assert "never closed" in document.warnings[0]


def test_formatting_that_is_left_out_ends_nothing_outside_it():
    inside = "<b>" * 50 + "x" + "</b>" * 50
    markup = f"<p>a <b hidden>{inside} y</b> z</p>"
    assert [(e.text, e.marks) for e in read(markup).elements] == [
        ("a z", frozenset()),
        ("x y", {Mark.HIDDEN}),
    ]


def test_table_cells_are_limited():
    with pytest.raises(LimitExceeded, match="table_cells"):
        read("<table><tr><td>a<td>b<td>c</table>", limits=Limits(table_cells=2))


def test_a_page_without_text_is_empty():
    assert read("<script>a</script>").warnings == ("empty",)


def lines(markup: str) -> dict[str, tuple[int | None, int | None]]:
    places = ((e.text, e.provenance) for e in read(markup).elements)
    return {text: (place.line_start, place.line_end) for text, place in places}


@pytest.mark.parametrize(
    "forged",
    [
        *("&#xFDD9;&#xFDE0;", "&#xfdd9&#xfde0;", "&#X00FDD9;&#x0FDE0;", "&#64985;&#64992;"),
        *("&#064985&#64992;", "\ufdd9\ufde0", "&#xFDD9;\ufde0"),
    ],
    ids=["hex", "lower", "zeros", "decimal", "open", "plain", "mixed"],
)
def test_no_page_can_forge_the_line_of_a_text(forged):
    page = f"<p>one</p>\n<p>{forged}two</p>\n<textarea>{forged}three</textarea>\n<p>four</p>"
    assert sorted(lines(page).values()) == [(1, 1), (2, 2), (3, 3), (4, 4)]


@pytest.mark.parametrize(
    "value",
    ["1-99", "x-y", "-", "9", "\ufdd9\ufde0\ufdd9\ufde0", "&#xfdd9;&#xfde0;&#xfdd9;&#xfde0;"],
    ids=["lines", "words", "dash", "number", "marks", "references"],
)
@pytest.mark.parametrize(
    ("before", "tag", "expected"),
    [
        ("", "img", (2, 2)),
        ("", "image", (2, 2)),
        ("", "IMAGE", (2, 2)),
        ("", "img/", (2, 2)),
        # Raw text to a reader of tags, a picture to a browser: the line is not known, so all.
        ("<svg><style>", "img", (1, 3)),
        ("<math><title>", "img", (1, 3)),
    ],
)
def test_no_page_can_forge_the_line_of_a_picture(value, before, tag, expected):
    attribute = f'data-ragstone-lines="{value}"'
    page = f"<p {attribute}>one</p>\n{before}<{tag} {attribute} alt=gate></style></title></svg>\n"
    assert lines(page + "<p>two") == {"one": (1, 1), "gate": expected, "two": (3, 3)}


def test_a_tag_called_image_is_a_picture_as_in_browsers():
    (picture,) = read('<image src="gate.png" alt="The gate">').elements
    assert (picture.type, picture.text) == (ElementType.IMAGE, "The gate")
    assert picture.facts == {"src": "gate.png"}


def test_references_to_other_characters_stay():
    assert texts("<p>&#xFDCF;&#xFDF0;&#64975;&#64993;&#xFDD01;") == [
        "\ufdcf\ufdf0\ufdcf\ufde1\U000fdd01"
    ]


def test_blanks_that_never_end_are_read_in_linear_time():
    begin = time.process_time()
    assert texts("<p>a" + "<i>  \n</i>" * 100_000 + "b") == ["a b"]
    assert time.process_time() - begin < 6


def test_notes_are_told_by_their_role_and_references_stand_in_brackets():
    found = read(
        '<p>The light was out<a role="doc-noteref" href="#n1">1</a>'
        '<a role="doc-noteref" href="#n2">[2]</a>.</p>'
        '<aside role="doc-footnote" id="n1"><p>Since 1881.</p></aside><aside><p>Menu</p></aside>'
    ).elements

    assert [(e.text, e.marks) for e in found] == [
        ("The light was out[1][2].", frozenset()),
        ("Since 1881.", {Mark.FOOTNOTE}),
        ("Menu", {Mark.BOILERPLATE}),
    ]
    assert [link["text"] for link in found[0].facts["links"]] == ["1", "[2]"]
    assert (found[0].provenance.line_start, found[0].provenance.line_end) == (1, 1)


def test_page_numbers_are_left_out_and_a_tag_left_open_swallows_nothing():
    page = '<span role="doc-pagebreak">{}</span>'

    assert texts(f"<p>The light {page.format('xii')}was out.</p>") == ["The light was out."]
    assert texts('<p>The <span role="doc-pagebreak">light was out.</p>') == ["The light was out."]


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["", " ", "  ", "\t", "\n", " \n ", "&#10;", "&nbsp;", "\n\n"]),
            st.sampled_from(["tide", "潮汐", "。", "부두", "a"]),
        ),
        min_size=1,
        max_size=12,
    )
)
def test_blanks_between_words_become_one_or_none(pairs):
    source = "".join(blank + word for blank, word in pairs)
    shown = re.split(r"([ \t\n\xa0]+)", entities.unescape(source).strip())
    for index in range(1, len(shown), 2):
        blanks, around = shown[index], (shown[index - 1], shown[index + 1])
        shown[index] = joint(*around) if "\n" in blanks else " "
    assert texts(f"<p>{source}</p>") == ["".join(shown)]
