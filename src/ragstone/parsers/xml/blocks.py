"""From a unit of an XML tree to elements: fields as lines "key: value", prose as prose.

A unit begins with a title: what it calls itself, or its key. Elements without prose are fields, a
line each, two blanks deeper for each element around them, attributes before what stands inside.
Elements that mix text and tags are paragraphs; code, lists and tables of DocBook, JATS, TEI and
DITA are what they are there. A reader of a feed or a catalogue loses no value and no attribute.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import accumulate

from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.model.run import Run
from ragstone.parsers.xml.inline import (
    even,
    flat,
    is_prose,
    lines_of,
    links_of,
    rows_of,
    shown,
    verbatim,
    walk,
)
from ragstone.parsers.xml.tree import Node, Text
from ragstone.parsers.xml.units import PARAGRAPHS, Unit
from ragstone.text.prose import reads_like_prose

_TITLES = frozenset({"title", "head", "heading", "bridgehead"})
_NAMES = ("title", "name", "label", "headline", "subject", "term", "id", "key", "code")
_CODE = frozenset({"programlisting", "screen", "literallayout", "codeblock", "pre", "sourcecode"})
_LISTS = frozenset({"itemizedlist", "orderedlist", "list", "ul", "ol"})
_NUMBERED = frozenset({"orderedlist", "ol"})
_ITEMS = frozenset({"listitem", "list-item", "li", "item"})
_TABLES = frozenset({"table", "informaltable", "table-wrap", "simpletable"})
#: Fields that are one element, and a label, have at most so many characters.
_TOGETHER, _LABEL = 1500, 120
#: Elements around a field that still move it to the right: without a bound blanks are all there is.
_DEEPEST = 20


@dataclass(slots=True)
class _Open:
    """An element that is being walked through."""

    children: Iterator[Node | Text]
    depth: int
    level: int
    marker: str | None = None
    list_depth: int = -1
    is_numbered: bool = False
    number: int = 0


@dataclass(slots=True)
class _Fields:
    """Lines of fields that are not yet an element."""

    lines: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])
    length: int = 0

    def add(self, depth: int, text: str, first: int, last: int) -> None:
        blanks = "  " * min(depth, _DEEPEST)
        line = blanks + text.replace("\n", f"\n{blanks}  ")
        self.lines.append((line, first, last))
        self.length += len(text)


class UnitReader:
    """Reads one unit; every element has the unit's path as its place, and its lines.

    `has_title` says whether it needs a title, so that it does not seem to stand under the one
    before.
    """

    def __init__(self, unit: Unit, *, has_title: bool) -> None:
        self._unit, self._has_title = unit, has_title
        self._fields = _Fields()
        self._stack: list[_Open] = []
        self._title: Node | None = None

    def elements(self) -> Iterator[Element]:
        unit = self._unit
        if self._has_title:
            yield self._heading() if unit.is_record else self._key()
        for owner in unit.owners:
            self._attributes(owner, 0)
        self._stack = [_Open(iter(unit.children), 0, int(self._has_title))]
        if unit.inside.is_mixed:
            yield from self._prose(unit.inside, self._stack[0])
            return
        while self._stack:
            child = next(self._stack[-1].children, None)
            if child is None:
                self._stack.pop()
            elif isinstance(child, Text):
                yield from self._text(child)
            elif child is not self._title:
                yield from self._node(child)
        yield from self._flushed()

    def _heading(self) -> Element:
        node = self._unit.inside
        leaves = [(child.local, child) for child in node.elements() if child.is_leaf]
        for wanted in _NAMES:
            for local, child in leaves:
                label = flat(child) if local == wanted else ""
                if label and len(label) <= _LABEL:
                    self._title = None if child.attributes else child
                    return self._element(
                        ElementType.TITLE, label, child.line, child.end_line, "name", level=1
                    )
            said = node.attributes.get(wanted) or node.attributes.get(f"xml:{wanted}")
            if said and len(said) <= _LABEL:
                label = f"{node.name} {' '.join(said.split())}"
                return self._element(ElementType.TITLE, label, node.line, node.line, "key", level=1)
        return self._key()

    def _key(self) -> Element:
        node, number = self._unit.inside, self._unit.number
        label = f"{node.name} {number}" if number else node.name
        return self._element(ElementType.TITLE, label, node.line, node.line, "key", level=1)

    def _attributes(self, node: Node, depth: int) -> None:
        for name, value in node.attributes.items():
            if not name.startswith("xmlns"):
                value = " ".join(value.split())
                self._fields.add(depth, f"{name}: {value}".rstrip(), node.line, node.line)

    def _text(self, text: Text) -> Iterator[Element]:
        words = even(text.text)
        if not words:
            return
        if text.is_comment:
            last = text.line + text.text.count("\n")
            marks = frozenset({Mark.COMMENT})
            kind = ElementType.UNCATEGORIZED_TEXT
            yield self._element(kind, words, text.line, last, "comment", marks=marks)
        else:
            self._fields.add(self._stack[-1].depth, words, *lines_of(text))

    def _node(self, node: Node) -> Iterator[Element]:
        around, local = self._stack[-1], node.local
        if local in _CODE:
            yield from self._flushed()
            code = verbatim(node)
            if code:
                kind, facts = ElementType.CODE_SNIPPET, dict(node.attributes)
                yield self._element(kind, code, node.line, node.end_line, local, facts=facts)
        elif local in _TABLES and (rows := rows_of(node)):
            yield from self._flushed()
            yield from self._table(node, rows)
        elif local in _TITLES and around.depth == 0 and around.level and not node.attributes:
            yield from self._flushed()
            if words := flat(node):
                level = around.level
                kind = ElementType.TITLE
                yield self._element(kind, words, node.line, node.end_line, local, level=level)
        elif node.is_mixed or (node.is_leaf and (local in PARAGRAPHS or local in _ITEMS)):
            yield from self._flushed()
            yield from self._prose(node, around)
        elif node.is_leaf:
            yield from self._field(node, around)
        else:
            yield from self._container(node, around)

    def _field(self, node: Node, around: _Open) -> Iterator[Element]:
        value = shown(node)
        line = f"{node.name}: {value}" if value else node.name
        if self._fields.length + len(line) > _TOGETHER:
            yield from self._flushed()
        comments = [child for child in node.children if isinstance(child, Text)]
        self._fields.add(around.depth, line, node.line, node.end_line)
        self._attributes(node, around.depth + 1)
        for comment in comments:
            if comment.is_comment:
                yield from self._text(comment)

    def _container(self, node: Node, around: _Open) -> Iterator[Element]:
        local, inner = node.local, node.elements()
        opened = _Open(iter(node.children), around.depth + 1, around.level)
        opened.list_depth, opened.marker = around.list_depth, around.marker
        if local in _LISTS and any(child.local in _ITEMS for child in inner):
            yield from self._flushed()
            opened.depth, opened.marker = around.depth, None
            self._attributes(node, around.depth)
            opened.list_depth, opened.is_numbered = around.list_depth + 1, local in _NUMBERED
        elif local in _ITEMS and around.list_depth >= 0:
            yield from self._flushed()
            self._attributes(node, around.depth)
            around.number += 1
            opened.depth = around.depth
            opened.marker = f"{around.number}." if around.is_numbered else "-"
        elif inner[0].local in _TITLES and around.level:
            yield from self._flushed()
            opened.depth, opened.level = 0, around.level + 1
            self._attributes(node, 0)
        elif any(is_prose(child) for child in inner):
            # A wrapper of paragraphs: its name says nothing to a reader.
            opened.depth = around.depth
            self._attributes(node, around.depth)
        else:
            if self._fields.length > _TOGETHER:
                yield from self._flushed()
            self._fields.add(around.depth, f"{node.name}:", node.line, node.line)
            self._attributes(node, around.depth + 1)
        self._stack.append(opened)

    def _prose(self, node: Node, around: _Open) -> Iterator[Element]:
        words = flat(node)
        if not words:
            return
        facts: dict[str, object] = {}
        links = list(links_of(node))
        if links:
            facts["links"] = links
        said = [
            {"name": inner.name, **inner.attributes} for inner in walk(node) if inner.attributes
        ]
        if said:
            facts["attributes"] = said
        in_list = around.list_depth >= 0
        if in_list:
            marker = around.marker
            if node.local in _ITEMS:
                around.number += 1
                marker = f"{around.number}." if around.is_numbered else "-"
            facts |= {"list_marker": marker or "", "list_depth": around.list_depth}
            around.marker = ""
        kind = (
            ElementType.LIST_ITEM
            if in_list
            else ElementType.NARRATIVE_TEXT
            if reads_like_prose(words)
            else ElementType.UNCATEGORIZED_TEXT
        )
        yield self._element(kind, words, node.line, node.end_line, node.local, facts=facts)

    def _table(self, node: Node, rows: Sequence[Sequence[Node]]) -> Iterator[Element]:
        for child in node.elements():
            if child.local in _TITLES or child.local == "caption":
                kind = ElementType.FIGURE_CAPTION
                yield self._element(kind, flat(child), child.line, child.end_line, "caption")
        texts = [[flat(cell) for cell in row] for row in rows]
        html = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in texts
        )
        written = [" | ".join(row) for row in texts]
        starts = accumulate((len(line) + 1 for line in written[:-1]), initial=0)
        lines = tuple(
            Run(start, self._place(row[0].line, row[-1].end_line, "row"))
            for start, row in zip(starts, rows, strict=True)
        )
        if any(any(row) for row in texts):
            kind, text = ElementType.TABLE, "\n".join(written)
            place = (node.line, node.end_line, "table")
            said = [{"name": e.name, **e.attributes} for e in walk(node) if e.attributes]
            facts = {"attributes": said} if said else {}
            html = f"<table>{html}</table>"
            yield self._element(kind, text, *place, html=html, lines=lines, facts=facts)

    def _flushed(self) -> Iterator[Element]:
        """The fields gathered so far as one element."""
        lines, self._fields = self._fields.lines, _Fields()
        if not lines:
            return
        runs: list[Run] = []
        at = 0
        for text, first, last in lines:
            runs.append(Run(at, self._place(first, last, "fields")))
            at += len(text) + 1
        first, last = min(line[1] for line in lines), max(line[2] for line in lines)
        text = "\n".join(line[0] for line in lines)
        kind = ElementType.UNCATEGORIZED_TEXT
        yield self._element(kind, text, first, last, "fields", lines=tuple(runs))

    def _place(self, first: int, last: int, rule: str) -> Provenance:
        return Provenance(
            line_start=first, line_end=max(first, last), path=self._unit.path, rule=rule
        )

    def _element(
        self, kind: ElementType, text: str, first: int, last: int, rule: str, **more: object
    ) -> Element:
        return Element(kind, text, provenance=self._place(first, last, rule), **more)  # pyright: ignore[reportArgumentType]
