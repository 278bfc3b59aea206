"""Tables of reStructuredText, drawn as grids or between lines of equals signs.

simple_table(rows("=== ===\\na   b\\n=== ===\\n1   2\\n=== ==="))       # [["a", "b"], ["1", "2"]]
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence

from ragstone.parsers.grid import Grid, GridCell, grid_of
from ragstone.parsers.restructuredtext.rows import Row, body_end

SIMPLE_BORDER = re.compile(r"=+(?: +=+)+\Z")
_SPAN_BORDER = re.compile(r"-+(?: +-+)*\Z")
_RUN = re.compile(r"=+")

_ITEM = re.compile(r"[-*+](?: +|\Z)")


def simple_end(lines: Sequence[Row], start: int) -> int | None:
    """Behind the last border of the simple table that begins at `start`; None where it is none."""
    indent, at, borders = lines[start].indent, start + 1, 1
    while at < len(lines) and (not lines[at].text or lines[at].indent >= indent):
        if lines[at].indent == indent and SIMPLE_BORDER.match(lines[at].text):
            borders += 1
            if at + 1 == len(lines) or not lines[at + 1].text:
                return at + 1
            if borders > 2:
                return at + 1
        at += 1
    return None


def simple_table(lines: Sequence[Row]) -> Grid[GridCell]:
    """The rows of a simple table; a line whose first cell is empty goes on with the row before."""
    indent = lines[0].indent
    starts = [found.start() for found in _RUN.finditer(lines[0].text)]
    found: list[list[str]] = []
    header_rows = borders = 0
    for row in lines:
        if SIMPLE_BORDER.match(row.text):
            borders += 1
            # The second of three stands below the header; of two it is the end.
            header_rows = len(found) if borders == 2 else header_rows
        if not row.text or SIMPLE_BORDER.match(row.text) or _SPAN_BORDER.match(row.text):
            continue
        line = " " * (row.indent - indent) + row.text
        cells = [
            line[start:end].strip() for start, end in zip(starts, [*starts[1:], None], strict=True)
        ]
        if found and not cells[0] and len(starts) > 1:
            found[-1] = [
                " ".join(filter(None, pair)) for pair in zip(found[-1], cells, strict=True)
            ]
        else:
            found.append(cells)
    return grid_of(found, header_rows if borders > 2 else 0)


def list_table(lines: Sequence[Row], header_rows: int = 0) -> Grid[GridCell]:
    """The rows of a list of lists; none where anything else stands among them."""
    found = [
        [" ".join(row.text for row in cell if row.text) for cell in _items(item)]
        for item in _items(lines)
    ]
    return grid_of(found if all(found) else [], header_rows)


def separated_table(lines: Sequence[Row], header: str = "", header_rows: int = 0) -> Grid[GridCell]:
    """The rows of comma-separated values, under `header`, which is a row more."""
    texts = [row.text for row in lines if row.text]
    try:
        found = [
            [cell.strip() for cell in row]
            for row in csv.reader([header, *texts], skipinitialspace=True)
        ]
    except csv.Error:
        return grid_of([[text] for text in texts])
    return grid_of([row for row in found if row], header_rows + bool(header))


def _items(lines: Sequence[Row]) -> Sequence[Sequence[Row]]:
    """What stands in each item of a list; nothing where there is more than the list."""
    found: list[Sequence[Row]] = []
    at = 0
    while at < len(lines):
        if not lines[at].text:
            at += 1
            continue
        marker = _ITEM.match(lines[at].text)
        if marker is None:
            return []
        end = body_end(lines, at + 1, lines[at].indent)
        found.append([lines[at].right_of(marker.end()), *lines[at + 1 : end]])
        at = end
    return found
