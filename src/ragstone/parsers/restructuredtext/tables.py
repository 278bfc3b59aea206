"""Tables of reStructuredText, drawn as grids or between lines of equals signs.

simple_table(rows("=== ===\\na   b\\n=== ===\\n1   2\\n=== ==="))       # [["a", "b"], ["1", "2"]]
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from html import escape

from ragstone.parsers.restructuredtext.rows import Row, body_end, verbatim

GRID_BORDER = re.compile(r"\+(?:[-=]+\+)+\Z")
SIMPLE_BORDER = re.compile(r"=+(?: +=+)+\Z")
_SPAN_BORDER = re.compile(r"-+(?: +-+)*\Z")
_RUN = re.compile(r"=+")

_ITEM = re.compile(r"[-*+](?: +|\Z)")

Cells = list[list[str]]


def as_text(cells: Cells) -> str:
    """One line a row, " | " between cells."""
    return "\n".join(" | ".join(" ".join(cell.split()) for cell in row) for row in cells)


def as_html(cells: Cells) -> str:
    """Table tags and text alone."""
    shown = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in cells)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in shown)}</table>"


def grid_table(lines: Sequence[Row]) -> Cells:
    """The rows of a grid; a cell over several columns or rows is there once."""
    drawn = verbatim(lines).split("\n")
    width = max(map(len, drawn))
    drawn = [line.ljust(width) for line in drawn]
    found: Cells = []
    texts: list[list[str]] = []
    for line in drawn:
        if line.startswith("+") and set(line.strip()) <= {"+", "-", "="}:
            found += _row(texts)
            texts = []
        else:
            texts.append([cell.strip() for cell in line.strip().strip("|+").split("|")])
    return found + _row(texts)


def _row(texts: Sequence[Sequence[str]]) -> Cells:
    """Lines between two borders as one row; those that are divided otherwise as rows each."""
    if len({len(line) for line in texts}) > 1:
        return [list(line) for line in texts]
    cells = [" ".join(filter(None, column)) for column in zip(*texts, strict=True)]
    return [cells] if any(cells) else []


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


def simple_table(lines: Sequence[Row]) -> Cells:
    """The rows of a simple table; a line whose first cell is empty goes on with the row before."""
    indent = lines[0].indent
    starts = [found.start() for found in _RUN.finditer(lines[0].text)]
    found: Cells = []
    for row in lines:
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
    return found


def list_table(lines: Sequence[Row]) -> Cells:
    """The rows of a list of lists."""
    return [
        [" ".join(row.text for row in cell if row.text) for cell in _items(item)]
        for item in _items(lines)
    ]


def separated_table(lines: Sequence[Row], header: str = "") -> Cells:
    """The rows of comma-separated values, under `header`."""
    texts = [row.text for row in lines if row.text]
    try:
        found = [
            [cell.strip() for cell in row]
            for row in csv.reader([header, *texts], skipinitialspace=True)
        ]
    except csv.Error:
        return [[text] for text in texts]
    return [row for row in found if row]


def _items(lines: Sequence[Row]) -> Sequence[Sequence[Row]]:
    found: list[Sequence[Row]] = []
    at = 0
    while at < len(lines):
        if not lines[at].text:
            at += 1
            continue
        marker = _ITEM.match(lines[at].text)
        end = body_end(lines, at + 1, lines[at].indent)
        if marker is not None:
            found.append([lines[at].right_of(marker.end()), *lines[at + 1 : end]])
        at = end
    return found
