"""From the lines of a reStructuredText to elements, block by block.

What a block is, its first line says; what stands in it is indented, and read as a body of its own.
Nothing is loaded and nothing is carried out: a directive that would include a file or hand through
markup is kept as the text that it is.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.grid import Grid, GridCell
from ragstone.parsers.restructuredtext.draft import Around, Draft
from ragstone.parsers.restructuredtext.explicit import Explicit, read_explicit
from ragstone.parsers.restructuredtext.grid_table import GRID_BORDER, grid_table
from ragstone.parsers.restructuredtext.inline import inline_text
from ragstone.parsers.restructuredtext.rows import (
    Row,
    block_end,
    body_end,
    rows,
    verbatim,
    with_first,
)
from ragstone.parsers.restructuredtext.tables import (
    SIMPLE_BORDER,
    list_table,
    separated_table,
    simple_end,
    simple_table,
)

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1+\Z")
_BULLET = re.compile(r"([-*+•‣⁃])(?: +|\Z)")
_NUMBER = re.compile(r"(\(?(?:\d{1,9}|#|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,9})[.)])(?: +|\Z)")
_FIELD = re.compile(r":((?:\\:|[^:\n]|:(?=\S)){1,200}):(?: +|\Z)")
_QUOTED = re.compile(r"[!-/:-@\[-`{-~]")
#: Bodies in bodies are read by recursion; what is deeper is kept as it is written.
_DEEPEST = 40
_MIN_ADORNMENT = 4
_COUNT = re.compile(r"\d{1,4}\Z")


#: Gives elements; what it returns is the line behind the block, 0 where there is none of its kind.
Reading = Generator[Element, None, int]


class Blocks:
    """One pass over one text; `starts` are the offsets of its lines, and its length."""

    def __init__(self, text: str, starts: Sequence[int]) -> None:
        self._text, self._draft = text, Draft(text, starts)
        self._levels: list[str] = []

    def elements(self) -> Iterator[Element]:
        """The elements in order, without ids."""
        yield from self._body(rows(self._text), Around())

    def _body(self, lines: Sequence[Row], around: Around) -> Iterator[Element]:
        if around.depth > _DEEPEST:
            yield from self._code(lines, "nested too deeply", {}, around)
            return
        at = 0
        while at < len(lines):
            if not lines[at].text:
                at += 1
                continue
            end = yield from self._block(lines, at, around)
            around = replace(around, marker="" if around.marker is not None else None)
            at = end

    def _block(self, lines: Sequence[Row], at: int, around: Around) -> Reading:
        """The block at `at`; what is returned is the line behind it."""
        row = lines[at]
        if around.depth == 0 and row.indent == 0:
            end = yield from self._heading(lines, at)
            if end:
                return end
        if row.text == ".." or row.text.startswith(".. "):
            end = body_end(lines, at + 1, row.indent)
            yield from self._explicit(read_explicit(lines[at:end]), around)
            return end
        end = yield from self._table(lines, at, around)
        if end:
            return end
        for pattern, kind in ((_BULLET, "list"), (_NUMBER, "list"), (_FIELD, "field")):
            found = pattern.match(row.text)
            if found is not None and self._is_marker(lines, at, found):
                end = body_end(lines, at + 1, row.indent)
                yield from self._marked(lines[at:end], found, kind, around)
                return end
        return (yield from self._paragraph(lines, at, around))

    def _is_marker(self, lines: Sequence[Row], at: int, found: re.Match[str]) -> bool:
        """Whether a line begins a list, and is no paragraph: "A. Smith\\nwas here"."""
        if (
            at + 1 >= len(lines)
            or not lines[at + 1].text
            or lines[at + 1].indent > lines[at].indent
        ):
            return True
        return bool(found.re.match(lines[at + 1].text))

    def _heading(self, lines: Sequence[Row], at: int) -> Reading:
        row, below = lines[at], lines[at + 1] if at + 1 < len(lines) else None
        mark = _ADORNMENT.match(row.text)
        if below is None:
            return 0
        if mark and at + 2 < len(lines) and below.text and lines[at + 2].text == row.text:
            style, title, last = f"{mark[1]}{mark[1]}", below, at + 2
        elif mark and len(row.text) >= _MIN_ADORNMENT:
            return at + 1  # a line across the page
        elif (under := _ADORNMENT.match(below.text)) and below.indent == 0 and not mark:
            if len(below.text) < min(len(row.text), _MIN_ADORNMENT):
                return 0
            style, title, last = under[1], row, at + 1
        else:
            return 0
        if style not in self._levels:
            self._levels.append(style)
        text, links = inline_text(title.text)
        facts = {"links": links} if links else {}
        place = (row.number, lines[last].number, "adorned line")
        level = self._levels.index(style) + 1
        yield self._draft.element(ElementType.TITLE, text, place, level=level, facts=facts)
        return last + 1

    def _table(self, lines: Sequence[Row], at: int, around: Around) -> Reading:
        row = lines[at]
        if GRID_BORDER.match(row.text):
            end = block_end(lines, at)
            grid = grid_table(lines[at:end])
        elif SIMPLE_BORDER.match(row.text) and (found := simple_end(lines, at)):
            end, grid = found, simple_table(lines[at:found])
        else:
            return 0
        yield from self._grid(grid, lines[at:end], "table", around)
        return end

    def _grid(
        self, grid: Grid[GridCell], lines: Sequence[Row], rule: str, around: Around
    ) -> Iterator[Element]:
        for cell in grid.cells:
            cell.text = inline_text(cell.text)[0]
        text = "\n".join(line for line in grid.lines() if line.strip(" |"))
        if text:
            place = (lines[0].number, lines[-1].number, rule)
            yield self._draft.element(ElementType.TABLE, text, place, around, html=grid.to_html())

    def _marked(
        self, lines: Sequence[Row], found: re.Match[str], kind: str, around: Around
    ) -> Iterator[Element]:
        """A list item or a field: what stands behind its marker, and below."""
        body = with_first(lines[0].right_of(found.end()), lines[1:])
        if kind == "list":
            inside = around.inside(list_depth=around.list_depth + 1, marker=found[1])
            yield from self._body(body, inside)
            return
        end = block_end(body, 0)
        said = " ".join(row.text for row in body[:end])
        name = found[1].replace("\\", "")
        text, links = inline_text(said)
        facts: dict[str, Any] = {"field": name, **({"links": links} if links else {})}
        place = (lines[0].number, lines[max(end, 1) - 1].number, "field")
        shown = f"{name}: {text}".rstrip(": ") if text else name
        yield self._draft.element(ElementType.UNCATEGORIZED_TEXT, shown, place, around, facts=facts)
        yield from self._body(body[max(end, 1) :], around.inside())

    def _explicit(self, block: Explicit, around: Around) -> Iterator[Element]:
        """A directive, note, target or comment."""
        first, last = block.lines[0].number, block.lines[-1].number
        place = (first, last, block.rule)
        if block.kind == "comment":
            marked = around.inside(marks=around.marks | {Mark.COMMENT})
            if block.text:
                yield self._draft.element(ElementType.UNCATEGORIZED_TEXT, block.text, place, marked)
        elif block.kind == "footnote":
            noted = around.inside(
                marks=around.marks | {Mark.FOOTNOTE}, facts=(("label", block.name),)
            )
            yield from self._body(block.body, noted)
        elif block.kind == "code":
            yield from self._code(block.lines, block.rule, block.facts, around, block.text)
        elif block.kind in ("formula", "image", "text"):
            kinds = {"formula": ElementType.FORMULA, "image": ElementType.IMAGE}
            kind = kinds.get(block.kind, ElementType.UNCATEGORIZED_TEXT)
            last = block.body[0].number - 1 if block.body else last
            marks = {Mark.ALT_TEXT} if kind is ElementType.IMAGE else set[Mark]()
            inside = around.inside(marks=around.marks | marks)
            if block.text:
                place = (first, last, block.rule)
                text, links = inline_text(block.text) if block.kind == "text" else (block.text, [])
                facts = {**block.facts, **({"links": links} if links else {})}
                yield self._draft.element(kind, text, place, inside, facts=facts)
            facts = tuple(block.facts.items()) if block.kind == "text" else ()
            yield from self._body(block.body, around.inside(facts=(*around.facts, *facts)))
        else:
            if block.text:
                last = block.body[0].number - 1 if block.body else last
                caption = (first, last, "caption")
                yield self._draft.element(ElementType.FIGURE_CAPTION, block.text, caption, around)
            grid = _directive_table(block)
            if grid.rows:
                lines = block.body if block.text and block.body else block.lines
                yield from self._grid(grid, lines, block.rule, around)
            else:
                yield from self._body(block.body, around.inside())

    def _code(
        self,
        lines: Sequence[Row],
        rule: str,
        facts: Mapping[str, Any],
        around: Around,
        text: str | None = None,
    ) -> Iterator[Element]:
        held = [row for row in lines if row.text]
        if held:
            place = (held[0].number, held[-1].number, rule)
            code = verbatim(lines).strip("\n") if text is None else text
            if code:
                yield self._draft.element(
                    ElementType.CODE_SNIPPET, code, place, around, facts=facts
                )

    def _paragraph(self, lines: Sequence[Row], at: int, around: Around) -> Reading:
        """A paragraph, with the literal block, quotation or definition that is indented below."""
        row = lines[at]
        if row.text.startswith(">>> "):
            end = block_end(lines, at)
            yield from self._code(lines[at:end], "doctest", {"language": "python"}, around)
            return end
        end = at + 1
        while end < len(lines) and lines[end].text and lines[end].indent == row.indent:
            end += 1
        is_term = (
            end == at + 1
            and end < len(lines)
            and lines[end].indent > row.indent
            and bool(lines[end].text)
        )
        if not is_term and end < len(lines) and lines[end].text:
            # A line that goes on further right or left: one paragraph all the same.
            end = block_end(lines, at) if lines[end].indent > row.indent else end
        said = lines[at:end]
        is_literal = said[-1].text.endswith("::")
        if said[-1].text != "::" or len(said) > 1:
            yield self._draft.said(
                said, around, is_literal=is_literal, is_term=is_term and not is_literal
            )
        below = body_end(lines, end, row.indent)
        if below == end:
            return (yield from self._quoted(lines, end, around)) if is_literal else end
        if is_literal:
            yield from self._code(lines[end:below], "literal block", {}, around)
        elif is_term:
            marker, depth = "", around.list_depth + 2
            yield from self._body(lines[end:below], around.inside(list_depth=depth, marker=marker))
        else:
            marks = around.marks | {Mark.QUOTED}
            yield from self._body(lines[end:below], around.inside(marks=marks))
        return below

    def _quoted(self, lines: Sequence[Row], at: int, around: Around) -> Reading:
        """A literal block whose lines all begin with one sign instead of blanks."""
        while at < len(lines) and not lines[at].text:
            at += 1
        end = at
        while end < len(lines) and (sign := _QUOTED.match(lines[end].text)):
            if sign[0] != lines[at].text[0]:
                break
            end += 1
        yield from self._code(lines[at:end], "quoted literal block", {}, around)
        return end


def _directive_table(block: Explicit) -> Grid[GridCell]:
    """The table of a directive, with what its options say of its header."""
    told = _COUNT.match(str(block.facts.get("header-rows", "")))
    header_rows = int(told[0]) if told else 0
    if block.kind == "list":
        return list_table(block.body, header_rows)
    return separated_table(block.body, str(block.facts.get("header", "")), header_rows)
