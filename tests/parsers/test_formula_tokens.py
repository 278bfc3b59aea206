"""Formulas of binary workbooks, written by xlwt from what people write."""

from __future__ import annotations

import io
import struct

import pytest
import xlwt
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.model.document import Document
from ragstone.parsers.read import read_document
from ragstone.parsers.spreadsheet.formula_tokens import formula_text
from ragstone.sources.source import Source


def read(*formulas: str) -> Document:
    """A workbook with the formulas in its first column, which nobody has worked out."""
    book = xlwt.Workbook()
    sheet = book.add_sheet("Catch")
    book.add_sheet("The ports").write(0, 0, "Brest")
    for row, formula in enumerate(formulas):
        sheet.write(row, 0, xlwt.Formula(formula))
    packed = io.BytesIO()
    book.save(packed)
    return read_document(Source.from_bytes(packed.getvalue(), "catch.xls"))


@pytest.mark.parametrize(
    "formula",
    [
        "SUM(A1:B2)*2-1",
        'IF($A$1>=2,"y""es",ROUND(B$3/7,1))',
        "-(C4+$D5)^2%",
        'A1&" 潮汐"&TRUE',
        "AND(A1<>B1,NOT(C1))",
        "'The ports'!A1+1.5",
        "TODAY()-DATE(2024,1,31)",
        "VLOOKUP(A1,B1:C9,2,FALSE)",
        "PI()*AVERAGE(A1,B2)",
    ],
)
def test_a_formula_without_a_value_is_shown_itself(formula: str) -> None:
    document = read(formula, "A1+1")
    assert f"={formula}" in document.sections()[0].text.split("\n")
    assert document.warnings[0].startswith("2 formulas of the sheet Catch have no stored value")


def test_one_formula_is_told_of_in_the_singular() -> None:
    assert read("A5+1").warnings == (
        "1 formula of the sheet Catch has no stored value and is shown itself; "
        "open the file in Excel and save it to have its value",
    )


def test_a_blank_value_beside_formulas_with_values_is_a_blank() -> None:
    book = xlwt.Workbook()
    sheet = book.add_sheet("Catch")
    sheet.write(0, 0, xlwt.Formula("A5"))
    sheet.write(0, 1, xlwt.Formula("1+2"))
    packed = io.BytesIO()
    book.save(packed)
    data = packed.getvalue()
    at = data.rindex(bytes.fromhex("030000000000ffff"))
    data = data[:at] + struct.pack("<d", 3.0) + data[at + 8 :]
    document = read_document(Source.from_bytes(data, "catch.xls"))
    assert [element.text for element in document.elements] == ["3"]
    assert document.warnings == ()


@given(st.binary(max_size=60))
@settings(deadline=None, max_examples=300)
def test_any_bytes_are_a_formula_or_none(tokens: bytes) -> None:
    assert isinstance(formula_text(tokens), str | None)


def test_a_formula_that_grows_without_end_is_none() -> None:
    text = b"\x17\xff\0" + b"a" * 255
    assert formula_text(text + (text + b"\x08") * 200) is None


def test_jumps_in_a_choice_are_passed_over() -> None:
    one, two = b"\x1e\x01\0", b"\x1e\x02\0"
    jumps = b"\x19\x04\x01\0" + bytes(4)
    tokens = one + jumps + two + b"\x19\x08\x03\0" + b"\x42\x02\x64\0"
    assert formula_text(tokens) == "CHOOSE(1,2)"
