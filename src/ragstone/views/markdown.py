"""A document as Markdown, for people and for models that read it."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

from ragstone.model.document import Document
from ragstone.model.element import FURNITURE, Element, ElementType
from ragstone.model.mark import LEFT_OUT

_MARKDOWN = "text/markdown"


def to_markdown(document: Document) -> str:
    """The document's visible elements as Markdown; a Markdown file is given back verbatim."""
    if document.text is not None and document.media_type == _MARKDOWN:
        return document.text
    blocks: list[str] = []
    before: Element | None = None
    for element, text in _rendered(document):
        if before is not None:
            both = {before.type, element.type}
            blocks.append("\n" if both == {ElementType.LIST_ITEM} else "\n\n")
        blocks.append(text)
        before = element
    return "".join(blocks) + "\n" if blocks else ""


def _rendered(document: Document) -> Iterator[tuple[Element, str]]:
    for element in document.elements:
        if element.type in FURNITURE or element.marks & LEFT_OUT or not element.text.strip():
            continue
        yield element, _render(element)


def _render(element: Element) -> str:
    text = element.text
    if element.type is ElementType.TITLE:
        return "#" * min(element.level or 1, 6) + " " + " ".join(text.split())
    if element.type is ElementType.LIST_ITEM:
        marker = str(element.facts.get("list_marker") or "-")
        marker = marker if marker in "-*+" or marker[:-1].isdecimal() else "-"
        indent = "  " * int(element.facts.get("list_depth", 0))
        return f"{indent}{marker} " + text.replace("\n", f"\n{indent}  ")
    if element.type is ElementType.CODE_SNIPPET:
        fence = "```"
        while fence in text:
            fence += "`"
        return f"{fence}{element.facts.get('language', '')}\n{text.rstrip()}\n{fence}"
    if element.type is ElementType.TABLE:
        return _table(element)
    return text


def _table(element: Element) -> str:
    """A table as Markdown, first row as header; a spanned cell stands once, then empty ones."""
    if element.html:
        reader = _TableReader()
        reader.feed(element.html)
        rows = reader.grid()
    else:
        rows = [line.split(" | ") for line in element.text.splitlines()]
    width = max((len(row) for row in rows), default=0)
    lines = [
        "| "
        + " | ".join(cell.replace("|", "\\|") for cell in row + [""] * (width - len(row)))
        + " |"
        for row in rows
    ]
    if lines:
        lines.insert(1, "|" + " --- |" * width)
    return "\n".join(lines)


class _TableReader(HTMLParser):
    """Reads the clean table markup that parsers put on an element, spans included."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._rows: list[list[tuple[list[str], int, int]]] = []
        self._cell: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self._rows.append([])
        elif tag in ("td", "th"):
            spans = dict(attrs)
            self._cell = []
            down, right = (_count(spans.get(name)) for name in ("rowspan", "colspan"))
            if not self._rows:
                self._rows.append([])
            self._rows[-1].append((self._cell, down, right))
        elif tag == "br" and self._cell is not None:
            self._cell.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._cell = None

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)

    def grid(self) -> list[list[str]]:
        """The rows with every cell in its column; what a span covers is empty."""
        taken: set[tuple[int, int]] = set()
        found: list[list[str]] = []
        for y, row in enumerate(self._rows):
            cells: dict[int, str] = {}
            x = 0
            for pieces, down, right in row:
                while (y, x) in taken:
                    x += 1
                cells[x] = " ".join("".join(pieces).split())
                taken |= {(y + i, x + j) for i in range(down) for j in range(right)}
                x += right
            width = max([x, *(column + 1 for line, column in taken if line == y)])
            found.append([cells.get(column, "") for column in range(width)])
        return found


def _count(value: str | None) -> int:
    return min(int(value), 1000) if value is not None and value.isdecimal() and int(value) else 1
