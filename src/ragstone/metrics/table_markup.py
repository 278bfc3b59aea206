"""Tables inside Markdown as HTML of one form, so that markup is compared with like markup.

    canonical("| a | b |\\n| --- | --- |\\n| 1 | 2 |")
    # "<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>"

Pipe tables become HTML; in HTML tables blanks beside a tag go, `th` is `td`, and `thead`, `tbody`
and `tfoot` are taken off. Everything outside tables stays as it is.
"""

from __future__ import annotations

import re
from html import escape

_TAG = r"</?(?:table|thead|tbody|tfoot|tr|td|th)\b[^<>]*>"
_TABLE = re.compile(r"<table\b[^<>]*>.*?</table\s*>", re.IGNORECASE | re.DOTALL)
_BESIDE_TAG = re.compile(rf"\s*({_TAG})\s*", re.IGNORECASE)
_HEADER_CELL = re.compile(r"<(/?)th\b", re.IGNORECASE)
_GROUP = re.compile(r"</?(?:thead|tbody|tfoot)\b[^<>]*>", re.IGNORECASE)
_PIPE = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r":?-+:?")


def canonical(markdown: str) -> str:
    """`markdown` with all its tables as HTML of one form."""
    return _TABLE.sub(lambda found: _one_form(found[0]), _with_html_tables(markdown))


def tables(markdown: str) -> list[str]:
    """The tables of `markdown` as canonical HTML, in their order."""
    return _TABLE.findall(canonical(markdown))


def _one_form(table: str) -> str:
    table = _HEADER_CELL.sub(r"<\1td", _GROUP.sub(" ", table))
    return _BESIDE_TAG.sub(r"\1", table)


def _with_html_tables(markdown: str) -> str:
    """Pipe tables (a row, a rule of dashes, rows) as HTML tables of one line."""
    lines = markdown.splitlines(keepends=True)
    found: list[str] = []
    at = 0
    while at < len(lines):
        header, rule = _cells(lines[at]), _cells(lines[at + 1]) if at + 1 < len(lines) else []
        if not header or not rule or not all(map(_RULE.fullmatch, rule)):
            found.append(lines[at])
            at += 1
            continue
        width = max(len(header), len(rule))
        rows = [header]
        at += 2
        while at < len(lines) and (cells := _cells(lines[at])):
            rows.append(cells)
            at += 1
        # A table without header is written with an empty one: Markdown has no other way.
        if not any(header) and len(rows) > 1:
            del rows[0]
        found.append(_html(rows, width) + "\n")
    return "".join(found)


def _cells(line: str) -> list[str]:
    """The cells of a pipe row; [] when the line is none."""
    line = line.strip()
    if "|" not in line:
        return []
    cells = [cell.strip().replace("\\|", "|") for cell in _PIPE.split(line)]
    if line.startswith("|"):
        del cells[0]
    if cells and not cells[-1]:
        del cells[-1]
    return cells


def _html(rows: list[list[str]], width: int) -> str:
    """Rows cut or filled up to `width` cells."""
    filled = [(row + [""] * (width - len(row)))[:width] for row in rows]
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell, quote=False)}</td>" for cell in row) + "</tr>"
        for row in filled
    )
    return f"<table>{body}</table>"
