"""The marks that carry a line's number through an HTML parser.

A mark is a few noncharacters (U+FDD0 to U+FDE0, which Unicode reserves for internal use): sixteen
digits and an end. A page cannot bring its own: they, and references that stand for them, are
replaced before the first mark is set.

    marked_pieces(mark(1) + "a" + mark(2) + "b")       # [(1, "a"), (2, "b")]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

_DIGITS = str.maketrans({f"{digit:x}": chr(0xFDD0 + digit) for digit in range(16)})
_VALUES = {ord(mark): digit for digit, mark in _DIGITS.items()}
_END = "\ufde0"
_OURS = re.compile("[\ufdd0-\ufde0]")
_MARK = re.compile("([\ufdd0-\ufddf]+)\ufde0")
_TWO_MARKS = re.compile(f"(?:{_MARK.pattern}){{2}}")
#: WHATWG HTML, 13.2.5.72 to 80: leading zeros are allowed, the semicolon is not needed.
_FOREIGN = re.compile(
    "[\ufdd0-\ufde0]|&#(?:x0*+fd(?:d[0-9a-f]|e0)(?![0-9a-f])|0*+649(?:7[6-9]|8[0-9]|9[0-2])(?![0-9]));?",
    re.IGNORECASE,
)


@lru_cache(maxsize=64)
def mark(line: int) -> str:
    """The mark of line `line`."""
    return f"{line:x}".translate(_DIGITS) + _END


def without_foreign_marks(source: str) -> str:
    """`source` with U+FFFD for everything in it that the parser would take for a part of a mark."""
    return _FOREIGN.sub("\ufffd", source)


def marked_pieces(text: str) -> Sequence[tuple[int | None, str]]:
    """(line, text) of a text node; None for text before any mark, whose line is not known."""
    pieces = _MARK.split(text)
    if len(pieces) == 3 and not pieces[0] and pieces[2]:
        return ((_number(pieces[1]), pieces[2]),)  # nearly all: one line that begins with its mark
    found: list[tuple[int | None, str]] = [(None, pieces[0])] if pieces[0] else []
    found += (
        (_number(digits), piece)
        for digits, piece in zip(pieces[1::2], pieces[2::2], strict=True)
        if piece
    )
    return found


def marked_lines(attribute: str) -> tuple[int, int] | None:
    """The two lines that an attribute of two marks names; None for any other value."""
    if not _TWO_MARKS.fullmatch(attribute):
        return None
    first, last = _MARK.findall(attribute)
    return _number(first), _number(last)


def without_marks(text: str) -> str:
    """`text` with every mark taken out: for attributes and titles."""
    return _OURS.sub("", text)


@lru_cache(maxsize=4096)
def _number(digits: str) -> int:
    return int(digits.translate(_VALUES), 16)
