"""What of an XML tree stands by itself: the records of a list, the top keys of everything else.

The way from the root goes down through elements that hold one other element, and into lists of
elements of one name; what is met there is a unit. What stands beside units is one between them.

    [unit.path for unit in units(read_tree(feed, …).root)]     # "/rss/channel/item[1]", …
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragstone.parsers.xml.tree import Node, Text

#: Elements that people read in a row: a list of them is a text, no list of records.
PARAGRAPHS = frozenset({"p", "para", "simpara"})
#: A path is written with every line of its unit: of a longer one the outer steps are left out.
_PATH_CHARACTERS = 300


@dataclass(frozen=True, slots=True)
class Unit:
    """Children of `inside` that belong together.

    - `owners`: the elements whose attributes belong here too.
    - `is_record`: whether it is one element, all of it, which has a title; `number` is its place
      among those of its name, 0 for one alone.
    """

    path: str
    inside: Node
    children: Sequence[Node | Text]
    owners: Sequence[Node] = ()
    is_record: bool = False
    number: int = 0


def units(root: Node) -> Iterator[Unit]:
    """The units of a tree in order; all text and every attribute below `root` is in one of them."""
    yield from _units(root, _shown(f"/{root.name}"), [])


def _units(node: Node, path: str, around: list[Node]) -> Iterator[Unit]:
    """The units in `node`; `around` are elements outside it whose attributes nobody has yet."""
    inner = node.elements()
    owners = [*around, node] if node.attributes else around
    if node.is_mixed or not any(map(_is_container, inner)):
        yield Unit(path, node, node.children, owners)
        return
    counts = Counter(child.name for child in inner)
    seen: Counter[str] = Counter()
    beside: list[Node | Text] = []
    for child in node.children:
        if not isinstance(child, Node) or not _is_container(child):
            beside.append(child)
            if isinstance(child, Node):
                seen[child.name] += 1
            continue
        is_way = len(inner) == 1 or (counts[child.name] == 1 and _is_list(child))
        if beside or (owners and not is_way):
            yield Unit(path, node, beside, owners)
            beside, owners = [], []
        seen[child.name] += 1
        number = seen[child.name] if counts[child.name] > 1 else 0
        inside = _shown(f"{path}/{child.name}", f"[{number}]" if number else "")
        if is_way:
            yield from _units(child, inside, owners)
            owners = []
        else:
            yield Unit(inside, child, child.children, [child], is_record=True, number=number)
    if beside:
        yield Unit(path, node, beside)


def _shown(path: str, number: str = "") -> str:
    """`path` as it is told, by its innermost steps where it is long; a long name is cut off."""
    if len(path) > _PATH_CHARACTERS:
        inner = path.find("/", len(path) - _PATH_CHARACTERS)
        path = f"…{path[inner:]}" if inner >= 0 else f"{path[:_PATH_CHARACTERS]}…"
    return path + number


def _is_container(node: Node) -> bool:
    """Whether an element holds elements and no prose."""
    return not node.is_leaf and not node.is_mixed and node.local not in PARAGRAPHS


def _is_list(node: Node) -> bool:
    """Whether everything in an element is one sort of container, or leads to such a list."""
    inner = node.elements()
    if len(inner) == 1:
        return _is_list(inner[0])
    return len({child.name for child in inner}) == 1 and all(map(_is_container, inner))
