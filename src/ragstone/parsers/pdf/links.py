"""Links: which element of a page each link of the page stands in."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ragstone.layout.page import Link
from ragstone.model.element import Element
from ragstone.model.provenance import BBox

#: A link's box reaches a little beyond its line.
_SLACK_PT = 1.5


def linked(elements: Iterable[Element], links: Mapping[int, Sequence[Link]]) -> Iterator[Element]:
    """The elements, those with links in them with the fact `links`: {text, url} each.

    `links` by page, 1-based. A link over several lines is one.
    """
    left = {page: _Waiting(found) for page, found in links.items() if found}
    for element in elements:
        inside = list(_inside(element, left)) if left else []
        if not inside:
            yield element
            continue
        facts = {**element.facts, "links": _joined(inside)}
        yield replace(element, facts=facts)


def _inside(element: Element, left: Mapping[int, _Waiting]) -> Iterator[Link]:
    """The links of an element, taken out of those that are left."""
    lines: dict[int, list[BBox]] = defaultdict(list)
    for box in element.provenance.boxes:
        if box.page is not None and box.page in left:
            lines[box.page].append(box)
    for page, boxes in lines.items():
        yield from left[page].taken(boxes)


class _Waiting:
    """The links of a page that no element has taken yet, by the height at which they stand."""

    def __init__(self, links: Sequence[Link]) -> None:
        self._links = links
        self._numbers = sorted(range(len(links)), key=self._height)
        self._heights = [self._height(number) for number in self._numbers]
        self._gone: set[int] = set()

    def taken(self, lines: Iterable[BBox]) -> list[Link]:
        """Those whose middle lies in one of the lines, in the file's order; they are gone then."""
        found: set[int] = set()
        for line in lines:
            first = bisect_left(self._heights, line.y0 - _SLACK_PT)
            last = bisect_right(self._heights, line.y1 + _SLACK_PT)
            for number in self._numbers[first:last]:
                x0, _, x1, _ = self._links[number].box
                if line.x0 - _SLACK_PT <= (x0 + x1) / 2 <= line.x1 + _SLACK_PT:
                    found.add(number)
        found -= self._gone
        self._gone |= found
        return [self._links[number] for number in sorted(found)]

    def _height(self, number: int) -> float:
        box = self._links[number].box
        return (box[1] + box[3]) / 2


def _joined(links: Sequence[Link]) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    for link in links:
        if found and found[-1]["url"] == link.url:
            text = f"{found[-1]['text']} {link.text}"
            found[-1]["text"] = text.strip() if link.text != found[-1]["text"] else link.text
        else:
            found.append({"text": link.text, "url": link.url})
    return found
