"""The blocks of an HTML source: units of whole tags, cut apart where one block element begins.

A unit is what opens, the content, what closes: `<li><p>one</p></li>` is one block, and
`</ul></div>` goes with the block before it. A table is one block unless it only lays out a page:
then its cells are like any other element.

    [block.kind for block in html_blocks("<h1>Tides</h1><p>They rise.</p>")]  # heading, paragraph
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape

from ragstone.chunkers.structure.html_tokens import HtmlToken, HtmlTokens, TokenKind, html_tokens
from ragstone.chunkers.structure.outline import Block, BlockKind
from ragstone.model.span import Span

_BLOCK_TAGS = frozenset(
    re.findall(
        r"\w+",
        "address article aside blockquote body caption center dd details dialog dir div dl dt "
        "fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr "
        "html legend li main menu nav ol optgroup option p section summary table tbody td template "
        "tfoot th thead title tr ul",
    )
)
_ROW_GROUPS = ("thead", "tbody", "tfoot", "tr")
#: Elements taken whole that stand on their own; others, such as icons, are in the line.
_RAW_BLOCKS = frozenset(("script", "style", "pre", "textarea"))
#: Tags that begin, end or fill a unit by themselves.
_STRUCTURE = _BLOCK_TAGS | _RAW_BLOCKS
_LISTS = frozenset(("ul", "ol", "menu", "dir", "dl"))
_ITEMS = frozenset(("li", "dt", "dd"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
#: A table that holds one of these is a page's layout, and so is one that holds tables and has no
#: header cells of its own.
_LAYOUT = _HEADINGS | {"header", "footer", "main", "nav", "article", "section", "form"}
_TELLING = _LAYOUT | {"table", "th"}
_MARKUP = re.compile(r"<!--.*?-->|<[^<>]*>", re.DOTALL)


def html_blocks(text: str, tokens: HtmlTokens | None = None) -> Iterator[Block]:
    """The blocks of `text` in order, apart; every character that is no blank is in one."""
    return _Blocks(text, html_tokens(text) if tokens is None else tokens).all()


@dataclass(slots=True)
class _Unit:
    """A block that is being read."""

    start: int
    end: int
    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    title_start: int = 0
    title_end: int = 0
    has_content: bool = False
    is_closed: bool = False
    header: Span | None = None
    rows: Sequence[int] = ()


@dataclass(slots=True)
class _Blocks:
    text: str
    tokens: HtmlTokens
    unit: _Unit | None = None
    depth: int = 0
    templates: int = 0
    """How many are open: nobody is shown what they hold."""
    tables: dict[int, int] = field(default_factory=dict[int, int])
    """For each data table the number of its first token and the number behind its last."""

    def all(self) -> Iterator[Block]:
        self.tables = _data_tables(self.tokens)
        number = 0
        count = len(self.tokens)
        while number < count:
            token = self.tokens[number]
            unit = self.unit
            if unit is not None and token.name not in _STRUCTURE:
                ends = token.kind is TokenKind.CLOSE or token.kind is TokenKind.OTHER
                if ends or not unit.is_closed:  # text and tags in a line: most of all tokens
                    unit.has_content |= not ends
                    unit.end = token.end
                    number += 1
                    continue
            until = self.tables.get(number)
            if self._begins(token):
                yield from self._flush()
            if self.unit is None:
                self.unit = _Unit(token.start, token.end)
            if until is not None:
                self._table(number, until)
                number = until
                continue
            self._take(token)
            number += 1
        yield from self._flush()

    def _begins(self, token: HtmlToken) -> bool:
        """Whether a new unit begins with this token."""
        unit = self.unit
        if unit is None or token.kind is TokenKind.OTHER:
            return False
        if token.kind is TokenKind.RAW and token.name in _RAW_BLOCKS:
            return unit.has_content or unit.is_closed
        if token.kind is TokenKind.OPEN and token.name in _BLOCK_TAGS:
            return unit.has_content or unit.is_closed
        return unit.is_closed and token.kind is not TokenKind.CLOSE

    def _take(self, token: HtmlToken) -> None:
        unit = self.unit
        assert unit is not None
        name = token.name
        if token.kind is TokenKind.OPEN and name in _BLOCK_TAGS:
            self._open(unit, token)
        elif token.kind is TokenKind.CLOSE and name in _BLOCK_TAGS:
            self._close(unit, token)
        elif token.kind is TokenKind.RAW and token.name in _RAW_BLOCKS:
            unit.kind = BlockKind.CODE
            unit.has_content = unit.is_closed = True
        elif token.kind in (TokenKind.TEXT, TokenKind.OPEN, TokenKind.RAW):
            unit.has_content = True
        unit.end = token.end

    def _open(self, unit: _Unit, token: HtmlToken) -> None:
        name = token.name
        if name in _LISTS:
            self.depth += 1
        elif name == "template":
            self.templates += 1
        elif name in _ITEMS and unit.kind is BlockKind.PARAGRAPH:
            unit.kind = BlockKind.ITEM
        elif name in _HEADINGS and not self.templates:
            unit.kind, unit.level = BlockKind.HEADING, int(name[1])
            unit.title_start = unit.title_end = token.end
        elif name == "hr":
            unit.kind, unit.is_closed = BlockKind.RULE, True

    def _close(self, unit: _Unit, token: HtmlToken) -> None:
        if token.name in _LISTS:
            self.depth = max(0, self.depth - 1)
        elif token.name == "template":
            self.templates = max(0, self.templates - 1)
        elif token.name in _HEADINGS and unit.kind is BlockKind.HEADING:
            unit.title_end = token.start
        unit.is_closed = True

    def _flush(self) -> Iterator[Block]:
        unit, self.unit = self.unit, None
        if unit is None:
            return
        title = ""
        if unit.kind is BlockKind.HEADING:
            title = self._title(unit.title_start, max(unit.title_end, unit.title_start))
        depth = max(1, self.depth) if unit.kind is BlockKind.ITEM else self.depth
        yield Block(
            unit.start, unit.end, unit.kind, unit.level, depth, title, unit.header, unit.rows
        )

    def _title(self, start: int, end: int) -> str:
        source = self.text[start : min(end, start + 5000)]
        return " ".join(unescape(_MARKUP.sub("", source)).split())

    def _table(self, number: int, until: int) -> None:
        """Take the tokens of a data table into the unit."""
        unit = self.unit
        assert unit is not None
        rows, header_rows = _table_rows(self.tokens.between(number, until))
        unit.kind, unit.rows = BlockKind.TABLE, rows
        if 0 < header_rows < len(rows):
            unit.header = Span(self.tokens[number].start, rows[header_rows - 1])
        unit.end, unit.has_content, unit.is_closed = rows[-1], True, True


@dataclass(slots=True)
class _OpenTable:
    """A table that is being read; `number` is that of its first token."""

    number: int
    is_layout: bool = False
    has_tables: bool = False
    has_header: bool = False

    @property
    def is_data(self) -> bool:
        return not self.is_layout and (self.has_header or not self.has_tables)


def _data_tables(tokens: HtmlTokens) -> dict[int, int]:
    """The tables that are no layout: number of the first token → number behind the last. Those in
    the cells of another are left out with it."""
    found: dict[int, int] = {}
    opened: list[_OpenTable] = []
    for number, token in enumerate(tokens.between(0, len(tokens))):
        if token.name not in _TELLING or token.kind not in (TokenKind.OPEN, TokenKind.CLOSE):
            continue
        if token.kind is TokenKind.OPEN:
            if opened:
                opened[-1].is_layout |= token.name in _LAYOUT
                opened[-1].has_tables |= token.name == "table"
                opened[-1].has_header |= token.name == "th"
            if token.name == "table":
                opened.append(_OpenTable(number))
        elif token.name == "table" and opened:
            table = opened.pop()
            if opened:
                opened[-1].is_layout |= table.is_layout
            if table.is_data:
                found[table.number] = number + 1
    if opened and opened[-1].is_data:
        found[opened[-1].number] = len(tokens)
    return found


def _table_rows(table: Iterator[HtmlToken]) -> tuple[Sequence[int], int]:
    """(ends of the rows, how many of them open the table as its header)."""
    ends = array("I")
    headers = bytearray()
    begun = in_head = is_header = saw_td = False
    depth = 0  # of tables in a cell
    last = next(table)
    end = last.end
    for token in table:
        last = token
        opens = token.kind is TokenKind.OPEN
        if token.name == "table":
            depth += 1 if opens else -1
        if depth > 0:
            end = token.end
            continue
        if opens and token.name == "tr":
            if begun:
                ends.append(end)
                headers.append(is_header)
            begun, is_header, saw_td = True, in_head, False
        elif token.name == "thead":
            in_head = opens
        elif opens and token.name == "th" and not saw_td:
            is_header = True
        elif opens and token.name == "td":
            is_header, saw_td = in_head, True
        if not (opens and token.name in _ROW_GROUPS):
            end = token.end
    ends.append(last.end)
    first_other = headers.find(0)
    return ends, len(headers) if first_other < 0 else first_other
