"""Excel workbooks made of markup, for what no library writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from samples import make_zip

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"

Value = str | float | None


def relationships(*rows: tuple[str, str], external: Sequence[tuple[str, str]] = ()) -> bytes:
    """(kind, target) each, rId1 first; `external` ones behind them."""
    inside = ""
    for number, (kind, target) in enumerate([*rows, *external], start=1):
        mode = ' TargetMode="External"' if number > len(rows) else ""
        inside += (
            f'<Relationship Id="rId{number}" Type="{OFFICE}/{kind}" '
            f'Target="{escape(target)}"{mode}/>'
        )
    return f'<Relationships xmlns="{PACKAGE}">{inside}</Relationships>'.encode()


def styles(*codes: str) -> bytes:
    """Look 0 is General, look 1 and on are these formats."""
    formats = "".join(
        f'<numFmt numFmtId="{number}" formatCode="{escape(code)}"/>'
        for number, code in enumerate(codes, start=170)
    )
    looks = "".join(f'<xf numFmtId="{170 + number}"/>' for number in range(len(codes)))
    return (
        f'<styleSheet xmlns="{MAIN}"><numFmts>{formats}</numFmts>'
        f'<cellXfs><xf numFmtId="0"/>{looks}</cellXfs></styleSheet>'
    ).encode()


def cell(name: str, value: Value, look: int = 0) -> str:
    """A cell in markup; a text stands in it."""
    said = f' s="{look}"' if look else ""
    if isinstance(value, str):
        inside = f"<is><t>{escape(value)}</t></is>"
        return f'<c r="{name}"{said} t="inlineStr">{inside}</c>'
    return f'<c r="{name}"{said}/>' if value is None else f'<c r="{name}"{said}><v>{value}</v></c>'


def sheet_rows(rows: Sequence[Sequence[Value]], first: int = 1, column: str = "A") -> str:
    """Rows in markup, from a cell on."""
    out = ""
    for number, values in enumerate(rows, start=first):
        cells = "".join(
            cell(f"{chr(ord(column) + at)}{number}", value)
            for at, value in enumerate(values)
            if value is not None
        )
        out += f'<row r="{number}">{cells}</row>'
    return out


def make_book(
    rows: str,
    *,
    head: str = "",
    tail: str = "",
    properties: str = "",
    behind_sheets: str = "",
    members: Mapping[str, bytes] | None = None,
    links: bytes = b"",
    others: Sequence[tuple[str, str]] = (),
    name: str = "Catch",
) -> bytes:
    """One sheet with this markup of rows, before (`head`) and behind (`tail`) them."""
    found = {
        "_rels/.rels": relationships(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": (
            f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{properties}<sheets>'
            f'<sheet name="{name}" sheetId="1" r:id="rId1"/></sheets>{behind_sheets}</workbook>'
        ).encode(),
        "xl/_rels/workbook.xml.rels": relationships(
            ("worksheet", "worksheets/sheet1.xml"),
            ("styles", "styles.xml"),
            ("sharedStrings", "sharedStrings.xml"),
            *others,
        ),
        "xl/worksheets/sheet1.xml": (
            f'<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="{MAIN}" '
            f'xmlns:r="{OFFICE}">{head}<sheetData>{rows}</sheetData>{tail}</worksheet>'
        ).encode(),
        **(members or {}),
    }
    if links:
        found["xl/worksheets/_rels/sheet1.xml.rels"] = links
    return make_zip(found)


def read(payload: bytes, name: str = "catch.xlsx", **rest: object) -> Document:
    return read_document(Source.from_bytes(payload, name, **rest))


def tables(document: Document) -> list[Element]:
    """The tables that show."""
    return [
        element
        for element in document.elements
        if element.type is ElementType.TABLE and not element.marks
    ]


def texts(document: Document) -> list[str]:
    return [element.text for element in document.elements]
