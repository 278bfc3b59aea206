"""reStructuredText: the file verbatim, every block an element with the lines it stands on.

Headings have the level of their adornment, in the order in which adornments first appear. Nothing
is carried out: no file is included, no markup handed through.

    source = Source.from_text("Tides\\n=====", "a.rst")
    RestructuredTextParser().read(source).elements[0].level     # 1
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.run import LINE_END
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.decoding import text_of
from ragstone.parsers.outline import outline
from ragstone.parsers.restructuredtext.blocks import Blocks
from ragstone.sources.source import Source

#: Fields at the top of a document that are facts about it.
_DOCINFO = {"author": "authors", "authors": "authors", "date": "date", "version": "version"}


class RestructuredTextParser(ParserBase):
    """Titles, paragraphs, lists, fields, tables, code and notes of one file, with their lines."""

    row = own_row("restructuredtext")

    def read(self, source: Source) -> Document:
        """All of the file; raises `LimitExceeded` alone."""
        found = text_of(source)
        text = found.text
        starts = [0, *(match.end() for match in LINE_END.finditer(text)), len(text)]
        elements = list(Blocks(text, starts).elements()) if text else []
        tables = [element.html for element in elements if element.html is not None]
        cells = sum(html.count("</td>") + html.count("</th>") for html in tables)
        source.limits.check("table_cells", cells, source.name)
        return Document(
            source=source.name,
            media_type="text/x-rst",
            elements=outline(elements),
            text=text,
            grouping="heading",
            facts={**found.facts, **_facts(elements)},
            warnings=found.warnings,
            parser=self.parser_type,
            strategy="blocks",
        )


def _facts(elements: Sequence[Element]) -> Mapping[str, Any]:
    """The title, where the file begins with one, and the fields below it."""
    facts: dict[str, Any] = {}
    for element in elements[:20]:
        name = str(element.facts.get("field", "")).lower()
        if element.type is ElementType.TITLE and "title" not in facts:
            facts["title"] = element.text
        elif name in _DOCINFO:
            facts[_DOCINFO[name]] = element.text.partition(": ")[2]
        elif name == "":
            break
    return facts
