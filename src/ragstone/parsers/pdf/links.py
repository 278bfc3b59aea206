"""Links: which element of a page each link of the page stands in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ragstone.layout.fragment import Box
from ragstone.layout.page import Link
from ragstone.model.element import Element
from ragstone.model.provenance import BBox

#: A link's box reaches a little beyond its line.
_SLACK_PT = 1.5


def linked(elements: Iterable[Element], links: Mapping[int, Sequence[Link]]) -> Iterator[Element]:
    """The elements, those with links in them with the fact `links`: {text, url} each.

    `links` by page, 1-based. A link over several lines is one.
    """
    left = {page: list(found) for page, found in links.items() if found}
    for element in elements:
        inside = list(_inside(element, left)) if left else []
        if not inside:
            yield element
            continue
        facts = {**element.facts, "links": _joined(inside)}
        yield replace(element, facts=facts)


def _inside(element: Element, left: dict[int, list[Link]]) -> Iterator[Link]:
    """The links of an element, taken out of those that are left."""
    boxes: dict[int, list[BBox]] = defaultdict(list)
    for box in element.provenance.boxes:
        if box.page in left:
            boxes[box.page].append(box)
    for page, lines in boxes.items():
        taken = [link for link in left[page] if any(_holds(line, link.box) for line in lines)]
        left[page] = [link for link in left[page] if link not in taken]
        yield from taken


def _holds(line: BBox, box: Box) -> bool:
    """Whether the middle of `box` lies in the line."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    across = line.x0 - _SLACK_PT <= x <= line.x1 + _SLACK_PT
    return across and line.y0 - _SLACK_PT <= y <= line.y1 + _SLACK_PT


def _joined(links: Sequence[Link]) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    for link in links:
        if found and found[-1]["url"] == link.url:
            text = f"{found[-1]['text']} {link.text}"
            found[-1]["text"] = text.strip() if link.text != found[-1]["text"] else link.text
        else:
            found.append({"text": link.text, "url": link.url})
    return found
