"""From the block tokens of `markdown-it` to elements.

Tokens come flat, opened and closed; what encloses a block (quotes, lists, footnotes) is kept on a
stack of containers. A heading inside a quote or a list item is text there, no title of the
document.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.markdown.front_matter import read_front_matter
from ragstone.parsers.markdown.inline import inline_text, without_tags
from ragstone.parsers.markdown.lines import Lines
from ragstone.text.prose import reads_like_prose


@dataclass(slots=True)
class _Container:
    """A quote, list, list item or footnote that is open."""

    kind: str
    marker: str = ""
    is_begun: bool = False


class Blocks:
    """One pass over the tokens of one document."""

    def __init__(self, parser: MarkdownIt, env: dict[str, Any], lines: Lines) -> None:
        self._parser, self._env, self._lines = parser, env, lines
        self._open: list[_Container] = []

    def elements(self, tokens: Sequence[Token]) -> Iterator[Element]:
        """The elements in order, without ids."""
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.type == "table_open":
                end = index + 1
                while tokens[end].type != "table_close":
                    end += 1
                yield self._table(token, tokens[index:end])
                index = end
            elif token.type == "heading_open":
                yield self._heading(token, tokens[index + 1])
                index += 1
            elif token.type.endswith("_open"):
                self._enter(token)
            elif token.type.endswith("_close"):
                self._leave(token)
            else:
                element = self._leaf(token)
                if element is not None:
                    yield element
            index += 1

    def _enter(self, token: Token) -> None:
        kind = token.type.removesuffix("_open")
        if kind == "list_item":
            marker = f"{token.info}{token.markup}" if token.info else token.markup
            self._open.append(_Container(kind, marker))
        elif kind in ("blockquote", "bullet_list", "ordered_list", "footnote_reference"):
            self._open.append(_Container(kind))

    def _leave(self, token: Token) -> None:
        kind = token.type.removesuffix("_close")
        if self._open and self._open[-1].kind == kind:
            self._open.pop()

    def _leaf(self, token: Token) -> Element | None:
        if token.type == "inline":
            return self._paragraph(token)
        if token.type in ("fence", "code_block"):
            return self._code(token)
        if token.type == "math_block":
            return self._element(ElementType.FORMULA, token.content.strip(), token)
        if token.type == "html_block":
            return self._html(token)
        if token.type == "front_matter":
            return self._front_matter(token)
        return None

    def _element(self, type_: ElementType, text: str, token: Token, **more: Any) -> Element:
        """An element on the token's lines, marked by what encloses it.

        `rule` is the token's name, as `markdown-it` has it, unless `more` has another.
        """
        assert token.map is not None
        first, last = self._lines.trimmed(token.map[0] + 1, max(token.map[1], token.map[0] + 1))
        marks: set[Mark] = set(more.pop("marks", ()))
        rule: str = more.pop("rule", token.type.removesuffix("_open"))
        for container in self._open:
            if container.kind == "blockquote":
                marks.add(Mark.QUOTED)
            elif container.kind == "footnote_reference":
                marks.add(Mark.FOOTNOTE)
        return Element(
            type_,
            text,
            marks=frozenset(marks),
            provenance=replace(self._lines.place(first, last), rule=rule),
            span=self._lines.span(first, last),
            **more,
        )

    def _heading(self, token: Token, content: Token) -> Element:
        found = inline_text(self._parser, content.content, self._env)
        level = int(token.tag[1])
        if self._open:
            facts = {**found.facts(), "heading_level": level}
            kind, rule = ElementType.UNCATEGORIZED_TEXT, "heading inside another block"
            return self._element(kind, found.text, token, facts=facts, rule=rule)
        return self._element(ElementType.TITLE, found.text, token, level=level, facts=found.facts())

    def _paragraph(self, token: Token) -> Element:
        found = inline_text(self._parser, token.content, self._env)
        facts = found.facts()
        items = [container for container in self._open if container.kind == "list_item"]
        if items:
            item = items[-1]
            # A second paragraph of an item has no marker of its own.
            facts["list_marker"] = "" if item.is_begun else item.marker
            facts["list_depth"] = len(items) - 1
            item.is_begun = True
            kind = ElementType.LIST_ITEM
            return self._element(kind, found.text, token, facts=facts, rule="list_item")
        if found.images and found.text == "".join(image["alt"] for image in found.images):
            marks = {Mark.ALT_TEXT}
            kind, rule = ElementType.IMAGE, "image alone"
            return self._element(kind, found.text, token, facts=facts, marks=marks, rule=rule)
        prose = reads_like_prose(found.text)
        kind = ElementType.NARRATIVE_TEXT if prose else ElementType.UNCATEGORIZED_TEXT
        rule = f"paragraph, {'sentences' if prose else 'short or no sentence'}"
        return self._element(kind, found.text, token, facts=facts, rule=rule)

    def _code(self, token: Token) -> Element:
        words = token.info.split()
        facts = {"language": words[0].strip("{}.")} if words else {}
        text = token.content.removesuffix("\n")
        return self._element(ElementType.CODE_SNIPPET, text, token, facts=facts)

    def _html(self, token: Token) -> Element | None:
        text = without_tags(token.content)
        if text:
            return self._element(ElementType.UNCATEGORIZED_TEXT, text, token)
        comment = token.content.strip()
        if comment.startswith("<!--"):
            text = comment.removeprefix("<!--").removesuffix("-->").strip()
            kind = ElementType.UNCATEGORIZED_TEXT
            return self._element(kind, text, token, marks={Mark.COMMENT})
        return None

    def _front_matter(self, token: Token) -> Element:
        facts = {"front_matter": read_front_matter(token.content)}
        return self._element(
            ElementType.UNCATEGORIZED_TEXT, token.content.strip(), token, facts=facts
        )

    def _table(self, token: Token, tokens: Sequence[Token]) -> Element:
        rows: list[list[tuple[str, str]]] = []
        links: list[dict[str, str]] = []
        for opened, content in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
            if opened.type == "tr_open":
                rows.append([])
            elif opened.type in ("th_open", "td_open"):
                found = inline_text(self._parser, content.content, self._env)
                links += found.links
                rows[-1].append((opened.tag, found.text.replace("\n", " ")))
        html = "".join(
            "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for tag, cell in row) + "</tr>"
            for row in rows
        )
        text = "\n".join(" | ".join(cell for _, cell in row) for row in rows)
        table = self._element(ElementType.TABLE, text, token, html=f"<table>{html}</table>")
        return replace(table, facts={"links": links}) if links else table
