"""How alike two outlines are: the headings in their order, each with how deep it stands.

    heading_levels("# A\\n## B", "## A\\n### B")      # 1.0: only relative levels count
    heading_levels("# A\\n## B", "# A\\n# B")         # 0.5

One minus the edit distance of the two lists over the length of the longer one. Headings of another
depth are as different as can be; those of one depth differ as their texts do.
"""

from __future__ import annotations

from ragstone.metrics.mhs import headings
from ragstone.metrics.tree import Node, edit_distance


def heading_levels(truth: str, found: str) -> float | None:
    """The similarity of two Markdown outlines, 0…1; None when the truth has one level or none."""
    wanted, got = headings(truth), headings(found)
    if len({level for level, _ in wanted}) < 2:
        return None
    longer = max(len(wanted), len(got))
    return max(0.0, 1.0 - edit_distance(_outline(wanted), _outline(got)) / longer)


def _outline(found: list[tuple[int, str]]) -> Node:
    """The headings as one list; a heading stands below the last one of a lesser level."""
    opened: list[int] = []
    nodes: list[Node] = []
    for level, text in found:
        while opened and opened[-1] >= level:
            opened.pop()
        opened.append(level)
        nodes.append(Node(f"depth {len(opened)}", text))
    return Node("document", children=tuple(nodes))
