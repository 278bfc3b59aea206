"""A document as Markdown, for people and for models that read it."""

from __future__ import annotations

from collections.abc import Iterator

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
        together = (
            before is not None
            and before.type is ElementType.LIST_ITEM
            and element.type is ElementType.LIST_ITEM
        )
        if blocks:
            blocks.append("\n" if together else "\n\n")
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
        indent = "  " * int(element.facts.get("list_depth", 0))
        return f"{indent}{marker} " + text.replace("\n", f"\n{indent}  ")
    if element.type is ElementType.CODE_SNIPPET:
        fence = "```"
        while fence in text:
            fence += "`"
        return f"{fence}{element.facts.get('language', '')}\n{text.rstrip()}\n{fence}"
    if element.type is ElementType.TABLE:
        return _table(text)
    return text


def _table(text: str) -> str:
    """A table's rows (one a line, ` | ` between cells) as a Markdown table; first row as header."""
    rows = [line.split(" | ") for line in text.splitlines()]
    width = max((len(row) for row in rows), default=0)
    lines = ["| " + " | ".join(row + [""] * (width - len(row))) + " |" for row in rows]
    if lines:
        lines.insert(1, "|" + " --- |" * width)
    return "\n".join(lines)
