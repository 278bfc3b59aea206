"""Binary Excel workbooks; python-calamine reads what `make_xlsb` makes, too."""

from __future__ import annotations

import struct

import pytest

from parsers.xlsx_samples import tables
from ragstone.errors import CorruptDocument
from ragstone.model.document import Document
from ragstone.model.mark import Mark
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import make_xlsb, make_zip, xlsb_cell, xlsb_record, xlsb_row, xlsb_text


def read(payload: bytes) -> Document:
    return read_document(Source.from_bytes(payload, "catch.xlsb"))


FISH = xlsb_row(0, [xlsb_cell(0, "Fish"), xlsb_cell(1, "Tons")]) + xlsb_row(
    1, [xlsb_cell(0, "金枪鱼"), xlsb_cell(1, 8.5)]
)


def styles(code: str) -> bytes:
    """Look 0 is General, look 1 has this format."""
    looks = b"".join(
        xlsb_record(47, struct.pack("<5H", 0, number, 0, 0, 0) + bytes(6)) for number in (0, 170)
    )
    return (
        xlsb_record(44, struct.pack("<H", 170) + xlsb_text(code))
        + xlsb_record(617, struct.pack("<I", 2))
        + looks
        + xlsb_record(618)
    )


def test_a_table_and_its_rows_know_their_cells():
    table = tables(read(make_xlsb([("渔获", 0, FISH)])))[0]
    assert table.text == "Fish | Tons\n金枪鱼 | 8.5"
    assert (table.provenance.sheet, table.provenance.cells) == ("渔获", "A1:B2")


def test_numbers_are_shown_in_their_format():
    row = xlsb_row(0, [xlsb_cell(0, "x"), xlsb_cell(1, 45356.0, 1)])
    document = read(make_xlsb([("x", 0, row)], styles=styles('yyyy"年"m"月"')))
    assert tables(document)[0].text == "x | 2024年3月"


def test_dates_count_from_1904_where_the_workbook_says_so():
    row = xlsb_row(0, [xlsb_cell(0, "x"), xlsb_cell(1, 43894.0, 1)])
    said = xlsb_record(153, struct.pack("<III", 1, 0, 0))
    book = make_xlsb([("x", 0, row)], styles=styles("yyyy-mm-dd"), properties=said)
    assert tables(read(book))[0].text == "x | 2024-03-05"


def test_every_kind_of_cell_is_read():
    def at(column: int) -> bytes:
        return struct.pack("<II", column, 0)

    row = xlsb_row(
        0,
        [
            xlsb_record(7, at(0) + struct.pack("<I", 0)),
            xlsb_record(2, at(1) + struct.pack("<I", 5 << 2 | 2)),
            xlsb_record(3, at(2) + b"\x2a"),
            xlsb_cell(3, True),
            xlsb_record(8, at(4) + xlsb_text("formula") + bytes(8)),
            xlsb_record(9, at(5) + struct.pack("<d", 2.5) + bytes(8)),
            xlsb_record(62, at(6) + b"\0" + xlsb_text("rich")),
            xlsb_record(1, at(7)),
        ],
    )
    strings = xlsb_record(19, b"\0" + xlsb_text("shared"))
    text = tables(read(make_xlsb([("x", 0, row)], strings=strings)))[0].text
    assert text == "shared | 5 | #N/A | TRUE | formula | 2.5 | rich"


def test_merged_cells_have_spans():
    rows = (
        xlsb_row(0, [xlsb_cell(0, "Site"), xlsb_cell(1, "Power")])
        + xlsb_row(1, [xlsb_cell(1, "day"), xlsb_cell(2, "night")])
        + xlsb_row(2, [xlsb_cell(0, "Mill"), xlsb_cell(1, 4.0), xlsb_cell(2, 3.0)])
    )
    merged = b"".join(
        xlsb_record(176, struct.pack("<4I", *area)) for area in ((0, 1, 0, 0), (0, 0, 1, 2))
    )
    html = tables(read(make_xlsb([("x", 0, rows)], behind=merged)))[0].html
    assert html.startswith('<table><tr><th rowspan="2">Site</th><th colspan="2">Power</th></tr>')


def test_hidden_sheets_rows_and_columns_are_marked():
    rows = b"".join(
        xlsb_row(n, [xlsb_cell(0, a), xlsb_cell(1, b), xlsb_cell(2, c)], hidden=n == 1)
        for n, (a, b, c) in enumerate(
            [("Fish", "Margin", "T"), ("Eel", 9.0, 1.0), ("Cod", 3.0, 5.0)]
        )
    )
    column = xlsb_record(60, struct.pack("<4IH", 1, 1, 2560, 0, 1))
    document = read(
        make_xlsb(
            [("x", 0, rows), ("calc", 1, xlsb_row(0, [xlsb_cell(0, "Secret")]))], before=column
        )
    )
    assert tables(document)[0].text == "Fish | T\nCod | 5"
    marked = [element.text for element in document.elements if Mark.HIDDEN in element.marks]
    assert marked == ["Margin\nEel | 9 | 1\n3", "Secret"]


def test_a_far_away_cell_makes_no_wall_of_blank_cells():
    far = xlsb_row(1_048_575, [xlsb_cell(16_383, "far")])
    document = read(make_xlsb([("x", 0, FISH + far)]))
    assert document.elements[-1].provenance.cells == "XFD1048576"
    assert sum(len(element.text) for element in document.elements) < 60


def test_a_workbook_without_sheets_is_an_error_that_names_it():
    payload = make_zip({"xl/workbook.bin": b"\x83\x01\x00"})
    with pytest.raises(CorruptDocument, match=r"catch\.xlsb"):
        read(payload)


@pytest.mark.parametrize(
    "stray",
    [
        pytest.param(xlsb_row(2, [xlsb_cell(16_384, "lost")]), id="column-past-the-last"),
        pytest.param(xlsb_row(2, [xlsb_cell(3, 1), xlsb_cell(2, "lost")]), id="cell-before"),
        pytest.param(xlsb_row(0, [xlsb_cell(0, "lost")]), id="row-again"),
    ],
)
def test_cells_out_of_place_are_left_out_with_a_warning(stray: bytes):
    document = read(make_xlsb([("Catch", 0, FISH + stray)]))
    assert tables(document)[0].text.startswith("Fish | Tons\n金枪鱼 | 8.5")
    assert "lost" not in "".join(element.text for element in document.elements)
    assert document.warnings == ("the sheet Catch is damaged; what could be read was kept",)


def test_a_shared_string_that_is_not_there_is_told():
    shared = xlsb_record(7, struct.pack("<III", 0, 0, 99))
    document = read(make_xlsb([("Catch", 0, FISH + xlsb_row(2, [shared]))]))
    assert document.warnings[0].startswith("1 text of the sheet Catch cannot be read")


def formula(column: int, value: str, tokens: bytes) -> bytes:
    """The record of a formula whose value is a text."""
    head = struct.pack("<II", column, 0) + xlsb_text(value) + bytes(2)
    return xlsb_record(8, head + struct.pack("<I", len(tokens)) + tokens)


#: A1:B$2 as area, "潮汐" as text.
AREA = b"\x25" + struct.pack("<IIHH", 0, 1, 0xC000, 0x4001)
TIDES = b"\x17" + struct.pack("<H", 2) + "潮汐".encode("utf-16-le")


def test_a_formula_without_a_value_is_shown_itself():
    cells = [
        formula(0, "", AREA + b"\x19\x10\0\0"),
        formula(1, "", TIDES + b"\x44\x04\0\0\0\0\xc0\x08"),
        formula(2, "", b"\x18"),
    ]
    document = read(make_xlsb([("Catch", 0, xlsb_row(0, cells))]))
    assert document.sections()[0].text == '=SUM(A1:B$2) | ="潮汐"&A5'
    assert document.warnings[0].startswith(
        "2 formulas of the sheet Catch have no stored value and are shown themselves;"
    )
    assert document.warnings[1].startswith(
        "1 formula of the sheet Catch has no stored value and cannot be shown;"
    )


def test_formulas_that_cannot_be_shown_are_not_called_shown():
    document = read(make_xlsb([("Catch", 0, xlsb_row(0, [formula(0, "", b"\x18")] * 2))]))
    assert document.warnings[0] == (
        "2 formulas of the sheet Catch have no stored value and cannot be shown; "
        "open the file in Excel and save it to have their values"
    )


def test_a_blank_value_beside_formulas_with_values_is_a_blank():
    cells = [formula(0, "", AREA), formula(1, "Hake", AREA)]
    document = read(make_xlsb([("Catch", 0, xlsb_row(0, cells))]))
    assert [element.text for element in document.elements] == ["Hake"]
    assert document.warnings == ()
