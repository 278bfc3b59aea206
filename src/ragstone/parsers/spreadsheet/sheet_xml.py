"""The rows of an XLSX sheet from its markup, without a tree.

    sheet = SheetXml(package, "xl/worksheets/sheet1.xml")
    for number, is_hidden, cells in sheet.rows(values): …

Rows and cells are found by pattern and counted: where markup is there that the pattern does not
know (comments, CDATA, attributes in another order), that piece is read by expat, which takes four
times as long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragstone.errors import LimitExceeded
from ragstone.limits import MIB
from ragstone.parsers.archive import UNPACKING_ERRORS
from ragstone.parsers.spreadsheet.careful_xml import Found, read_carefully
from ragstone.parsers.spreadsheet.markup import attributes, decoded
from ragstone.parsers.spreadsheet.sheet_rows import RowReader, SheetRow
from ragstone.parsers.spreadsheet.values import CellValues
from ragstone.parsers.zip_package import ZipPackage

_DATA = re.compile(r"<(\w+:)?sheetData\s*(/?)>")
#: A row longer than this is damaged.
_LONGEST_ROW = 64 * MIB
_LONGEST_HEAD = 4 * MIB
#: What stands behind the rows is kept up to here.
_LONGEST_TAIL = 128 * MIB


def _pattern(prefix: str) -> re.Pattern[str]:
    p = re.escape(prefix)
    return re.compile(
        rf'<{p}c r="([A-Z]++)\d++"([^<>]*+)>(?:(?<=/>)|'
        rf"(<{p}f(?>(?:[^<>/]|/(?!>))*)(?:/>|>[^<]*+</{p}f>))?"
        rf'(?:<{p}v>|<{p}v ?/>|<{p}is><{p}t(?: xml:space="preserve")?+>)?+'
        rf"([^<]*+)(?:</{p}v>|</{p}t></{p}is>)?+</{p}c>)|<{p}row\b([^<>]*+)>"
    )


class SheetXml:
    """One sheet's part, read twice: for what stands around its rows, then for the rows.

    `head` is the markup before them and `tail` the one behind, where merged cells and links are.
    """

    def __init__(self, package: ZipPackage, part: str) -> None:
        self._package, self._part = package, part
        self.head, self.tail = "", ""
        self.has_rows = False
        self._prefix = ""
        self._is_damaged = False
        self._read_around()

    @property
    def is_damaged(self) -> bool:
        """Whether something could not be read; known after the rows."""
        return self._is_damaged

    def _pieces(self) -> Iterator[str]:
        try:
            stream = self._package.open(self._part)
            if stream is None:
                self._is_damaged = True
                return
            with stream:
                yield from decoded(stream)
        except LimitExceeded:  # a ValueError too
            raise
        except UNPACKING_ERRORS:
            self._is_damaged = True

    def _read_around(self) -> None:
        head = ""
        tail: list[str] = []
        size = 0
        last, end = "", ""
        for piece in self._pieces():
            if tail:
                tail.append(piece)
                size += len(piece)
                if size > _LONGEST_TAIL:
                    self._is_damaged = True
                    break
                continue
            if not self.has_rows:
                head += piece
                found = _DATA.search(head)
                if found is None:
                    if len(head) > _LONGEST_HEAD:
                        break
                    continue
                self._begin(head[: found.start()], found[1] or "")
                if found[2]:
                    self.has_rows = False
                    tail.append(head[found.end() :])
                    continue
                piece, end = head[found.end() :], f"</{self._prefix}sheetData"
            both = last + piece
            at = both.find(end)
            if at >= 0:
                tail.append(both[at:])
            last = both[-len(end) :]
        if not self.head and not self._prefix and not self.has_rows:
            self._begin(head, "")
            self.has_rows = False
        self.tail = "".join(tail)

    def _begin(self, head: str, prefix: str) -> None:
        if "<!DOCTYPE" in head:
            raise self._package.corrupt(
                f"{self._part} declares a document type, which Excel never does"
            )
        self.head, self._prefix, self.has_rows = head, prefix, True

    def rows(self, values: CellValues) -> Iterator[SheetRow]:
        """(number, whether it is hidden, cells that are not blank) of each row, in order."""
        if not self.has_rows:
            return
        reader = RowReader(values)
        for found in self._found():
            yield from reader.read(found)
        yield from reader.end()
        self._is_damaged = self._is_damaged or reader.is_damaged

    def _found(self) -> Iterator[list[Found]]:
        """The cells and rows of whole pieces of the sheet."""
        pattern, row_end = _pattern(self._prefix), f"</{self._prefix}row>"
        data_end = f"</{self._prefix}sheetData"
        start = _DATA
        rest, is_open = "", False
        for piece in self._pieces():
            if not is_open:
                rest += piece
                found = start.search(rest)
                if found is None:
                    continue
                piece, rest, is_open = rest[found.end() :], "", True
            searched = max(0, len(rest) - len(data_end))
            rest += piece
            end = rest.find(data_end, searched)
            if end >= 0:
                yield self._cells(rest[:end], pattern)
                return
            at = rest.rfind(row_end, searched)
            if at < 0:
                if len(rest) > _LONGEST_ROW:
                    break
                continue
            at += len(row_end)
            yield self._cells(rest[:at], pattern)
            rest = rest[at:]
        self._is_damaged = True
        yield self._cells(rest, pattern, is_whole=False)

    def _cells(
        self, markup: str, pattern: re.Pattern[str], *, is_whole: bool = True
    ) -> list[Found]:
        found: list[Found] = pattern.findall(markup)
        prefix = self._prefix
        known = markup.count(f"<{prefix}c ") + markup.count(f"<{prefix}row")
        rare = f"<{prefix}c>" in markup or f"<{prefix}c/>" in markup or "<!" in markup
        if (len(found) == known and not rare) or not is_whole:
            return found
        careful = read_carefully(markup)
        if careful is None:
            self._is_damaged = True
            return found
        return careful


def around(sheet: SheetXml, name: str) -> Iterator[dict[str, str]]:
    """The attributes of the elements called so before and behind the rows."""
    pattern = re.compile(rf"<(?:\w+:)?{name}\b([^<>]*)>")
    for markup in (sheet.head, sheet.tail):
        for match in pattern.finditer(markup):
            yield attributes(match[1])
