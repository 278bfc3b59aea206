"""TEDS: how alike tables are, in structure and text.

    teds("<table><tr><td>a</td></tr></table>", "<table><tr><td>b</td></tr></table>")    # 0.5

One minus the edit distance of the trees (table, rows, cells) over the number of nodes of the larger
one; a cell is its text with the rows and columns that it spans (Zhong et al., "Image-based table
recognition: data, model, and evaluation", 2020). As there, the table itself is not counted, and
header cells are cells; markup inside cells is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from html.parser import HTMLParser

from ragstone.metrics.table_markup import tables
from ragstone.metrics.tree import Node, edit_distance


def teds(truth: str, found: str) -> float:
    """The similarity of two tables in HTML, 0…1."""
    return _similarity(_table(truth), _table(found))


def teds_best(truth: str, found: Sequence[str]) -> float:
    """The similarity of the table to the most similar of `found`; 0 when there is none."""
    wanted = _table(truth)
    best = 0.0
    # Sizes alone bound what a pair can score, so that most of the slow comparisons are spared.
    bounded = [(_bound(wanted, table), table) for table in map(_table, found)]
    for bound, table in sorted(bounded, key=lambda pair: -pair[0]):
        if bound <= best:
            break
        best = max(best, _similarity(wanted, table))
    return best


def teds_markdown(truth: str, found: str) -> float | None:
    """The similarity of all tables of two Markdown texts, in their order, as one tree.

    None when the truth has no table. As in opendataloader-bench: a table too many costs, too.
    """
    wanted, got = tables(truth), tables(found)
    if not wanted:
        return None
    if not got:
        return 0.0
    return _similarity(
        Node("tables", children=tuple(map(_table, wanted))),
        Node("tables", children=tuple(map(_table, got))),
    )


def _similarity(truth: Node, found: Node) -> float:
    nodes = max(truth.size(), found.size()) - 1
    return max(0.0, 1.0 - edit_distance(truth, found) / nodes) if nodes else 1.0


def _bound(truth: Node, found: Node) -> float:
    small, large = sorted((truth.size() - 1, found.size() - 1))
    return small / large if large else 1.0


def _table(html: str) -> Node:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    rows = [
        Node("tr", children=tuple(Node(label, _collapsed(text)) for label, text in row))
        for row in reader.rows
    ]
    return Node("table", children=tuple(rows))


def _collapsed(pieces: list[str]) -> str:
    return " ".join("".join(pieces).split())


class _Reader(HTMLParser):
    """Rows of cells; a cell is its label (with its spans) and the pieces of its text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[tuple[str, list[str]]]] = []
        self._text: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            spans = dict(attrs)
            if not self.rows:
                self.rows.append([])
            self._text = []
            label = f"td {_count(spans.get('rowspan'))}×{_count(spans.get('colspan'))}"
            self.rows[-1].append((label, self._text))
        elif tag == "br" and self._text is not None:
            self._text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self._text = None

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)


def _count(value: str | None) -> int:
    return int(value) if value is not None and value.isdecimal() and value.isascii() else 1
