"""The catalogue and the folder agree."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
from typing import ClassVar

import pytest

import ragstone.parsers
from ragstone.errors import CorruptDocument, EmptyDocument
from ragstone.model.document import Document
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import PARSERS, row_by_extension, row_of
from ragstone.parsers.entry import ParserEntry, signature_of
from ragstone.parsers.read import read_document
from ragstone.parsers.signatures import UNREAD, Signature
from ragstone.parsers.text import TextParser
from ragstone.sources.source import Source
from samples import make_zip

ROWS = list(PARSERS.own)


def _parsers_in_the_folder() -> set[str]:
    found: set[str] = set()
    for info in pkgutil.walk_packages(ragstone.parsers.__path__, "ragstone.parsers."):
        module = importlib.import_module(info.name)
        for name, member in inspect.getmembers(module, inspect.isclass):
            is_own = member.__module__ == info.name and not inspect.isabstract(member)
            if is_own and issubclass(member, ParserBase):
                found.add(f"{info.name}:{name}")
    return found


def test_every_parser_of_the_folder_has_a_row_and_every_row_a_parser():
    assert _parsers_in_the_folder() == {row.target for row in ROWS}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_parser_says_what_its_row_says(row):
    parser = PARSERS.create(row.name)
    assert parser.parser_type == row.name
    assert set(parser.supported_media_types) == set(row.media_types)
    assert parser.supported_extensions() == sorted(row.extensions)
    assert row.summary
    assert row.extra


def test_no_media_type_and_no_extension_belongs_to_two_rows():
    for field in ("media_types", "extensions"):
        values = [value for row in ROWS for value in getattr(row, field)]
        assert len(values) == len(set(values))


def test_a_format_is_either_read_or_unread():
    unread = {format_.media_type for format_ in UNREAD}
    assert not [row.name for row in ROWS if unread.intersection(row.media_types)]
    assert all(format_.remedy for format_ in UNREAD)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_row_of_ours_says_how_its_files_are_told(row):
    assert signature_of(row).label


def test_a_parser_without_a_row_has_the_extensions_of_pythons_own_table():
    class Pictures(TextParser):
        row = None
        supported_media_types: ClassVar[list[str]] = ["image/png"]

    assert Pictures.supported_extensions() == [".png"]


class SheetParser(TextParser):
    row = None
    parser_type = "sheet"
    supported_media_types: ClassVar[list[str]] = ["application/x-sheet"]

    def read(self, source):
        return Document(source.name, "application/x-sheet", parser="sheet")


def _new_row(monkeypatch, *, extensions=(".sht",), media_type="application/x-sheet", **signature):
    row = ParserEntry(
        "sheet",
        f"{__name__}:SheetParser",
        media_types=(media_type,),
        extensions=extensions,
        signature=Signature("a sheet", **signature) if signature else None,
    )
    monkeypatch.setitem(sys.modules, __name__, sys.modules[SheetParser.__module__])
    monkeypatch.setitem(PARSERS.rows, "sheet", row)


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)


@pytest.mark.parametrize(
    ("signature", "data"),
    [
        ({"magic": ((0, b"\x00SHEET"),)}, b"\x00SHEET\x01\x02\x03\x04"),
        ({"members": ("sheet/cells.xml",)}, make_zip({"Sheet/cells.xml": b"<x/>"})),
        ({"mimetype": ("application/x-sheet",)}, make_zip({"mimetype": b"application/x-sheet"})),
        ({"streams": ("Cells",)}, OLE + "Cells".encode("utf-16-le")),
        ({}, b"\x00\x01\x02\x03" * 50),
        ({}, make_zip({"anything": b"<x/>"})),
        ({}, OLE),
        ({}, b"cells: 3\n"),
    ],
    ids=["magic", "members", "mimetype", "streams", "binary", "zip", "ole", "text"],
)
def test_one_row_is_all_that_a_new_format_takes(monkeypatch, signature, data):
    _new_row(monkeypatch, **signature)
    document = read_document(Source.from_bytes(data, "plan.sht"))
    assert (document.parser, document.warnings) == ("sheet", ())
    if signature:
        found = read_document(Source.from_bytes(data, "plan.txt"))
        assert found.parser == "sheet"
        assert "the content is a sheet" in found.warnings[0]


def test_a_new_row_may_read_what_was_unread(monkeypatch):
    _new_row(
        monkeypatch,
        extensions=(".eml",),
        media_type="message/rfc822",
        is_binary=False,
    )
    mail = b"From: a@example.org\n\nHi"
    assert read_document(Source.from_bytes(mail, "a.eml")).parser == "sheet"


def test_an_empty_file_of_a_new_binary_format_is_an_error(monkeypatch):
    _new_row(monkeypatch, magic=((0, b"\x00SHEET"),))
    with pytest.raises(EmptyDocument, match=r"^plan\.sht"):
        read_document(Source.from_bytes(b"", "plan.sht"))
    with pytest.raises(CorruptDocument, match=r"named \.sht but holds other binary data"):
        read_document(Source.from_bytes(b"\x01\x02\x03" * 99, "plan.sht"))


def test_rows_are_found_by_media_type_and_by_extension():
    assert row_of("text/markdown").name == "markdown"
    assert row_by_extension(".PDF").name == "pdf"
    assert row_of("image/heic") is None
    assert row_by_extension(".xyz") is None
