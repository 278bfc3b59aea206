"""The text of Word files: structure, numbering, words in line, tables, places."""

from __future__ import annotations

import io
import time
import zipfile

import docx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.docx_samples import OFFICE, elements, package, paragraph, read, run, texts
from ragstone.errors import (
    LimitExceeded,
)
from ragstone.limits import Limits
from ragstone.model.element import ElementType
from ragstone.model.mark import Mark
from samples import make_docx, make_zip

# Structure


def test_headings_have_the_level_of_their_style() -> None:
    data = make_docx([("Title", "Handbook"), ("Heading 1", "Gates"), ("Heading 2", "Lights")])

    found = [(e.type, e.text, e.level) for e in elements(data)]

    assert found == [
        (ElementType.TITLE, "Handbook", 1),
        (ElementType.TITLE, "Gates", 2),
        (ElementType.TITLE, "Lights", 3),
    ]


def test_sections_begin_at_the_shallowest_repeated_heading() -> None:
    blocks = [("", "Before."), ("Heading 1", "A"), ("", "a."), ("Heading 1", "B"), ("", "b.")]

    assert [s.text for s in read(make_docx(blocks)).sections()] == ["Before.", "A\n\na.", "B\n\nb."]


def test_a_localised_or_derived_heading_style_counts() -> None:
    styles = (
        '<w:style w:styleId="1"><w:name w:val="标题 1"/></w:style>'
        '<w:style w:styleId="X"><w:name w:val="Chapter"/><w:basedOn w:val="1"/></w:style>'
    )
    body = paragraph("港口", '<w:pStyle w:val="1"/>') + paragraph("潮汐", '<w:pStyle w:val="X"/>')

    assert [e.level for e in elements(package(body, styles=styles))] == [1, 1]


def test_headings_stand_below_the_title_of_the_document() -> None:
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{name}"/></w:style>'
        for name in ("Title", "Subtitle", "heading 1", "heading 2")
    )

    def styled(*names: str) -> list[tuple[str, int | None]]:
        body = "".join(
            f'<w:p><w:pPr><w:pStyle w:val="{name}"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>'
            for name in names
        )
        found = elements(package(body, styles=styles))
        return [(name, e.level) for name, e in zip(names, found, strict=True)]

    one, two = "heading 1", "heading 2"
    assert styled("Title", "Subtitle", one, two) == [
        ("Title", 1),
        ("Subtitle", 2),
        (one, 2),
        (two, 3),
    ]
    assert styled(one, two) == [(one, 1), (two, 2)]
    assert styled(one, "Title", two) == [(one, 1), ("Title", 1), (two, 2)]
    assert styled("Title", one, "Title") == [("Title", 1), (one, 1), ("Title", 1)]


def test_an_outline_level_of_the_paragraph_makes_a_heading() -> None:
    body = paragraph("Radio watch", '<w:outlineLvl w:val="2"/>')

    assert elements(package(body))[0].level == 3


def test_outline_level_nine_is_body_text() -> None:
    body = paragraph("Contents", '<w:pStyle w:val="Heading1"/><w:outlineLvl w:val="9"/>')

    assert elements(package(body))[0].type is not ElementType.TITLE


def test_a_style_that_is_based_on_itself_ends() -> None:
    styles = '<w:style w:styleId="A"><w:name w:val="A"/><w:basedOn w:val="A"/></w:style>'

    assert texts(package(paragraph("Text.", '<w:pStyle w:val="A"/>'), styles=styles)) == ["Text."]


def test_a_large_bold_line_is_a_title_and_a_bold_sentence_is_none() -> None:
    large = '<w:b/><w:sz w:val="36"/>'
    body = f"<w:p>{run('Galley hours', large)}</w:p><w:p>{run('Eat at six.', large)}</w:p>"

    kinds = [(e.type, e.level) for e in elements(package(body))]

    assert kinds[0] == (ElementType.TITLE, 1)
    assert kinds[1][0] is not ElementType.TITLE


def numbered(text: str, level: int = 0, number: int = 1) -> str:
    place = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'
    return paragraph(text, place)


def level(depth: int, form: str, text: str) -> str:
    return (
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


def markers(data: bytes) -> list[str]:
    return [e.facts["list_marker"] for e in elements(data) if e.type is ElementType.LIST_ITEM]


def numbering(*levels: str) -> str:
    return (
        f'<w:abstractNum w:abstractNumId="7">{"".join(levels)}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>'
        '<w:num w:numId="2"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0">'
        '<w:startOverride w:val="1"/></w:lvlOverride></w:num>'
    )


def test_numbers_of_list_items_are_counted_through_the_levels() -> None:
    rules = numbering(level(0, "decimal", "%1."), level(1, "lowerLetter", "%1.%2)"))
    body = numbered("a") + numbered("b") + numbered("c", 1) + numbered("d", 1) + numbered("e")

    assert markers(package(body, numbering=rules)) == ["1.", "2.", "2.a)", "2.b)", "3."]


def test_a_list_with_a_start_of_its_own_begins_again() -> None:
    rules = numbering(level(0, "decimal", "%1."))
    body = numbered("a") + numbered("b") + numbered("c", number=2) + numbered("d", number=2)

    assert markers(package(body, numbering=rules)) == ["1.", "2.", "1.", "2."]


@pytest.mark.parametrize(
    ("form", "text", "expected"),
    [
        ("bullet", "\uf0b7", ["•", "•"]),
        ("bullet", "–", ["–", "–"]),
        ("chineseCounting", "（%1）", ["（一）", "（二）"]),
        ("upperRoman", "%1.", ["I.", "II."]),
        ("decimalZero", "%1", ["01", "02"]),
        ("none", "", ["", ""]),
    ],
)
def test_markers_look_as_a_reader_sees_them(form: str, text: str, expected: list[str]) -> None:
    rules = numbering(level(0, form, text))

    assert markers(package(numbered("a") + numbered("b"), numbering=rules)) == expected


def test_chinese_numbers_go_past_ten() -> None:
    rules = numbering(level(0, "chineseCounting", "%1、"))
    body = "".join(numbered(str(n)) for n in range(21))

    assert markers(package(body, numbering=rules))[9:12] == ["十、", "十一、", "十二、"]
    assert markers(package(body, numbering=rules))[-2:] == ["二十、", "二十一、"]


@pytest.mark.parametrize(
    ("form", "text", "expected"),
    [
        ("chineseCounting", "%1、", ["一、", "二、"]),
        ("chineseCountingThousand", "（%1）", ["（一）", "（二）"]),
        ("lowerLetter", "%1.", ["a.", "b."]),
        ("decimal", "第%1条", ["第1条", "第2条"]),
    ],
)
def test_list_items_stand_in_the_section_with_their_number_as_shown(
    form: str, text: str, expected: list[str]
) -> None:
    data = package(numbered("Oil") + numbered("Rope"), numbering=numbering(level(0, form, text)))

    first, second = expected
    assert read(data).sections()[0].text == f"{first} Oil\n\n{second} Rope"


def test_numbered_headings_stand_in_the_section_with_their_number_as_shown() -> None:
    def heading(text: str, depth: int) -> str:
        number = f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="1"/></w:numPr>'
        return paragraph(text, f'{number}<w:outlineLvl w:val="{depth}"/>')

    rules = numbering(level(0, "decimal", "%1"), level(1, "decimal", "%1.%2"))
    data = package(heading("Scope", 0) + heading("Ships", 1) + paragraph("All."), numbering=rules)
    (section,) = read(data).sections()

    assert section.text == "1 Scope\n\n1.1 Ships\n\nAll."
    assert [element.text for element in read(data).elements] == ["Scope", "Ships", "All."]


def test_items_of_bullet_styles_stand_indented_in_the_section() -> None:
    data = make_docx([("List Bullet", "open"), ("List Bullet 2", "slowly")])

    assert read(data).sections()[0].text.startswith("• open\n\n")
    assert [e.type for e in elements(data)] == [ElementType.LIST_ITEM] * 2
    assert [e.facts["list_depth"] for e in elements(data)] == [0, 1]


def test_absurd_list_levels_and_starts_stay_small() -> None:
    rules = numbering(
        level(0, "lowerLetter", "%1.").replace('start w:val="1"', f'start w:val="{10**9}"')
    )

    found = elements(package(numbered("a") + numbered("b", 10**9), numbering=rules))

    assert found[0].facts["list_marker"] == f"{10**9}."
    assert found[1].facts["list_depth"] == 8


# Inline text


def test_words_in_links_fields_and_controls_stay_in_the_sentence() -> None:
    body = (
        f"<w:p>{run('See ')}<w:hyperlink r:id='x'>{run('the table')}</w:hyperlink>"
        f"<w:fldSimple w:instr='PAGE'>{run(' 42')}</w:fldSimple>"
        f"<w:sdt><w:sdtContent>{run(' of Port')}</w:sdtContent></w:sdt>"
        f"<w:smartTag>{run(' Arden')}</w:smartTag></w:p>"
    )

    assert texts(package(body)) == ["See the table 42 of Port Arden"]


@pytest.mark.parametrize(
    ("attributes", "url"),
    [
        ('r:id="rId9"', "http://a.example/x?a=1&b"),
        ('r:id="rId9" w:anchor="top"', "http://a.example/x?a=1&b#top"),
        ('w:anchor="_Toc1"', "#_Toc1"),
        ('r:id="rId7"', None),
        ("", None),
    ],
)
def test_a_link_has_the_address_that_its_relationship_names(
    attributes: str, url: str | None
) -> None:
    body = f"<w:p>{run('See ')}<w:hyperlink {attributes}>{run(' the port ')}</w:hyperlink></w:p>"
    (element,) = elements(package(body, links={"rId9": "http://a.example/x?a=1&amp;b"}))

    assert element.text == "See  the port"
    assert element.facts.get("links") == (url and [{"text": "the port", "url": url}])


def test_a_link_in_a_footnote_has_the_address_of_its_own_part() -> None:
    link = f'<w:p><w:hyperlink r:id="rId1">{run("port")}</w:hyperlink></w:p>'
    body = f'{link}<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    relationship = f'<Relationship Id="rId1" Type="{OFFICE}/hyperlink" Target="http://b.example/"/>'
    with zipfile.ZipFile(
        io.BytesIO(
            package(
                body,
                links={"rId1": "http://a.example/"},
                footnotes=f'<w:footnote w:id="2">{link}</w:footnote>',
            )
        )
    ) as whole:
        members = {name: whole.read(name) for name in whole.namelist()}
    rows = f"<Relationships>{relationship}</Relationships>".encode()
    members["word/_rels/footnotes.xml.rels"] = rows

    urls = [element.facts["links"][0]["url"] for element in elements(make_zip(members))]
    assert urls == ["http://a.example/", "http://b.example/"]


def test_a_paragraph_of_any_number_of_runs_is_read_in_linear_time() -> None:
    body = f"<w:p>{'<w:r><w:t>潮</w:t></w:r>' * 200_000}</w:p>"
    deleted = f"<w:p><w:del>{'<w:r><w:delText>x</w:delText></w:r>' * 20_000}</w:del></w:p>"
    data = package(body + deleted)
    begin = time.process_time()
    found = read(data, limits=Limits(unpack_ratio=10**6)).elements
    assert time.process_time() - begin < 6
    assert [len(element.text) for element in found] == [200_000, 20_000]


def test_a_long_page_header_is_read_in_linear_time() -> None:
    header = paragraph("5" + " " * 50_000 + "x")
    body = '<w:sectPr><w:headerReference r:id="header"/></w:sectPr>'
    begin = time.process_time()
    (found,) = elements(package(body, header=header))
    assert time.process_time() - begin < 2
    assert found.type is ElementType.HEADER


def test_every_element_says_why_it_has_its_type() -> None:
    rules = numbering(level(0, "decimal", "%1."))
    styles = '<w:style w:styleId="X"><w:name w:val="heading 2"/></w:style>'
    large = '<w:b/><w:sz w:val="36"/>'
    note = paragraph("N", '<w:outlineLvl w:val="0"/>')
    reference = "<w:r><w:footnoteReference w:id='2'/></w:r>"
    picture = "<w:drawing><wp:inline><wp:docPr descr='I'/></wp:inline></w:drawing>"
    body = (
        paragraph("A", '<w:pStyle w:val="X"/>')
        + paragraph("B", '<w:outlineLvl w:val="0"/>')
        + numbered("C")
        + paragraph("D", '<w:pStyle w:val="List Bullet"/>')
        + f"<w:p>{run('E', large)}</w:p>"
        + paragraph("It is a sentence.")
        + f"<w:p>{run('F')}{run('G', '<w:vanish/>')}{reference}</w:p>"
        + "<w:p><w:del><w:r><w:delText>H</w:delText></w:r></w:del></w:p>"
        + f"<w:p><w:r>{picture}</w:r></w:p>"
        + "<w:p><m:oMath><m:r><m:t>J</m:t></m:r></m:oMath></w:p>"
        + f"<w:tbl><w:tr><w:tc>{paragraph('K')}</w:tc><w:tc>{paragraph('L')}</w:tc></w:tr></w:tbl>"
        + '<w:sectPr><w:footerReference r:id="footer"/></w:sectPr>'
    )
    notes = f'<w:footnote w:id="2">{note}</w:footnote>'
    data = package(body, styles=styles, numbering=rules, footnotes=notes, footer=paragraph("7"))

    assert [(e.text, e.provenance.rule) for e in elements(data)] == [
        ("A", "style heading 2"),
        ("B", "outline level"),
        ("C", "numbering"),
        ("D", "style List Bullet"),
        ("E", "large bold line alone"),
        ("It is a sentence.", "sentence or long text"),
        ("F", "short and no sentence"),
        ("G", "hidden text"),
        ("N", "heading in a footnote"),
        ("H", "tracked deletion"),
        ("I", "alternative text"),
        ("J", "formula alone"),
        ("K | L", "table"),
        ("7", "number alone in a page footer"),
    ]


def test_a_file_without_text_is_called_empty_as_in_every_format() -> None:
    assert read(package("<w:p/>")).warnings == ("empty",)


def test_field_codes_are_no_text() -> None:
    mark = "<w:r><w:fldChar w:fldCharType='{0}'/></w:r>"
    body = (
        f"<w:p>{mark.format('begin')}<w:r><w:instrText>DATE</w:instrText></w:r>{run('code')}"
        f"{mark.format('separate')}{run('2024')}{mark.format('end')}{run(' season.')}</w:p>"
    )

    assert texts(package(body)) == ["2024 season."]


def test_tabs_breaks_and_fixed_hyphens_keep_words_apart() -> None:
    body = (
        "<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>co</w:t><w:noBreakHyphen/>"
        "<w:t>op</w:t></w:r></w:p>"
    )

    assert texts(package(body)) == ["a\tb\nco-op"]


def test_inserted_text_is_kept_and_deleted_text_stays_out_of_the_section() -> None:
    body = (
        f"<w:p>{run('The gate closes at ')}<w:del><w:r><w:delText>eight</w:delText></w:r></w:del>"
        f"<w:ins>{run('nine')}</w:ins>{run('.')}</w:p><w:p><w:ins>{run('All new.')}</w:ins></w:p>"
    )
    document = read(package(body))

    assert document.sections()[0].text == "The gate closes at nine.\n\nAll new."
    assert [e.text for e in document.elements if Mark.DELETED in e.marks] == ["eight"]
    assert document.elements[-1].marks == {Mark.INSERTED}


def test_hidden_text_is_marked_and_stays_out_of_the_section() -> None:
    document = read(package(f"<w:p>{run('Seen.')}{run('Unseen.', '<w:vanish/>')}</w:p>"))

    assert document.sections()[0].text == "Seen."
    assert document.elements[1].marks == {Mark.HIDDEN}


def test_formulas_stand_in_their_sentence_and_alone_are_formulas() -> None:
    def of(name: str, text: str) -> str:
        return f"<m:{name}><m:r><m:t>{text}</m:t></m:r></m:{name}>"

    power = f"<m:sSup>{of('e', 'c')}{of('sup', '2')}</m:sSup>"
    fraction = f"<m:f>{of('num', 'x+1')}{of('den', 'y')}</m:f>"
    body = (
        f"<w:p>{run('E=m')}<m:oMath>{power}</m:oMath></w:p><w:p><m:oMath>{fraction}</m:oMath></w:p>"
    )

    assert texts(package(body)) == ["E=mc^2", "(x+1)/y"]
    assert elements(package(body))[1].type is ElementType.FORMULA


def test_alternative_text_of_a_picture_is_an_image() -> None:
    drawing = '<w:drawing><wp:inline><wp:docPr descr="The inlet"/></wp:inline></w:drawing>'
    body = f"<w:p><w:r>{drawing}</w:r></w:p>"

    found = elements(package(body))[0]

    assert (found.type, found.text, found.marks) == (
        ElementType.IMAGE,
        "The inlet",
        {Mark.ALT_TEXT},
    )


def test_a_text_box_is_read_once_although_it_is_written_twice() -> None:
    box = f"<w:txbxContent>{paragraph('In the box.')}</w:txbxContent>"
    body = (
        "<w:p><w:r><mc:AlternateContent>"
        f"<mc:Choice><w:drawing>{box}</w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback>"
        "</mc:AlternateContent></w:r></w:p>"
    )

    assert texts(package(body)) == ["In the box."]


def test_content_controls_around_blocks_are_entered() -> None:
    body = f"<w:sdt><w:sdtContent>{paragraph('Inside.')}</w:sdtContent></w:sdt>"

    found = elements(package(body))

    assert [(e.text, e.provenance.path) for e in found] == [("Inside.", "sdt[1]/p[1]")]


def test_a_moved_paragraph_stands_where_it_was_moved_to() -> None:
    gone = f"<w:p><w:moveFrom>{run('The tide.')}</w:moveFrom></w:p>"
    here = f"<w:p><w:moveTo>{run('The tide.')}</w:moveTo></w:p>"
    document = read(package(gone + paragraph("Next.") + here))

    assert document.sections()[0].text == "Next.\n\nThe tide."
    assert [e.marks for e in document.elements if e.text == "The tide."] == [
        {Mark.DELETED},
        {Mark.INSERTED},
    ]


def test_a_text_box_of_an_old_file_and_one_in_a_group_are_read_once() -> None:
    box = "<v:textbox><w:txbxContent>{0}</w:txbxContent></v:textbox>"
    vml = 'xmlns:v="urn:schemas-microsoft-com:vml"'
    old = f"<w:pict {vml}><v:shape>{box.format(paragraph('Old.'))}</v:shape></w:pict>"
    shape = f"<v:shape>{box.format(paragraph('In.'))}</v:shape>"
    grouped = f"<w:pict {vml}><v:group>{shape}</v:group></w:pict>"

    assert texts(package(f"<w:p><w:r>{old}</w:r></w:p><w:p><w:r>{grouped}</w:r></w:p>")) == [
        "Old.",
        "In.",
    ]


def test_content_controls_around_rows_cells_and_words_are_entered() -> None:
    def control(inside: str) -> str:
        return f"<w:sdt><w:sdtPr/><w:sdtContent>{inside}</w:sdtContent></w:sdt>"

    cells = f"<w:tc>{paragraph('Fish')}</w:tc>" + control(f"<w:tc>{paragraph('Tons')}</w:tc>")
    words = f"<w:tc><w:p>{control(run('Hake'))}</w:p></w:tc><w:tc>{paragraph('8')}</w:tc>"
    body = f"<w:tbl><w:tr>{cells}</w:tr>{control(f'<w:tr>{words}</w:tr>')}</w:tbl>"

    assert texts(package(body)) == ["Fish | Tons\nHake | 8"]


def test_a_file_without_any_section_properties_is_read_whole() -> None:
    assert "sectPr" not in (body := paragraph("00:00:03 Speaker A") + paragraph("We start."))
    assert read(package(body)).sections()[0].text == "00:00:03 Speaker A\n\nWe start."


# Tables


def cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text)}</w:tc>"


def table(*rows: str) -> str:
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in rows) + "</w:tbl>"


def test_a_table_has_a_line_and_a_path_for_each_row() -> None:
    data = make_docx([[["Fish", "Price"], ["Hake", "8"]]])

    found = elements(data)[0]

    assert found.text == "Fish | Price\nHake | 8"
    assert [run.provenance.path for run in found.lines] == ["tbl[1]/tr[1]", "tbl[1]/tr[2]"]
    assert [found.text[run.start :].split("\n")[0] for run in found.lines] == [
        "Fish | Price",
        "Hake | 8",
    ]


def test_spanned_cells_stand_once_in_the_text_and_span_in_the_html() -> None:
    body = table(
        cell("Catch", '<w:gridSpan w:val="2"/>') + cell("Day", '<w:vMerge w:val="restart"/>'),
        cell("Hake") + cell("8 &amp; more") + cell("", "<w:vMerge/>"),
    )

    found = elements(package(body))[0]

    assert found.text == "Catch | Day\nHake | 8 & more"
    assert found.html == (
        '<table><tr><td colspan="2">Catch</td><td rowspan="2">Day</td></tr>'
        "<tr><td>Hake</td><td>8 &amp; more</td></tr></table>"
    )


def test_a_row_that_repeats_on_every_page_holds_header_cells() -> None:
    head = f"<w:trPr><w:tblHeader/></w:trPr>{cell('Fish')}{cell('Price')}"

    html = elements(package(table(head, cell("Hake") + cell("8"))))[0].html

    assert html is not None
    assert html.startswith("<table><tr><th>Fish</th><th>Price</th></tr><tr><td>Hake</td>")


@pytest.mark.parametrize(
    ("property_", "mark"), [("<w:del w:id='1'/>", Mark.DELETED), ("<w:hidden/>", Mark.HIDDEN)]
)
def test_a_deleted_or_hidden_row_is_marked_and_no_part_of_its_table(
    property_: str, mark: Mark
) -> None:
    gone = f"<w:tr><w:trPr>{property_}</w:trPr>{cell('Cod')}{cell('5')}</w:tr>"
    body = table(cell("Fish") + cell("Tons"), cell("Hake") + cell("8"))
    body = body.replace("</w:tr>", f"</w:tr>{gone}", 1)
    found, apart = elements(package(body))

    assert found.text == "Fish | Tons\nHake | 8"
    assert [run_.provenance.path for run_ in found.lines] == ["tbl[1]/tr[1]", "tbl[1]/tr[3]"]
    assert (apart.text, apart.marks) == ("Cod | 5", {mark})
    assert apart.provenance.path == "tbl[1]/tr[2]"


def test_a_table_inside_a_cell_follows_the_outer_one_and_is_there_once() -> None:
    inner = table(cell("Part") + cell("Pieces"), cell("Bolt") + cell("36"))
    body = table(cell("Crate") + cell("Contents"), cell("K-7") + f"<w:tc>{inner}<w:p/></w:tc>")

    assert texts(package(body)) == ["Crate | Contents\nK-7 | ", "Part | Pieces\nBolt | 36"]


def test_a_table_of_one_cell_is_a_frame_around_text() -> None:
    assert texts(package(table(cell("Take care.")))) == ["Take care."]


def test_more_cells_than_the_limit_are_refused() -> None:
    with pytest.raises(LimitExceeded, match="table_cells"):
        read(make_docx([[["a", "b"], ["c", "d"]]]), limits=Limits(table_cells=3))


# Places


def test_a_citation_is_found_in_the_block_that_its_path_names() -> None:
    blocks = [("Heading 1", "One"), ("", "First."), [["a", "b"], ["c", "d"]], ("", "Second.")]
    data = make_docx(blocks)
    file = docx.Document(io.BytesIO(data))

    for element in elements(data):
        kind, number = (element.provenance.path or "").rstrip("]").split("[")
        if kind == "p":
            assert file.paragraphs[int(number) - 1].text == element.text
        else:
            rows = file.tables[int(number) - 1].rows
            assert element.text == "\n".join(" | ".join(c.text for c in row.cells) for row in rows)


@settings(deadline=None, max_examples=20)
@given(st.lists(st.text("abc 潮汐&<\"'", min_size=1).filter(str.strip), min_size=1, max_size=8))
def test_paragraphs_come_out_as_they_went_in(written: list[str]) -> None:
    data = make_docx([("", text) for text in written])

    assert texts(data) == [text.strip() for text in written]


def test_facts_come_from_the_core_properties() -> None:
    file = docx.Document()
    file.core_properties.title = "Handbook"
    file.core_properties.author = "A. Keeper; B. Pilot"
    file.add_paragraph("Text.")
    packed = io.BytesIO()
    file.save(packed)

    facts = read(packed.getvalue()).facts

    assert (facts["title"], facts["authors"]) == ("Handbook", ["A. Keeper", "B. Pilot"])


def test_the_same_bytes_give_the_same_document() -> None:
    data = make_docx([("Heading 1", "One"), ("", "First."), [["a", "b"]]])

    assert read(data).to_dict() == read(data).to_dict()
