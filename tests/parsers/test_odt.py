from __future__ import annotations

import base64
import io
import random
import zipfile

import pytest

from ragstone.errors import (
    CorruptDocument,
    EmptyDocument,
    EncryptedDocument,
    LimitExceeded,
    ParseError,
)
from ragstone.limits import Limits
from ragstone.model.block import DataBlock
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.odt.parser import FodtParser, OdtParser
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import ODF_SPACES, make_odt, make_png, make_zip


def read(data: bytes, **rest: object) -> Document:
    return OdtParser().read(Source.from_bytes(data, "sample.odt", **rest))


def elements(body: str, styles: str = "", parts: dict[str, str] | None = None) -> list[Element]:
    return list(read(make_odt(body, styles, parts)).elements)


def p(text: str, attributes: str = "") -> str:
    return f"<text:p {attributes}>{text}</text:p>"


def h(text: str, level: int, attributes: str = "") -> str:
    return f'<text:h text:outline-level="{level}" {attributes}>{text}</text:h>'


def level_style(level: int, form: str = "1", more: str = "") -> str:
    return (
        f'<text:list-level-style-number text:level="{level}" style:num-format="{form}" '
        f'style:num-suffix="." {more}/>'
    )


def items(*texts: str) -> str:
    return "".join(f"<text:list-item>{text}</text:list-item>" for text in texts)


# Structure


def test_headings_have_their_level_and_divide_the_document() -> None:
    data = make_odt(h("Gates", 1) + p("One.") + h("Lights", 2) + h("Fees", 1) + p("Two."))

    assert [(e.text, e.level) for e in read(data).elements if e.level] == [
        ("Gates", 1),
        ("Lights", 2),
        ("Fees", 1),
    ]
    assert [s.text for s in read(data).sections()] == ["Gates\n\nOne.\n\nLights", "Fees\n\nTwo."]


def test_a_paragraph_in_the_style_of_titles_is_one_and_what_derives_from_it_too() -> None:
    styles = (
        '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/>'
    )
    found = elements(p("Handbook", 'text:style-name="P1"'), styles)

    assert (found[0].type, found[0].level) == (ElementType.TITLE, 1)
    assert found[0].facts["style"] == "Title"


def test_a_large_bold_line_is_a_title_and_a_bold_sentence_is_none() -> None:
    styles = (
        '<style:style style:name="P1" style:family="paragraph"><style:text-properties '
        'fo:font-size="18pt" fo:font-weight="bold"/></style:style><style:style style:name="T1" '
        'style:family="text"><style:text-properties fo:font-size="150%" fo:font-weight="700"/>'
        "</style:style>"
    )
    span = '<text:span text:style-name="T1">{}</text:span>'
    large = p("In a cell", 'text:style-name="P1"')
    body = (
        p("Galley hours", 'text:style-name="P1"')
        + p("Breakfast is at six.")
        + f"<text:section>{p(span.format('Sundays') * 2)}</text:section>"
        + p("Eat at six.", 'text:style-name="P1"')
        + p(span.format("Large") + " in part")
        + f"<table:table>{row(cell(large), cell(p('b')))}</table:table>"
    )
    found = elements(body, styles)

    assert [(e.text, e.level) for e in found if e.type is ElementType.TITLE] == [
        ("Galley hours", 1),
        ("SundaysSundays", 1),
    ]


def test_headings_have_the_number_of_the_outline() -> None:
    outline = (
        f"<office:document-styles {ODF_SPACES}><office:styles><text:outline-style>"
        '<text:outline-level-style text:level="1" style:num-format="1"/>'
        '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/>'
        "</text:outline-style></office:styles></office:document-styles>"
    )
    body = h("A", 1) + h("B", 2) + h("C", 2) + h("D", 1) + h("E", 2)

    found = elements(body, parts={"styles.xml": outline})

    assert [e.facts["number"] for e in found] == ["1", "1.1", "1.2", "2", "2.1"]


def test_lists_have_their_markers_and_depth() -> None:
    styles = (
        f'<text:list-style style:name="L">{level_style(1)}{level_style(2, "a")}</text:list-style>'
    )
    inner = f"<text:list>{items(p('coil'), p('dry'))}</text:list>"
    body = f'<text:list text:style-name="L">{items(p("Ropes") + inner, p("Lamps"))}</text:list>'

    found = elements(body, styles)

    assert [(e.facts["list_marker"], e.facts["list_depth"], e.text) for e in found] == [
        ("1.", 0, "Ropes"),
        ("a.", 1, "coil"),
        ("b.", 1, "dry"),
        ("2.", 0, "Lamps"),
    ]


def test_a_list_goes_on_counting_where_it_says_so() -> None:
    styles = f'<text:list-style style:name="L">{level_style(1)}</text:list-style>'
    opening = '<text:list text:style-name="L" '
    body = (
        f'{opening} xml:id="a">{items(p("one"))}</text:list>'
        f"{opening}>{items(p('new'))}</text:list>"
        f'{opening} text:continue-list="a">{items(p("two"))}</text:list>'
        f'{opening} text:continue-numbering="true">{items(p("three"))}</text:list>'
    )
    assert [e.facts["list_marker"] for e in elements(body, styles)] == ["1.", "1.", "2.", "3."]


def test_chinese_numbers_and_numbers_of_several_levels_are_as_shown() -> None:
    second = level_style(2, "1", 'text:display-levels="2"')
    styles = f'<text:list-style style:name="L">{level_style(1, "一, 二, 三, ...")}{second}'
    styles += "</text:list-style>"
    inner = f"<text:list>{items(p('b'))}</text:list>"

    found = elements(f'<text:list text:style-name="L">{items(p("a") + inner)}</text:list>', styles)

    assert [e.facts["list_marker"] for e in found] == ["一.", "一.1."]


def test_a_second_paragraph_of_an_item_has_no_marker_of_its_own() -> None:
    found = elements(f"<text:list>{items(p('one') + p('more'))}</text:list>")

    assert [e.facts["list_marker"] for e in found] == ["•", ""]


def cell(text: str, attributes: str = "") -> str:
    return f"<table:table-cell {attributes}>{text}</table:table-cell>"


def row(*cells: str, attributes: str = "") -> str:
    return f"<table:table-row {attributes}>{''.join(cells)}</table:table-row>"


COVERED = "<table:covered-table-cell/>"


def test_tables_have_header_rows_and_spans_and_a_spanned_cell_once() -> None:
    body = (
        "<table:table><table:table-header-rows>"
        + row(
            cell(p("Berth"), 'table:number-rows-spanned="2"'),
            cell(p("Half year"), 'table:number-columns-spanned="2"'),
            COVERED,
        )
        + "</table:table-header-rows>"
        + row(COVERED, cell(p("H1")), cell(p("H2")))
        + "</table:table>"
    )
    (found,) = elements(body)

    assert found.text == "Berth | Half year\nH1 | H2"
    assert found.html == (
        '<table><tr><th rowspan="2">Berth</th><th colspan="2">Half year</th></tr>'
        "<tr><td>H1</td><td>H2</td></tr></table>"
    )
    assert [run.provenance.path for run in found.lines] == [
        "table[1]/table-row[1]",
        "table[1]/table-row[2]",
    ]


def test_a_table_inside_a_cell_follows_the_outer_one() -> None:
    inner = f"<table:table>{row(cell(p('c')), cell(p('d')))}</table:table>"
    body = f"<table:table>{row(cell(p('a')), cell(p('b') + inner))}</table:table>"

    assert [e.text for e in elements(body)] == ["a | b", "c | d"]


def test_cells_that_are_repeated_are_there_as_often_as_shown() -> None:
    first = row(cell(p("x"), 'table:number-columns-repeated="3"'))
    second = row(cell(p("y")), cell(p("z")), attributes='table:number-rows-repeated="2"')

    (found,) = elements(f"<table:table>{first}{second}</table:table>")

    assert found.text == "x | x | x\ny | z\ny | z"


# Inline


def test_blanks_tabs_and_line_ends_are_as_shown() -> None:
    (found,) = elements(p("  a \n b<text:s text:c='2'/>c<text:tab/>d<text:line-break/>e"))

    assert found.text == "a b  c\td\ne"


def test_links_are_facts_with_their_address() -> None:
    body = p('See <text:a xlink:href="https://example.org/">the tide <text:span>table</text:span>'
             "</text:a>.")  # fmt: skip
    (found,) = elements(body)

    assert found.text == "See the tide table."
    assert found.facts["links"] == [{"text": "the tide table", "url": "https://example.org/"}]


def test_fields_are_read_and_readings_of_ruby_are_not() -> None:
    body = p(
        "<text:ruby><text:ruby-base>潮</text:ruby-base><text:ruby-text>しお</text:ruby-text>"
        "</text:ruby>汐 on <text:date>1 May</text:date>"
    )
    assert elements(body)[0].text == "潮汐 on 1 May"


def note(kind: str, text: str) -> str:
    return (
        f'<text:note text:note-class="{kind}"><text:note-citation>1</text:note-citation>'
        f"<text:note-body>{p(text)}</text:note-body></text:note>"
    )


@pytest.mark.parametrize("kind", ["footnote", "endnote"])
def test_notes_follow_their_paragraph_and_leave_the_sentence_whole(kind: str) -> None:
    found = elements(p(f"The light was out{note(kind, 'Since 1881.')} that winter."))

    assert [(e.text, e.marks) for e in found] == [
        ("The light was out that winter.", frozenset()),
        ("Since 1881.", {Mark.FOOTNOTE}),
    ]
    assert found[1].facts == {"number": "1"}


def test_comments_are_marked_with_author_and_date() -> None:
    body = p(
        "Nine crowns.<office:annotation><dc:creator>Ada</dc:creator><dc:date>2024-05-01</dc:date>"
        f"{p('Is it nine?')}</office:annotation>"
    )
    found = elements(body)

    assert [(e.text, e.marks) for e in found][1:] == [("Is it nine?", {Mark.COMMENT})]
    assert found[1].facts == {"author": "Ada", "date": "2024-05-01"}


CHANGES = (
    '<text:tracked-changes><text:changed-region xml:id="i1"><text:insertion/>'
    '</text:changed-region><text:changed-region xml:id="d1"><text:deletion>'
    f"{p('eight')}</text:deletion></text:changed-region></text:tracked-changes>"
)


def test_tracked_insertions_are_in_and_deletions_apart() -> None:
    body = CHANGES + p(
        'The fee is <text:change text:change-id="d1"/><text:change-start text:change-id="i1"/>'
        'nine<text:change-end text:change-id="i1"/> crowns.'
    )
    assert [(e.text, e.marks) for e in elements(body)] == [
        ("The fee is nine crowns.", frozenset()),
        ("eight", {Mark.DELETED}),
    ]


def test_a_paragraph_that_was_inserted_as_a_whole_is_marked() -> None:
    body = CHANGES + (
        p('<text:change-start text:change-id="i1"/>One.')
        + p("Two.")
        + p('Three.<text:change-end text:change-id="i1"/>')
        + p("Four.")
    )
    assert [e.marks for e in elements(body)] == [{Mark.INSERTED}] * 3 + [frozenset()]


HIDDEN = (
    '<style:style style:name="T1" style:family="text">'
    '<style:text-properties text:display="none"/></style:style>'
    '<style:style style:name="P1" style:family="paragraph">'
    '<style:text-properties text:display="none"/></style:style>'
)


def test_hidden_text_is_apart_and_marked() -> None:
    body = p('Shown <text:span text:style-name="T1">not shown</text:span> too.')
    body += p("Never seen.", 'text:style-name="P1"')
    body += p('<text:hidden-paragraph text:is-hidden="true"/>Gone.')
    body += f'<text:section text:display="none">{p("Section gone.")}</text:section>'

    assert [(e.text, e.marks) for e in elements(body, HIDDEN)] == [
        ("Shown too.", frozenset()),
        ("not shown", {Mark.HIDDEN}),
        ("Never seen.", {Mark.HIDDEN}),
        ("Gone.", {Mark.HIDDEN}),
        ("Section gone.", {Mark.HIDDEN}),
    ]


def test_a_table_of_contents_is_marked_and_other_indexes_are_text() -> None:
    body = (
        f"<text:table-of-content><text:index-body>{p('Gates 1')}</text:index-body>"
        f"</text:table-of-content><text:bibliography><text:index-body>{p('Darwin 1898')}"
        "</text:index-body></text:bibliography>"
    )
    assert [(e.text, e.marks) for e in elements(body)] == [
        ("Gates 1", {Mark.BOILERPLATE}),
        ("Darwin 1898", frozenset()),
    ]


def test_text_boxes_are_read_once_and_pictures_by_their_alternative_text() -> None:
    body = p(
        f"Before.<draw:frame><draw:text-box>{p('In the box.')}</draw:text-box></draw:frame>"
        "<draw:frame><draw:image/><svg:title>Pier</svg:title><svg:desc>The pier under ice"
        "</svg:desc></draw:frame>"
    )
    assert [(e.text, e.type) for e in elements(body)] == [
        ("Before.", ElementType.UNCATEGORIZED_TEXT),
        ("In the box.", ElementType.UNCATEGORIZED_TEXT),
        ("Pier\nThe pier under ice", ElementType.IMAGE),
    ]


def test_pictures_are_sections_of_their_own() -> None:
    body = p(
        'Text<draw:frame><draw:image xlink:href="Pictures/1.png"/><svg:desc>Pier</svg:desc>'
        "</draw:frame>"
    )
    with zipfile.ZipFile(io.BytesIO(make_odt(body))) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    packed = read(make_zip(members | {"Pictures/1.png": make_png()}))
    held = f"<office:binary-data>{base64.b64encode(make_png()).decode()}</office:binary-data>"
    flat_body = p(f"Text<draw:frame><draw:image>{held}</draw:image></draw:frame>")
    flat_file = FodtParser().read(Source.from_bytes(flat(flat_body), "a.fodt"))

    for document, said in ((packed, "Pier"), (flat_file, "")):
        assert [e.text for e in document.elements] == ["Text", said]
        assert isinstance(document.sections()[1].content, DataBlock)


def test_equations_are_readable_text_in_their_sentence() -> None:
    formula = (
        f"<math:math {ODF_SPACES}><math:semantics><math:mrow><math:mi>x</math:mi>"
        "<math:mo>=</math:mo><math:mfrac><math:mi>a</math:mi><math:msup><math:mi>b</math:mi>"
        "<math:mn>2</math:mn></math:msup></math:mfrac></math:mrow>"
        "<math:annotation>x = a over b^2</math:annotation></math:semantics></math:math>"
    )
    body = p('So <draw:frame><draw:object xlink:href="./Object 1"/></draw:frame> holds.')

    (found,) = elements(body, parts={"Object 1/content.xml": formula})

    assert found.text == "So x=a/(b^2) holds."


def test_charts_have_their_title_and_data() -> None:
    table = f"<table:table>{row(cell(p('Fish')), cell(p('Tons')))}"
    table += f"{row(cell(p('Hake')), cell(p('8')))}</table:table>"
    chart = (
        f"<office:document-content {ODF_SPACES}><office:body><office:chart><chart:chart>"
        f"<chart:title>{p('Landings')}</chart:title>{table}</chart:chart></office:chart>"
        "</office:body></office:document-content>"
    )
    body = p('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>')

    found = elements(body, parts={"Object 1/content.xml": chart})

    assert [(e.type, e.text) for e in found] == [
        (ElementType.FIGURE_CAPTION, "Landings"),
        (ElementType.TABLE, "Fish | Tons\nHake | 8"),
    ]


def test_headers_and_footers_are_furniture_once() -> None:
    page = f"<style:header>{p('Harbour Board')}</style:header>"
    page += f"<style:footer>{p('Confidential')}</style:footer>"
    styles = (
        f"<office:document-styles {ODF_SPACES}><office:master-styles>"
        f"<style:master-page>{page}</style:master-page><style:master-page>{page}"
        "</style:master-page></office:master-styles></office:document-styles>"
    )
    found = elements(p("Body."), parts={"styles.xml": styles})

    assert [(e.text, e.type) for e in found] == [
        ("Harbour Board", ElementType.HEADER),
        ("Body.", ElementType.UNCATEGORIZED_TEXT),
        ("Confidential", ElementType.FOOTER),
    ]


def test_what_the_file_says_of_itself_are_facts() -> None:
    meta = (
        f"<office:document-meta {ODF_SPACES}><office:meta><dc:title>Tides</dc:title>"
        "<dc:creator>Ben</dc:creator><meta:initial-creator>Ada</meta:initial-creator>"
        "<meta:keyword>sea</meta:keyword><meta:keyword>moon</meta:keyword></office:meta>"
        "</office:document-meta>"
    )
    facts = read(make_odt(p("x"), parts={"meta.xml": meta})).facts

    assert facts == {"title": "Tides", "authors": ["Ada", "Ben"], "keywords": "sea, moon"}


def test_macros_are_reported() -> None:
    document = read(make_odt(p("x"), parts={"Basic/Standard/Module1.xml": "<x/>"}))

    assert document.facts["macros"] is True
    assert document.warnings == ("the file holds macros, which were neither run nor read",)


# Flat files


def flat(body: str) -> bytes:
    return (
        f"<?xml version='1.0'?><office:document {ODF_SPACES}><office:body><office:text>{body}"
        "</office:text></office:body></office:document>"
    ).encode()


def test_a_flat_file_reads_as_a_packed_one() -> None:
    body = h("Gates", 1) + p(f"Open{note('footnote', 'Since 1881.')}.")
    document = read_document(Source.from_bytes(flat(body), "a.fodt"))

    assert document.parser == "fodt"
    assert document.elements == read(make_odt(body)).elements


def test_a_flat_file_that_is_no_document_is_refused() -> None:
    with pytest.raises(CorruptDocument):
        FodtParser().read(Source.from_bytes(b"<html/>", "a.fodt"))
    with pytest.raises(EmptyDocument):
        FodtParser().read(Source.from_bytes(b"", "a.fodt"))


# Bad input


def test_a_locked_file_says_so() -> None:
    manifest = (
        f"<manifest:manifest {ODF_SPACES}><manifest:file-entry><manifest:encryption-data/>"
        "</manifest:file-entry></manifest:manifest>"
    )
    with pytest.raises(EncryptedDocument):
        read(make_odt("", parts={"META-INF/manifest.xml": manifest}))


def test_entities_are_refused_and_never_expanded() -> None:
    bomb = '<!DOCTYPE p [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>'
    with pytest.raises(CorruptDocument, match="document type"):
        read(make_zip({"content.xml": f"{bomb}<p>&b;</p>".encode()}))
    with pytest.raises(CorruptDocument):
        FodtParser().read(Source.from_bytes(bomb.encode() + flat(p("&b;")), "a.fodt"))


def test_rows_repeated_without_end_are_refused() -> None:
    endless = row(cell(p("x")), cell(p("y")), attributes='table:number-rows-repeated="999999999"')
    with pytest.raises(LimitExceeded, match="table_cells"):
        elements(f"<table:table>{endless}</table:table>")


def test_empty_cells_repeated_to_the_edge_are_no_wall() -> None:
    empty = cell("", 'table:number-columns-repeated="16000"')
    body = f"<table:table>{row(cell(p('x')), cell(p('y')), empty)}</table:table>"

    assert elements(body)[0].text == "x | y | "


def test_sections_nested_without_end_are_refused() -> None:
    body = "<text:section>" * 150 + p("deep") + "</text:section>" * 150
    with pytest.raises(LimitExceeded, match="markup_depth"):
        read(make_odt(body), limits=Limits(markup_depth=100))


def test_damaged_files_give_a_parse_error_or_a_document() -> None:
    rng = random.Random(5)
    body = h("Gates", 1) + p(f"Open{note('footnote', 'Since 1881.')}.") + CHANGES
    body += f"<text:list>{items(p('one'))}</text:list>"
    body += f"<table:table>{row(cell(p('a')), cell(p('b')))}</table:table>"
    data = make_odt(body, HIDDEN)
    content = flat(body)
    outcomes = set()
    for number in range(200):
        part = bytearray(content if number % 2 else data)
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(part))
            part[at : at + rng.randrange(0, 9)] = rng.randbytes(rng.randrange(0, 3))
        parser = FodtParser() if number % 2 else OdtParser()
        try:
            parser.read(Source.from_bytes(bytes(part), "x"))
            outcomes.add("read")
        except ParseError:
            outcomes.add("refused")
    assert outcomes == {"read", "refused"}
