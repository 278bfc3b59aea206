"""The tags, comments and texts of an HTML source, with their offsets, in one linear scan.

    [token.name for token in html_tokens("<p>a<br>b</p>")]    # p, "", br, "", p

Broken markup is text: a `<` that opens no tag, a tag without its `>`. What stands in `script`,
`style`, `pre`, `textarea`, `svg` and `math` is one token with its element, whatever it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

#: Quoted values may hold `>`; none goes on past the next `<`, which keeps broken quotes linear.
_TAG = re.compile(
    r"<(?:!--|(/?)([a-zA-Z][a-zA-Z0-9:-]*+)(?=[\s/>])"
    r"(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*'|[\"'])*+>|[!?][^<>]*+>)"
)
_RAW = frozenset(("script", "style", "pre", "textarea", "svg", "math"))
_NOT_BLANK = re.compile(r"\S")


class TokenKind(StrEnum):
    TEXT = "text"
    OPEN = "open"
    CLOSE = "close"
    RAW = "raw"
    OTHER = "other"
    """A comment, doctype or processing instruction."""


class HtmlToken(NamedTuple):
    """One token; `name` in small letters for tags. A text has no blanks at its edges."""

    kind: TokenKind
    start: int
    end: int
    name: str = ""


def html_tokens(text: str) -> Iterator[HtmlToken]:
    """All tokens of `text` in order; blanks between them belong to none."""
    at = 0
    missing: set[str] = set()  # what has no end from here on: not looked for again
    while match := _TAG.search(text, at):
        yield from _texts(text, at, match.start())
        token = _token(text, match, missing)
        yield token
        at = token.end
    yield from _texts(text, at, len(text))


def _texts(text: str, start: int, end: int) -> Iterator[HtmlToken]:
    first = _NOT_BLANK.search(text, start, end)
    if first:
        stop = start + len(text[start:end].rstrip())
        yield HtmlToken(TokenKind.TEXT, first.start(), stop)


def _token(text: str, match: re.Match[str], missing: set[str]) -> HtmlToken:
    start, end = match.span()
    if match[0] == "<!--":
        stop = _find(text, "-->", end, missing)
        return HtmlToken(TokenKind.OTHER, start, stop or end)
    if match[2] is None:
        return HtmlToken(TokenKind.OTHER, start, end)
    name = match[2].lower()
    if match[1]:
        return HtmlToken(TokenKind.CLOSE, start, end, name)
    if name in _RAW and not match[0].endswith("/>"):
        stop = _find(text, f"</{name}", end, missing)
        if stop:
            stop = text.find(">", stop) + 1
            return HtmlToken(TokenKind.RAW, start, stop or len(text), name)
    return HtmlToken(TokenKind.OPEN, start, end, name)


def _find(text: str, closer: str, start: int, missing: set[str]) -> int:
    """Where the next `closer` ends; 0 where there is none."""
    if closer in missing:
        return 0
    found = re.compile(re.escape(closer), re.IGNORECASE).search(text, start)
    if found is None:
        missing.add(closer)
        return 0
    return found.end()
