"""Markdown blocks, their text and their exact lines."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from ragstone.model.element import ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.markdown.front_matter import read_front_matter
from ragstone.parsers.markdown.inline import inline_text, without_tags
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source


def read(text: str):
    return read_document(Source.from_text(text, "a.md", media_type="text/markdown"))


def only(text: str):
    (element,) = read(text).elements
    return element


def test_headings_have_levels_and_lines():
    elements = read("# One\n\ntext\n\nTwo\n---\n").elements
    titles = [e for e in elements if e.type is ElementType.TITLE]
    assert [(t.text, t.level, t.provenance.line_start, t.provenance.line_end) for t in titles] == [
        ("One", 1, 1, 1),
        ("Two", 2, 5, 6),
    ]
    assert titles[1].parent_id == titles[0].id
    assert elements[1].parent_id == titles[0].id


def test_inline_marks_go_and_links_are_kept_as_facts():
    element = only(
        "See **the** `gate` at [the port](http://a.example/x), &amp; ~~not~~ \\*this\\*."
    )
    assert element.text == "See the gate at the port, & not *this*."
    assert element.facts["links"] == [{"text": "the port", "url": "http://a.example/x"}]


def test_soft_line_ends_are_blanks_except_between_chinese_lines():
    assert only("the gate\nopens").text == "the gate opens"
    assert only("高潮在\n六点").text == "高潮在六点"
    assert only("one  \ntwo").text == "one\ntwo"


@pytest.mark.parametrize("fence", ["```", "````", "~~~", "`````"])
def test_a_fence_ends_only_at_a_fence_as_long(fence):
    text = f"{fence}python extra\n# not a title\n``\n{fence}{fence[0]}\n\n## After"
    code, title = read(text).elements
    assert (code.type, code.text) == (ElementType.CODE_SNIPPET, "# not a title\n``")
    assert code.facts["language"] == "python"
    assert (title.type, title.text) == (ElementType.TITLE, "After")


def test_an_open_fence_keeps_its_text():
    code = only("```\n# open\nlast words\n")
    assert code.text == "# open\nlast words"
    assert (code.provenance.line_start, code.provenance.line_end) == (1, 3)


def test_lists_have_markers_depths_and_second_paragraphs():
    elements = read("3. Engine\n   - Oil\n\n     It is cold.\n\n     1) Grade\n4. Deck\n").elements
    assert [(e.text, e.facts["list_marker"], e.facts["list_depth"]) for e in elements] == [
        ("Engine", "3.", 0),
        ("Oil", "-", 1),
        ("It is cold.", "", 1),
        ("Grade", "1)", 2),
        ("Deck", "4.", 0),
    ]


def test_underlined_headings_of_both_levels_may_have_several_lines():
    one, two = read("Tides of\nthe *port*\n===\n\nHigh water\n---\n").elements
    assert [(e.type, e.text, e.level) for e in (one, two)] == [
        (ElementType.TITLE, "Tides of the port", 1),
        (ElementType.TITLE, "High water", 2),
    ]


def test_a_formula_block_is_a_formula_as_written():
    formula, text = read("$$\n\\frac{a}{b} \\\\\n*c*\n$$\n\nAfter.").elements
    assert (formula.type, formula.text) == (ElementType.FORMULA, "\\frac{a}{b} \\\\\n*c*")
    assert (formula.provenance.line_start, formula.provenance.line_end) == (1, 4)
    assert text.text == "After."


def test_formulas_in_a_line_keep_their_own_marks_and_prices_are_none():
    written = "Let $a_i*b*c_{\\{x\\}}$ and $$\\alpha$$ be; it costs $5 to $6, *or* \\$7."
    read_as = "Let $a_i*b*c_{\\{x\\}}$ and $$\\alpha$$ be; it costs $5 to $6, or $7."
    assert only(written).text == read_as


def test_a_formula_that_is_never_closed_is_text():
    assert [(e.type, e.text) for e in read("$$ open\n\n# Title").elements] == [
        (ElementType.UNCATEGORIZED_TEXT, "$$ open"),
        (ElementType.TITLE, "Title"),
    ]


def test_a_table_has_rows_of_text_and_html():
    table = only("| Fish | Price |\n|---|--:|\n| *Hake* | 8 & 9 |\n")
    assert table.type is ElementType.TABLE
    assert table.text == "Fish | Price\nHake | 8 & 9"
    assert table.html == (
        "<table><tr><th>Fish</th><th>Price</th></tr>"
        "<tr><td>Hake</td><td>8 &amp; 9</td></tr></table>"
    )
    assert (table.provenance.line_start, table.provenance.line_end) == (1, 3)


def test_front_matter_is_facts_and_no_heading():
    document = read(
        "---\ntitle: Tide notes\nauthor: A. W.\ntags: [sea, tide]\n---\n# Real\n\nBody."
    )
    first, title, body = document.elements
    assert first.type is ElementType.UNCATEGORIZED_TEXT
    assert document.facts["title"] == "Tide notes"
    assert document.facts["authors"] == "A. W."
    assert document.facts["front_matter"]["tags"] == ["sea", "tide"]
    assert (title.text, body.text) == ("Real", "Body.")


def test_the_first_heading_is_the_title_without_front_matter():
    assert read("# Harbour\n\ntext").facts["title"] == "Harbour"
    assert "title" not in read("text\n\n# Harbour").facts


def test_quotes_and_footnotes_are_marked():
    quote, text, note = read("> said\n\nhere[^1]\n\n[^1]: The note.\n").elements
    assert quote.marks == {Mark.QUOTED}
    assert text.marks == frozenset()
    assert (note.text, note.marks) == ("The note.", {Mark.FOOTNOTE})


def test_a_heading_in_a_quote_is_no_title_of_the_document():
    assert only("> # Said\n").type is ElementType.UNCATEGORIZED_TEXT


def test_html_blocks_become_their_text_and_comments_are_marked():
    block, comment = read("<div>\nHi <b>there</b> &amp; you\n</div>\n\n<!-- draft -->\n").elements
    assert block.text == "Hi there & you"
    assert (comment.text, comment.marks) == ("draft", {Mark.COMMENT})


def test_a_picture_alone_is_an_image_with_its_description():
    image = only("![The pier](pier.png)")
    assert (image.type, image.text, image.marks) == (
        ElementType.IMAGE,
        "The pier",
        {Mark.ALT_TEXT},
    )


def test_link_definitions_are_not_lost():
    assert [e.text for e in read("[a]\n\n[a]: http://x.example 'T'\n").elements] == [
        "a",
        "[a]: http://x.example 'T'",
    ]


def test_natural_sections_are_the_shallowest_repeated_headings():
    sections = read("# T\n\nintro\n\n## A\n\na\n\n## B\n\nb\n").sections()
    assert [section.text.split("\n")[0] for section in sections] == ["# T", "## A", "## B"]
    assert sections[2].parts[-1].heading_path == ("T", "B")


@pytest.mark.parametrize(
    "text",
    [
        *("> " * 3000 + "deep", "- " * 2000 + "deep"),
        *("[" * 30_000, "*a " * 10_000, "`" * 20_000 + "\n"),
        *("$$a\n" * 20_000, "\\*" + "$a\\*" * 10_000, "$$\n\n" * 20_000, "$" * 49_000 + "*"),
        *("<!--" * 50_000, "<!--\n" * 50_000, "<!-- a -->" + "<b><!-->" * 25_000),
    ],
)
def test_hostile_nesting_is_read_in_time_and_kept(text):
    begin = time.process_time()
    document = read(text)
    assert time.process_time() - begin < 15
    assert document.elements


@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(["<!--", "-->", "<b ", ">", "</b>", "<br>", "-", "a", "\n"])))
def test_text_without_tags_is_that_of_one_pattern_for_tags_and_comments(pieces):
    markup = "".join(pieces)
    plain = re.sub(r"(?s)<!--.*?-->|</?[a-zA-Z][^<>]*>", "", markup.replace("<br>", "\n"))
    expected = [line.strip() for line in plain.splitlines() if line.strip()]
    assert without_tags(markup).splitlines() == expected


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("title: A: b\nn: 3", {"title": "A: b", "n": "3"}),
        ("tags:\n  - sea\n  - 'moon'\n", {"tags": ["sea", "moon"]}),
        ("about: >\n  two\n  lines\n", {"about": "two\nlines"}),
        ("no pair here\n# comment", {}),
        ("a key : b\nc\t:\td", {"a key": "b", "c": "d"}),
        ("tags: [a]\n- b\n- c", {"tags": ["a", "b", "c"]}),
        ("a: x\n  y\n- z", {"a": ["z"]}),
    ],
)
def test_front_matter_values(text, values):
    assert read_front_matter(text) == values


@pytest.mark.parametrize(
    "text",
    [
        "a" + " " * 200_000,
        "a" + " \t" * 100_000,
        "a:\n" + "- b\n" * 100_000,
        "a:\n" + " b\n" * 200_000,
    ],
    ids=["blanks", "tabs", "items", "lines"],
)
def test_front_matter_is_read_in_linear_time(text):
    begin = time.process_time()
    read_front_matter(text)
    assert time.process_time() - begin < 2


def test_every_element_says_why_it_has_its_type():
    text = """---
title: T
---
# Head

Short

It is a long sentence of more than five words.

- item

> # quoted

![gate](gate.png)

```py
x
```

    code

<!-- note -->

| a |
|---|
| b |

[link]: http://a.example/
"""
    assert [(e.category, e.provenance.rule) for e in read(text).elements] == [
        ("UncategorizedText", "front_matter"),
        ("Title", "heading"),
        ("UncategorizedText", "paragraph, short or no sentence"),
        ("NarrativeText", "paragraph, sentences"),
        ("ListItem", "list_item"),
        ("UncategorizedText", "heading inside another block"),
        ("Image", "image alone"),
        ("CodeSnippet", "fence"),
        ("CodeSnippet", "code_block"),
        ("UncategorizedText", "html_block"),
        ("Table", "table"),
        ("UncategorizedText", "outside every block"),
    ]


_PIECES = st.lists(
    st.sampled_from(
        [
            *(
                "# T",
                "## U",
                "text *a*",
                "",
                "",
                "- item",
                "  - sub",
                "1. one",
                "> q",
                "```",
                "~~~",
            ),
            *(
                "| a | b |",
                "|---|---|",
                "---",
                "    code",
                "[r]: /u",
                "<div>",
                "</div>",
                "<!-- c",
                "港",
            ),
            *("<!-- c", "===", "[^1]: n", "\t", "+", "* * *", "&amp;", "\\", "![i](j)", "<br>"),
        ]
    ),
    max_size=14,
)


@settings(max_examples=150, deadline=None)
@given(_PIECES, st.sampled_from(["\n", "\r\n", "\r"]))
def test_spans_are_whole_lines_in_order_and_every_word_is_in_one(lines, end):
    text = end.join(lines)
    document = read(text)
    last = 0
    words_seen = ""
    for element in document.elements:
        assert element.span is not None
        start, stop = element.span
        assert last <= start < stop
        assert start == 0 or text[start - 1] in "\r\n"
        assert stop == len(text) or text[stop] in "\r\n"
        place = element.provenance
        before = text[:start].replace("\r\n", "\n").replace("\r", "\n")
        inside = text[start:stop].replace("\r\n", "\n").replace("\r", "\n")
        assert place.line_start == before.count("\n") + 1
        assert place.line_end == place.line_start + inside.count("\n")
        words_seen += text[start:stop]
        last = stop
    assert sorted(filter(str.isalnum, words_seen)) == sorted(filter(str.isalnum, text))


@settings(deadline=None, max_examples=100)
@given(st.text(st.sampled_from("ab潮 \t.,:;!?#$%()+-/=>@]^{|}'\"1\u00a0"), min_size=1, max_size=30))
def test_text_without_marks_is_what_the_inline_parser_makes_of_it(content):
    parser = MarkdownIt("commonmark").enable("strikethrough").use(footnote_plugin)
    tokens = parser.parseInline(content)[0].children or []
    assert "".join(token.content for token in tokens).strip() == content.strip()
    assert inline_text(parser, content, {}).text == content.strip()
