"""Tables of a slide (`a:tbl`): cells with spans, each once."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragstone.parsers.bounded import TextBound
from ragstone.parsers.grid import Grid, GridCell
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, children
from ragstone.parsers.pptx.text import LinkOf, TextReader

_ON = frozenset({"1", "true", "on"})


@dataclass(slots=True)
class SlideTable:
    """A table as a grid, the links in it, and texts that nobody can read."""

    grid: Grid[GridCell]
    unseen: list[str] = field(default_factory=list[str])
    links: list[dict[str, str]] = field(default_factory=list[dict[str, str]])


def read_table(node: Xml, link_of: LinkOf, bound: TextBound) -> SlideTable:
    """The grid of an `a:tbl`; cells that a span covers are left out. `bound` counts their text."""
    is_headed = attribute(_properties(node), "firstRow") in _ON
    table = SlideTable(Grid([]))
    for row in children(node, "a:tr"):
        cells: list[GridCell] = []
        for cell in children(row, "a:tc"):
            if attribute(cell, "hMerge") in _ON or attribute(cell, "vMerge") in _ON:
                continue
            texts: list[str] = []
            for paragraph in TextReader(link_of).read(child(cell, "a:txBody")):
                bound.take(len(paragraph.text) + len(paragraph.unseen))
                if paragraph.unseen.strip():
                    table.unseen.append(paragraph.unseen.strip())
                if not paragraph.text:
                    continue
                marker = paragraph.marker
                texts.append(f"{marker} {paragraph.text}" if marker else paragraph.text)
                table.links += paragraph.links
            spans = (_span(attribute(cell, name)) for name in ("gridSpan", "rowSpan"))
            cells.append(GridCell("\n".join(texts), *spans))
        table.grid.rows.append(cells)
    table.grid.header_rows = 1 if is_headed and len(table.grid.rows) > 1 else 0
    return table


def _properties(node: Xml) -> Xml:
    found = child(node, "a:tblPr")
    return node if found is None else found


def _span(text: str | None) -> int:
    """A span; 1 for nonsense and for more columns than PowerPoint has."""
    return int(text) if text is not None and text.isdecimal() and 0 < int(text) <= 1000 else 1
