"""MHS: how alike two texts are as lists of headings with what stands under them; levels ignored.

    mhs("# One\\n\\ntext", "### One\\n\\ntext")      # 1.0

One minus the edit distance of the trees over the number of nodes of the larger one. A tree has the
headings below its root and, below each, all text up to the next heading as one node; what stands
before the first heading is a node beside them (opendataloader-bench's MHS).
"""

from __future__ import annotations

import re

from ragstone.metrics.table_markup import canonical
from ragstone.metrics.tree import Node, edit_distance

_HEADING = re.compile(r"(#{1,6})\s+(.*)")


def mhs(truth: str, found: str) -> float | None:
    """The similarity of two Markdown texts, 0…1; None when the truth has no heading."""
    wanted, got = _tree(truth), _tree(found)
    if not _has_heading(wanted):
        return None
    if not _has_heading(got):
        return 0.0
    nodes = max(wanted.size(), got.size())
    return max(0.0, 1.0 - edit_distance(wanted, got) / nodes)


def headings(markdown: str) -> list[tuple[int, str]]:
    """Level and text of each heading (lines that begin with one to six #)."""
    return [
        (len(match[1]), " ".join(match[2].split()))
        for match in map(_HEADING.match, canonical(markdown).splitlines())
        if match
    ]


def _tree(markdown: str) -> Node:
    parts: list[tuple[str | None, list[str]]] = [(None, [])]
    for line in canonical(markdown).splitlines():
        match = _HEADING.match(line)
        if match:
            parts.append((match[2], []))
        else:
            parts[-1][1].append(line)
    children: list[Node] = []
    for heading, lines in parts:
        text = " ".join(" ".join(lines).split())
        content = (Node("content", text),) if text else ()
        if heading is None:
            children += content
        else:
            children.append(Node("heading", " ".join(heading.split()), content))
    return Node("document", children=tuple(children))


def _has_heading(tree: Node) -> bool:
    return any(child.label == "heading" for child in tree.children)
