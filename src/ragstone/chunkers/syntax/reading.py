"""Source code read with tree-sitter, a window at a time: the nodes at the top of its syntax tree.

A tree takes twenty times its text, so that a long text is never read at once. Each window begins
where a node at the top begins; what is complete in it is handed out, and the next window begins
behind that. A definition longer than a window is read in one that is large enough.

    reading = Reading("import a\n\ndef b(): ...\n", "python")
    [node.type for node in reading.nodes()]       # ["import_statement", "function_definition"]

Every character is handed to the parser as one byte, so that byte offsets are offsets of the text
itself: letters outside ASCII stand as "x", blanks as " ".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ragstone.chunkers.syntax.definitions import LEADS, children
from ragstone.extras import is_installed, require

#: Characters that are read at once where no definition is longer.
WINDOW = 50_000
#: No more is read at once, however long a definition is.
LARGEST = 8_000_000
#: An error is one of the text, and not of the window's end, where so much behind it could be read.
BEHIND_ERROR = 32_000
#: How often the parser may ask for so many bytes of a window, and how often in a short one.
_BLOCK, _READS, _FEWEST_READS = 128, 60, 3000
#: What each window but the first is read behind, where code begins with a mark of its own.
_OPENINGS = {"php": "<?php "}
#: Read in the largest windows: what a class here is may hang on what stands long before it.
_WHOLE = frozenset({"scala"})

_OTHER_BLANK = re.compile(r"[^\S\x09-\x0d\x20]|[\x00\x1c-\x1f\ufeff\u200b-\u200d]")
_OTHER = re.compile(r"[^\x00-\x7f]")


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


class Reading:
    """One text being read.

    - `until`: how far it could be read, once `nodes` has come to its end.
    - `why`: a clause that says why no farther; "" where that is the end of the text.
    """

    def __init__(self, text: str, grammar: str) -> None:
        self._text = text
        self._grammar = grammar
        self.until = 0
        self.why = ""

    def nodes(self) -> Iterator[Any]:
        """The nodes at the top, in order; what cannot be read becomes nodes as well.

        It ends early before text that is so far from the language that reading it would take the
        square of its length, or worse, and before a definition longer than `LARGEST`.
        """
        window = LARGEST if self._grammar in _WHOLE else WINDOW
        length, size = len(self._text), window
        while self.until < length and not self.why:
            end = min(length, self.until + size)
            until, nodes = self._read(self.until, end)
            if until > self.until:
                yield from nodes
                self.until, size = until, window
            elif end == length:
                self.why = f"the text can hardly be read as {self._grammar}"
            elif size >= LARGEST:
                self.why = f"more than {LARGEST:,} characters would have to be read at once"
            else:
                rest = length - self.until
                size = min(rest if rest <= 4 * size else 2 * size, LARGEST)

    def _read(self, start: int, end: int) -> tuple[int, Iterator[Any]]:
        """The nodes that a window holds for certain, and where they end; `start` for none."""
        root = self._parsed(start, end)
        if root is None:
            return start, iter(())
        until = end if end == len(self._text) else _certain(root, start, end)
        return until, (_between(root, start, until) if until > start else iter(()))

    def _parsed(self, start: int, end: int) -> Any:
        """The root of the tree of a window; None where the parser goes back over it again and
        again, and is stopped."""
        package: Any = require("tree_sitter", "code", "cutting code by its syntax")
        opening = _OPENINGS.get(self._grammar, "") if start else ""
        text = _OTHER_BLANK.sub(" ", opening + self._text[start:end])
        reader = _Reader(_OTHER.sub("x", text).encode("ascii"))
        tree = package.Parser(_language(self._grammar)).parse(reader)
        reader.close()
        return None if reader.is_spent else tree.root_node_with_offset(start - len(opening), (0, 0))


def _between(root: Any, start: int, until: int) -> Iterator[Any]:
    for node in children(root):
        if node.start_byte >= until:
            return
        if node.end_byte > start:
            yield node


def _certain(root: Any, start: int, end: int) -> int:
    """Where the nodes end that stay what they are whatever follows behind the window.

    The last node may go on there, and what leads it with it. Where the window's end is in a
    definition, the parser may take its head for one of its own, and errors reach up to the end.
    """
    if root.is_error:
        return start
    certain = group = start
    leads = False
    for node in children(root):
        if node.end_byte <= start:
            continue
        if node.has_error and node.end_byte > end - BEHIND_ERROR:
            break
        if not node.is_named:
            continue
        if not leads:
            group = node.start_byte
        leads = LEADS.search(node.type) is not None
        if not leads and not node.is_extra:
            certain = group
    return certain


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
