"""A document as Markdown, for people and for models that read it.

to_markdown(document)
to_markdown(document, AS_PRINTED)       # to compare with a transcript of the pages
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

from ragstone.model.continuation import brought_together, joint
from ragstone.model.document import Document
from ragstone.model.element import FURNITURE, Element, ElementType
from ragstone.model.mark import LEFT_OUT
from ragstone.views.markdown_list import MarkdownLists, is_further_paragraph

_MARKDOWN = "text/markdown"


@dataclass(frozen=True, slots=True)
class MarkdownForm:
    """What the Markdown of a document holds beside its text.

    - `furniture`: running heads and feet and page numbers, where they stand.
    - `line_ends`: lines end where they do in the file, with the hyphens of divided words.
    - `markers`: list items keep the bullet printed in the file ("- • …"), as they always keep
      numbers and letters.
    - `html_tables`: tables as HTML, which alone can tell spanned cells.
    """

    furniture: bool = False
    line_ends: bool = False
    markers: bool = False
    html_tables: bool = False


AS_PRINTED = MarkdownForm(furniture=True, line_ends=True, markers=True, html_tables=True)


def to_markdown(document: Document, form: MarkdownForm | None = None) -> str:
    """The document's visible elements as Markdown; a Markdown file is given back verbatim.

    Paragraphs that a column's or page's end divides are joined, unless `form` keeps line ends.
    Before each document inside an archive or a mail stands its path, as a comment, and over each
    sheet of a workbook its name, as a heading.
    """
    if document.text is not None and document.media_type == _MARKDOWN:
        return document.text
    form = form or MarkdownForm()
    lists = MarkdownLists(keep_bullets=form.markers)
    blocks: list[str] = []
    before: Element | None = None
    for element in _visible(document, form):
        seam = joint(blocks[-1], element) if blocks and not form.line_ends else None
        if seam is not None:
            dropped, between = seam
            blocks[-1] = blocks[-1][: len(blocks[-1]) - dropped] + between + element.text
            continue
        if before is not None:
            blocks.append(_between(before, element))
        member = element.provenance.member
        if member is not None and (before is None or before.provenance.member != member):
            blocks.append(f"<!-- {member.replace('--', '- -')} -->\n\n")
        if _begins_sheet(element, before):
            blocks.append(f"# {' '.join(str(element.provenance.sheet).split())}\n\n")
        blocks.append(_render(element, form, lists))
        before = element
    return "".join(blocks) + "\n" if blocks else ""


def _begins_sheet(element: Element, before: Element | None) -> bool:
    place = element.provenance
    if place.sheet is None:
        return False
    last = None if before is None else (before.provenance.member, before.provenance.sheet)
    return (place.member, place.sheet) != last


def _between(before: Element, element: Element) -> str:
    is_list = before.type is element.type is ElementType.LIST_ITEM
    return "\n" if is_list and not is_further_paragraph(element) else "\n\n"


def _visible(document: Document, form: MarkdownForm) -> Iterator[Element]:
    shown = [
        (element, ())
        for element in document.elements
        if (form.furniture or element.type not in FURNITURE)
        and not element.marks & LEFT_OUT
        and element.text.strip()
    ]
    for element, _ in shown if form.line_ends else brought_together(shown):
        yield element


def _render(element: Element, form: MarkdownForm, lists: MarkdownLists) -> str:
    text = _with_line_ends(element) if form.line_ends else element.text
    if element.type is ElementType.LIST_ITEM:
        return lists.item(element, text)
    lists.close()
    if element.type is ElementType.TITLE:
        number = str(element.facts.get("number") or "")  # printed in front, no part of the text
        # The name of a sheet stands above its titles.
        level = (element.level or 1) + (element.provenance.sheet is not None)
        return " ".join(["#" * min(level, 6), *number.split(), *element.text.split()])
    if element.type is ElementType.TABLE:
        return element.html if form.html_tables and element.html else _table(element)
    if element.type is ElementType.CODE_SNIPPET:
        fence = "```"
        while fence in text:
            fence += "`"
        return f"{fence}{element.facts.get('language', '')}\n{text.rstrip()}\n{fence}"
    return text


def _with_line_ends(element: Element) -> str:
    """The text with the ends of lines that the file has, where the element knows its lines."""
    text = element.text
    starts = [run.start for run in element.lines if 0 < run.start < len(text)]
    pieces = [text[a:b] for a, b in zip([0, *starts], [*starts, len(text)], strict=True)]
    lines: list[str] = []
    for piece, after in zip(pieces, [*pieces[1:], ""], strict=True):
        divided = piece[-1:].isalpha() and after[:1].islower()
        lines.append(piece.rstrip() + ("-" if divided else ""))
    return "\n".join(lines)


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
