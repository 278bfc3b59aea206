"""OpenDocument sheets: the texts that the file itself stores for its cells.

    document = OdsParser().read(Source.from_path("catch.ods"))

Rows are read from `content.xml` as a stream (ODF 1.3 part 3, 9); cells come with what they show, so
that no number format is needed. What repeats is written once where it is blank.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from ragstone.errors import LimitExceeded
from ragstone.model.document import Document
from ragstone.model.element import Element
from ragstone.parsers.archive import UNPACKING_ERRORS
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.outline import outline
from ragstone.parsers.spreadsheet.ods_cells import (
    OdsStyles,
    name_of,
    said,
)
from ragstone.parsers.spreadsheet.ods_sheet import OdsSheet
from ragstone.parsers.tabular.parameters import TabularParameters
from ragstone.parsers.tabular.room import Room
from ragstone.parsers.xml_tree import Xml
from ragstone.parsers.zip_package import PackageKind, ZipPackage
from ragstone.sources.source import Source

_etree: Any = importlib.import_module("lxml.etree")

_KIND = PackageKind("ods", "an OpenDocument sheet", "LibreOffice")
_META = {
    "title": "title",
    "subject": "subject",
    "description": "description",
    "language": "language",
    "creation-date": "created",
    "date": "modified",
}


class OdsParser(ParserBase):
    """Reads OpenDocument sheets (.ods, .ots).

    - A section a sheet; every table and line has its cells, every row of a table its own.
    - Hidden sheets, rows, columns and comments are elements that stay out of sections.
    """

    row = own_row("ods")

    class Parameters(TabularParameters):
        """Those of all parsers of tables."""

    parameters: Parameters

    def read(self, source: Source) -> Document:
        """All of the workbook; raises `ParseError` or `LimitExceeded`."""
        package = ZipPackage(source, _KIND)
        manifest = package.read("META-INF/manifest.xml") or b""
        if b"encryption-data" in manifest:
            raise package.locked()
        package.main = "content.xml"
        parameters = self.parameters
        reader = _Reader(package, Room(source, parameters.html_cells))
        elements = outline(reader.elements())
        warnings = [*package.warnings, *reader.warnings]
        if not elements:
            warnings.append("empty")
        return Document(
            source=source.name,
            media_type=self.supported_media_types[0],
            elements=elements,
            grouping="sheet",
            facts={**_facts(package), **reader.facts},
            warnings=tuple(warnings),
            parser=self.parser_type,
            strategy="cells",
        )


class _Reader:
    """The sheets of `content.xml`, one after another."""

    def __init__(self, package: ZipPackage, room: Room) -> None:
        self._package, self._room = package, room
        self._styles = OdsStyles()
        self._sheet: OdsSheet | None = None
        self._depth = 0
        self._names: list[str] = []
        self.facts: dict[str, Any] = {}
        self.warnings: list[str] = []

    def elements(self) -> Iterator[Element]:
        stream = self._package.open("content.xml")
        if stream is None:
            raise self._package.corrupt("it is a zip archive without a sheet inside")
        events = _etree.iterparse(
            stream,
            events=("start", "end"),
            resolve_entities=False,
            no_network=True,
            remove_comments=True,
            remove_pis=True,
        )
        is_first, is_sheet = True, False
        try:
            for event, node in events:
                if is_first and node.getroottree().docinfo.internalDTD is not None:
                    raise self._package.corrupt("content.xml declares a document type")
                is_first = False
                name = name_of(node)
                is_sheet = is_sheet or name == "office:spreadsheet"
                yield from (
                    self._started(name, node) if event == "start" else self._ended(name, node)
                )
        except LimitExceeded:  # a ValueError too
            raise
        except (_etree.XMLSyntaxError, ValueError, *UNPACKING_ERRORS):
            if is_first or not is_sheet:
                raise self._package.corrupt("content.xml cannot be read") from None
            self.warnings.append("content.xml is damaged; what could be read was kept")
            if self._sheet is not None:
                yield from self._sheet.finish()
        if not is_sheet and not is_first:
            raise self._package.corrupt("content.xml holds no sheets")
        names = {name.lower() for name in self._package.names}
        if any(name.startswith(("basic/", "scripts/")) for name in names):
            self.facts["macros"] = True
            self.warnings.append("it has macros, which were not run")
        if self._names:
            self.facts["sheets"] = self._names

    def _started(self, name: str, node: Xml) -> Iterator[Element]:
        if name == "table:table":
            # A table in a cell of another one is part of that cell.
            self._depth += 1
            if self._depth == 1:
                title = said(node, "table:name") or f"Sheet{len(self._names) + 1}"
                self._names.append(title)
                is_hidden = self._styles.is_hidden(said(node, "table:style-name"))
                self._sheet = OdsSheet(title, is_hidden, self._styles, self._room)
        return iter(())

    def _ended(self, name: str, node: Xml) -> Iterator[Element]:
        sheet = self._sheet
        if name == "office:automatic-styles":
            self._styles.read(node)
        elif name == "table:table":
            self._depth -= 1
            if self._depth == 0 and sheet is not None:
                sheet.shapes(node)
                yield from sheet.finish()
                self.warnings += sheet.warnings()
                self._sheet = None
                _forget(node)
        elif self._depth == 1 and sheet is not None:
            if name == "table:table-column":
                sheet.add_columns(node)
            elif name == "table:table-row":
                sheet.add_row(node)
                _forget(node)
        elif name in ("table:named-range", "table:database-range"):
            kind = "table:cell-range-address"
            target = said(node, kind) or said(node, "table:target-range-address")
            title = said(node, "table:name")
            if target and title and not title.startswith("__Anonymous"):
                self.facts.setdefault("defined_names", {})[title] = target


def _forget(node: Xml) -> None:
    """Give back the memory of what was read, and of what stands before it."""
    node.clear()
    parent = node.getparent()
    if parent is not None:
        while node.getprevious() is not None and name_of(node.getprevious()) != "table:shapes":
            del parent[parent.index(node.getprevious())]


def _facts(package: ZipPackage) -> dict[str, Any]:
    root = package.xml("meta.xml")
    facts: dict[str, Any] = {}
    for node in () if root is None else root.iter():
        key = name_of(node).partition(":")[2]
        text = (node.text or "").strip()
        if text and key in ("creator", "initial-creator"):
            facts.setdefault("authors", []).append(text)
        elif text and key in _META:
            facts[_META[key]] = text
    if "authors" in facts:
        facts["authors"] = list(dict.fromkeys(facts["authors"]))
    return facts
