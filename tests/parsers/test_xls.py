"""Excel workbooks of before 2007: the same elements as those of XLSX."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Callable
from typing import Any

import pytest
import xlwt

from parsers.xlsx_samples import tables
from ragstone.errors import CorruptDocument, EncryptedDocument
from ragstone.model.document import Document
from ragstone.model.mark import Mark
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import make_xls


def saved(fill: Callable[[Any], object], **rest: Any) -> bytes:
    workbook = xlwt.Workbook(**rest)
    fill(workbook)
    packed = io.BytesIO()
    workbook.save(packed)
    return packed.getvalue()


def read(payload: bytes) -> Document:
    return read_document(Source.from_bytes(payload, "catch.xls"))


FISH = [["Fish", "Tons"], ["金枪鱼", 8.5], ["Cod", 5]]


def test_a_table_and_its_rows_know_their_cells():
    table = tables(read(make_xls(FISH, "渔获")))[0]
    assert table.text == "Fish | Tons\n金枪鱼 | 8.5\nCod | 5"
    assert (table.provenance.sheet, table.provenance.cells) == ("渔获", "A1:B3")
    assert table.lines[1].provenance.cells == "A2:B2"


def test_numbers_are_shown_in_their_format():
    def fill(workbook: Any) -> None:
        sheet = workbook.add_sheet("x")
        for column, (value, code) in enumerate(
            [
                (dt.date(2024, 3, 5), 'yyyy"年"m"月"'),
                (0.125, "0.0%"),
                (1234.5, "#,##0.00"),
                (42, "00000"),
            ]
        ):
            sheet.write(0, column, value, xlwt.easyxf(num_format_str=code))

    assert tables(read(saved(fill)))[0].text == "2024年3月 | 12.5% | 1,234.50 | 00042"


def test_dates_count_from_1904_where_the_workbook_says_so():
    def fill(workbook: Any) -> None:
        workbook.dates_1904 = True
        sheet = workbook.add_sheet("x")
        sheet.write(0, 0, 43894, xlwt.easyxf(num_format_str="yyyy-mm-dd"))
        sheet.write(0, 1, "y")

    assert tables(read(saved(fill)))[0].text == "2024-03-05 | y"


def test_merged_cells_have_spans():
    def fill(workbook: Any) -> None:
        sheet = workbook.add_sheet("x")
        sheet.write_merge(0, 1, 0, 0, "Site")
        sheet.write_merge(0, 0, 1, 2, "Power")
        for column, value in enumerate(["day", "night"], start=1):
            sheet.write(1, column, value)
        for column, value in enumerate(["Mill", 410, 395]):
            sheet.write(2, column, value)

    html = tables(read(saved(fill)))[0].html
    assert html.startswith('<table><tr><th rowspan="2">Site</th><th colspan="2">Power</th></tr>')


def test_hidden_sheets_rows_and_columns_are_marked():
    def fill(workbook: Any) -> None:
        sheet = workbook.add_sheet("x")
        for row, values in enumerate([["Fish", "Margin", "T"], ["Eel", 90, 1], ["Cod", 30, 5]]):
            for column, value in enumerate(values):
                sheet.write(row, column, value)
        sheet.row(1).hidden = True
        sheet.col(1).hidden = True
        secret = workbook.add_sheet("calc")
        secret.write(0, 0, "Secret")
        secret.visibility = 1

    document = read(saved(fill))
    assert tables(document)[0].text == "Fish | T\nCod | 5"
    marked = [element.text for element in document.elements if Mark.HIDDEN in element.marks]
    assert marked == ["Margin\nEel | 90 | 1\n30", "Secret"]


def test_booleans_and_errors_are_shown():
    def fill(workbook: Any) -> None:
        sheet = workbook.add_sheet("x")
        sheet.write(0, 0, True)
        sheet.write(0, 1, False)
        sheet.row(0).set_cell_error(2, 0x2A)

    assert tables(read(saved(fill)))[0].text == "TRUE | FALSE | #N/A"


def test_texts_that_run_over_the_borders_of_records_are_whole():
    wanted = [f"长文本{n} abc " * 25 + "é" for n in range(700)]

    def fill(workbook: Any) -> None:
        sheet = workbook.add_sheet("x")
        for row, text in enumerate(wanted):
            sheet.write(row, 0, row)
            sheet.write(row, 1, text)

    lines = tables(read(saved(fill)))[0].text.split("\n")
    assert lines == [f"{row} | {' '.join(text.split())}" for row, text in enumerate(wanted)]


def test_packed_numbers_are_read():
    def fill(workbook: Any) -> None:
        sheet = workbook.add_sheet("x")
        for column, value in enumerate([5, -7, 0.25, 12.34, 1e300, -536870912]):
            sheet.write(0, column, value)

    assert tables(read(saved(fill)))[0].text == "5 | -7 | 0.25 | 12.34 | 1E+300 | -536870912"


def test_a_locked_workbook_is_told():
    payload = make_xls(FISH)
    # The record behind the first one becomes FILEPASS.
    at = payload.index(b"\x09\x08\x10\x00") + 20
    locked = payload[:at] + b"\x2f\x00" + payload[at + 2 :]
    with pytest.raises(EncryptedDocument, match="password"):
        read(locked)


def test_a_workbook_that_breaks_off_is_an_error_that_names_it():
    with pytest.raises(CorruptDocument, match=r"catch\.xls"):
        read(make_xls(FISH)[:600])


def test_a_shared_string_that_is_not_there_is_told():
    book = bytearray(make_xls([["Fish", "Tons"], ["Hake", 8.5]]))
    at = book.index(b"\xfd\0\x0a\0")
    book[at + 10 : at + 14] = (99).to_bytes(4, "little")
    document = read(bytes(book))
    assert document.warnings[0].startswith("1 text of the sheet Sheet1 cannot be read")
