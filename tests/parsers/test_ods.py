"""OpenDocument sheets: the texts that the file stores, spans, comments, what is hidden."""

from __future__ import annotations

import pytest

from parsers.xlsx_samples import tables, texts
from ragstone.errors import CorruptDocument, EncryptedDocument, LimitExceeded
from ragstone.limits import Limits
from ragstone.model.document import Document
from ragstone.model.element import ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import make_ods, make_zip


def read(payload: bytes, **rest: object) -> Document:
    return read_document(Source.from_bytes(payload, "catch.ods", **rest))


def cell(text: str = "", said: str = "", inside: str = "") -> str:
    shown = f"<text:p>{text}</text:p>" if text else ""
    return f"<table:table-cell {said}>{shown}{inside}</table:table-cell>"


def row(*cells: str, said: str = "") -> str:
    return f"<table:table-row {said}>{''.join(cells)}</table:table-row>"


def sheet(*rows: str, name: str = "Catch", said: str = "") -> str:
    return f'<table:table table:name="{name}" {said}>{"".join(rows)}</table:table>'


FISH = (
    row(cell("Fish"), cell("Tons")),
    row(cell("Hake"), cell("8,40", NUMBER := 'office:value-type="float" office:value="8.4"')),
)


def test_cells_show_what_the_file_says_that_they_show():
    table = tables(read(make_ods(sheet(*FISH))))[0]
    assert table.text == "Fish | Tons\nHake | 8,40"
    assert (table.provenance.sheet, table.provenance.cells) == ("Catch", "A1:B2")
    assert [line.provenance.cells for line in table.lines] == ["A1:B1", "A2:B2"]


def test_each_sheet_is_a_section():
    document = read(make_ods(sheet(*FISH) + sheet(*FISH, name="渔获")))
    assert [part.metadata["sheet"] for part in document.sections()] == ["Catch", "渔获"]
    assert document.facts["sheets"] == ["Catch", "渔获"]


def test_blank_cells_and_rows_that_repeat_make_no_wall():
    rows = (
        row(
            cell("", 'table:number-columns-repeated="1024"'), said='table:number-rows-repeated="9"'
        ),
        row(cell("Fish"), cell("", 'table:number-columns-repeated="1022"'), cell("far")),
        row(
            cell("", 'table:number-columns-repeated="16384"'),
            said='table:number-rows-repeated="1048566"',
        ),
    )
    document = read(make_ods(sheet(*rows)))
    assert texts(document) == ["Fish", "far"]
    assert [element.provenance.cells for element in document.elements] == ["A10", "AMJ10"]


def test_cells_and_rows_that_repeat_are_all_there():
    rows = (
        row(cell("x", 'table:number-columns-repeated="3"'), said='table:number-rows-repeated="2"'),
    )
    assert tables(read(make_ods(sheet(*rows))))[0].text == "x | x | x\nx | x | x"


def test_spans_are_in_the_html():
    covered = "<table:covered-table-cell/>"
    rows = (
        row(
            cell("Site", 'table:number-rows-spanned="2"'),
            cell("Power", 'table:number-columns-spanned="2"'),
            covered,
        ),
        row(covered, cell("day"), cell("night")),
        row(cell("Mill"), cell("4", NUMBER), cell("3", NUMBER)),
    )
    table = tables(read(make_ods(sheet(*rows))))[0]
    assert table.html.startswith(
        '<table><tr><th rowspan="2">Site</th><th colspan="2">Power</th></tr><tr><th>day</th>'
    )
    assert table.text == "Site | Power\nday | night\nMill | 4 | 3"


def test_hidden_sheets_rows_and_columns_are_marked():
    hidden = 'table:visibility="collapse"'
    styles = (
        '<style:style style:name="ta2" style:family="table">'
        '<style:table-properties table:display="false"/></style:style>'
    )
    shown = sheet(
        f"<table:table-column/><table:table-column {hidden}/><table:table-column/>",
        row(cell("Fish"), cell("Margin"), cell("Tons")),
        row(cell("Eel"), cell("90"), cell("1"), said=hidden),
        row(cell("Hake"), cell("40"), cell("8")),
    )
    secret = sheet(row(cell("Secret")), name="calc", said='table:style-name="ta2"')
    document = read(make_ods(shown + secret, styles))
    assert tables(document)[0].text == "Fish | Tons\nHake | 8"
    marked = [element.text for element in document.elements if Mark.HIDDEN in element.marks]
    assert marked == ["Margin\nEel | 90 | 1\n40", "Secret"]
    assert len(document.sections()) == 1


def test_comments_links_and_pictures_are_read():
    note = (
        "<office:annotation><dc:creator>Ana</dc:creator><text:p>Live weight</text:p>"
        "</office:annotation>"
    )
    link = '<text:p><text:a xlink:href="http://example.org/x">Cod</text:a></text:p>'
    picture = "<draw:frame><svg:desc>A red boat</svg:desc></draw:frame>"
    rows = (*FISH, row(cell("", inside=link), cell("5", NUMBER, note + picture)))
    document = read(make_ods(sheet(*rows)))
    table, image, comment = document.elements
    assert table.facts["links"] == [{"text": "Cod", "url": "http://example.org/x"}]
    assert table.text.endswith("Cod | 5")
    assert (image.type, image.text, image.provenance.cells) == (
        ElementType.IMAGE,
        "A red boat",
        "B3",
    )
    assert (comment.text, comment.marks, comment.facts) == (
        "Live weight",
        {Mark.COMMENT},
        {"author": "Ana"},
    )


def test_paragraphs_blanks_and_tabs_of_a_cell_are_kept():
    inside = '<text:p>a<text:s text:c="2"/>b<text:span>c</text:span>d</text:p><text:p>e</text:p>'
    table = tables(read(make_ods(sheet(row(cell("", inside=inside), cell("x"))))))[0]
    assert "<td>a  bcd<br>e</td>" in table.html


def test_a_value_without_a_text_is_shown_and_a_formula_without_a_value_itself():
    rows = (
        row(cell("", NUMBER), cell("", 'office:value-type="date" office:date-value="2024-03-05"')),
        row(
            cell("", 'table:formula="of:=SUM([.B2:.B3])"'),
            cell("", 'office:value-type="boolean" office:boolean-value="true"'),
        ),
    )
    document = read(make_ods(sheet(*rows)))
    assert tables(document)[0].text == "8.4 | 2024-03-05\n=SUM(B2:B3) | TRUE"
    assert document.warnings[0] == (
        "1 formula of the sheet Catch has no stored value and is shown itself; "
        "open the file in LibreOffice and save it to have its value"
    )


@pytest.mark.parametrize("direction", ["rows", "columns"])
def test_cells_past_the_end_of_the_sheet_are_told(direction: str):
    last = 1_048_576 if direction == "rows" else 16_384
    blank = cell("", f'table:number-columns-repeated="{last}"' if direction == "columns" else "")
    said = f'table:number-rows-repeated="{last}"' if direction == "rows" else ""
    beyond = row(cell("lost"), cell("lost")) if direction == "rows" else ""
    first = row(blank, *([] if beyond else [cell("lost"), cell("lost")]), said=said)
    document = read(make_ods(sheet(first + beyond)))
    assert "lost" not in "".join(texts(document))
    assert any(w.startswith("2 cells of the sheet Catch are past") for w in document.warnings)


def test_a_count_that_no_sheet_has_is_told_and_not_taken_for_one():
    repeated = cell("gate", 'table:number-columns-repeated="10000000000"')
    document = read(make_ods(sheet(row(repeated))))
    assert document.elements[0].text.count("gate") == 16_384
    assert any("999983616 cells of the sheet Catch" in w for w in document.warnings)


def test_one_cell_past_the_end_of_the_sheet_is_told_in_the_singular():
    blank = cell("", 'table:number-columns-repeated="16384"')
    document = read(make_ods(sheet(row(blank, cell("lost")))))
    assert document.warnings[0] == (
        "1 cell of the sheet Catch is past its end (XFD1048576) and was left out"
    )


def test_macros_are_reported():
    document = read(make_ods(sheet(*FISH), members={"Basic/Standard/Module1.xml": b"<x/>"}))
    assert document.facts["macros"] is True
    assert any("macros" in warning for warning in document.warnings)


def test_the_facts_of_the_file_are_read():
    meta = (
        b'<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        b'xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta><dc:title>Catch</dc:title>'
        b"<dc:creator>Ana</dc:creator></office:meta></office:document-meta>"
    )
    facts = read(make_ods(sheet(*FISH), members={"meta.xml": meta})).facts
    assert (facts["title"], facts["authors"]) == ("Catch", ["Ana"])


def test_a_locked_file_is_told():
    manifest = b"<manifest><encryption-data/></manifest>"
    with pytest.raises(EncryptedDocument, match="password"):
        read(make_ods(sheet(*FISH), members={"META-INF/manifest.xml": manifest}))


def test_a_document_type_is_refused():
    content = b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'
    book = make_zip(
        {"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": content}
    )
    with pytest.raises(CorruptDocument):
        read(book)


def test_a_file_that_breaks_off_gives_what_came_before():
    whole = make_ods(sheet(*FISH) + sheet(*FISH, name="Next"))
    content = whole  # the archive is made anew from a part that is cut off
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        part = archive.read("content.xml")
    cut = part[: part.index(b"Next") + 4]
    book = make_zip(
        {"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": cut}
    )
    document = read(book)
    assert document.elements[0].text == "Fish | Tons\nHake | 8,40"
    assert "damaged" in document.warnings[0]


def test_cells_that_repeat_without_end_are_limited():
    bomb = row(
        cell("x", 'table:number-columns-repeated="16384"'),
        said='table:number-rows-repeated="1048576"',
    )
    with pytest.raises(LimitExceeded, match="sheet_cells"):
        read(make_ods(sheet(bomb)), limits=Limits(sheet_cells=100_000))
