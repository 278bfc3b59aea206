"""Source code as a syntax tree: where its definitions and statements begin and end.

The tree comes from tree-sitter, with the grammars in the wheel of tree-sitter-language-pack (below
version 1: later ones download them at run time). What a node defines is in `definitions`; nothing
here packs chunks.

    tree = SyntaxTree.parse("class A:\n    def b(self): ...\n", "python")
    [unit.label for unit in tree.units(lambda start, end: True)]      # ["class A"]

The tree is built over a text in which every character has one byte, so that its byte offsets are
offsets of the text itself: letters outside ASCII stand as "x", blanks as " ".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ragstone.chunkers.packing import LINE_BREAKS
from ragstone.chunkers.syntax.definitions import children, definition_chain, label_of
from ragstone.extras import is_installed, require

#: Text that is longer is not parsed: a tree has some twenty times its size, whatever reads it.
LARGEST = 8_000_000
#: How often the parser may ask for so many bytes of a text, and how often in a short text.
_BLOCK, _READS, _FEWEST_READS = 128, 60, 3000
#: Levels that are opened one inside the other; what lies deeper is cut between lines.
DEEPEST = 60


#: What stands before a definition and belongs to it.
_LEADS = re.compile(r"comment|attribute|decorator|annotation|^signature$|^php_tag$|^pragma")
_LINE_BREAK = re.compile("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")
_OTHER_BLANK = re.compile(r"[^\S\x09-\x0d\x20]|[\x00\x1c-\x1f\ufeff\u200b-\u200d]")
_OTHER = re.compile(r"[^\x00-\x7f]")

Fits = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class Piece:
    """One node that is not divided further for now; `label` is "" unless it defines something."""

    start: int
    end: int
    label: str = ""
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


def is_known(grammar: str) -> bool:
    """Whether a tree can be built for that grammar: the extra `code` is installed."""
    return is_installed("tree_sitter_language_pack") and _language(grammar) is not None


@lru_cache(maxsize=64)
def _language(grammar: str) -> Any:
    """The grammar, loaded once; None where the package does not have it."""
    package: Any = require("tree_sitter_language_pack", "code", "cutting code by its syntax")
    try:
        return package.get_language(grammar)
    except (LookupError, ValueError):  # not in this wheel, or of another version
        return None


class SyntaxTree:
    """The tree of one text."""

    def __init__(self, text: str, root: Any) -> None:
        self._text = text
        self._root = root

    @classmethod
    def parse(cls, text: str, grammar: str) -> SyntaxTree | None:
        """The tree of `text`, which may be broken: what cannot be read becomes nodes as well.

        None for a text that is so far from the language that reading it would take the square of
        its length, or worse: the parser goes back over it again and again, and is stopped.
        """
        package: Any = require("tree_sitter", "code", "cutting code by its syntax")
        reader = _Reader(_OTHER.sub("x", _OTHER_BLANK.sub(" ", text)).encode("ascii"))
        tree = package.Parser(_language(grammar)).parse(reader)
        reader.close()
        return None if reader.is_spent else cls(text, tree.root_node)

    def units(self, fits: Fits) -> Iterator[Unit]:
        """The units of the whole text; those too long to fit are opened, but for definitions."""
        whole = Piece(0, len(self._text), "", self._root)
        return self._grouped(self._opened(whole, fits), 0)

    def inside(self, unit: Unit, fits: Fits) -> Iterator[Unit]:
        """The units inside one that defines something, what leads it and follows it included."""

        def pieces() -> Iterator[Piece]:
            for piece in unit.pieces:
                opens = piece.label and piece.node.child_count
                if opens and not fits(self.line_start(piece.start, unit.start), piece.end):
                    yield from self._opened(piece, fits)
                else:
                    yield piece

        return self._grouped(pieces(), unit.start)

    def line_start(self, offset: int, least: int) -> int:
        """The beginning of the line of `offset` where only blanks stand between, else `offset`."""
        text, at = self._text, offset
        while at > least and text[at - 1] in " \t\u3000\xa0":
            at -= 1
        return at if at == 0 or text[at - 1] in LINE_BREAKS else offset

    def _opened(self, piece: Piece, fits: Fits) -> Iterator[Piece]:
        """The children of a piece, those of children that do not fit in their place, and so on;
        definitions inside stay closed. Text in no node (a grammar may hide tokens) is a piece."""
        at = piece.start
        for found in self._nodes_opened(piece, fits):
            yield from self._between(at, found.start)
            yield found
            at = found.end
        yield from self._between(at, piece.end)

    def _between(self, start: int, end: int) -> Iterator[Piece]:
        gap = self._text[start:end]
        if gap and not gap.isspace():
            lead = len(gap) - len(gap.lstrip())
            yield Piece(start + lead, start + len(gap.rstrip()))

    def _nodes_opened(self, piece: Piece, fits: Fits) -> Iterator[Piece]:
        own = {node.id for node in definition_chain(piece.node)}
        open_levels = [children(piece.node)]
        at = piece.start
        while open_levels:
            node = next(open_levels[-1], None)
            if node is None:
                open_levels.pop()
                continue
            start, end = node.start_byte, node.end_byte
            if end <= start:
                continue
            label = "" if node.id in own else label_of(self._text, node)
            opens = not label and node.child_count and len(open_levels) < DEEPEST
            if opens and not fits(self.line_start(start, at), end):
                open_levels.append(children(node))
            else:
                yield Piece(start, end, label, node)
                at = end

    def _grouped(self, pieces: Iterator[Piece], start: int) -> Iterator[Unit]:
        """Pieces by the lines they begin on; what leads a definition goes with it."""
        text = self._text
        group: list[Piece] = []
        leads = False
        for piece in pieces:
            if group:
                gap = text[group[-1].end : piece.start]
                breaks = _line_breaks(gap) + (text[group[-1].end - 1] == "\n")
                if breaks and not (leads and breaks == 1):
                    yield self._unit(group, start)
                    start, group = group[-1].end, []
            node = piece.node
            is_lead = bool(node and node.is_named and _LEADS.search(node.type))
            leads = is_lead and (leads or not group)
            group.append(piece)
        if group:
            yield self._unit(group, start)

    def _unit(self, group: list[Piece], least: int) -> Unit:
        label = next((piece.label for piece in group if piece.label), "")
        start = self.line_start(group[0].start, least)
        return Unit(start, group[-1].end, label, tuple(group))


class _Reader:
    """Hands a text to the parser, and ends it early when it was asked for too often.

    Source code is asked for a few times; error recovery may go back ten thousand times.
    """

    def __init__(self, data: bytes) -> None:
        self._data = memoryview(data)
        self._handed: list[memoryview] = []
        self._most = _FEWEST_READS + _READS * (len(data) // _BLOCK)

    def __call__(self, offset: int, point: object) -> bytes | memoryview:  # noqa: ARG002 - the parser's shape
        if self.is_spent:
            return b""
        self._handed.append(self._data[offset:])
        return self._handed[-1]

    def close(self) -> None:
        """Let the text go: tree-sitter 0.26 keeps for good whatever a reader has returned."""
        for view in self._handed:
            view.release()
        self._data.release()

    @property
    def is_spent(self) -> bool:
        return len(self._handed) > self._most


def _line_breaks(gap: str) -> int:
    return len(_LINE_BREAK.findall(gap)) if gap and gap != " " else 0
