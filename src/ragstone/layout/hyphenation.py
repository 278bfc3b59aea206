"""Hyphenation: whether the parts of a word on two lines are one word, and how lines are joined.

A typesetter breaks words at line ends with a hyphen; a compound may have its own hyphen there. The
document itself tells them apart: a word that it also writes in one piece is one, a compound that it
also writes with its hyphen inside a line is none. Else the parts are one word, since compounds at
line ends are the rarer case, unless the first is one that compounds are made with. In capitals
(HMAC-SHA) they are not rarer: there the document has to write the word in one piece.

    Words(lines).joined(lines)      # ("the implementation of", (0, 9))
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from ragstone.layout.line import Line
from ragstone.text.script import joint

_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")
_HYPHENS = "-\u2010"
#: A word's part at a line's end, with its hyphen; no second hyphen before it.
_BEFORE = re.compile(r"(?<![-\u2010\w])([^\W\d_]{2,})[-\u2010]$")
_AFTER = re.compile(r"[^\W\d_]{2,}")
_HYPHEN_AT_END = re.compile(r"\w[-\u2010]")
#: First parts that English, French and Dutch compounds keep their hyphen after. Not "ex": it is a
#: syllable of far more words.
_COMPOUND_FIRST = frozenset(
    ("self", "well", "all", "half", "cross", "high", "low", "long", "short", "full", "non")
)


class Words:
    """The words of one document; they are only counted once a line ends with a hyphen."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = lines

    def is_one(self, before: str, after: str) -> bool:
        """Whether `before`, which ends with a hyphen, and `after` hold two parts of one word."""
        first, second = _BEFORE.search(before), _AFTER.match(after)
        if first is None or second is None:
            return False
        is_small = second[0].islower()
        if not is_small and not (first[1].isupper() and second[0].isupper()):
            return False
        head, tail = first[1].lower(), second[0].lower()
        if head + tail in self._known:
            return True
        return is_small and f"{head}-{tail}" not in self._known and head not in _COMPOUND_FIRST

    def joined(self, lines: Sequence[Line]) -> tuple[str, tuple[int, ...]]:
        """Lines as one text, and the offset of each.

        A blank between words, none in Chinese or after a hyphen; rows of a table keep their lines.
        """
        text, starts = "", list[int]()
        for line in lines:
            if line.gapped and text:
                text += "\n"
            elif text and text[-1] in _HYPHENS and self.is_one(text[-80:], line.text):
                text = text[:-1]
            elif not _HYPHEN_AT_END.fullmatch(text[-2:]) or not line.text[:1].isalpha():
                text += joint(text, line.text)
            starts.append(len(text))
            text += line.text
        return text, tuple(starts)

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(
            word.replace("\u2010", "-")
            for line in self._lines
            for word in _WORD.findall(line.text.lower())
        )
