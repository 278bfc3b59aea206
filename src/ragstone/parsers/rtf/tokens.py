"""Tokens of an RTF file: groups, control words, and bytes of text.

Specification 1.9.1, "Conventions of an RTF reader".

    [token.word for token in tokens(b"{\\\\b1 Hi}")]        # ["{", "b", "", "}"]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,40})(-?[0-9]{1,10})? ?"
    rb"|\\'([0-9a-fA-F]{2})"
    rb"|\\([{}\\])"
    rb"|\\(.)"
    rb"|([{}])"
    rb"|([^\\{}\r\n\0]+)"
    rb"|[\r\n\0]+|\\\Z|\\",
    re.DOTALL,
)
_LARGEST = 2**31


class Token(NamedTuple):
    """`word` is a control word or symbol, "{" or "}", or "" for text.

    `number` is the word's parameter, None without one. `data` is text, in the code page of the
    moment; escaped braces and backslashes are text. `is_byte` for one byte written in hexadecimal.
    """

    word: str
    number: int | None = None
    data: bytes = b""
    is_byte: bool = False


def tokens(data: bytes) -> Iterator[Token]:
    """All tokens; `\\bin` has its bytes as data."""
    at = 0
    while at < len(data):
        found = _TOKEN.match(data, at)
        if found is None:
            at += 1
            continue
        at = found.end()
        word, number, byte, escaped, symbol, brace, text = found.groups()
        if text is not None:
            yield Token("", data=text)
        elif word is not None:
            value = None if number is None else max(-_LARGEST, min(int(number), _LARGEST))
            if word == b"bin" and value is not None and value > 0:
                yield Token("bin", value, data[at : at + value])
                at += value
                continue
            yield Token(word.decode("ascii"), value)
        elif byte is not None:
            yield Token("", data=bytes.fromhex(byte.decode("ascii")), is_byte=True)
        elif escaped is not None:
            yield Token("", data=escaped)
        elif brace is not None:
            yield Token(brace.decode("ascii"))
        elif symbol is not None:
            yield Token(symbol.decode("latin-1"))
