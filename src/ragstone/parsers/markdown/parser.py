"""Markdown: the file verbatim, every block an element with the exact lines it stands on.

Blocks come from `markdown-it-py` (CommonMark, tables, strikethrough, front matter, footnotes,
formulas between dollars), never from patterns over lines. What stands in no block, such as link
definitions, becomes an element too, so that no line with words is without one. The text of inline
marks is in `inline.py`.

    MarkdownParser().read(Source.from_text("# Tides\\n", media_type="text/markdown"))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath.index import math_block_dollar, math_inline_dollar
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.run import LINE_END
from ragstone.model.span import Span
from ragstone.parsers.base import ParserBase
from ragstone.parsers.catalog import own_row
from ragstone.parsers.decoding import text_of
from ragstone.parsers.markdown.blocks import Blocks
from ragstone.parsers.markdown.lines import Lines
from ragstone.parsers.outline import outline
from ragstone.sources.source import Source

#: Blocks in blocks (quotes, lists) are read by recursion: about eight Python frames a level.
_MAX_NESTING = 60


class MarkdownParser(ParserBase):
    """Titles, paragraphs, list items, fences and tables of one Markdown file, with their lines."""

    row = own_row("markdown")

    def read(self, source: Source) -> Document:
        found = text_of(source)
        elements = _fill_gaps(found.text, list(_elements(found.text, source)))
        return Document(
            source=source.name,
            media_type="text/markdown",
            elements=outline(elements),
            text=found.text,
            grouping="heading",
            facts={**found.facts, **_facts(elements)},
            warnings=found.warnings,
            parser=self.parser_type,
            strategy="blocks",
        )


def _parser() -> MarkdownIt:
    """Blocks only: inline text is read one block at a time, and footnotes stay where they are."""
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING})
    parser.enable(["table", "strikethrough"])
    parser.use(front_matter_plugin).use(footnote_plugin)
    # As pandoc has it: no blank inside the dollars and no digit behind, so that "$5 and $6" stays.
    parser.inline.ruler.before("escape", "math_inline", math_inline_dollar(False, False, True))
    # It ends no paragraph: an open formula would be looked for anew at each of its lines.
    parser.block.ruler.before("fence", "math_block", math_block_dollar(allow_labels=False))
    parser.disable(["inline", "text_join", "footnote_tail"])
    return parser


def _elements(text: str, source: Source) -> Iterator[Element]:
    if not text:
        return
    parser = _parser()
    env: dict[str, Any] = {}
    if text.startswith("\ufeff"):
        # Left in a text in memory; it would hide a heading on the first line.
        text = " " + text[1:]
    tokens: Sequence[Token] = parser.parse(text, env)
    cells = sum(token.type in ("td_open", "th_open") for token in tokens)
    source.limits.check("table_cells", cells, source.name)
    yield from Blocks(parser, env, Lines(text)).elements(tokens)


def _fill_gaps(text: str, elements: list[Element]) -> list[Element]:
    """`elements` with one more for every run of lines with words that stands in none of them."""
    taken = bytearray(len(LINE_END.findall(text)) + 2)
    for element in elements:
        first, last = element.provenance.line_start, element.provenance.line_end
        assert first is not None
        assert last is not None
        taken[first : last + 1] = b"\x01" * (last + 1 - first)
    if 0 not in taken[1:]:
        return elements
    lines = Lines(text)
    gaps: list[Element] = []
    number = 1
    while number <= lines.count:
        start = number
        while number <= lines.count and not taken[number] and lines.has_words(number):
            number += 1
        if number > start:
            gaps.append(_gap(lines, start, number - 1))
        number += number == start
    if not gaps:
        return elements
    return sorted([*elements, *gaps], key=lambda element: element.span or Span(0, 0))


def _gap(lines: Lines, first: int, last: int) -> Element:
    span = lines.span(first, last)
    return Element(
        ElementType.UNCATEGORIZED_TEXT,
        lines.text[span.start : span.end].strip(),
        provenance=replace(lines.place(first, last), rule="outside every block"),
        span=span,
    )


def _facts(elements: Sequence[Element]) -> Mapping[str, Any]:
    """The front matter's values; the title from there or from a level-one heading at the top."""
    facts: dict[str, Any] = {}
    body = list(elements)
    if body and "front_matter" in body[0].facts:
        values = body.pop(0).facts["front_matter"]
        facts["front_matter"] = values
        for key, name in (("title", "title"), ("author", "authors"), ("authors", "authors")):
            if values.get(key):
                facts[name] = values[key]
        facts.update({key: values[key] for key in ("date", "lang", "language") if values.get(key)})
    first = body[0] if body else None
    if "title" not in facts and first and first.type is ElementType.TITLE and first.level == 1:
        facts["title"] = first.text
    return facts
