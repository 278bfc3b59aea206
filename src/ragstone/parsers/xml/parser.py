"""XML: records, top keys and chapters as sections, fields as "key: value", prose as prose.

    XmlParser().read(Source.from_text("<a><b><c>1</c></b><b><c>2</c></b></a>", "a.xml"))

The tree and its bounds are in `tree.py`, what stands by itself in `units.py`, how it reads in
`blocks.py`. XHTML and flat OpenDocument have parsers of their own; detection tells them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import Provenance
from ragstone.model.run import LINE_END
from ragstone.model.span import Span
from ragstone.parsers.base import ParserBase
from ragstone.parsers.bounded import bounded
from ragstone.parsers.catalog import own_row
from ragstone.parsers.decoding import SourceText, text_of
from ragstone.parsers.outline import outline
from ragstone.parsers.xml.blocks import UnitReader
from ragstone.parsers.xml.inline import flat, walk
from ragstone.parsers.xml.tree import Node, Tree, read_tree
from ragstone.parsers.xml.units import units
from ragstone.sources.source import Source

_XML = "application/xml"
#: What people read in a drawing.
_SAID = frozenset({"title", "desc", "text"})
#: A tree in memory is many times its text.
_MOST_CHARACTERS = 10_000_000
_TITLE_DEPTH = 3


class XmlParser(ParserBase):
    """One XML file of any vocabulary.

    - `provenance.path` is the unit's: "/rss/channel/item[3]"; units are the natural sections, small
      ones several together.
    - No entity is expanded, nothing is loaded, and no instruction is followed.
    - What is not well-formed is read up to the fault, and behind it without its tags, with a
      warning.
    """

    row = own_row("xml")

    def read(self, source: Source) -> Document:
        """All of the file; raises `LimitExceeded` alone."""
        found = text_of(source, written_in_utf8="XML without a declaration")
        if len(found.text) > _MOST_CHARACTERS:
            return self._verbatim(source, found)
        tree = read_tree(found.text, source.limits, source.name)
        return Document(
            source=source.name,
            media_type=source.media_type or _XML,
            elements=outline(_within(bounded(_elements(tree), source), source)),
            grouping="path",
            facts={**found.facts, **_facts(tree.root)},
            warnings=(*found.warnings, *_warnings(tree, found.text)),
            parser=self.parser_type,
            strategy="tree",
        )

    def _verbatim(self, source: Source, found: SourceText) -> Document:
        lines = len(LINE_END.findall(found.text)) + 1
        whole = Element(
            ElementType.CODE_SNIPPET,
            found.text,
            provenance=Provenance(line_start=1, line_end=lines, rule="too long for a tree"),
            facts={"language": "xml"},
            span=Span(0, len(found.text)),
        )
        told = f"the XML has more than {_MOST_CHARACTERS:,} characters and was kept as it stands"
        return Document(
            source=source.name,
            media_type=source.media_type or _XML,
            elements=outline([whole]),
            text=found.text,
            facts=found.facts,
            warnings=(*found.warnings, told),
            parser=self.parser_type,
            strategy="verbatim",
        )


def _within(elements: Iterable[Element], source: Source) -> Iterator[Element]:
    """The same elements; `LimitExceeded` as soon as their tables are over `table_cells`."""
    cells = 0
    for element in elements:
        if element.html is not None:
            cells += element.html.count("<td>")
            source.limits.check("table_cells", cells, source.name)
        yield element


def _elements(tree: Tree) -> Iterator[Element]:
    if tree.root is not None:
        if tree.root.local == "svg":
            yield from _drawing(tree.root)
        else:
            for number, unit in enumerate(units(tree.root)):
                yield from UnitReader(unit, has_title=unit.is_record or number > 0).elements()
    for line, words in tree.rest:
        place = Provenance(line_start=line, line_end=line, rule="behind a fault")
        yield Element(ElementType.UNCATEGORIZED_TEXT, words, provenance=place)


def _drawing(root: Node) -> Iterator[Element]:
    """The words of an SVG drawing: titles, descriptions and labels."""
    for node in walk(root):
        words = flat(node) if node.local in _SAID else ""
        if words:
            place = Provenance(line_start=node.line, line_end=node.end_line, rule=node.local)
            yield Element(ElementType.UNCATEGORIZED_TEXT, words, provenance=place)


def _facts(root: Node | None) -> dict[str, Any]:
    """The name of the root, its namespaces, and a title that stands near the top."""
    if root is None:
        return {}
    facts: dict[str, Any] = {"root": root.name}
    spaces = {
        name.removeprefix("xmlns").removeprefix(":"): value
        for name, value in root.attributes.items()
        if name.startswith("xmlns")
    }
    if spaces:
        facts["namespaces"] = spaces
    node = root
    for _ in range(_TITLE_DEPTH):
        inner = node.elements()
        title = next((child for child in inner if child.local == "title"), None)
        if title is not None and (words := flat(title)):
            return {**facts, "title": words}
        if not inner:
            break
        node = inner[0]
    return facts


def _warnings(tree: Tree, text: str) -> Iterator[str]:
    if tree.fault and text:
        yield f"it is no well-formed XML ({tree.fault}); behind that its text was kept without tags"
    if tree.has_entities:
        yield "it declares entities; they were not expanded, and stand as they are written"
