"""Excel workbooks of before 2007 (XLS): records in a stream of an OLE2 file.

    document = XlsParser().read(Source.from_path("catch.xls"))

The record numbers are those of [MS-XLS] 2.3.2; Excel 5 and 95 are read too. The stored values
of formulas are shown; where none is stored, the formulas (`formula_tokens.py`).
"""

from __future__ import annotations

import codecs
import importlib
import io
import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

from ragstone.errors import CorruptDocument, EmptyDocument, EncryptedDocument
from ragstone.model.document import Document
from ragstone.model.element import Element
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.outline import outline
from ragstone.parsers.spreadsheet.strings import SharedStrings
from ragstone.parsers.spreadsheet.styles import Looks
from ragstone.parsers.spreadsheet.xls_records import Record, Strings, records
from ragstone.parsers.spreadsheet.xls_sheet import XlsSheet
from ragstone.parsers.tabular.parameters import TabularParameters
from ragstone.parsers.tabular.room import Room
from ragstone.parsers.tabular.sheet_elements import hidden
from ragstone.sources.source import Source

_olefile: Any = importlib.import_module("olefile")

_FILEPASS, _CODEPAGE, _DATES, _SHEET, _STRINGS = 0x2F, 0x42, 0x22, 0x85, 0xFC
_FORMAT, _FORMAT_5, _LOOK, _LINKED_BOOK, _REFERENCES = 0x41E, 0x1E, 0xE0, 0x1AE, 0x17
_BIFF8 = 0x600
_WORKSHEET, _MACRO_SHEET = 0, 1
#: What the stored lengths of SUPBOOK say of the workbook itself and of add-ins.
_OWN_BOOKS = (0x0401, 0x3A01)
_SUMMARY = {
    "title": "title",
    "subject": "subject",
    "keywords": "keywords",
    "comments": "description",
}


class XlsParser(ParserBase):
    """Reads Excel workbooks of before 2007 (.xls, .xlt): the same elements as those of XLSX."""

    row = own_row("xls")

    class Parameters(TabularParameters):
        """Those of all parsers of tables."""

    parameters: Parameters

    def read(self, source: Source) -> Document:
        """All of the workbook; raises `ParseError` or `LimitExceeded`."""
        parameters = self.parameters
        stream, facts, warnings = _stream(source)
        workbook = _Workbook(stream, source, Room(source, parameters.html_cells))
        elements = outline(workbook.elements())
        warnings += workbook.warnings
        if not elements:
            warnings.append("empty")
        return Document(
            source=source.name,
            media_type=self.supported_media_types[0],
            elements=elements,
            grouping="sheet",
            facts={**facts, **workbook.facts},
            warnings=tuple(dict.fromkeys(warnings)),
            parser=self.parser_type,
            strategy="cells",
        )


def _stream(source: Source) -> tuple[bytes, dict[str, Any], list[str]]:
    """The stream of the workbook, facts of the file, and warnings about what is beside it."""
    data = source.read_bytes()
    if not data:
        raise EmptyDocument(
            source.name, "the file is empty (0 bytes)", "save or download it again", parser="xls"
        )
    if data[:2] == b"\x09\x08":
        # A workbook that was never put into an OLE2 file.
        return data, {}, []
    try:
        with _olefile.OleFileIO(io.BytesIO(data)) as ole:
            names = {"/".join(parts).lower() for parts in ole.listdir()}
            name = next((one for one in ("workbook", "book") if one in names), None)
            if name is None:
                raise _corrupt(source, "it holds no workbook of Excel")
            facts = _facts(ole)
            warnings: list[str] = []
            if any("_vba_project" in one for one in names):
                facts["macros"] = True
                warnings.append("it has macros (VBA), which were not run")
            return bytes(ole.openstream(name).read()), facts, warnings
    except CorruptDocument:
        raise
    except Exception as error:  # olefile throws what a broken file brings about
        raise _corrupt(source, "it is damaged or truncated") from error


def _facts(ole: Any) -> dict[str, Any]:
    """Title, author and dates of the summary; those that can be read."""
    facts: dict[str, Any] = {}
    try:
        summary = ole.get_metadata()
        for key, fact in _SUMMARY.items():
            if text := _text_of(getattr(summary, key, None)):
                facts[fact] = text
        if author := _text_of(summary.author):
            facts["authors"] = [author]
        for key, fact in (("create_time", "created"), ("last_saved_time", "modified")):
            moment = getattr(summary, key, None)
            if moment is not None and hasattr(moment, "isoformat"):
                facts[fact] = f"{moment.isoformat()}Z"
    except Exception:  # noqa: BLE001 - the summary is not the document
        return facts
    return facts


def _text_of(value: object) -> str:
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    return value.strip("\0 ") if isinstance(value, str) else ""


def _corrupt(source: Source, cause: str) -> CorruptDocument:
    return CorruptDocument(source.name, cause, "open it in Excel and save it again", parser="xls")


class _Bound(NamedTuple):
    """A sheet, and where its records begin in the stream."""

    name: str
    offset: int
    is_hidden: bool


class _Workbook:
    """What the records in front of the sheets say, then the sheets."""

    def __init__(self, stream: bytes, source: Source, room: Room) -> None:
        self._stream, self._source, self._room = stream, source, room
        self._is_biff8 = True
        self._encoding = "cp1252"
        self._epoch_1904 = False
        self._codes: dict[int, str] = {}
        self._rows: list[tuple[int, object]] = []
        self._strings = SharedStrings()
        self._sheets: list[_Bound] = []
        self._tabs: list[str] = []
        self._books: list[int] = []
        self._references: list[tuple[int, int, int]] = []
        self.facts: dict[str, Any] = {}
        self.warnings: list[str] = []

    def elements(self) -> Iterator[Element]:
        self._read_globals()
        if not self._sheets:
            raise _corrupt(self._source, "its list of sheets cannot be read")
        self.facts["sheets"] = [sheet.name for sheet in self._sheets]
        looks = Looks.of(self._rows, self._codes, epoch_1904=self._epoch_1904)
        for bound in self._sheets:
            named = self._sheet_name if self._is_biff8 else None
            sheet = XlsSheet(bound.name, self._strings, looks, self._text, named)
            found = sheet.elements(records(self._stream, bound.offset), self._room, bound.is_hidden)
            self.warnings += sheet.warnings
            yield from (hidden(element) for element in found) if bound.is_hidden else found

    def _read_globals(self) -> None:
        for number, record in enumerate(records(self._stream)):
            if number == 0:
                self._begin(record)
            try:
                self._read_global(record)
            except struct.error:
                self.warnings.append("a record of the workbook is damaged and was left out")

    def _begin(self, record: Record) -> None:
        if record.kind != 0x809 or len(record.data) < 4:
            raise _corrupt(self._source, "it is older than Excel 5, or damaged")
        self._is_biff8 = struct.unpack_from("<H", record.data)[0] >= _BIFF8

    def _read_global(self, record: Record) -> None:
        kind, data = record.kind, record.data
        if kind == _FILEPASS:
            raise EncryptedDocument(
                self._source.name,
                "it is locked with a password",
                "open it in Excel and save it without one",
                parser="xls",
            )
        if kind == _CODEPAGE:
            self._encoding = _codec(struct.unpack_from("<H", data)[0])
        elif kind == _DATES:
            self._epoch_1904 = struct.unpack_from("<H", data)[0] == 1
        elif kind == _SHEET:
            offset, state, sort = struct.unpack_from("<IBB", data)
            name = self._text(record, 6, 1)
            self._tabs.append(name)
            if sort == _WORKSHEET:
                self._sheets.append(_Bound(name, offset, bool(state & 3)))
            elif sort == _MACRO_SHEET:
                self.warnings.append("it has sheets of Excel 4 macros, which were not run")
        elif kind == _STRINGS:
            texts = Strings(record.pieces, 8)
            while not texts.is_over and (text := texts.text()) is not None:
                self._strings.append(text)
        elif kind in (_FORMAT, _FORMAT_5):
            width = 2 if self._is_biff8 else 1
            self._codes[struct.unpack_from("<H", data)[0]] = self._text(record, 2, width)
        elif kind == _LOOK:
            font, number = struct.unpack_from("<HH", data)
            self._rows.append((number, (font, data[10:])))
        elif kind == _LINKED_BOOK:
            said = struct.unpack_from("<HH", data)[1]
            self._books.append(said)
            if said not in _OWN_BOOKS:
                self.warnings.append("it refers to other files, which were not opened")
        elif kind == _REFERENCES:
            count = min(struct.unpack_from("<H", data)[0], len(data) // 6)
            self._references += struct.iter_unpack("<3H", data[2 : 2 + 6 * count])

    def _sheet_name(self, reference: int) -> str | None:
        """The sheet that references of this number name; None for those of other files."""
        if reference >= len(self._references):
            return None
        book, first, last = self._references[reference]
        is_own = book < len(self._books) and self._books[book] == _OWN_BOOKS[0]
        return self._tabs[first] if is_own and first == last < len(self._tabs) else None

    def _text(self, record: Record, offset: int, width: int) -> str:
        """A text in a record, in the form of the workbook's version."""
        if self._is_biff8:
            return Strings(record.pieces, offset).text(width) or ""
        count = int.from_bytes(record.data[offset : offset + width], "little")
        raw = record.data[offset + width : offset + width + count]
        return raw.decode(self._encoding, "replace")


def _codec(page: int) -> str:
    """The codec of a code page of Windows."""
    name = {1200: "utf-16-le", 10000: "mac-roman", 32768: "mac-roman", 936: "gb18030"}.get(page)
    try:
        return codecs.lookup(name or f"cp{page}").name
    except LookupError:
        return "cp1252"
