"""Excel workbooks: what their reader sees comes out, and what is hidden is marked."""

from __future__ import annotations

import datetime as dt
import io
import tracemalloc
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.styles import Font
from openpyxl.worksheet.table import Table

from parsers.xlsx_samples import (
    MAIN,
    OFFICE,
    cell,
    make_book,
    read,
    relationships,
    sheet_rows,
    styles,
    tables,
    texts,
)
from ragstone.errors import LimitExceeded
from ragstone.limits import Limits
from ragstone.model.element import ElementType
from ragstone.model.mark import Mark
from ragstone.model.span import Span
from ragstone.parsers.catalog import PARSERS
from ragstone.parsers.read import read_document
from ragstone.parsers.spreadsheet import markup
from ragstone.parsers.tabular import sheet
from ragstone.sources.source import Source

XDR = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"

FISH = [["Fish", "Tons"], ["Hake", 8], ["Cod", 5]]
PORTS = [["Port", "Depth"], ["Brest", 7], ["Dover", 6]]


def saved(fill: Callable[[Any], object]) -> bytes:
    """A workbook of openpyxl whose first sheet was filled."""
    workbook = openpyxl.Workbook()
    fill(workbook.active)
    packed = io.BytesIO()
    workbook.save(packed)
    return packed.getvalue()


def shown(value: float | str, code: str, **rest: Any) -> str:
    """What a cell with this stored value and format shows."""
    book = make_book(
        f'<row r="1">{cell("A1", "x")}{cell("B1", value, 1)}</row>',
        members={"xl/styles.xml": styles(code)},
        **rest,
    )
    return tables(read(book))[0].text.partition(" | ")[2]


def test_a_table_has_one_line_a_row_with_bars_between_cells():
    table = tables(read(make_book(sheet_rows(FISH))))[0]
    assert table.text == "Fish | Tons\nHake | 8\nCod | 5"


def test_a_table_and_each_of_its_rows_know_their_cells():
    table = tables(read(make_book(sheet_rows(FISH, first=3, column="B"))))[0]
    assert (table.provenance.sheet, table.provenance.cells) == ("Catch", "B3:C5")
    assert [line.provenance.cells for line in table.lines] == ["B3:C3", "B4:C4", "B5:C5"]
    assert [table.text[line.start :].partition("\n")[0] for line in table.lines][2] == "Cod | 5"


def test_a_section_is_a_sheet_and_a_passage_in_it_has_its_cells():
    def fill(sheet: Any) -> None:
        sheet.title = "渔获"
        for row in FISH:
            sheet.append(row)
        sheet.parent.create_sheet("Ports").append(["Brest", "Dover"])

    sections = read(saved(fill)).sections()
    assert [section.metadata["sheet"] for section in sections] == ["渔获", "Ports"]
    start = sections[0].text.index("Hake")
    assert sections[0].place(Span(start, start + 4)).where() == "sheet 渔获, cells A2:B2"


def test_tables_side_by_side_are_told_apart():
    rows = [[*left, None, *right] for left, right in zip(FISH, PORTS, strict=True)]
    found = tables(read(make_book(sheet_rows(rows))))
    assert [table.provenance.cells for table in found] == ["A1:B3", "D1:E3"]
    assert found[1].text == "Port | Depth\nBrest | 7\nDover | 6"


def test_tables_below_each_other_are_told_apart():
    rows = [*FISH, [], *PORTS]
    found = tables(read(make_book(sheet_rows(rows))))
    assert [table.provenance.cells for table in found] == ["A1:B3", "A5:B7"]


def test_a_sum_below_a_blank_row_stays_with_its_table():
    found = tables(read(make_book(sheet_rows([*FISH, [], ["All", 13]]))))
    assert [table.provenance.cells for table in found] == ["A1:B5"]
    assert found[0].text.endswith("Cod | 5\nAll | 13")


def test_sums_below_a_blank_row_stay_with_their_table_over_blank_cells():
    rows = [
        ["Fish", "Port", "Day", "Tons"],
        ["Hake", "Brest", "Mo", 8],
        ["Cod", "Dover", "Tu", 5],
        [],
        ["All", None, None, 13],
        ["Tax", None, None, 2],
    ]
    found = tables(read(make_book(sheet_rows(rows))))
    assert [table.provenance.cells for table in found] == ["A1:D6"]
    assert found[0].text.endswith("All |  |  | 13\nTax |  |  | 2")


def test_a_group_below_a_blank_row_stays_with_its_table_and_its_name():
    rows = [["", 2022, 2023], ["Cash", 10, 12], [], ["Liabilities"], ["Loans", 8, 9]]
    found = tables(read(make_book(sheet_rows(rows))))
    assert [table.provenance.cells for table in found] == ["A1:C5"]
    assert found[0].text.endswith("Liabilities\nLoans | 8 | 9")


def test_a_table_below_a_blank_row_with_a_title_and_a_header_is_another():
    rows = [*FISH, [], ["Ports of the coast"], *PORTS]
    found = tables(read(make_book(sheet_rows(rows))))
    assert [table.provenance.cells for table in found] == ["A1:B3", "A6:B8"]


def test_the_first_row_of_a_form_is_no_header():
    rows = [
        ["Name", "Ana", "Sex", "f"],
        ["Port", "Brest", "Since", "March"],
        ["Schools"],
        ["Years", "School", "Subject", "Degree"],
        ["Remarks"],
    ]
    assert "<th>" not in tables(read(make_book(sheet_rows(rows))))[0].html


def test_tables_that_the_file_names_are_told_apart_where_they_touch():
    def fill(sheet: Any) -> None:
        for left, right in zip(FISH, PORTS, strict=True):
            sheet.append([*left, *right])
        sheet.add_table(Table(displayName="Fish", ref="A1:B3"))
        sheet.add_table(Table(displayName="Ports", ref="C1:D3"))

    found = tables(read(saved(fill)))
    assert [table.provenance.cells for table in found] == ["A1:B3", "C1:D3"]
    assert all(table.html.startswith("<table><tr><th>") for table in found)


def test_a_narrow_blank_column_is_a_margin_inside_a_table():
    rows = [[*left, None, *right] for left, right in zip(FISH, PORTS, strict=True)]
    margin = '<cols><col min="3" max="3" width="1.5"/></cols>'
    assert len(tables(read(make_book(sheet_rows(rows), head=margin)))) == 1
    assert len(tables(read(make_book(sheet_rows(rows))))) == 2


def test_a_lone_column_behind_a_blank_one_belongs_to_its_rows():
    rows = [["Fish", None, "Tons"], ["Hake", None, 8], ["Cod", None, 5]]
    assert tables(read(make_book(sheet_rows(rows))))[0].text == "Fish | Tons\nHake | 8\nCod | 5"


def test_a_text_over_a_table_is_its_heading():
    document = read(make_book(sheet_rows([["Catch of the year"], *FISH])))
    title, table = document.elements
    assert (title.type, title.text, title.level) == (ElementType.TITLE, "Catch of the year", 1)
    assert table.parent_id == title.id
    assert document.sections()[0].parts[1].heading_path == ("Catch", "Catch of the year")


def test_the_name_of_a_sheet_is_above_all_that_is_in_it():
    rows = [["Catches of 2024"], *FISH]
    [section] = read(make_book(sheet_rows(rows), name="Harbour")).sections()
    assert [part.heading_path for part in section.parts] == [("Harbour", "Catches of 2024")] * 2
    [section] = read(make_book(sheet_rows(FISH), name="Harbour")).sections()
    assert [part.heading_path for part in section.parts] == [("Harbour",)]
    assert section.metadata["sheet"] == "Harbour"


def test_headings_of_one_sheet_head_none_of_the_next():
    def fill(sheet: Any) -> None:
        for row in [["Catch of the year"], *FISH]:
            sheet.append(row)
        other = sheet.parent.create_sheet("Ports")
        for row in PORTS:
            other.append(row)

    document = read(saved(fill))
    assert document.sections()[1].parts[0].heading_path == ("Ports",)
    assert document.elements[-1].parent_id is None


def test_sentences_in_a_column_are_text_and_no_table():
    notes = [["The gate opens at seven on weekdays."], ["Nobody may pass before that."]]
    document = read(make_book(sheet_rows(notes)))
    assert [element.type for element in document.elements] == [ElementType.NARRATIVE_TEXT] * 2
    assert document.elements[1].provenance.cells == "A2"


def test_merged_header_cells_have_spans_and_stand_in_the_text_once():
    rows = [["Site", "Power"], [None, "day", "night"], ["Mill", 410, 395]]
    merged = '<mergeCells><mergeCell ref="B1:C1"/><mergeCell ref="A1:A2"/></mergeCells>'
    table = tables(read(make_book(sheet_rows(rows), tail=merged)))[0]
    assert table.text == "Site | Power\nday | night\nMill | 410 | 395"
    assert table.html == (
        '<table><tr><th rowspan="2">Site</th><th colspan="2">Power</th></tr>'
        "<tr><th>day</th><th>night</th></tr>"
        "<tr><td>Mill</td><td>410</td><td>395</td></tr></table>"
    )


def test_the_first_row_is_the_header_where_numbers_stand_below_it():
    assert tables(read(make_book(sheet_rows(FISH))))[0].html.count("<th>") == 2


def test_the_first_row_is_the_header_where_it_looks_otherwise():
    def fill(sheet: Any) -> None:
        sheet.append(["Name", "Port"])
        sheet.append(["Ana", "Brest"])
        for head in sheet[1]:
            head.font = Font(bold=True)

    assert tables(read(saved(fill)))[0].html.count("<th>") == 2


def test_names_beside_values_are_no_header():
    rows = [["Owner", "Ana"], ["Port", "Brest"]]
    assert "<th>" not in tables(read(make_book(sheet_rows(rows))))[0].html


@pytest.mark.parametrize(
    ("value", "code", "wanted"),
    [
        (45356, "yyyy-mm-dd", "2024-03-05"),
        (45356, 'yyyy"年"m"月"', "2024年3月"),
        (45356.75, "yyyy/m/d h:mm", "2024/3/5 18:00"),
        (0.1234, "0.0%", "12.3%"),
        (1234.5, '#,##0.00" €"', "1,234.50 €"),
        (-1234.5, '"$"#,##0.00_);("$"#,##0.00)', "($1,234.50)"),
        (42, "00000", "00042"),
        (2.75, "# ?/?", "2 3/4"),
        (1.5, "[h]:mm:ss", "36:00:00"),
        (12, '0.0" kg"', "12.0 kg"),
    ],
    ids=[
        "date",
        "chinese",
        "time",
        "percent",
        "euro",
        "dollar",
        "zeros",
        "fraction",
        "hours",
        "kg",
    ],
)
def test_numbers_are_shown_in_their_format(value: float, code: str, wanted: str):
    assert shown(value, code) == wanted


def test_dates_count_from_1904_where_the_workbook_says_so():
    said = '<workbookPr date1904="1"/>'
    assert shown(43894, "yyyy-mm-dd", properties=said) == "2024-03-05"


def test_texts_with_leading_zeros_stay_as_they_are():
    rows = [["Code", "Port"], ["00715", "Brest"]]
    assert "00715 | Brest" in tables(read(make_book(sheet_rows(rows))))[0].text


def test_numbers_without_a_format_have_no_noise_of_binary_fractions():
    assert shown(0.1 + 0.2, "General") == "0.3"


def test_the_stored_value_of_a_formula_is_shown():
    row = f'<row r="1">{cell("A1", "All")}<c r="B1"><f>SUM(B2:B9)</f><v>42</v></c></row>'
    document = read(make_book(row))
    assert tables(document)[0].text == "All | 42"
    assert document.warnings == ()


def test_a_formula_without_a_value_is_shown_itself_with_a_warning():
    row = f'<row r="1">{cell("A1", "All")}<c r="B1"><f>SUM(B2:B9)</f></c></row>'
    document = read(make_book(row))
    assert tables(document)[0].text == "All | =SUM(B2:B9)"
    assert document.warnings[0] == (
        "1 formula has no stored value and is shown itself; "
        "open the file in Excel and save it to have its value"
    )


def test_a_shared_formula_without_a_value_is_shown_as_it_is_there():
    rows = (
        f'<row r="1">{cell("A1", 1)}<c r="B1"><f t="shared" ref="B1:B2" si="0">A1*$C$1</f></c>'
        "</row>"
        f'<row r="2">{cell("A2", 2)}<c r="B2"><f t="shared" si="0"/></c></row>'
    )
    assert tables(read(make_book(rows)))[0].text == "1 | =A1*$C$1\n2 | =A2*$C$1"


def test_hidden_sheets_are_marked_and_stay_out_of_sections():
    def fill(sheet: Any) -> None:
        sheet.append(["Public", 1])
        for state in ("hidden", "veryHidden"):
            other = sheet.parent.create_sheet(state)
            other.append(["Secret", 2])
            other.sheet_state = state

    document = read(saved(fill))
    hidden = [element for element in document.elements if Mark.HIDDEN in element.marks]
    assert [element.provenance.sheet for element in hidden] == ["hidden", "veryHidden"]
    assert "Secret" not in "".join(section.text for section in document.sections())


def test_hidden_rows_and_columns_are_marked_and_stay_out_of_sections():
    def fill(sheet: Any) -> None:
        for row in [["Fish", "Margin", "Tons"], ["Hake", 40, 8], ["Eel", 90, 1], ["Cod", 30, 5]]:
            sheet.append(row)
        sheet.column_dimensions["B"].hidden = True
        sheet.row_dimensions[3].hidden = True

    document = read(saved(fill))
    table, hidden = document.elements
    assert table.text == "Fish | Tons\nHake | 8\nCod | 5"
    assert hidden.marks == {Mark.HIDDEN}
    assert hidden.text.split("\n") == ["Margin", "40", "Eel | 90 | 1", "30"]
    assert document.sections()[0].text == table.text


def test_a_value_whose_format_shows_nothing_is_marked_as_hidden():
    book = make_book(
        f'<row r="1">{cell("A1", "x")}{cell("B1", 7)}{cell("C1", 40, 1)}</row>',
        members={"xl/styles.xml": styles(";;;")},
    )
    document = read(book)
    assert tables(document)[0].text == "x | 7"
    assert [(e.text, e.marks) for e in document.elements[1:]] == [("40", {Mark.HIDDEN})]


def test_a_far_away_cell_makes_no_wall_of_blank_cells():
    rows = sheet_rows(FISH) + f'<row r="1048576">{cell("XFD1048576", "far")}</row>'
    document = read(make_book(rows))
    assert texts(document) == ["Fish | Tons\nHake | 8\nCod | 5", "far"]
    assert document.elements[1].provenance.cells == "XFD1048576"


def test_a_thinly_filled_area_is_written_without_its_blanks():
    rows = "".join(
        f'<row r="{n}"><c r="{openpyxl.utils.get_column_letter(n)}{n}"><v>{n}</v></c>'
        f'<c r="{openpyxl.utils.get_column_letter(n + 1)}{n}"><v>0</v></c></row>'
        for n in range(1, 301)
    )
    document = read(make_book(rows))
    assert sum(len(text) for text in texts(document)) < 5000


def test_comments_are_marked_with_their_author_and_cell():
    def fill(sheet: Any) -> None:
        sheet.append(["Fish", "Tons"])
        sheet["B1"].comment = Comment("Live weight", "Ana")

    found = [e for e in read(saved(fill)).elements if Mark.COMMENT in e.marks]
    assert [(e.text, e.provenance.cells, e.facts["author"]) for e in found] == [
        ("Live weight", "B1", "Ana")
    ]


def test_threaded_comments_are_read_once():
    note = "[Threaded comment] Your version of Excel …"
    members = {
        "xl/comments1.xml": (
            f'<comments xmlns="{MAIN}"><authors><author>tc</author></authors><commentList>'
            f'<comment ref="A1" authorId="0"><text><t>{note}</t></text></comment>'
            "</commentList></comments>"
        ).encode(),
        "xl/threaded1.xml": (
            b'<ThreadedComments xmlns="urn:tc"><threadedComment ref="A1" personId="{1}" '
            b'dT="2024-03-05T10:00:00"><text>Whose boat?</text></threadedComment>'
            b"</ThreadedComments>"
        ),
        "xl/person1.xml": b'<personList xmlns="urn:tc"><person displayName="Ana" id="{1}"/>'
        b"</personList>",
    }
    links = relationships(("comments", "../comments1.xml"), ("threadedComment", "../threaded1.xml"))
    book = make_book(
        sheet_rows(FISH), members=members, links=links, others=[("person", "person1.xml")]
    )
    found = [e for e in read(book).elements if Mark.COMMENT in e.marks]
    assert [(e.text, e.facts["author"]) for e in found] == [("Whose boat?", "Ana")]


def test_links_are_facts_of_their_table():
    tail = (
        '<hyperlinks><hyperlink ref="A2" r:id="rId1"/>'
        '<hyperlink ref="A3" location="Ports!A1"/></hyperlinks>'
    )
    links = relationships(external=[("hyperlink", "http://example.org/hake")])
    table = tables(read(make_book(sheet_rows(FISH), tail=tail, links=links)))[0]
    assert table.facts["links"] == [
        {"text": "Hake", "url": "http://example.org/hake"},
        {"text": "Cod", "url": "#Ports!A1"},
    ]


def test_the_address_of_a_hyperlink_formula_is_a_link():
    row = (
        f'<row r="1">{cell("A1", 1)}<c r="B1" t="str">'
        '<f>HYPERLINK("http://example.org/x","Hake")</f><v>Hake</v></c></row>'
    )
    table = tables(read(make_book(row)))[0]
    assert table.facts["links"] == [{"text": "Hake", "url": "http://example.org/x"}]


def test_pictures_are_known_by_their_alternative_text_and_text_boxes_by_their_text():
    drawing = (
        f'<xdr:wsDr xmlns:xdr="{XDR}" xmlns:a="{DRAWING}" xmlns:r="{OFFICE}" xmlns:c="{CHART}">'
        "<xdr:oneCellAnchor><xdr:from><xdr:col>2</xdr:col><xdr:row>4</xdr:row></xdr:from>"
        '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="Picture 1" descr="A red boat"/>'
        "</xdr:nvPicPr></xdr:pic></xdr:oneCellAnchor>"
        "<xdr:oneCellAnchor><xdr:sp><xdr:txBody><a:p><a:r><a:t>Mind the gap</a:t></a:r></a:p>"
        "</xdr:txBody></xdr:sp></xdr:oneCellAnchor>"
        '<xdr:oneCellAnchor><xdr:graphicFrame><c:chart r:id="rId1"/></xdr:graphicFrame>'
        "</xdr:oneCellAnchor></xdr:wsDr>"
    ).encode()
    chart = (
        f'<c:chartSpace xmlns:c="{CHART}" xmlns:a="{DRAWING}"><c:chart><c:title><c:tx><c:rich>'
        "<a:p><a:r><a:t>Tons a year</a:t></a:r></a:p></c:rich></c:tx></c:title></c:chart>"
        "</c:chartSpace>"
    ).encode()
    members = {
        "xl/drawings/drawing1.xml": drawing,
        "xl/drawings/_rels/drawing1.xml.rels": relationships(("chart", "../charts/chart1.xml")),
        "xl/charts/chart1.xml": chart,
    }
    links = relationships(("drawing", "../drawings/drawing1.xml"))
    document = read(make_book(sheet_rows(FISH), members=members, links=links))
    picture, box, title = document.elements[1:]
    assert (picture.type, picture.text) == (ElementType.IMAGE, "A red boat")
    assert (picture.marks, picture.provenance.cells) == ({Mark.ALT_TEXT}, "C5")
    assert (box.text, title.text) == ("Mind the gap", "Tons a year")


def test_page_headers_and_footers_are_furniture():
    tail = (
        "<headerFooter><oddHeader>&amp;L&amp;&quot;Arial,Bold&quot;Harbour office</oddHeader>"
        "<oddFooter>&amp;CPage &amp;P of &amp;N</oddFooter></headerFooter>"
    )
    document = read(make_book(sheet_rows(FISH), tail=tail))
    header, _, footer = document.elements
    assert (header.type, header.text) == (ElementType.HEADER, "Harbour office")
    assert (footer.type, footer.text) == (ElementType.FOOTER, "Page [page] of [pages]")
    assert "Harbour" not in document.sections()[0].text


def test_defined_names_and_sheets_are_facts():
    names = (
        '<definedNames><definedName name="Rate">Catch!$B$2</definedName>'
        '<definedName name="_xlnm.Print_Area">Catch!$A$1</definedName></definedNames>'
    )
    facts = read(make_book(sheet_rows(FISH), behind_sheets=names)).facts
    assert facts["defined_names"] == {"Rate": "Catch!$B$2"}
    assert facts["sheets"] == ["Catch"]


def test_booleans_and_errors_are_shown_as_excel_shows_them():
    row = (
        f'<row r="1">{cell("A1", "x")}<c r="B1" t="b"><v>1</v></c><c r="C1" t="b"><v>0</v></c>'
        '<c r="D1" t="e"><v>#N/A</v></c></row>'
    )
    assert tables(read(make_book(row)))[0].text == "x | TRUE | FALSE | #N/A"


def test_a_blank_cell_is_blank_and_the_word_na_is_kept():
    rows = [["Land", "Code", "Owner"], ["Namibia", "NA", None], ["Norway", None, "NULL"]]
    table = tables(read(make_book(sheet_rows(rows))))[0]
    assert table.text.split("\n")[1:] == ["Namibia | NA", "Norway |  | NULL"]
    assert "<td>Norway</td><td></td><td>NULL</td>" in table.html


def test_shared_strings_are_read_without_the_readings_above_them():
    strings = (
        f'<sst xmlns="{MAIN}"><si><t>Hake &amp; Cod</t></si>'
        '<si><r><t>東</t></r><r><t xml:space="preserve">京 </t></r><rPh sb="0" eb="1">'
        "<t>トウ</t></rPh></si><si><t>a_x000D_b_x005F_x</t></si></sst>"
    ).encode()
    row = '<row r="1">' + "".join(f'<c r="{c}1" t="s"><v>{n}</v></c>' for n, c in enumerate("ABC"))
    table = tables(read(make_book(f"{row}</row>", members={"xl/sharedStrings.xml": strings})))[0]
    assert table.text == "Hake & Cod | 東京 | a b_x"


def test_a_line_end_in_a_cell_is_a_blank_in_the_text_and_a_break_in_the_html():
    table = tables(read(make_book(sheet_rows([["a\nb", "c"]]))))[0]
    assert table.text == "a b | c"
    assert "<td>a<br>b</td>" in table.html


@pytest.mark.parametrize(
    "rows",
    [
        '<row><c t="str"><v>Fish</v></c><c><v>8</v></c></row>',
        '<row r="1"><c t="str" r="A1"><v>Fish</v></c><c s="0" r="B1"><v>8</v></c></row>',
        '<row r="1"><!-- x --><c r="A1" t="str"><v><![CDATA[Fish]]></v></c>'
        '<c r="B1"><v>8</v></c></row>',
        '<row r="1"><c r="A1" t="inlineStr"><is><r><t>Fi</t></r><r><t>sh</t></r></is></c>'
        '\n  <c r="B1"><v>8</v></c></row>',
    ],
    ids=["no references", "another order", "CDATA", "rich text"],
)
def test_unusual_markup_is_read_as_well(rows: str):
    assert tables(read(make_book(rows)))[0].text == "Fish | 8"


def test_a_workbook_with_prefixes_is_read():
    sheet = (
        f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData><x:row r="1"><x:c r="A1" t="str">'
        '<x:v>Fish</x:v></x:c><x:c r="B1"><x:v>8</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    )
    book = make_book("", members={"xl/worksheets/sheet1.xml": sheet.encode()})
    assert tables(read(book))[0].text == "Fish | 8"


def test_a_sheet_in_utf_16_is_read():
    sheet = (
        f'<?xml version="1.0" encoding="UTF-16"?><worksheet xmlns="{MAIN}"><sheetData>'
        f"{sheet_rows([['鱼', 8]])}</sheetData></worksheet>"
    )
    book = make_book("", members={"xl/worksheets/sheet1.xml": sheet.encode("utf-16")})
    assert tables(read(book))[0].text == "鱼 | 8"


def test_a_strict_workbook_is_read():
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData>{sheet_rows(FISH)}</sheetData></worksheet>'
    strict = "http://purl.oclc.org/ooxml"
    members = {
        "xl/workbook.xml": (
            f'<workbook xmlns="{strict}/spreadsheetml/main" '
            f'xmlns:r="{strict}/officeDocument/relationships"><sheets>'
            '<sheet name="Catch" sheetId="1" r:id="rId1"/></sheets></workbook>'
        ).encode(),
        "xl/worksheets/sheet1.xml": sheet.replace(MAIN, f"{strict}/spreadsheetml/main").encode(),
    }
    assert tables(read(make_book("", members=members)))[0].text.startswith("Fish | Tons")


def test_an_empty_workbook_is_a_document_with_the_warning_empty():
    document = read(make_book(""))
    assert (document.elements, document.warnings) == ((), ("empty",))


def test_a_long_table_is_one_table_with_the_place_of_every_row():
    rows = [["Fish", "Tons"], *([f"Hake {n}", n] for n in range(40_000))]
    (table,) = read(make_book(sheet_rows(rows))).elements
    assert table.text.count("\n") == 40_000
    assert table.lines[40_000].provenance.cells == "A40001:B40001"


def test_the_html_of_a_table_past_the_option_has_its_header_alone():
    parser = PARSERS.create("xlsx", html_cells=5)
    source = Source.from_bytes(
        make_book(sheet_rows(FISH)), "catch.xlsx", child_parser=read_document
    )
    document = parser.read(source)
    assert document.elements[0].html == "<table><tr><th>Fish</th><th>Tons</th></tr></table>"
    assert document.elements[0].text.endswith("Cod | 5")
    assert "has its header alone" in document.warnings[0]


@pytest.mark.parametrize(
    ("limits", "name"),
    [(Limits(sheet_cells=5), "sheet_cells"), (Limits(text_characters=20), "text_characters")],
    ids=["cells", "characters"],
)
def test_cells_and_characters_are_limited(limits: Limits, name: str):
    with pytest.raises(LimitExceeded, match=name):
        read(make_book(sheet_rows(FISH)), limits=limits)


def test_core_properties_are_facts():
    def fill(sheet: Any) -> None:
        sheet.append(["x"])
        sheet.parent.properties.title = "Catch of the year"
        sheet.parent.properties.creator = "Ana"
        sheet.parent.properties.created = dt.datetime(2024, 3, 5)

    facts = read(saved(fill)).facts
    assert (facts["title"], facts["authors"]) == ("Catch of the year", ["Ana"])
    assert facts["created"].startswith("2024-03-05")


def test_rows_are_read_one_by_one_and_only_their_text_is_kept(monkeypatch: pytest.MonkeyPatch):
    """A million rows stream in the memory of their text; here the growth from 3,000 to 9,000, past
    what is kept until a blank row."""
    monkeypatch.setattr(sheet, "_KEPT_CELLS", 1000)
    monkeypatch.setattr(markup, "_CHUNK", 16 * 1024)
    parser = PARSERS.create("xlsx", html_cells=100)

    def peak(count: int) -> tuple[int, int]:
        row = '<row r="{0}"><c r="A{0}"><v>{0}</v></c><c r="B{0}" t="str"><v>Hake {0}</v></c></row>'
        book = make_book("".join(map(row.format, range(1, count + 1))))
        tracemalloc.start()
        try:
            document = parser.read(Source.from_bytes(book, "a.xlsx"))
            return tracemalloc.get_traced_memory()[1], len(document.elements[0].text)
        finally:
            tracemalloc.stop()

    (small, short), (large, long) = peak(3000), peak(9000)
    # The text, its pieces while they are joined, and sixteen bytes a row for its place.
    assert large - small < 3 * (long - short) + 16 * 6000 + 300_000
