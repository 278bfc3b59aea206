"""The texts and cells that an Excel workbook holds, sheet by sheet.

A cell's text stands in the cell or among the shared strings; a string that no cell uses is nobody's
text. Numbers are counted only: they are shown in a format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ragstone.parsers.held.markup import Handler, read_part
from ragstone.parsers.held.part import HeldPart
from ragstone.parsers.zip_package import PackageKind, ZipPackage
from ragstone.sources.source import Source

_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE)
_SHARED = "xl/sharedStrings.xml"


def workbook_parts(source: Source) -> Iterator[HeldPart]:
    """The sheets of a workbook, as the parts are named."""
    package = ZipPackage(source, PackageKind("xlsx", "an Excel workbook", "Excel"))
    shared = read_part(package, _SHARED, _Shared())
    for name in package.names:
        if _SHEET.fullmatch(name):
            cells = _Cells()
            texts = dict.fromkeys(read_part(package, name, cells))
            texts |= dict.fromkeys(shared[at] for at in sorted(cells.used) if at < len(shared))
            yield HeldPart(name, tuple(texts), cells=cells.count)


class _Shared(Handler):
    """One string an `si`; phonetic readings (`rPh`) are no text of the cell."""

    def __init__(self) -> None:
        self._found: list[str] = []
        self._open: list[str] = []
        self._is_text = self._is_reading = False

    def start(self, name: str, attributes: Any) -> None:  # noqa: ARG002
        self._is_text = name == "t"
        self._is_reading |= name == "rPh"
        if name == "si":
            self._open = []

    def end(self, name: str) -> None:
        self._is_text = False
        if name == "rPh":
            self._is_reading = False
        elif name == "si":
            self._found.append("".join(self._open))

    def data(self, text: str) -> None:
        if self._is_text and not self._is_reading:
            self._open.append(text)

    def drain(self) -> list[str]:
        found, self._found = self._found, []
        return found


class _Cells(Handler):
    """Counts cells with a value, gathers texts that stand in them and which strings they use."""

    def __init__(self) -> None:
        self.count = 0
        self.used: set[int] = set()
        self._found: list[str] = []
        self._open: list[str] = []
        self._kind = ""
        self._is_value = self._is_cell = False

    def start(self, name: str, attributes: Any) -> None:
        if name == "c":
            self._kind, self._open, self._is_cell = attributes.get("t", "n"), [], True
        elif name in ("v", "t") and self._is_cell:
            self._is_value = True

    def end(self, name: str) -> None:
        if name in ("v", "t"):
            self._is_value = False
        elif name == "c":
            self._is_cell = False
            self._note("".join(self._open))

    def data(self, text: str) -> None:
        if self._is_value:
            self._open.append(text)

    def drain(self) -> list[str]:
        found, self._found = self._found, []
        return found

    def _note(self, value: str) -> None:
        if not value.strip():
            return
        self.count += 1
        if self._kind == "s":
            if value.strip().isdecimal():
                self.used.add(int(value))
        elif self._kind in ("inlineStr", "str"):
            self._found.append(value)
