"""A Markdown text by its lines: where each begins, how far it is indented and quoted.

    text = MarkdownText("> # Tides\\n\\nThey rise.")
    text.line(0)    # quotes=1, at=2

Not here: what a line is (`markdown_lines`), and which block it belongs to (`markdown_blocks`).
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from typing import NamedTuple

from ragstone.chunkers.structure.markdown_lines import LINE_END, columns

_BLANKS = re.compile(r"[ \t]*")
_NOT_BLANK = re.compile(r"\S")
_QUOTE = re.compile(r"[ \t]*>[ \t]?")
BYTE_ORDER_MARK = "\ufeff"
_FRONT_MATTER = re.compile(r"(---|\+\+\+)[ \t]*(?:\r\n|\n|\r)(?=[^\n\r]*[:=#])")


class Line(NamedTuple):
    """One line: `at` is its first character behind quote marks and blanks, `end` behind its last
    that is no blank; blank when they meet. `indent` is the width of the blanks before `at`."""

    start: int
    at: int
    end: int
    quotes: int
    indent: int

    @property
    def is_blank(self) -> bool:
        return self.at >= self.end


class MarkdownText:
    """The lines of one text; the first begins behind a byte order mark."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = array("I", [int(text.startswith(BYTE_ORDER_MARK))])
        self.starts.extend(match.end() for match in LINE_END.finditer(text))

    def __len__(self) -> int:
        """How many lines there are; the last may be empty."""
        return len(self.starts)

    def end(self, number: int) -> int:
        """Where the line ends, its line break included."""
        return self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)

    def line(self, number: int, quotes: int | None = None, *, in_list: bool = False) -> Line:
        """The line, behind all its quote marks or behind the first `quotes` of them. Outside lists
        a mark that is indented by more than three columns is text."""
        text, start, until = self.text, self.starts[number], self.end(number)
        end = start + len(text[start:until].rstrip())
        if end == start or text[start] not in " \t>":
            return Line(start, start, end, 0, 0)
        at, count = start, 0
        while (quotes is None or count < quotes) and (mark := _QUOTE.match(text, at, until)):
            if count == 0 and not in_list and columns(text[at : mark.end()].split(">")[0]) > 3:
                break
            at, count = mark.end(), count + 1
        first = _BLANKS.match(text, at, until)
        body = first.end() if first else at
        return Line(start, min(body, end), max(end, start), count, columns(text[at:body]))

    def not_blank(self, number: int) -> int:
        """The first line from `number` on that holds more than blanks."""
        if number >= len(self):
            return number
        found = _NOT_BLANK.search(self.text, self.starts[number])
        return bisect_right(self.starts, found.start()) - 1 if found else len(self)

    def behind_front_matter(self) -> int:
        """The line behind a front matter that opens the text; 0 without one."""
        mark = _FRONT_MATTER.match(self.text, self.starts[0])
        if mark is None:
            return 0
        ends = ("---", "...") if mark[1] == "---" else ("+++",)
        for number in range(1, len(self)):
            if self.text[self.starts[number] : self.end(number)].rstrip() in ends:
                return number + 1
        return 0
