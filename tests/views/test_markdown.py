"""Documents as Markdown: read back, they have the same structure."""

from __future__ import annotations

from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.model.run import Run
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from ragstone.views.markdown import AS_PRINTED, to_markdown
from samples import make_zip

HTML = """<html><body><h1>Tides</h1><p>High water.</p><ul><li>one<ul><li>inner</li></ul></li></ul>
<table><tr><th>Pier</th><th>Fee | day</th></tr><tr><td rowspan=2>A</td><td>9</td></tr>
<tr><td>7</td></tr></table><pre>x = 1
y = `a`</pre></body></html>"""


def test_a_page_reads_back_with_the_same_types_and_cells() -> None:
    document = read_document(Source.from_text(HTML, "a.html", "text/html"))
    markdown = to_markdown(document)
    again = read_document(Source.from_text(markdown, "a.md", "text/markdown"))
    assert [e.type for e in again.elements] == [e.type for e in document.elements]
    assert "| A | 9 |\n" in markdown
    assert "|  | 7 |\n" in markdown
    assert "Fee \\| day" in markdown


def test_a_markdown_file_is_given_back_verbatim() -> None:
    text = "# A\n\n*  b\n\n\n~~~\ncode\n~~~"
    assert to_markdown(read_document(Source.from_text(text, "a.md", "text/markdown"))) == text


def test_what_a_reader_does_not_see_is_left_out() -> None:
    elements = (
        Element(ElementType.NARRATIVE_TEXT, "seen"),
        Element(ElementType.NARRATIVE_TEXT, "hidden", marks=frozenset({Mark.HIDDEN})),
        Element(ElementType.PAGE_NUMBER, "3"),
    )
    assert to_markdown(Document("a", "application/pdf", elements)) == "seen\n"


def test_a_fence_is_longer_than_those_inside_it() -> None:
    code = Element(ElementType.CODE_SNIPPET, "```\ninner\n```")
    assert to_markdown(Document("a", "text/html", (code,))) == "````\n```\ninner\n```\n````\n"


def test_a_heading_keeps_the_number_that_is_printed_in_front_of_it() -> None:
    title = Element(ElementType.TITLE, "Scope", level=2, facts={"number": "1.2"})
    assert to_markdown(Document("a", "text/html", (title,))) == "## 1.2 Scope\n"


def test_an_empty_document_is_empty() -> None:
    assert to_markdown(Document("a", "text/html")) == ""


def printed(*elements: Element) -> str:
    return to_markdown(Document("a", "application/pdf", elements), AS_PRINTED)


def run(start: int) -> Run:
    return Run(start, Provenance(page=1))


def test_as_printed_running_heads_stand_where_they_do() -> None:
    elements = (Element(ElementType.HEADER, "Head"), Element(ElementType.NARRATIVE_TEXT, "seen"))
    assert printed(*elements) == "Head\n\nseen\n"


def test_as_printed_lines_end_where_they_do_in_the_file() -> None:
    text = "High water at the pier, 六时高潮 well-known"
    starts = [0, text.index("at the"), text.index("高潮"), text.index("known")]
    element = Element(ElementType.NARRATIVE_TEXT, text, lines=tuple(run(start) for start in starts))
    assert printed(element) == "High water\nat the pier, 六时\n高潮 well-\nknown\n"


def test_as_printed_a_divided_word_has_its_hyphen_again() -> None:
    element = Element(ElementType.NARRATIVE_TEXT, "the harbour", lines=(run(0), run(7)))
    assert printed(element) == "the har-\nbour\n"


def test_as_printed_a_list_keeps_markers_that_are_no_markdown() -> None:
    items = [
        Element(ElementType.LIST_ITEM, "one", facts={"list_marker": marker})
        for marker in ("iii.", "•", "2.", "-")
    ]
    assert printed(*items) == "- iii. one\n- • one\n2. one\n- one\n"


def test_as_printed_a_table_keeps_its_spans() -> None:
    html = '<table><tr><td colspan="2">a</td></tr></table>'
    assert printed(Element(ElementType.TABLE, "a", html=html)) == html + "\n"


def test_documents_inside_an_archive_are_named() -> None:
    archive = make_zip({"2024/a--b.txt": b"High water.", "b.md": b"# Tides\n\nLow water.\n"})
    assert to_markdown(read_document(Source.from_bytes(archive, "a.zip"))) == (
        "<!-- 2024/a- -b.txt -->\n\nHigh water.\n\n<!-- b.md -->\n\n# Tides\n\nLow water.\n"
    )


def test_a_paragraph_that_a_page_divides_is_one_unless_line_ends_are_kept() -> None:
    parts = (
        Element(ElementType.NARRATIVE_TEXT, "High water and low wa-"),
        Element(ElementType.TABLE, "Pier | 9"),
        Element(ElementType.NARRATIVE_TEXT, "ter, and", facts={"continues": "-"}),
        Element(ElementType.NARRATIVE_TEXT, "slack.", facts={"continues": " "}),
    )
    joined = to_markdown(Document("a", "application/pdf", parts))
    assert joined == "High water and low water, and slack.\n\n| Pier | 9 |\n| --- | --- |\n"
    assert printed(*parts).startswith("High water and low wa-\n\n| Pier")
