"""From the tree of a web page to elements: one walk, without recursion, in reading order.

Block tags end the text before them and begin another; inline tags do not. Text that is hidden or
struck out inside a paragraph becomes an element of its own after it, so that the paragraph reads as
a browser shows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from selectolax.lexbor import LexborNode

from ragstone.limits import Limits
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.parsers.html.context import (
    DROPPED,
    LISTS,
    NO_SEMANTICS,
    PREFORMATTED,
    Attributes,
    Context,
    Item,
    code_language,
    entered,
    is_block,
    marks_of,
    semantics_of,
)
from ragstone.parsers.html.flow import Flow, Flowed
from ragstone.parsers.html.line_mark import marked_lines, without_marks
from ragstone.parsers.html.lists import OpenList, number_of, open_list
from ragstone.parsers.html.look import PLAIN, Look
from ragstone.parsers.html.table import Cell, TableBuilder, span_of
from ragstone.parsers.html.tags import LINE_ATTRIBUTE
from ragstone.text.prose import reads_like_prose

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
#: Blocks that mean nothing but themselves, unless an attribute says more.
_PLAIN = frozenset({"p", "div", "section", "article", "main", "header", "blockquote"})
#: A page number in a book, however it is written: "xxviii".
_MAX_NUMBER = 12
_TYPES = {
    "figcaption": ElementType.FIGURE_CAPTION,
    "caption": ElementType.FIGURE_CAPTION,
    "address": ElementType.ADDRESS,
}


@dataclass(slots=True)
class _Scope:
    """An element of the page that is open; `rule` is the tag of the block that it is or is in."""

    tag: str
    context: Context
    is_block: bool
    rule: str
    suspended: Flow | None = None
    link: tuple[int, str] | None = None
    is_reference: bool = False
    list: OpenList | None = None
    cell: Cell | None = None


class BlockReader:
    """Reads one page; `elements` after `read` holds its blocks, without ids."""

    def __init__(self, limits: Limits, name: str, line_count: int, look: Look = PLAIN) -> None:
        self._limits, self._name, self._line_count = limits, name, line_count
        self._scopes = [_Scope("body", Context(look=look), is_block=True, rule="body")]
        self._outputs: list[list[Element]] = [[]]
        self._tables: list[TableBuilder] = []
        self._aside: list[Element] = []
        self._flow = Flow(line_count)
        self._table_cells = 0

    @property
    def elements(self) -> list[Element]:
        return self._outputs[0]

    def read(self, body: LexborNode) -> None:
        """Walk everything below `body`."""
        nodes = [body.child]
        while nodes:
            node = nodes[-1]
            if node is None:
                nodes.pop()
                if nodes:
                    self._leave()
                continue
            nodes[-1] = node.next
            tag = node.tag or ""
            if tag == "-text":
                self._text(node.text_content or "")
            elif not tag.startswith("-") and tag not in DROPPED and self._enter(node, tag):
                nodes.append(node.child)
        self._flush()

    def _text(self, text: str) -> None:
        is_pre = self._scopes[-1].context.is_pre
        # Nearly half of all texts are the blanks between blocks.
        if is_pre or not (self._flow.is_untouched and text.isspace()):
            self._flow.add(text, is_pre=is_pre)

    @property
    def _context(self) -> Context:
        return self._scopes[-1].context

    def _enter(self, node: LexborNode, tag: str) -> bool:
        """Whether the walk goes into the element; void ones are dealt with at once."""
        attributes = cast("Attributes", node.attributes)
        if tag == "br":
            self._flow.line_end()
            return False
        if tag == "img":
            self._image(attributes)
            return False
        semantics = semantics_of(attributes) if attributes else NO_SEMANTICS
        if "pagebreak" in semantics and _is_short(node):
            return False
        block = is_block(tag, attributes)
        if block:
            self._flush()
        around = self._scopes[-1]
        if len(self._scopes) > self._limits.markup_depth:
            self._limits.check("markup_depth", len(self._scopes), self._name)
        outer = around.context
        context = entered(outer, tag, attributes)
        if block:
            scope = _Scope(tag, context, is_block=True, rule=tag)
            self._scopes.append(scope)
            if attributes or tag not in _PLAIN:
                self._enter_block(scope, tag, attributes)
            return True
        scope = _Scope(tag, context, is_block=False, rule=around.rule)
        if context.marks != outer.marks:
            scope.suspended, self._flow = self._flow, Flow(self._line_count)
        self._scopes.append(scope)
        if tag == "a" and attributes.get("href"):
            if "noteref" in semantics and not _is_bracketed(node):
                # "out¹" would be the word "out1".
                scope.is_reference = True
                self._flow.bracket("[")
            scope.link = (self._flow.length, without_marks(attributes["href"] or ""))
        elif tag == "code" and scope.context.is_pre:
            self._note_language(attributes)
        return True

    def _enter_block(self, scope: _Scope, tag: str, attributes: Attributes) -> None:
        context = scope.context
        level = _HEADINGS.get(tag) or _aria_level(attributes)
        if level is not None:
            scope.context = context._replace(type=ElementType.TITLE, level=level)
        elif tag in LISTS:
            scope.list = open_list(tag, attributes)
            scope.context = context._replace(list_depth=context.list_depth + 1)
        elif tag == "dl":
            scope.context = context._replace(list_depth=context.list_depth + 1)
        elif tag in ("li", "dt", "dd"):
            scope.context = context._replace(item=self._item(tag, attributes))
        elif tag in PREFORMATTED:
            scope.context = context._replace(type=ElementType.CODE_SNIPPET, is_pre=True)
            self._note_language(attributes)
        elif tag in _TYPES:
            scope.context = context._replace(type=_TYPES[tag])
        elif tag == "table":
            self._tables.append(TableBuilder(context.marks, attributes.get("role")))
            self._outputs.append([])
            scope.context = Context(context.marks, context.own_marks, context.look)
        elif tag in ("thead", "tbody", "tfoot") and self._tables:
            self._tables[-1].part = tag
        elif tag == "tr" and self._tables:
            self._tables[-1].begin_row()
        elif tag in ("td", "th") and self._tables:
            scope.cell = Cell(
                tag,
                span_of(attributes.get("rowspan"), of_rows=True),
                span_of(attributes.get("colspan"), of_rows=False),
                [],
            )
            self._outputs.append(scope.cell.blocks)

    def _leave(self) -> None:
        scope = self._scopes[-1]
        if scope.suspended is not None:
            self._aside += self._finished(self._flow)
            self._flow = scope.suspended
        elif scope.is_block:
            self._flush()
        elif scope.link is not None:
            self._flow.link(*scope.link)
            if scope.is_reference:
                self._flow.bracket("]")
        self._scopes.pop()
        if scope.cell is not None and self._tables:
            self._outputs.pop()
            self._tables[-1].add(scope.cell)
            self._table_cells += 1
            self._limits.check("table_cells", self._table_cells, self._name)
        elif scope.tag == "table" and self._tables:
            outside = self._outputs.pop()
            self._outputs[-1] += [*outside, *self._tables.pop().finish()]

    def _flush(self) -> None:
        """End the block that is being read."""
        if not self._flow.is_untouched:
            self._outputs[-1] += self._finished(self._flow)
            self._flow = Flow(self._line_count)
        if self._aside:
            self._outputs[-1] += self._aside
            self._aside = []

    def _finished(self, flow: Flow) -> list[Element]:
        scope = self._scopes[-1]
        context = scope.context
        found = flow.finish(is_pre=context.is_pre)
        if found is None:
            return []
        facts, unseen = found.facts, Mark.SUSPICIOUS in context.marks
        if context.item is not None and context.type is None:
            item = context.item
            facts["list_marker"] = "" if item.is_begun else item.marker
            facts["list_depth"] = item.depth
            item.is_begun = True
        return [
            Element(
                _type_of(context, found),
                found.text,
                level=context.level if context.type is ElementType.TITLE else None,
                marks=context.marks,
                provenance=found.place("unseen text" if unseen else scope.rule),
                facts=facts,
                lines=found.lines,
            )
        ]

    def _item(self, tag: str, attributes: Attributes) -> Item:
        depth = max(0, self._context.list_depth)
        if tag != "li":
            return Item("", depth + (tag == "dd"))
        opened = next((scope.list for scope in reversed(self._scopes) if scope.list), None)
        if opened is None or not opened.is_numbered:
            return Item("-", depth)
        number = number_of(attributes.get("value"), opened.next_number)
        opened.next_number = number + opened.step
        return Item(f"{number}.", depth)

    def _note_language(self, attributes: Attributes) -> None:
        language = code_language(attributes)
        if language:
            self._flow.facts["language"] = language

    def _image(self, attributes: Attributes) -> None:
        """An image with a description becomes an element after the text around it."""
        alt = " ".join(without_marks(attributes.get("alt") or "").split())
        if not alt:
            return
        source = without_marks(attributes.get("src") or "")
        lines = marked_lines(attributes.get(LINE_ATTRIBUTE) or "") or (1, self._line_count)
        # A picture has neither the size nor the colour of text.
        marks = self._context.own_marks | {Mark.ALT_TEXT} | marks_of("img", attributes)
        facts: Mapping[str, str] = {} if source.startswith("data:") else {"src": source}
        self._aside.append(
            Element(
                ElementType.IMAGE,
                alt,
                marks=marks,
                provenance=Provenance(line_start=lines[0], line_end=lines[1], rule="img"),
                facts=facts,
            )
        )


def _type_of(context: Context, found: Flowed) -> ElementType:
    if context.type is not None:
        return context.type
    if context.item is not None:
        return ElementType.LIST_ITEM
    if reads_like_prose(found.text):
        return ElementType.NARRATIVE_TEXT
    return ElementType.UNCATEGORIZED_TEXT


def _is_short(node: LexborNode) -> bool:
    """Whether an element holds nothing, or one short text: the number of a page."""
    inside = node.child
    if inside is None:
        return True
    text = without_marks(inside.text_content or "") if inside.tag == "-text" else ""
    return inside.next is None and 0 < len(text) <= _MAX_NUMBER


def _is_bracketed(node: LexborNode) -> bool:
    """Whether the first text in an element begins with a bracket."""
    inside = node.child
    while inside is not None and inside.tag != "-text":
        inside = inside.child
    text = "" if inside is None else without_marks(inside.text_content or "")
    return text.lstrip()[:1] in ("[", "(", "（", "〔", "［", "【")


def _aria_level(attributes: Attributes) -> int | None:
    if attributes.get("role") != "heading":
        return None
    return min(6, max(1, number_of(attributes.get("aria-level"), 2)))
