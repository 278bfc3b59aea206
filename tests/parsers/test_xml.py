"""XML: records, feeds and documents; keys and attributes kept, entities refused."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from itertools import groupby

import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.errors import LimitExceeded
from ragstone.limits import Limits
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.detect import detect
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

RSS = """<?xml version="1.0"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">
 <channel>
  <title>Harbour news</title>
  <item>
   <title>The gate</title>
   <dc:creator>Ana</dc:creator>
   <description>&lt;p&gt;It opens at &lt;b&gt;seven&lt;/b&gt;.&lt;/p&gt;</description>
   <guid isPermaLink="false">42</guid>
  </item>
  <item><description><![CDATA[高潮在
六点 & <b>later</b>。]]></description></item>
 </channel>
</rss>
"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Tides</title>
<entry><title>Spring</title><link rel="alternate" href="http://example.org/1"/></entry>
<entry><title>Neap</title><author><name>Bo</name></author></entry></feed>"""
BOOK = """<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "http://example.org/d.dtd">
<book><title>Tides</title><info><author><firstname>Bo</firstname></author></info>
<chapter xml:id="c1"><title>One</title>
<para>The <emphasis>sea</emphasis> rises at
<link xlink:href="http://example.org/six">six</link> every day.</para>
<section><title>Ropes</title><para>Short words.</para>
<orderedlist><listitem><para>coil</para><para>twice</para></listitem><listitem>dry</listitem>
</orderedlist>
<programlisting language="c">int a;
  int b;</programlisting>
<table><title>Prices</title><tgroup cols="2"><tbody><row><entry>Hake</entry><entry>8.40</entry>
</row><row><entry>Cod</entry><entry>3</entry></row></tbody></tgroup></table></section></chapter>
<chapter><title>Two</title><para>End.</para></chapter></book>"""


def read(text: str | bytes, name: str = "a.xml", **more: object) -> Document:
    data = text.encode() if isinstance(text, str) else text
    return read_document(Source.from_bytes(data, name, **more))


def found(document: Document, text: str) -> Element:
    return next(element for element in document.elements if text in element.text)


def paths(document: Document) -> list[str | None]:
    """The paths of its units, in order."""
    return [path for path, _ in groupby(e.provenance.path for e in document.elements)]


def unit(document: Document, path: str) -> str:
    """What a section would say that held this unit alone."""
    own = tuple(e for e in document.elements if e.provenance.path == path)
    (section,) = replace(document, elements=own).sections("document")
    return section.text


def test_the_records_of_a_feed_are_its_units():
    document = read(RSS)
    assert paths(document) == ["/rss/channel", "/rss/channel/item[1]", "/rss/channel/item[2]"]
    assert document.facts["title"] == "Harbour news"
    assert paths(read(ATOM))[1] == "/feed/entry[1]"


def _rows(count: int, words: str) -> str:
    rows = (f"<row><name>Rule {n}</name><t>gate {n} opens {words}</t></row>" for n in range(count))
    return f"<rows>{''.join(rows)}</rows>"


def test_large_records_are_sections():
    sections = read(_rows(3, "at seven " * 30)).sections()
    assert [section.metadata["path"] for section in sections] == [
        *("/rows/row[1]", "/rows/row[2]", "/rows/row[3]")
    ]


def test_small_records_share_sections_and_keep_their_places():
    sections = read(_rows(200, "soon")).sections()
    assert len(sections) < 10
    chunks = CHUNKERS.create("balanced").chunk_sections(sections)
    chunk = next(chunk for chunk in chunks if "gate 17 opens" in chunk.text)
    assert chunk.span is not None
    assert chunk.text.startswith("Rule ")
    assert chunk.heading_path == ()
    first, last = re.findall(r"gate (\d+) ", chunk.text)[:: chunk.text.count("gate") - 1]
    place = sections[chunk.section_index].place(chunk.span)
    assert place.path == f"/rows/row[{int(first) + 1}]–/rows/row[{int(last) + 1}]"


def test_a_record_is_headed_by_what_it_calls_itself_and_else_by_its_key():
    titles = [e.text for e in read(RSS).elements if e.type is ElementType.TITLE]
    assert titles == ["The gate", "item 2"]


def test_fields_are_lines_with_their_keys_prefixes_and_attributes():
    assert unit(read(RSS), "/rss/channel/item[1]") == (
        "The gate\n\ndc:creator: Ana\ndescription: It opens at seven.\nguid: 42\n"
        "  isPermaLink: false"
    )


def test_attributes_of_an_element_without_text_are_kept():
    entry = unit(read(ATOM), "/feed/entry[1]")
    assert "link\n  rel: alternate\n  href: http://example.org/1" in entry


def test_cdata_and_chinese_over_a_line_end_are_read():
    item = unit(read(RSS), "/rss/channel/item[2]")
    assert item.endswith("description: 高潮在六点 & later。")


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("<p>票价七十元。</p><script>alert(1)</script>", "票价七十元。"),
        (
            "<script src='a'>e('<b>')</script ><STYLE>p{color:red}</STYLE>Open &amp; on",
            "Open & on",
        ),
        ("<script>e()</script>Open", "Open"),
        ("<h2>Fees</h2><p>It is\n<b>dear</b>.</p><!-- <p>no</p> -->", "Fees\n  It is dear."),
        ("<ul><li>one</li><li>two<br/>three</li></ul>", "one\n  two\n  three"),
        ("<p>Seen</p><script>e()", "Seen"),
        ("the <script> tag", "the <script> tag"),
    ],
)
def test_html_in_a_field_has_a_line_for_each_block_and_no_scripts(markup, shown):
    entry = f"<item><content><![CDATA[{markup}]]></content><g>1</g></item>"
    text = f"<rss>{entry}<item><g>2</g></item></rss>"
    (fields,) = [e for e in read(text).elements if e.text.startswith("content")]
    assert fields.text == f"content: {shown}\ng: 1"
    assert fields.text[fields.lines[-1].start :] == "g: 1"


def test_tags_that_a_paragraph_speaks_of_are_kept():
    text = "<book><title>a</title><para>Write &lt;b&gt; or &lt;p&gt;.</para></book>"
    assert read(text).elements[-1].text == "Write <b> or <p>."


def test_a_comment_of_nothing_but_tags_is_no_element():
    text = "<a><b>1</b><!-- <p/> --><b>2</b></a>"
    assert all(element.text for element in read(text).elements)


def test_every_line_of_a_record_has_its_own_place():
    fields = found(read(RSS), "dc:creator")
    assert [run.provenance.where() for run in fields.lines] == [
        f"/rss/channel/item[1], line {line}" for line in (7, 8, 9, 9)
    ]


def test_namespaces_are_facts():
    assert read(RSS).facts["namespaces"] == {"dc": "http://purl.org/dc/elements/1.1/"}


def test_what_is_inside_a_record_is_indented_under_its_key():
    text = "<a><b><c><d>1</d><e f='g'>2</e></c></b><b><c/></b></a>"
    assert unit(read(text), "/a/b[1]") == "b 1\n\nc:\n  d: 1\n  e: 2\n    f: g"


def test_top_keys_are_units_where_there_are_no_records():
    text = "<pom><name>x</name><build><a>1</a></build><scm><b>2</b></scm><tail>3</tail></pom>"
    assert paths(read(text)) == ["/pom", "/pom/build", "/pom/scm", "/pom"]
    long = read(text.replace("1", "one " * 100))
    assert long.sections()[1].parts[-1].heading_path == ("build",)


def test_records_below_a_wrapper_are_found():
    text = "<d><meta><a>1</a><b>2</b></meta><rows><row><x>1</x></row><row><x>2</x></row></rows></d>"
    assert paths(read(text)) == ["/d/meta", "/d/rows/row[1]", "/d/rows/row[2]"]


def test_chunks_know_the_record_they_come_from():
    sections = read(_rows(50, "at seven " * 30)).sections()
    chunks = CHUNKERS.create("balanced").chunk_sections(sections)
    assert next(c for c in chunks if "gate 17 opens" in c.text).heading_path == ("Rule 17",)


def test_mixed_content_is_prose_with_its_links():
    paragraph = found(read(BOOK), "The sea")
    assert paragraph.text == "The sea rises at six every day."
    assert paragraph.type is ElementType.NARRATIVE_TEXT
    assert paragraph.facts["links"] == [{"text": "six", "url": "http://example.org/six"}]
    assert paragraph.provenance.where() == "/book/chapter[1], lines 4–5"


def test_chapters_are_sections_and_titles_inside_them_headings():
    document = read(BOOK)
    titles = [(e.text, e.level) for e in document.elements if e.type is ElementType.TITLE]
    assert titles == [("info", 1), ("One", 1), ("Ropes", 2), ("Two", 1)]
    assert "id: c1" in unit(document, "/book/chapter[1]")


def test_lists_code_and_tables_of_documents_are_what_they_are():
    document = read(BOOK)
    text = unit(document, "/book/chapter[1]")
    assert "1. coil" in text
    assert "2. dry" in text
    assert found(document, "int a").text == "int a;\n  int b;"
    table = found(document, "Hake")
    assert (table.type, table.text) == (ElementType.TABLE, "Hake | 8.40\nCod | 3")
    assert table.html is not None
    assert found(document, "Prices").type is ElementType.FIGURE_CAPTION


def test_comments_are_marked_and_stay_out_of_sections():
    document = read("<a><!-- secret --><b>1</b><b>2</b></a>")
    assert found(document, "secret").marks == {Mark.COMMENT}
    assert "secret" not in document.sections()[0].text


BOMB = '<!DOCTYPE a [<!ENTITY x "lol"><!ENTITY y "&x;&x;&x;">]>'


@pytest.mark.parametrize(
    "text",
    [
        BOMB + "<a>&y;</a>",
        BOMB + "<a b='&y;'/>",
        '<!DOCTYPE a [<!ENTITY y SYSTEM "file:///etc/hostname">]><a>&y;</a>',
        '<!DOCTYPE a [<!-- \' --><!ENTITY y SYSTEM "file:///etc/hostname">]><a>&y;</a>',
        '<!DOCTYPE a [<!ENTITY % p SYSTEM "file:///etc/hostname"> %p;]><a>&y;</a>',
    ],
    ids=["bomb", "attribute", "external", "comment", "parameter"],
)
def test_no_entity_is_expanded_and_a_reference_stays_as_it_is_written(text):
    document = read(text)
    assert "&y;" in document.sections()[0].text
    assert "lol" not in str(document.to_dict())
    assert "it declares entities" in document.warnings[0]


def test_references_of_html_and_bare_ampersands_are_read():
    text = "<a><b>1&nbsp;&eacute; &#233; R&D &unknown; &amp;</b><c><![CDATA[&eacute;]]></c></a>"
    assert read(text).sections()[0].text == "b: 1 é é R&D &unknown; &\nc: &eacute;"


def test_what_is_behind_a_fault_is_kept_without_its_tags():
    document = read("<a><b>one</b>\n<c>two</b>\n<d>three &amp; four</d></a>")
    text = "\n".join(element.text for element in document.elements)
    assert all(word in text for word in ("b: one", "c: two", "three & four"))
    assert "no well-formed XML (line 2" in document.warnings[0]
    assert found(document, "three").provenance.where() == "line 3"


def test_text_that_is_no_xml_at_all_is_kept():
    document = read("just words\nand more")
    assert [element.text for element in document.elements] == ["just words", "and more"]


def test_elements_in_elements_without_end_are_refused():
    with pytest.raises(LimitExceeded, match="markup_depth"):
        read("<a>" * 500)


def test_table_cells_are_limited():
    with pytest.raises(LimitExceeded, match="table_cells"):
        read(BOOK, limits=Limits(table_cells=3))


def test_long_names_and_deep_records_do_not_make_long_paths():
    names = [f"{'n' * 80}{number}" for number in range(50)]
    way = "".join(f"<{name}>" for name in names), "".join(f"</{name}>" for name in names[::-1])
    rows = "<r><x>1</x></r>" * 200
    document = read(f"{way[0]}{rows}{way[1]}")
    found = paths(document)
    assert (len(found), len(set(found))) == (200, 200)
    assert found[6] is not None
    assert found[6].startswith("…/nnn")
    assert found[6].endswith("n49/r[7]")
    assert max(len(str(path)) for path in found) < 320
    long = read(f"<{'m' * 900}>{rows}</{'m' * 900}>")
    assert paths(long)[6] == "…/r[7]"


def test_what_is_deep_is_not_moved_to_the_right_without_end():
    text = f"<l><r>{'<a>' * 300}<x>1</x>{'</a>' * 300}</r><r>{'<b><c/></b>' * 9}</r></l>"
    shown = "".join(element.text for element in read(text).elements)
    assert shown.count("a:") == 300
    assert len(shown) < 40 * text.count("<")


def test_a_deep_tree_within_the_bound_is_read():
    depth = Limits().markup_depth
    assert "deep" in read("<a>" * depth + "deep" + "</a>" * depth).sections()[0].text


@pytest.mark.parametrize(
    "text",
    [
        *("<!DOCTYPE a [" * 20_000, "<!DOCTYPE a " + "'" * 50_001, "<a>" + "<!--" * 50_000),
        *("<a>" + "&" * 200_000, "<a>" + "<b" * 100_000, "<a>" + "<![CDATA[" * 50_000),
        *("<a><p>x" + "<b/>" * 50_000 + "</p></a>", "<a " + "b='1' " * 20_000 + "/>"),
        "<a><description>" + "&lt;b " * 50_000 + "</description></a>",
        "<a><b>" + "&lt;script>&lt;p>" * 30_000 + "&lt;/script " * 30_000 + "</b></a>",
        "<a>" + "<r><b>1</b></r>\n" * 15_000 + "</a>",
    ],
    ids=[
        *("types", "quotes", "comments", "references", "tags", "cdata", "mixed", "twice", "html"),
        *("scripts", "records"),
    ],
)
def test_hostile_xml_is_read_in_linear_time(text):
    started = time.process_time()
    read(text)
    assert time.process_time() - started < 5


def test_a_drawing_gives_its_words_alone():
    text = "<svg xmlns='http://www.w3.org/2000/svg'><title>Tide</title><g><path d='M0 0'/>"
    document = read(text + "<text x='1'>high <tspan>water</tspan></text></g></svg>", "a.svg")
    assert [element.text for element in document.elements] == ["Tide", "high water"]
    assert document.media_type == "image/svg+xml"


@pytest.mark.parametrize(
    ("name", "text", "media_type"),
    [
        ("a.xml", "<?xml version='1.0'?><html><body>x</body></html>", "application/xhtml+xml"),
        ("a.xml", "<!-- x --><svg><text>x</text></svg>", "image/svg+xml"),
        (
            "a.xml",
            "<office:document office:mimetype='application/vnd.oasis.opendocument.text'>",
            "application/vnd.oasis.opendocument.text-flat-xml",
        ),
        ("a.xml", "<!DOCTYPE a [<!ENTITY b '>'>]><feed/>", "application/xml"),
        ("feed.rss", "<rss/>", "application/rss+xml"),
        ("unnamed", "<?xml version='1.0'?><feed><a/></feed>", "application/xml"),
        ("a.txt", "\ufeff<?xml version='1.0'?><feed><a/></feed>", "application/xml"),
    ],
)
def test_the_root_tells_what_an_xml_file_is(name, text, media_type):
    assert detect(name, text.encode()).media_type == media_type
