"""The words of an XML element and everything in it, as a reader would have them.

flat(node)              # "See the tide tables.", of <p>See the <b>tide</b>\\n tables.</p>
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape

from ragstone.parsers.xml.tree import Node, Text
from ragstone.parsers.xml.units import PARAGRAPHS
from ragstone.text.script import joint

_LINKS = ("href", "xlink:href", "url", "target")
#: Feeds carry HTML as text.
_HTML = re.compile(
    r"<(?:p|br|a|b|i|em|strong|span|div|img|ul|ol|li|h[1-6]|table)\b[^<>]*+>"
    r"|</(?:script|style)\s*+>",
    re.IGNORECASE,
)
#: What a browser does not show; without an end, all that follows.
_UNSEEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)(?:[\s/][^<>]*+)?>.*?(?:</\1\s*+>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_BLOCK = re.compile(
    r"</?(?:p|br|hr|h[1-6]|ul|ol|li|dl|dt|dd|div|blockquote|pre|table|tr|section|article|figure"
    r"|figcaption)(?:[\s/][^<>]*+)?>",
    re.IGNORECASE,
)
_INLINE = re.compile(r"</?(?:a|b|code|em|i|s|span|strong|sub|sup|u)(?:\s[^<>]*+)?>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*+>")
_ROWS = frozenset({"tr", "row", "strow", "sthead"})
_CELLS = frozenset({"td", "th", "entry", "cell", "stentry"})


def walk(node: Node) -> Iterator[Node]:
    """`node` and all elements in it, in document order."""
    stack = [node]
    while stack:
        found = stack.pop()
        yield found
        stack += reversed(found.elements())


def flat(node: Node) -> str:
    """All words in `node` on one line, comments left out, blanks made even."""
    return shown(node).replace("\n", " ")


def shown(node: Node) -> str:
    """The same, but for HTML that is written as text: a line for each of its blocks.

    A paragraph or a cell that holds tags as text speaks of them.
    """
    words = "".join(_texts(node))
    return _on_one_line(words) if is_prose(node) or node.local in _CELLS else even(words)


def verbatim(node: Node) -> str:
    """The same with every blank and line end, but for those before the first and behind the last
    line with something on it."""
    return "".join(_texts(node)).strip("\n").rstrip()


def even(text: str) -> str:
    """`text` on one line; of HTML that is written as text what a browser shows, a line a block."""
    if "<" not in text or not _HTML.search(text):
        return _on_one_line(text)
    blocks = _BLOCK.split(_UNSEEN.sub(" ", text))
    lines = (_on_one_line(unescape(_TAG.sub(" ", _INLINE.sub("", block)))) for block in blocks)
    return "\n".join(filter(None, lines))


def _on_one_line(text: str) -> str:
    if "\n" not in text:
        return " ".join(text.split())
    joined = ""
    for line in text.split("\n"):
        words = " ".join(line.split())
        joined += joint(joined, words) + words
    return joined


def lines_of(text: Text) -> tuple[int, int]:
    """The lines that the words of `text` stand on."""
    words = text.text.strip()
    first = text.line + text.text[: text.text.index(words)].count("\n")
    return first, first + words.count("\n")


def links_of(node: Node) -> Iterator[dict[str, str]]:
    """The links in `node`: the words that bear them, and where they lead."""
    for inner in walk(node):
        for name in _LINKS:
            if inner is not node and (url := inner.attributes.get(name)):
                yield {"text": flat(inner) or url, "url": url}
                break


def rows_of(node: Node) -> Sequence[Sequence[Node]]:
    """The rows of cells in a table of HTML, CALS or DITA; none for anything else."""
    rows = (inner for inner in walk(node) if inner.local in _ROWS)
    cells = ([cell for cell in row.elements() if cell.local in _CELLS] for row in rows)
    return [row for row in cells if row]


def is_prose(node: Node) -> bool:
    """Whether an element is a paragraph of a text."""
    return node.is_mixed or (node.local in PARAGRAPHS and bool(node.children))


def _texts(node: Node) -> Iterator[str]:
    stack: list[Node | Text] = [node]
    while stack:
        found = stack.pop()
        if isinstance(found, Node):
            stack += reversed(found.children)
        elif not found.is_comment:
            yield found.text
