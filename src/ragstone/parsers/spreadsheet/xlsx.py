"""Excel workbooks: sheets, tables and headings as their reader sees them.

    document = XlsxParser().read(Source.from_path("catch.xlsx"))
    document.elements[0].provenance.cells           # "A1:D12"

Cells come from `sheet_xml.py`, what they show from `values.py`, tables from `parsers.tabular`;
here the parts are put together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from ragstone.errors import LimitExceeded
from ragstone.model.document import Document
from ragstone.model.element import Element
from ragstone.parsers.archive import UNPACKING_ERRORS
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, children, descendants, tag
from ragstone.parsers.ooxml.package import OfficePackage
from ragstone.parsers.outline import outline
from ragstone.parsers.spreadsheet.beside import comments_of, drawings_of, furniture_of
from ragstone.parsers.spreadsheet.dangers import dangers_of
from ragstone.parsers.spreadsheet.markup import decoded, is_on
from ragstone.parsers.spreadsheet.sheet_xml import SheetXml, around
from ragstone.parsers.spreadsheet.strings import SharedStrings, missing_texts, read_strings
from ragstone.parsers.spreadsheet.styles import Looks, read_looks
from ragstone.parsers.spreadsheet.valueless import without_values
from ragstone.parsers.spreadsheet.values import CellValues
from ragstone.parsers.tabular.cells import MAX_COLUMN, MAX_ROW, Area
from ragstone.parsers.tabular.merges import Merges
from ragstone.parsers.tabular.parameters import TabularParameters
from ragstone.parsers.tabular.regions import Layout
from ragstone.parsers.tabular.room import Room
from ragstone.parsers.tabular.sheet import SheetBuilder
from ragstone.parsers.tabular.sheet_elements import SheetFacts, hidden
from ragstone.parsers.zip_package import PackageKind
from ragstone.sources.source import Source

_KIND = PackageKind("xlsx", "an Excel workbook", "Excel")
#: A blank column as narrow as this (in digits) is a margin.
_NARROW = 2.5
_MAX_NAMES = 1000
#: Of one sheet; what people make has hundreds at most.
_MAX_MERGES, _MAX_TABLES = 200_000, 200
_SHEETS = frozenset({"worksheet", "dialogsheet", "xlMacrosheet", "xlIntlMacrosheet"})


class XlsxParser(ParserBase):
    """Reads Excel workbooks (.xlsx, .xlsm, .xltx, .xltm, transitional and strict).

    - A section a sheet; every table and line has its cells, every row of a table its own.
    - Values are shown in their number format; formulas are never worked out.
    - Hidden sheets, rows, columns and comments are elements that stay out of sections.
    - Damage in one part is a warning; a workbook without a readable sheet list is an error.
    """

    row = own_row("xlsx")

    class Parameters(TabularParameters):
        """Those of all parsers of tables."""

    parameters: Parameters

    def read(self, source: Source) -> Document:
        """All of the workbook; raises `ParseError` or `LimitExceeded`."""
        package = OfficePackage(source, _KIND, "xl/workbook.xml")
        root = package.xml(package.main)
        if root is None:
            raise package.corrupt("its list of sheets cannot be read")
        parameters = self.parameters
        workbook = _Workbook(package, root, Room(source, parameters.html_cells))
        elements = outline(workbook.elements())
        warnings = [*package.warnings, *workbook.warnings(), *dangers_of(package)]
        if not elements:
            warnings.append("empty")
        return Document(
            source=source.name,
            media_type=self.supported_media_types[0],
            elements=elements,
            grouping="sheet",
            facts={**package.core_facts(), **workbook.facts()},
            warnings=tuple(dict.fromkeys(warnings)),
            parser=self.parser_type,
            strategy="cells",
        )


@dataclass(slots=True)
class _Sheet:
    """A sheet and the part that holds its rows."""

    name: str
    part: str
    is_hidden: bool


@dataclass(slots=True)
class _Workbook:
    """The sheets of a workbook; what could not be read whole is counted and named."""

    package: OfficePackage
    root: Xml
    room: Room
    uncached: int = 0
    missing: dict[str, int] = field(default_factory=dict[str, int])
    damaged: list[str] = field(default_factory=list[str])
    cut_tables: list[str] = field(default_factory=list[str])

    def elements(self) -> Iterator[Element]:
        properties = child(self.root, "x:workbookPr")
        epoch_1904 = properties is not None and is_on(attribute(properties, "date1904"))
        styles = next(iter(self.package.related(self.package.main, "styles").values()), "")
        looks = read_looks(self.package.xml(styles) if styles else None, epoch_1904=epoch_1904)
        strings = self._strings()
        for sheet in self._sheets():
            yield from self._sheet(sheet, strings, looks)

    def facts(self) -> dict[str, Any]:
        sheets = [sheet.name for sheet in self._sheets()]
        facts: dict[str, Any] = {"sheets": sheets} if sheets else {}
        names: dict[str, str] = {}
        for node in children(child(self.root, "x:definedNames"), "x:definedName"):
            name, said = attribute(node, "name") or "", (node.text or "").strip()
            own = not name.startswith("_xlnm.") and attribute(node, "hidden") not in ("1", "true")
            if name and said and own and len(names) < _MAX_NAMES:
                names[name] = said
        if names:
            facts["defined_names"] = names
        if any(name.lower().endswith("vbaproject.bin") for name in self.package.names):
            facts["macros"] = True
        return facts

    def warnings(self) -> Iterator[str]:
        if self.uncached:
            yield without_values(self.uncached)
        for name, count in self.missing.items():
            yield missing_texts(count, name)
        for name in self.damaged:
            yield f"the sheet {name} is damaged; what could be read was kept"
        for name in self.cut_tables:
            yield f"the HTML of the table {name} has its header alone; its text has all rows"

    def _sheets(self) -> list[_Sheet]:
        """The sheets in the order of their tabs."""
        targets = self.package.relationships(self.package.main)
        found: list[_Sheet] = []
        for number, node in enumerate(descendants(self.root, "x:sheet"), start=1):
            target = targets.get(attribute(node, "r:id") or "")
            if target is None or target.is_external or target.kind not in _SHEETS:
                continue
            name = attribute(node, "name") or f"Sheet{number}"
            is_hidden = attribute(node, "state") in ("hidden", "veryHidden")
            found.append(_Sheet(name, target.target, is_hidden))
        return found

    def _strings(self) -> SharedStrings:
        strings = SharedStrings()
        for part in self.package.related(self.package.main, "sharedStrings").values():
            try:
                stream = self.package.open(part)
                if stream is None:
                    continue
                with stream:
                    for text in read_strings(decoded(stream)):
                        strings.append(text)
            except LimitExceeded:  # a ValueError too
                raise
            except UNPACKING_ERRORS:  # ValueError is one of them
                self.package.warnings.append(f"{part} is damaged; texts that it held are missing")
        return strings

    def _sheet(self, sheet: _Sheet, strings: SharedStrings, looks: Looks) -> Iterator[Element]:
        markup = SheetXml(self.package, sheet.part)
        values = CellValues(strings, looks)
        builder = SheetBuilder(self._facts_of(sheet, markup, values), self.room)
        for number, is_hidden, cells in markup.rows(values):
            builder.add(number, cells, is_hidden=is_hidden)
        for number, cell in values.hidden_values:
            builder.hide(number, cell)
        for number, cell in values.unseen_values:
            builder.disguise(number, cell)
        self.uncached += values.uncached
        if values.missing:
            self.missing[sheet.name] = values.missing
        elements = builder.finish()
        if markup.is_damaged:
            self.damaged.append(sheet.name)
        self.cut_tables += builder.cut_tables
        furniture = list(furniture_of(markup.tail, sheet.name))
        beside = [
            *drawings_of(self.package, sheet.part, sheet.name),
            *comments_of(self.package, sheet.part, sheet.name),
        ]
        headers = [element for element in furniture if element.type == "Header"]
        footers = [element for element in furniture if element.type == "Footer"]
        for element in [*headers, *elements, *beside, *footers]:
            yield hidden(element) if sheet.is_hidden else element

    def _facts_of(self, sheet: _Sheet, markup: SheetXml, values: CellValues) -> SheetFacts:
        unseen, margins = _columns(markup)
        tables = tuple(islice(self._named_tables(sheet.part), _MAX_TABLES))
        layout = Layout(
            Merges(islice(_areas(markup, "mergeCell"), _MAX_MERGES)),
            tables,
            unseen | margins,
            values.low_rows,
        )
        values.shaded += [area for area, _ in tables]
        values.shaded += _conditional(markup)
        return SheetFacts(
            sheet.name,
            sheet.is_hidden,
            layout,
            frozenset(unseen),
            self._links(sheet.part, markup, values),
        )

    def _links(self, part: str, markup: SheetXml, values: CellValues) -> dict[tuple[int, int], str]:
        """Addresses by cell; those of HYPERLINK formulas are added while the rows are read."""
        targets = self.package.relationships(part)
        for said in around(markup, "hyperlink"):
            area = Area.parse(said.get("ref", ""))
            target = targets.get(said.get("id", ""))
            url = "" if target is None else target.target
            if said.get("location"):
                url += f"#{said['location']}"
            if area is not None and url:
                values.links[area.top, area.left] = url
        return values.links

    def _named_tables(self, part: str) -> Iterator[tuple[Area, int]]:
        for name in self.package.related(part, "table").values():
            root = self.package.xml(name)
            if root is None or tag(root) != "x:table":
                continue
            area = Area.parse(attribute(root, "ref") or "")
            header = attribute(root, "headerRowCount") or "1"
            if area is not None:
                yield area, int(header) if header.isdecimal() and len(header) < 3 else 1


def _areas(markup: SheetXml, name: str) -> Iterator[Area]:
    for said in around(markup, name):
        area = Area.parse(said.get("ref", ""))
        if area is not None:
            yield area


def _conditional(markup: SheetXml) -> list[Area]:
    """The areas that conditions may colour; all of the sheet where they are many, say no area (as
    new ones do) or a picture stands behind it.
    """
    said = [about.get("sqref", "") for about in around(markup, "conditionalFormatting")]
    names = " ".join(said).split()
    has_picture = next(around(markup, "picture"), None) is not None
    if has_picture or "" in said or len(names) > _MAX_TABLES:
        return [Area(1, 1, MAX_ROW, MAX_COLUMN)]
    return [area for name in names if (area := Area.parse(name)) is not None]


def _columns(markup: SheetXml) -> tuple[set[int], set[int]]:
    """(hidden columns, narrow columns)."""
    hidden: set[int] = set()
    narrow: set[int] = set()
    for said in around(markup, "col"):
        first, last = said.get("min", ""), said.get("max", "")
        if not (first.isdecimal() and last.isdecimal()):
            continue
        columns = range(max(1, int(first[:6])), min(MAX_COLUMN, int(last[:6])) + 1)
        if is_on(said.get("hidden")) or _width(said.get("width")) == 0:
            hidden.update(columns)
        elif _width(said.get("width")) <= _NARROW:
            narrow.update(columns)
    return hidden, narrow


def _width(said: str | None) -> float:
    try:
        return float(said) if said else 9.0
    except ValueError:
        return 9.0
