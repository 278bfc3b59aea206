"""Trees of labelled text, and how many edits turn one into another.

    truth = Node("table", children=(Node("tr", children=(Node("td", "a"),)),))
    edit_distance(truth, Node("table"))     # 2.0: two nodes are missing

Insertion and deletion of a node cost 1, so does a change of its label; nodes of one label cost the
normalised Levenshtein distance of their texts. The distance is APTED's (Pawlik and Augsten 2016).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ragstone.extras import require


@dataclass(frozen=True, slots=True)
class Node:
    """A label that must agree, a text that may agree in part, and what stands below."""

    label: str
    text: str = ""
    children: tuple[Node, ...] = ()

    def size(self) -> int:
        """How many nodes there are, this one included."""
        return 1 + sum(child.size() for child in self.children)


def edit_distance(truth: Node, found: Node) -> float:
    """The cost of the cheapest edits; time grows with the product of the sizes (300 × 300: 3 s)."""
    apted: Any = require("apted", "evaluation", "measuring a parser")
    costs = _Costs()
    return float(apted.APTED(truth, found, costs).compute_edit_distance())


class _Costs:
    """What APTED asks of its configuration, `valuecls` among it."""

    valuecls = float

    def __init__(self) -> None:
        levenshtein: Any = require("rapidfuzz.distance", "evaluation", "measuring a parser")
        self._distance: Any = levenshtein.Levenshtein.normalized_distance

    def delete(self, node: Node) -> float:  # noqa: ARG002
        return 1.0

    def insert(self, node: Node) -> float:  # noqa: ARG002
        return 1.0

    def rename(self, node1: Node, node2: Node) -> float:
        if node1.label != node2.label:
            return 1.0
        return 0.0 if node1.text == node2.text else float(self._distance(node1.text, node2.text))

    def children(self, node: Node) -> tuple[Node, ...]:
        return node.children
