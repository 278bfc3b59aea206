"""SmartArt: the points of a diagram's data in order, each once, with their depth.

The drawing that PowerPoint keeps beside the data repeats its texts and is not read.
ISO/IEC 29500-1, 21.4.3 (data model).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ragstone.parsers.ooxml.nodes import Xml, attribute, child, children
from ragstone.parsers.pptx.text import LinkOf, Paragraph, TextReader

_NODES = frozenset({"node", "asst"})


@dataclass(frozen=True, slots=True)
class Point:
    """What one point of a diagram says, and how deep it lies; depth 0 at the top."""

    paragraphs: list[Paragraph]
    depth: int


def read_diagram(root: Xml, link_of: LinkOf) -> Iterator[Point]:
    """The points of a `dgm:dataModel`, parents before children, without recursion."""
    points = {
        attribute(point, "modelId") or "": point
        for point in children(child(root, "dgm:ptLst"), "dgm:pt")
    }
    below: dict[str, list[tuple[int, int, str, str]]] = {}
    for order, arrow in enumerate(children(child(root, "dgm:cxnLst"), "dgm:cxn")):
        if (attribute(arrow, "type") or "parOf") != "parOf":
            continue
        place = attribute(arrow, "srcOrd") or "0"
        row = (
            int(place) if place.isdecimal() else 0,
            order,
            attribute(arrow, "destId") or "",
            attribute(arrow, "sibTransId") or "",
        )
        below.setdefault(attribute(arrow, "srcId") or "", []).append(row)
    tops = [name for name, point in points.items() if attribute(point, "type") == "doc"]
    rest = [name for name, point in points.items() if _is_node(point)]
    seen: set[str] = set()
    # A stack of points still to be visited: the next is the last.
    waiting = [(name, 0) for name in reversed(tops + rest)]
    while waiting:
        name, depth = waiting.pop()
        point = points.get(name)
        if point is None or name in seen:
            continue
        seen.add(name)
        said = TextReader(link_of).read(child(point, "dgm:t"))
        paragraphs = [paragraph for paragraph in said if paragraph.text]
        if paragraphs:
            yield Point(paragraphs, depth)
        inner = depth + _is_node(point)
        for _, _, child_name, transition in sorted(below.get(name, ()), reverse=True):
            # What is written on the arrow to the next point is read after this one.
            waiting += [(transition, inner), (child_name, inner)]


def _is_node(point: Xml) -> bool:
    return (attribute(point, "type") or "node") in _NODES
