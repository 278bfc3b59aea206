"""What a scanner found in a text: its blocks, and what follows from them for cutting.

Scanners of Markdown, HTML and tables list `Block`s; `outline` prices the seams between and inside
them, and knows the headings above and the table header over each offset.

    found = outline(text, [Block(0, 7, BlockKind.HEADING, level=1, title="Tides"), …], fits)
    for settled in measure(text, found.seams, limits, places):
        ...
    found.path_at(20)    # ("Tides",)
"""

from __future__ import annotations

import re
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from itertools import chain, pairwise
from textwrap import dedent

from ragstone.chunkers.boundaries.measuring import Atom, Inside
from ragstone.chunkers.boundaries.places import GLUED_PRICE, LINE_END_PRICE, PRICES, Seam
from ragstone.chunkers.boundaries.seams import cell_seams, line_ends, prose_seams
from ragstone.model.chunk import BoundaryReason
from ragstone.model.sectioning import TITLE_CHARACTERS
from ragstone.model.span import Span

Fits = Callable[[int, int], bool]
#: (start, end) → the seams inside a paragraph or list item, ascending.
Prose = Callable[[int, int], Iterable[Seam]]

#: Between a paragraph that announces something ("as follows:") and the list, table or code.
ANNOUNCED_PRICE = 0.8
#: Each further depth of a list.
DEPTH_PRICE = 0.1
#: Between a table's header and its first row: below GLUED_PRICE, as it is no heading.
HEADER_PRICE = 3.5
#: Between the lines of code at the left margin, where definitions begin.
MARGIN_PRICE = 0.6


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    TABLE = "table"
    CODE = "code"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a text, from its first character (markers included) to its last.

    - `level`: a heading's, 1 at the top. `depth`: how many lists it stands in.
    - `title`: a heading's text without marks.
    - `header`, `rows`: of a table, the span of its header rows and the ends of all rows.
    - `separator`: what stands between the cells of its rows, if that is one character.
    """

    start: int
    end: int
    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    depth: int = 0
    title: str = ""
    header: Span | None = None
    rows: Sequence[int] = ()
    separator: str = ""


@dataclass(slots=True)
class Outline:
    """Where a text may be cut, and what stands above each place.

    A long text has many blocks: they are read while `seams` is iterated, once. What stands above a
    place is known when the seams up to it were read, and may be asked for in ascending order.
    `inside` says how to divide what is too long, and `atom` what must not be divided; see
    `measuring`.
    """

    text: str
    seams: Iterable[Seam] = ()
    atom: Atom | None = None
    inside: Sequence[Inside] = ()
    _headings: deque[tuple[int, int, str]] = field(default_factory=deque[tuple[int, int, str]])
    """Of those read and not yet passed: offset, level and title."""
    _open: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    """Level and title of those above the place last asked for."""
    _path: tuple[str, ...] = ()
    _headers: deque[tuple[Span, int]] = field(default_factory=deque[tuple[Span, int]])
    """Of each table whose header is repeated: its header, and where its rows end."""
    _tables: deque[Block] = field(default_factory=deque[Block])
    """Those read whose cells are known."""

    def path_at(self, offset: int) -> tuple[str, ...]:
        """The headings above `offset`, outermost first."""
        headings, opened = self._headings, self._open
        while headings and headings[0][0] <= offset:
            _, level, title = headings.popleft()
            while opened and opened[-1][0] >= level:
                opened.pop()
            opened.append((level, title))
            self._path = tuple(title for _, title in opened if title)
        return self._path

    def context_at(self, offset: int) -> str:
        """The header of the table among whose rows `offset` stands; "" elsewhere."""
        headers = self._headers
        while headers and headers[0][1] <= offset:
            headers.popleft()
        if not headers or offset < headers[0][0].end:
            return ""
        start, end = headers[0][0]
        return dedent(self.text[start:end]).strip()

    def cells(self, start: int, end: int) -> Iterable[Seam]:
        """The seams between the cells of a row; none elsewhere. Asked for in ascending order."""
        tables = self._tables
        while tables and tables[0].end <= start:
            tables.popleft()
        if not tables or start < tables[0].start:
            return ()
        return cell_seams(self.text, start, end, tables[0].separator)

    def add_table(self, block: Block) -> None:
        """Note a table that was read, whose cells are known."""
        self._tables.append(block)

    def add_heading(self, block: Block) -> None:
        """Note a heading that was read."""
        title = block.title[:TITLE_CHARACTERS].strip()
        self._headings.append((block.start, block.level, title))

    def add_header(self, header: Span, end: int) -> None:
        """Note the header of a table whose rows follow it up to `end`."""
        self._headers.append((header, end))


def outline(text: str, blocks: Iterable[Block], fits: Fits, prose: Prose | None = None) -> Outline:
    """The seams, headings and table headers of `text`; blocks in order, apart from each other.

    What fits stays whole if it is code or a table, else it is divided at sentences and lines, or
    where `prose` says for paragraphs and items. A header longer than a chunk is not repeated.
    """
    found = Outline(text)
    found.seams = _seams(text, blocks, fits, prose or partial(prose_seams, text), found)
    found.inside = (found.cells, partial(prose_seams, text))
    return found


def _seams(
    text: str, blocks: Iterable[Block], fits: Fits, prose: Prose, found: Outline
) -> Iterator[Seam]:
    """The seams one after the other; adds what stands above them to `found` as it goes."""
    before: Block | None = None
    for block, following in pairwise(chain(blocks, [None])):
        assert block is not None, "only the last is none"
        if before is not None:
            yield _between(text, before, block, last=following is None)
        if block.kind is BlockKind.HEADING:
            found.add_heading(block)
        if block.header is not None and fits(*block.header):
            found.add_header(block.header, block.end)
        if block.separator:
            found.add_table(block)
        if block.kind in (BlockKind.PARAGRAPH, BlockKind.ITEM):
            yield from prose(block.start, block.end)
        else:
            yield from _inside(text, block, fits)
        before = block


def _between(text: str, before: Block, after: Block, *, last: bool) -> Seam:
    """The seam between two blocks, behind the first of them."""
    end = before.end
    if before.kind is BlockKind.HEADING:
        heading = after.kind is BlockKind.HEADING
        reason = BoundaryReason.HEADING if heading else BoundaryReason.BLOCK
        deeper = not heading or after.level > before.level
        return Seam(end, GLUED_PRICE if deeper else 0.0, reason)
    if after.kind is BlockKind.HEADING:
        # A heading at the end has nothing to open: better with what stands before it.
        price = LINE_END_PRICE if last else min(0.05, 0.01 * max(0, after.level - 1))
        return Seam(end, price, BoundaryReason.HEADING)
    both = (before.kind, after.kind) == (BlockKind.PARAGRAPH, BlockKind.PARAGRAPH)
    reason = BoundaryReason.PARAGRAPH if both else BoundaryReason.BLOCK
    if after.kind is BlockKind.RULE:
        return Seam(end, 0.0, reason)
    if after.depth and not (after.depth == 1 and before.depth == 0):
        item = after.kind is BlockKind.ITEM
        price = LINE_END_PRICE + DEPTH_PRICE * min(4, after.depth if not item else after.depth - 1)
        return Seam(end, price, reason)
    announced = before.kind is BlockKind.PARAGRAPH and after.kind is not BlockKind.PARAGRAPH
    if announced and text[max(0, end - 4) : end].rstrip("*_ ").endswith((":", "：")):
        return Seam(end, ANNOUNCED_PRICE, reason)
    return Seam(end, PRICES[BoundaryReason.BLOCK], reason)


def _inside(text: str, block: Block, fits: Fits) -> Iterator[Seam]:
    """The seams inside a table or code that is too long to stay whole."""
    start, end = block.start, block.end
    if block.kind is BlockKind.TABLE and not fits(start, end):
        header_end = block.header.end if block.header else 0
        for row in block.rows:
            if start < row < end:
                price = HEADER_PRICE if row <= header_end else PRICES[BoundaryReason.TABLE_ROW]
                yield Seam(row, price, BoundaryReason.TABLE_ROW)
    elif block.kind is BlockKind.CODE and not fits(start, end):
        for offset, blank in line_ends(text, start, end):
            yield _code_seam(text, offset, blank)


_NEXT_LINE = re.compile(r"\s*[\n\r]([^\S\n\r]*)")


def _code_seam(text: str, offset: int, blank: bool) -> Seam:
    if blank:
        return Seam(offset, LINE_END_PRICE, BoundaryReason.PARAGRAPH)
    following = _NEXT_LINE.match(text, offset)
    at_margin = following is not None and not following[1]
    price = MARGIN_PRICE if at_margin else PRICES[BoundaryReason.SENTENCE]
    return Seam(offset, price, BoundaryReason.LINE)


def row_table(text: str, start: int, end: int, header: int, separator: str = "|") -> Block:
    """A table of one line a row, of which the first `header` are its header."""
    rows = array("I", (offset for offset, _ in line_ends(text, start, end)))
    rows.append(end)
    span = Span(start, rows[header - 1]) if 0 < header < len(rows) else None
    return Block(start, end, BlockKind.TABLE, header=span, rows=rows, separator=separator)
