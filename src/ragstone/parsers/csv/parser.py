"""Separated values (CSV, TSV): one table, whatever its separator, quotes and encoding.

    CsvParser().read(Source.from_text("place;height\\nBrest;7,1\\n", media_type="text/csv"))

The document is composed and not verbatim: a table needs its rows, its header and its columns, which
quotes and line ends inside values hide. Every row knows the lines of the file that it stands on.
A file that has no columns is read as lines of text.
"""

from __future__ import annotations

import re

from pydantic import Field

from ragstone.model.document import Document
from ragstone.model.element import Element
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.csv.reader import TablesReader, lines_of
from ragstone.parsers.csv.separator import separator_of
from ragstone.parsers.decoding import text_of
from ragstone.parsers.outline import outline
from ragstone.parsers.tabular.parameters import TabularParameters
from ragstone.parsers.tabular.room import Room
from ragstone.sources.source import Source

#: The first line by which a file tells Excel its separator.
_SAID = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)


class CsvParser(ParserBase):
    """Reads CSV and TSV: a comma, semicolon, tab or bar between values, with quotes or without."""

    row = own_row("csv")

    class Parameters(TabularParameters):
        """Those of all parsers of tables, and the separator."""

        separator: str | None = Field(default=None, min_length=1, max_length=1)
        """What stands between values; if not given, it is told from the file."""

    parameters: Parameters

    def read(self, source: Source) -> Document:
        """All of the file; raises `LimitExceeded`."""
        found = text_of(source)
        parameters = self.parameters
        text = found.text.removeprefix("\ufeff")
        said = _SAID.match(text)
        separator = parameters.separator or (said[1] if said else separator_of(text))
        warnings = list(found.warnings)
        facts = dict(found.facts)
        if not text:
            elements: list[Element] = []
        elif separator is None:
            elements = list(lines_of(text))
        else:
            reader = TablesReader(text, separator, Room(source, parameters.html_cells))
            elements = list(reader.elements(said.end() if said else 0))
            facts["separator"] = separator
            warnings += reader.warnings()
        return Document(
            source=source.name,
            media_type=source.media_type or "text/csv",
            elements=outline(element for element in elements if element.text),
            grouping="whole",
            facts=facts,
            warnings=tuple(warnings),
            parser=self.parser_type,
            strategy="lines" if separator is None else "rows",
        )
