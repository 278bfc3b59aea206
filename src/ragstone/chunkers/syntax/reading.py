"""Source code read with tree-sitter, a window at a time: the nodes at the top of its syntax tree.

A tree takes twenty times its text, so that a long text is never read at once. Each window begins
where a node at the top begins; what is complete in it is handed out, and the next window begins
behind that. A definition longer than a window is read in one that is large enough.

    reading = Reading("import a\n\ndef b(): ...\n", "python")
    [node.type for node in reading.nodes()]       # ["import_statement", "function_definition"]

Every character is handed to the parser as one byte, so that byte offsets are offsets of the text
itself: letters outside ASCII stand as "x", blanks as " ".

The parser may need the square of what it reads, in time and in memory, for text that is not of its
language. Its work is counted and stopped (`budget`); where a text looks like that, or was stopped,
windows are small, and grow only while nothing in them says that it is no source code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from ragstone.chunkers.syntax.budget import BudgetReader
from ragstone.chunkers.syntax.definitions import LEADS, children
from ragstone.extras import is_installed, require

#: Characters that are read at once where no definition is longer.
WINDOW = 50_000
#: Characters that are read at once where the text may be none of the language.
CAREFUL = 2000
#: No more is read at once, however long a definition is.
LARGEST = 8_000_000
#: An error is one of the text, and not of the window's end, where so much behind it could be read.
BEHIND_ERROR = 32_000
#: So many characters in a row of source code hold more different runs of three, and leave fewer
#: brackets of one kind open.
_FEWEST_RUNS, _MOST_OPEN = 100, 100
#: What cannot be read is no source code with so many levels, or an error for so few characters.
_DEEPEST, _CHARACTERS_AN_ERROR = 150, 20
#: A window from which less than this part can be handed out is followed by a larger one.
_LEAST_GAIN = 4
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
        self._is_careful = False
        self.until = 0
        self.why = ""

    def nodes(self) -> Iterator[Any]:
        """The nodes at the top, in order; what cannot be read becomes nodes as well.

        It ends early before text that is so far from the language that reading it would take the
        square of its length, or worse, and before a definition longer than `LARGEST`.
        """
        length, size = len(self._text), self._window()
        while self.until < length and not self.why:
            end = min(length, self.until + size)
            root = self._parsed(self.until, end)
            until = self._certain(root, end)
            gained = until - self.until
            if gained:
                yield from _between(root, self.until, until)
                self.until = until
            elif root is None and CAREFUL < size == self._window():
                self._is_careful, size = True, CAREFUL
                continue
            elif end == length or root is None or (size < WINDOW and self._is_hopeless(root, end)):
                self.why = f"the text can hardly be read as {self._grammar}"
            elif size >= LARGEST:
                self.why = f"more than {LARGEST:,} characters would have to be read at once"
            root = None  # let its tree go before the next one is read
            size = self._window() if gained * _LEAST_GAIN > size else self._larger(size)

    def _larger(self, size: int) -> int:
        """The next size of a window of which too little could be handed out."""
        rest = len(self._text) - self.until
        larger = (4 if size < WINDOW else 2) * size
        return min(rest if rest <= 4 * size else larger, LARGEST)

    def _window(self) -> int:
        """How much is read at once from `until` on: up to where the text looks like no code."""
        if self._is_careful:
            return CAREFUL
        if self._grammar in _WHOLE:
            return LARGEST
        for start in range(self.until, min(len(self._text), self.until + WINDOW), CAREFUL):
            if _is_odd(self._text[start : start + CAREFUL]):
                return min(max(start - self.until, CAREFUL), WINDOW)
        return WINDOW

    def _is_hopeless(self, root: Any, end: int) -> bool:
        """Whether a window that holds nothing for certain says that a larger one would not
        either."""
        text = self._text[self.until : end]
        # What "<" opens may be a type or a comparison: grammars try both, for each of them.
        if root.has_error and (_open(text, "<>") > _MOST_OPEN or _depth(root) > _DEEPEST):
            return True
        if len(text) < BEHIND_ERROR:
            return False  # the window may end in a comment
        errors = sum(node.is_error or node.is_missing for node in islice(_all(root), CAREFUL))
        return errors * _CHARACTERS_AN_ERROR > CAREFUL

    def _certain(self, root: Any, end: int) -> int:
        """Up to where a window holds nodes for certain; `until` for none."""
        if root is None:
            return self.until
        if end == len(self._text):
            return end
        return _certain(root, self.until, end)

    def _parsed(self, start: int, end: int) -> Any:
        """The root of the tree of a window; None where it takes too much work."""
        package: Any = require("tree_sitter", "code", "cutting code by its syntax")
        opening = _OPENINGS.get(self._grammar, "") if start else ""
        text = _OTHER_BLANK.sub(" ", opening + self._text[start:end])
        with BudgetReader(_OTHER.sub("x", text).encode("ascii")) as reader:
            tree = reader.tree(package.Parser(_language(self._grammar)))
        return tree and tree.root_node_with_offset(start - len(opening), (0, 0))


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


def _is_odd(piece: str) -> bool:
    """Whether a text repeats itself, or opens brackets, as source code does not."""
    if len(piece) < CAREFUL:
        return False
    opened = max(_open(piece, pair) for pair in ("<>", "()", "[]", "{}"))
    runs = set(zip(piece, piece[1:], piece[2:], strict=False))
    return opened > _MOST_OPEN or len(runs) < _FEWEST_RUNS


def _open(piece: str, pair: str) -> int:
    """How many brackets are open at the end of a text that were not at its start."""
    return piece.count(pair[0]) - piece.count(pair[1])


def _all(node: Any) -> Iterator[Any]:
    """The nodes of a tree below its root, in order."""
    cursor = node.walk()
    while True:
        if cursor.goto_first_child() or cursor.goto_next_sibling():
            yield cursor.node
            continue
        while cursor.goto_parent():
            if cursor.goto_next_sibling():
                yield cursor.node
                break
        else:
            return


def _depth(root: Any) -> int:
    """Levels below the first child and the last, whichever has more."""
    depths: list[int] = []
    for step in ("goto_first_child", "goto_last_child"):
        cursor, depth = root.walk(), 0
        while depth <= _DEEPEST and getattr(cursor, step)():
            depth += 1
        depths.append(depth)
    return max(depths)
