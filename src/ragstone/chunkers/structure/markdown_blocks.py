"""The blocks of a Markdown text, in one pass over its lines.

CommonMark's rules for what opens and ends a block, with tables, footnotes, front matter and
mathematics. Blocks inside lists and quotes are listed flat, with the depth of the lists around
them; a heading in a list or quote is text there. Every character that is no blank is in a block.

    [block.kind for block in markdown_blocks("# Tides\\n\\nThey rise.")]    # heading, paragraph
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace

from ragstone.chunkers.structure.markdown_lines import (
    DELIMITERS,
    FENCE,
    FOOTNOTE,
    HEADING,
    ITEM,
    MARKUP,
    MARKUP_BLOCK,
    MARKUP_LINE,
    MATH,
    RULE,
    UNDERLINE,
    cells,
    columns,
    title_text,
)
from ragstone.chunkers.structure.markdown_text import BYTE_ORDER_MARK, Line, MarkdownText
from ragstone.chunkers.structure.outline import Block, BlockKind
from ragstone.model.span import Span

_ROW_END = re.compile(r"</tr\s*>", re.IGNORECASE)
_HEAD_END = re.compile(r"</thead\s*>", re.IGNORECASE)
#: A longer line is no table's header and no heading: matching its cells would cost too much.
_LONG = 20_000
#: Two marks farther apart than this are no opener and closer of one formula.
_MATH_LINES = 200
_MARKUP_CLOSERS = ("</", "-->")


def markdown_blocks(text: str) -> Iterator[Block]:
    """The blocks of `text` in order, apart from each other."""
    blocks = _Scanner(text).blocks()
    if text.startswith(BYTE_ORDER_MARK):  # the first block begins with it
        yield replace(next(blocks, Block(0, 1)), start=0)
    yield from blocks


class _Scanner:
    """The lines of one text, and the lists that are open."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = MarkdownText(text)
        self.starts = self.lines.starts
        self.count = len(self.lines)
        self.items: list[int] = []
        """Columns at which the content of the open list items begins."""
        self.quotes = 0
        self.closers: dict[str, int] = {}
        """For what closes math or markup: where the last one looked for ends; no text is read
        twice."""

    def line(self, number: int, quotes: int | None = None) -> Line:
        return self.lines.line(number, quotes, in_list=bool(self.items))

    def blocks(self) -> Iterator[Block]:
        number = 0
        matter = self.lines.behind_front_matter()
        if matter:
            yield self._block(BlockKind.CODE, 0, matter)
            number = matter
        while number < self.count:
            line = self.line(number)
            if line.is_blank:
                if line.end > line.start:  # quote marks alone
                    yield Block(line.start, line.end)
                number = self.lines.not_blank(number + 1)
                continue
            block, number = self._next(number, line)
            yield block

    def _block(self, kind: BlockKind, first: int, until: int, start: int = -1) -> Block:
        """A block of the lines from `first` to before `until`, without blank lines at its end."""
        begin = self.starts[first] if start < 0 else start
        end = begin + len(self.text[begin : self.lines.end(until - 1)].rstrip())
        return Block(begin, end, kind, depth=len(self.items))

    def _next(self, number: int, line: Line) -> tuple[Block, int]:
        """The block that begins on this line, and the number of the line behind it."""
        if line.quotes != self.quotes:
            self.items.clear()
            self.quotes = line.quotes
        while self.items and line.indent < self.items[-1]:
            self.items.pop()
        inner = line.indent - (self.items[-1] if self.items else 0)
        text, at = self.text, line.at
        item = ITEM.match(text, at)
        if inner > 3 and not (self.items and item):
            return self._indented(number)
        if RULE.match(text, at):
            return self._block(BlockKind.RULE, number, number + 1), number + 1
        if item:
            return self._item(number, line, item)
        found = self._opened(number, line, at)
        if found:
            return found
        heading = HEADING.match(text, at, line.end)
        if heading and not self.items and not line.quotes:
            title = title_text((heading[2] or "")[:_LONG])
            kind, level = BlockKind.HEADING, len(heading[1])
            return Block(line.start, line.end, kind, level, title=title), number + 1
        if heading:
            return self._block(BlockKind.PARAGRAPH, number, number + 1), number + 1
        return self._paragraph(number, BlockKind.PARAGRAPH)

    def _opened(self, number: int, line: Line, at: int) -> tuple[Block, int] | None:
        """A block with an opening mark of its own at `at`, if there is one."""
        text = self.text
        fence = FENCE.match(text, at)
        if fence:
            until = self._fence_end(number, line, fence[0])
            return self._block(BlockKind.CODE, number, until), until
        math = MATH.match(text, at, line.end)
        until = self._closed(number, line, math.end(), _math_closer(math)) if math else 0
        if until:
            return self._block(BlockKind.CODE, number, until), until
        markup = MARKUP.match(text, at)
        if markup:
            name = (markup[1] or "").lower()
            until = self._closed(number, line, markup.end(), f"</{name}" if name else "-->")
            if until and name == "table":
                return _markup_table(text, self._block(BlockKind.TABLE, number, until)), until
            if until:
                return self._block(BlockKind.CODE, number, until), until
        if MARKUP_BLOCK.match(text, at) or MARKUP_LINE.match(text, at):
            return self._markup(number, line.quotes)
        if self._opens_table(number, line):
            return self._table(number, line)
        return None

    def _item(self, number: int, line: Line, item: re.Match[str]) -> tuple[Block, int]:
        """A list item up to its first block's end, with its marker."""
        width = columns(item[2] or "", line.indent + len(item[1]))
        content = line.indent + len(item[1]) + (width if 0 < width <= 4 else 1)
        self.items.append(content)
        # A marker alone: what follows is in the item. A heading: nothing goes on with it.
        if item[2] is None or HEADING.match(self.text, item.end(), line.end):
            return self._block(BlockKind.ITEM, number, number + 1), number + 1
        fence = FENCE.match(self.text, item.end())
        if fence:
            inner = Line(line.start, item.end(), line.end, line.quotes, content)
            until = self._fence_end(number, inner, fence[0])
            return self._block(BlockKind.CODE, number, until), until
        return self._paragraph(number, BlockKind.ITEM)

    def _indented(self, number: int) -> tuple[Block, int]:
        """Indented code: up to the last line that is indented as far."""
        margin = (self.items[-1] if self.items else 0) + 4
        until = following = number + 1
        while following < self.count:
            line = self.line(following)
            if not line.is_blank:
                if line.indent < margin or line.quotes != self.quotes:
                    break
                until = following + 1
            following += 1
        return self._block(BlockKind.CODE, number, until), until

    def _fence_end(self, number: int, opener: Line, mark: str) -> int:
        """The line behind the fence: behind its closer, else where its container ends."""
        content = self.items[-1] if self.items else 0
        for following in range(number + 1, self.count):
            line = self.line(following, opener.quotes)
            if line.quotes < opener.quotes:
                return following
            if line.is_blank:
                continue
            if line.indent < content:
                return following
            closer = self.text[line.at : line.end]
            if len(closer) >= len(mark) and not closer.strip(mark[0]) and line.indent < content + 4:
                return following + 1
        return self.count

    def _markup(self, number: int, quotes: int) -> tuple[Block, int]:
        """A block in HTML, in which no mark means anything: up to a blank line."""
        content = self.items[-1] if self.items else 0
        until = number + 1
        while until < self.count:
            line = self.line(until, quotes)
            if line.is_blank or line.quotes < quotes or line.indent < content:
                break
            until += 1
        return self._block(BlockKind.PARAGRAPH, number, until), until

    def _closed(self, number: int, line: Line, at: int, closer: str) -> int:
        """The line behind the first `closer` from `at` on; 0 where there is none near enough."""
        stop = self.closers.get(closer, -1)
        if stop < at:
            found = re.compile(re.escape(closer), re.IGNORECASE).search(self.text, at)
            stop = found.end() if found else len(self.text) + 1
            self.closers[closer] = stop
        if stop > len(self.text):
            return 0
        until = bisect_left(self.starts, stop)
        if not closer.startswith(_MARKUP_CLOSERS) and until - number > _MATH_LINES:
            return 0
        return until if not line.quotes or self.line(until - 1).quotes >= line.quotes else 0

    def _opens_table(self, number: int, line: Line) -> bool:
        """Whether a table's header stands here: as many cells as in a row of dashes below it."""
        if number + 1 >= self.count or line.end - line.start > _LONG:
            return False
        header, below = self.text[line.at : line.end], self.line(number + 1)
        if "|" not in header or below.quotes != line.quotes or below.is_blank:
            return False
        dashes = self.text[below.at : below.end]
        if not DELIMITERS.fullmatch(dashes) or ("|" not in dashes and ":" not in dashes):
            return False
        return cells(header) == cells(dashes)

    def _table(self, number: int, line: Line) -> tuple[Block, int]:
        until = number + 2
        while until < self.count and not self._interrupts(until, line.quotes):
            until += 1
        whole = self._block(BlockKind.TABLE, number, until)
        rows = array("I", (self.line(row).end for row in range(number + 1, until)))
        header = Span(whole.start, rows[0])
        return replace(whole, header=header, rows=rows, separator="|"), until

    def _interrupts(self, number: int, quotes: int) -> bool:
        """Whether a paragraph or table ends before this line."""
        line = self.line(number)
        if line.is_blank or line.quotes != quotes:
            return True
        text, at = self.text, line.at
        first = text[at]
        item = ITEM.match(text, at)
        # "1984. It was" in the middle of a paragraph is no item.
        if item and item[2] and (self.items or not first.isdigit() or item[1][:-1] == "1"):
            return True
        if line.indent - (self.items[-1] if self.items else 0) > 3:
            return False
        if first in "`~" and FENCE.match(text, at):
            return True
        if first == "#" and HEADING.match(text, at):
            return True
        if first in "-*_" and RULE.match(text, at):
            return True
        if first in "$\\" and MATH.match(text, at):
            return True
        if first == "<" and (MARKUP.match(text, at) or MARKUP_BLOCK.match(text, at)):
            return True
        if first == "[" and FOOTNOTE.match(text, at):
            return True
        return self._opens_table(number, line)

    def _paragraph(self, number: int, kind: BlockKind) -> tuple[Block, int]:
        """A paragraph up to what ends it; a heading if the line that ends it underlines it."""
        quotes = self.quotes
        until = number + 1
        while until < self.count:
            line = self.line(until)
            underline = UNDERLINE.match(self.text, line.at) if not line.is_blank else None
            plain = kind is BlockKind.PARAGRAPH and not self.items and not quotes
            if underline and plain and line.quotes == 0 and line.indent < 4:
                block = self._block(BlockKind.HEADING, number, until + 1)
                title = title_text(self.text[block.start : line.start][:_LONG])
                level = 1 if underline[1][0] == "=" else 2
                return Block(block.start, block.end, block.kind, level, title=title), until + 1
            if self._interrupts(until, quotes):
                break
            until += 1
        return self._block(kind, number, until), until


def _math_closer(math: re.Match[str]) -> str:
    if math[1]:
        return f"\\end{{{math[1]}}}"
    return "$$" if math[0] == "$$" else "\\]"


def _markup_table(text: str, block: Block) -> Block:
    """A table in HTML: rows end with their tags; what ends its head ends the header."""
    ends = array("I", (match.end() for match in _ROW_END.finditer(text, block.start, block.end)))
    head = _HEAD_END.search(text, block.start, block.end)
    first = ends[0] if ends and "<th" in text[block.start : ends[0]].lower() else 0
    header_end = head.end() if head else first
    header = Span(block.start, header_end) if header_end else None
    return replace(block, header=header, rows=ends)
