"""The header rows of a table, for the chunks that begin below them.

    table_header("city | height\\nAmrum | 3.1", "<table><tr><th>city…")     # "city | height"

Which rows are headers is what the parser says in the table's HTML, or the row above a line of
dashes in Markdown. Not here: tables found in plain text (`delimited`), or in HTML source.
"""

from __future__ import annotations

import re

from ragstone.model.section import Part

_ROW = re.compile(r"(?is)<tr\b.*?</tr>")
_HEADER_CELL = re.compile(r"(?i)<th\b")
#: The line of dashes below the header of a table in Markdown.
DELIMITER_ROW = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*$")
#: A header is written into every chunk below it, and more rows than these are no header.
_MOST_ROWS, _MOST_CHARACTERS = 8, 1000


def table_header(text: str, html: str) -> str:
    """The header rows, one a line; "" for a table without any, or with nothing but them."""
    rows = _first_rows(text, _MOST_ROWS + 1)
    if len(rows) > 1 and DELIMITER_ROW.match(rows[1]):
        return rows[0].strip()[:_MOST_CHARACTERS]
    count = 0
    for row in _ROW.finditer(html):
        if count > _MOST_ROWS or not _HEADER_CELL.search(row.group()):
            break
        count += 1
    header = "\n".join(rows[:count]) if count < len(rows) else ""
    return header[:_MOST_CHARACTERS]


def header_of(section_text: str, part: Part) -> str:
    """The same of one part of a section."""
    return table_header(section_text[part.start : part.end], part.html or "")


def _first_rows(text: str, most: int) -> list[str]:
    rows: list[str] = []
    at = 0
    while at < len(text) and len(rows) < most:
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        rows.append(text[at:end].rstrip("\r"))
        at = end + 1
    return rows
