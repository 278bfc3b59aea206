"""Source code as a syntax tree: where its definitions and statements begin and end.

The tree comes from `reading`, with the grammars in the wheel of tree-sitter-language-pack (below
version 1: later ones download them at run time). What a node defines is in `definitions`; nothing
here packs chunks.

    tree = SyntaxTree("class A:\n    def b(self): ...\n", "python")
    [unit.label for unit in tree.units(lambda start, end: True)]      # ["class A"]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Generator, Iterator
from dataclasses import dataclass
from typing import Any

from ragstone.chunkers.packing import LINE_BREAKS
from ragstone.chunkers.syntax.definitions import LEADS, children, definition_chain, label_of
from ragstone.chunkers.syntax.reading import Reading

#: Levels that are opened one inside the other; what lies deeper is cut between lines.
DEEPEST = 60
#: Nodes that hold text: opened, they would only part their marks from it.
_TEXTS = re.compile(r"comment|string|heredoc|quoted|sigil|regex")
_LINE_BREAK = re.compile("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")

Fits = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class Piece:
    """One node that is not divided further for now.

    - `label`: what it defines; "" unless it defines something.
    - `leads`: it belongs to the definition behind it.
    - `node`: of a definition that does not fit and has something inside. The others keep none, as
      a node keeps the tree it is from.
    """

    start: int
    end: int
    label: str = ""
    leads: bool = False
    node: Any = None


@dataclass(frozen=True, slots=True)
class Unit:
    """Pieces that begin on lines of their own: a statement, or a definition with what leads it.

    `start` is the beginning of the line where only blanks stand before the first piece.
    """

    start: int
    end: int
    label: str
    pieces: tuple[Piece, ...]


class SyntaxTree:
    """The tree of one text, read while its units are iterated, once.

    Then `until` is how far it could be read, and `why` a clause that says why no farther.
    """

    def __init__(self, text: str, grammar: str) -> None:
        self._text = text
        self._reading = Reading(text, grammar)

    @property
    def until(self) -> int:
        return self._reading.until

    @property
    def why(self) -> str:
        return self._reading.why

    def units(self, fits: Fits) -> Iterator[Unit]:
        """The units of the whole text; those too long to fit are opened, but for definitions."""

        def pieces() -> Iterator[Piece]:
            at = yield from self._filled(self._opened(self._reading.nodes(), fits), 0)
            yield from self._between(at, self.until)

        return self._grouped(pieces())

    def inside(self, unit: Unit, fits: Fits) -> Iterator[Unit]:
        """The units inside one that defines something, what leads it and follows it included."""

        def pieces() -> Iterator[Piece]:
            for piece in unit.pieces:
                node, start = piece.node, piece.start
                if node is None or fits(line_start(self._text, start), piece.end):
                    yield piece
                    continue
                own = {inner.id for inner in definition_chain(node)}
                at = yield from self._filled(self._opened(children(node), fits, own), start)
                yield from self._between(at, piece.end)

        return self._grouped(pieces())

    def _filled(self, pieces: Iterator[Piece], start: int) -> Generator[Piece, None, int]:
        """`pieces` and the text from `start` on that is in none, as a grammar may hide tokens;
        returns the end of the last."""
        at = start
        for piece in pieces:
            yield from self._between(at, piece.start)
            yield piece
            at = piece.end
        return at

    def _between(self, start: int, end: int) -> Iterator[Piece]:
        gap = self._text[start:end]
        if gap and not gap.isspace():
            lead = len(gap) - len(gap.lstrip())
            yield Piece(start + lead, start + len(gap.rstrip()))

    def _opened(
        self, nodes: Iterator[Any], fits: Fits, own: Collection[int] = ()
    ) -> Iterator[Piece]:
        """`nodes`, in the place of those that do not fit their children, and so on; definitions
        stay closed, but for those of `own`."""
        open_levels = [nodes]
        while open_levels:
            node = None  # let its tree go before the next one is read
            node = next(open_levels[-1], None)
            if node is None:
                open_levels.pop()
                continue
            start, end = node.start_byte, node.end_byte
            if end <= start:
                continue
            label = "" if node.id in own else label_of(self._text, node)
            long = node.child_count and not fits(line_start(self._text, start), end)
            opens = len(open_levels) < DEEPEST and not label and not _TEXTS.search(node.type)
            if long and opens:
                open_levels.append(children(node))
                continue
            leads = node.is_named and LEADS.search(node.type) is not None
            yield Piece(start, end, label, leads, node if long and label else None)

    def _grouped(self, pieces: Iterator[Piece]) -> Iterator[Unit]:
        """Pieces by the lines they begin on; what leads a definition goes with it."""
        text = self._text
        group: list[Piece] = []
        leads = False
        for piece in pieces:
            if group:
                gap = text[group[-1].end : piece.start]
                breaks = _line_breaks(gap) + (text[group[-1].end - 1] == "\n")
                if breaks and not (leads and breaks == 1):
                    yield self._unit(group)
                    group = []
            leads = piece.leads and (leads or not group)
            group.append(piece)
        if group:
            yield self._unit(group)

    def _unit(self, group: list[Piece]) -> Unit:
        label = next((piece.label for piece in group if piece.label), "")
        start = line_start(self._text, group[0].start)
        return Unit(start, group[-1].end, label, tuple(group))


def _line_breaks(gap: str) -> int:
    return len(_LINE_BREAK.findall(gap)) if gap and gap != " " else 0


def line_start(text: str, offset: int) -> int:
    """The beginning of the line of `offset` where only blanks stand between, else `offset`."""
    at = offset
    while at and text[at - 1] in " \t\u3000\xa0":
        at -= 1
    return at if at == 0 or text[at - 1] in LINE_BREAKS else offset
