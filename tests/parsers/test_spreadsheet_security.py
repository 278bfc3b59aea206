"""Workbooks that mean harm, and those that are damaged."""

from __future__ import annotations

import io
import json
import random
import time
import zipfile
from collections.abc import Callable

import pytest

from parsers.xlsx_samples import (
    MAIN,
    cell,
    make_book,
    read,
    relationships,
    sheet_rows,
    styles,
    tables,
    texts,
)
from ragstone.errors import CorruptDocument, EncryptedDocument, LimitExceeded, RagstoneError
from ragstone.limits import Limits
from ragstone.model.mark import Mark
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import make_ods, make_xls, make_xlsb, make_xlsx, make_zip, xlsb_cell, xlsb_row

FISH = [["Fish", "Tons"], ["Hake", 8], ["Cod", 5]]
BOMB = (
    '<!DOCTYPE x [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c SYSTEM "file:///etc/passwd">]>'
)


def sheet(inside: str, before: str = "") -> dict[str, bytes]:
    markup = f'{before}<worksheet xmlns="{MAIN}"><sheetData>{inside}</sheetData></worksheet>'
    return {"xl/worksheets/sheet1.xml": markup.encode()}


def test_a_sheet_with_a_document_type_is_refused():
    rows = '<row r="1"><c r="A1" t="str"><v>&b;&c;</v></c></row>'
    with pytest.raises(CorruptDocument, match="document type"):
        read(make_book("", members=sheet(rows, BOMB)))


def test_entities_of_shared_strings_are_never_expanded():
    strings = f'{BOMB}<sst xmlns="{MAIN}"><si><t>x&b;&c;</t></si></sst>'.encode()
    row = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'
    text = "".join(texts(read(make_book(row, members={"xl/sharedStrings.xml": strings}))))
    assert "boom" not in text
    assert "root:" not in text


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/styles.xml"])
def test_other_parts_with_a_document_type_are_refused(part: str):
    book = make_book(sheet_rows(FISH), members={part: f"{BOMB}<x>&b;</x>".encode()})
    with pytest.raises(CorruptDocument, match="document type"):
        read(book)


def test_a_part_that_unpacks_to_a_thousand_times_its_size_is_refused():
    rows = '<row r="1">' + " " * 30_000_000 + "</row>"
    with pytest.raises(LimitExceeded, match="unpack_ratio"):
        read(make_book(rows), limits=Limits(unpack_ratio=500))


def test_one_long_text_in_many_cells_is_limited():
    strings = f'<sst xmlns="{MAIN}"><si><t>{"x" * 30_000}</t></si></sst>'.encode()
    rows = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, 20_000))
    with pytest.raises(LimitExceeded, match="text_characters"):
        read(
            make_book(rows, members={"xl/sharedStrings.xml": strings}),
            limits=Limits(text_characters=10_000_000),
        )


def test_macros_are_reported_and_never_run():
    document = read(make_book(sheet_rows(FISH), members={"xl/vbaProject.bin": b"x"}), "a.xlsm")
    assert document.facts["macros"] is True
    assert "it has macros (VBA), which were not run" in document.warnings


def test_sheets_of_old_macros_are_reported():
    book = make_book(sheet_rows(FISH), others=[("xlMacrosheet", "macrosheets/sheet1.xml")])
    assert any("Excel 4 macros" in warning for warning in read(book).warnings)


def test_links_to_other_files_and_programs_are_reported_and_not_followed():
    link = (
        f'<externalLink xmlns="{MAIN}"><ddeLink ddeService="cmd" ddeTopic="/c calc"/>'
        "</externalLink>"
    )
    members = {
        "xl/externalLinks/externalLink1.xml": link.encode(),
        "xl/externalLinks/_rels/externalLink1.xml.rels": relationships(
            external=[("externalLinkPath", "file:///C:/secret/prices.xlsx")]
        ),
        "xl/connections.xml": b"<connections/>",
        "xl/embeddings/oleObject1.bin": b"x",
    }
    others = [("externalLink", "externalLinks/externalLink1.xml")]
    warnings = read(make_book(sheet_rows(FISH), members=members, others=others)).warnings
    assert "it refers to other files, which were not opened: prices.xlsx" in warnings
    assert "it has DDE links to programs, which were not followed: cmd|/c calc" in warnings
    assert any("connections" in warning for warning in warnings)
    assert any("embedded objects" in warning for warning in warnings)


def test_a_formula_is_never_worked_out():
    row = f'<row r="1">{cell("A1", 2)}<c r="B1"><f>cmd|\'/c calc\'!A0+A1*3</f></c></row>'
    assert tables(read(make_book(row)))[0].text == "2 | =cmd|'/c calc'!A0+A1*3"


def test_a_workbook_with_a_password_is_told():
    locked = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
    locked += "EncryptedPackage".encode("utf-16-le") + bytes(200)
    with pytest.raises(EncryptedDocument, match="password"):
        read(locked)


def test_controls_in_texts_are_dropped():
    row = '<row r="1"><c r="A1" t="str"><v>a_x0000_b_x0007_</v></c><c r="B1"><v>1</v></c></row>'
    assert tables(read(make_book(row)))[0].text == "ab | 1"


def test_a_sheet_that_breaks_off_gives_the_rows_before_with_a_warning():
    markup = f'<worksheet xmlns="{MAIN}"><sheetData>{sheet_rows(FISH)}<row r="9"><c r="A9'
    document = read(make_book("", members={"xl/worksheets/sheet1.xml": markup.encode()}))
    assert tables(document)[0].text == "Fish | Tons\nHake | 8\nCod | 5"
    assert any("damaged" in warning for warning in document.warnings)


@pytest.mark.parametrize(
    "stray",
    [
        pytest.param(f'<row r="2">{cell("A2", "lost")}</row>', id="row-again"),
        pytest.param(f'<row r="1048577">{cell("A1048577", "lost")}</row>', id="row-beyond"),
        pytest.param(f'<row r="9">{cell("A9", 1)}{cell("A9", 2)}</row>', id="cell-twice"),
        pytest.param(f'<row r="9">{cell("ZZZZ9", "lost")}</row>', id="column-beyond"),
        pytest.param(f'<row r="9">{cell("XFE9", "lost")}</row>', id="column-past-the-last"),
    ],
)
def test_cells_out_of_place_are_left_out_with_a_warning(stray: str):
    document = read(make_book(sheet_rows(FISH) + stray))
    assert tables(document)[0].text.startswith("Fish | Tons\nHake | 8\nCod | 5")
    assert "lost" not in "".join(texts(document))
    assert any("damaged" in warning for warning in document.warnings)


def test_blank_rows_out_of_order_are_no_damage():
    document = read(make_book(sheet_rows(FISH) + '<row r="2"/>'))
    assert document.warnings == ()


@pytest.mark.parametrize("label", ["undefined", "rot13", "hex", "idna"])
def test_a_label_that_is_no_character_set_is_passed_over(label: str):
    declaration = f'<?xml version="1.0" encoding="{label}"?>'
    markup = f'{declaration}<worksheet xmlns="{MAIN}"><sheetData>{sheet_rows(FISH)}</sheetData>'
    members = {"xl/worksheets/sheet1.xml": f"{markup}</worksheet>".encode()}
    document = read(make_book("", members=members))
    assert tables(document)[0].text == "Fish | Tons\nHake | 8\nCod | 5"
    assert document.warnings == ()


def test_a_missing_sheet_is_a_warning_and_the_others_are_read():
    book = make_xlsx({"Catch": FISH, "Ports": [["Brest", 7], ["Dover", 6]]})
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    del members["xl/worksheets/sheet1.xml"]
    document = read(make_zip(members))
    assert texts(document) == ["Brest | 7\nDover | 6"]
    assert any("Catch is damaged" in warning for warning in document.warnings)


def test_merged_cells_that_overlap_are_no_trouble():
    areas = "".join(f'<mergeCell ref="A{n}:XFD1048576"/>' for n in range(1, 3000))
    rows = sheet_rows([["x", 1]] * 2000)
    before = time.process_time()
    read(make_book(rows, tail=f"<mergeCells>{areas}</mergeCells>"))
    assert time.process_time() - before < 10


STRANGE: dict[str, Callable[[int], str]] = {
    "rows without end": lambda n: '<row r="1">' * n,
    "cells without end": lambda n: '<row r="1">' + '<c r="A1"><f>' * n,
    "formulas without end": lambda n: '<row r="1">' + '<c r="A1"><f a="' * n,
    "one cell a column": lambda n: (
        '<row r="1">'
        + "".join(
            f'<c r="{"" if c < 26 else chr(64 + c // 26)}{chr(65 + c % 26)}1"><v>1</v></c>'
            for c in range(0, 676, 2)
        )
        + "</row>"
    ),
}


@pytest.mark.parametrize("name", STRANGE)
def test_strange_rows_take_time_by_their_length(name: str):
    def seconds(count: int) -> float:
        book = make_book(STRANGE[name](count))
        before = time.process_time()
        read(book, limits=Limits(unpack_ratio=10**6))
        return time.process_time() - before

    short = max(seconds(20_000), 0.05)
    assert seconds(160_000) < short * 40


PAYLOADS: dict[str, Callable[[], bytes]] = {
    "xlsx": lambda: make_xlsx({"渔获": FISH, "b": [["x", 1.5], ["y", 2]]}),
    "xlsb": lambda: make_xlsb([("x", 0, xlsb_row(0, [xlsb_cell(0, "a"), xlsb_cell(1, 2.0)]))]),
    "xls": lambda: make_xls(FISH),
    "ods": lambda: make_ods(
        '<table:table table:name="x"><table:table-row><table:table-cell><text:p>a</text:p>'
        "</table:table-cell></table:table-row></table:table>"
    ),
}


@pytest.mark.parametrize("kind", PAYLOADS)
def test_a_mutated_workbook_is_a_document_or_one_of_our_errors(kind: str):
    """Bytes of the parts are changed and not only those of the archive, whose checksums tell."""
    whole = PAYLOADS[kind]()
    chance = random.Random(11)
    for _ in range(60):
        payload = _mutated(whole, chance)
        source = Source.from_bytes(payload, f"a.{kind}", limits=Limits(sheet_cells=2_000_000))
        try:
            document = read_document(source, parser=kind)
        except RagstoneError as error:
            assert f"a.{kind}" in str(error)  # noqa: PT017 - a document is fine too
        else:
            json.dumps(document.to_dict())
            document.sections()


def _mutated(payload: bytes, chance: random.Random) -> bytes:
    if not payload.startswith(b"PK"):
        return _changed(payload, chance)
    with zipfile.ZipFile(io.BytesIO(payload)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    for name in chance.sample(sorted(members), k=min(2, len(members))):
        members[name] = _changed(members[name], chance)
    return make_zip(members)


def _changed(data: bytes, chance: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        if not out:
            break
        at = chance.randrange(len(out))
        what = chance.randrange(4)
        if what == 0:
            out[at] = chance.randrange(256)
        elif what == 1:
            del out[at : at + chance.randint(1, 40)]
        elif what == 2:
            out[at:at] = out[max(0, at - 60) : at]
        else:
            out[at:at] = chance.choice([b"<", b"&", b'"', b"\0", b"999999999", b"</row>", b"\xff"])
    return bytes(out)


def test_styles_beyond_those_of_the_file_show_numbers_as_they_are():
    row = f'<row r="1">{cell("A1", "x")}{cell("B1", 5, 99)}</row>'
    book = make_book(row, members={"xl/styles.xml": styles("0.00")})
    assert tables(read(book))[0].text == "x | 5"


@pytest.mark.parametrize("index", ["-1", "x", "7", "99999999999999999999", "1.0"])
def test_a_shared_string_that_is_not_there_is_told(index: str):
    strings = f'<sst xmlns="{MAIN}"><si><t>secret</t></si></sst>'.encode()
    row = f'<row r="1"><c r="A1" t="s"><v>{index}</v></c>{cell("B1", "x")}{cell("C1", 1)}</row>'
    document = read(make_book(row, members={"xl/sharedStrings.xml": strings}))
    assert texts(document) == ["x | 1"]
    assert document.warnings[0].startswith("1 text of the sheet Catch cannot be read")


def looks(fonts: str, fills: str, *pairs: tuple[int, int]) -> bytes:
    """Look 0 is plain, then the pairs of a font and a fill."""
    found = "".join(f'<xf fontId="{font}" fillId="{fill}"/>' for font, fill in [(0, 0), *pairs])
    return (
        f'<styleSheet xmlns="{MAIN}"><fonts><font/>{fonts}</fonts>'
        f'<fills><fill><patternFill patternType="none"/></fill>{fills}</fills>'
        f"<cellXfs>{found}</cellXfs></styleSheet>"
    ).encode()


WHITE_FONT = '<font><sz val="11"/><color rgb="FFFFFFFF"/></font>'
SOLID = '<fill><patternFill patternType="solid"><fgColor rgb="{}"/></patternFill></fill>'


@pytest.mark.parametrize(
    ("fonts", "fills", "pair"),
    [
        pytest.param(WHITE_FONT, "", (1, 0), id="white"),
        pytest.param('<font><color theme="0"/></font>', "", (1, 0), id="theme"),
        pytest.param('<font><color indexed="9"/></font>', "", (1, 0), id="indexed"),
        pytest.param('<font><sz val="1"/></font>', "", (1, 0), id="tiny"),
        pytest.param(
            '<font><color rgb="FF112233"/></font>', SOLID.format("FF112233"), (1, 1), id="dark"
        ),
    ],
)
def test_text_in_the_colour_of_its_ground_is_marked(fonts: str, fills: str, pair: tuple[int, int]):
    row = f'<row r="1">{cell("A1", "Fish")}{cell("B1", "Obey", 1)}{cell("C1", 7, 1)}</row>'
    parts = {"xl/styles.xml": looks(fonts, fills, pair)}
    document = read(make_book(row, members=parts))
    shown, unseen = document.elements
    assert (shown.text, shown.marks) == ("Fish", set())
    assert (unseen.text, unseen.marks) == ("Obey\n7", {Mark.SUSPICIOUS})
    assert unseen.provenance.cells == "B1:C1"
    assert any("suspicious" in warning for warning in document.warnings)
    assert [section.text for section in document.sections()] == ["Fish"]


@pytest.mark.parametrize(
    ("fills", "tail"),
    [
        pytest.param(SOLID.format("FF000080"), "", id="fill"),
        pytest.param(
            '<fill><patternFill patternType="solid"><fgColor theme="4"/></patternFill></fill>',
            "",
            id="theme",
        ),
        pytest.param(
            "", '<conditionalFormatting sqref="A1:B9"><cfRule/></conditionalFormatting>', id="rule"
        ),
        pytest.param(
            "",
            "<extLst><x14:conditionalFormatting><xm:sqref>A1:B9</xm:sqref>"
            "</x14:conditionalFormatting></extLst>",
            id="new-rule",
        ),
        pytest.param("", '<picture r:id="rId9"/>', id="picture"),
    ],
)
def test_white_text_on_a_ground_that_may_be_dark_shows(fills: str, tail: str):
    row = f'<row r="1">{cell("A1", "Fish", 1)}{cell("B1", "Tons", 1)}</row>'
    parts = {"xl/styles.xml": looks(WHITE_FONT, fills, (1, 1 if fills else 0))}
    document = read(make_book(row + sheet_rows([["Hake", 8]], 2), members=parts, tail=tail))
    assert texts(document) == ["Fish | Tons\nHake | 8"]
