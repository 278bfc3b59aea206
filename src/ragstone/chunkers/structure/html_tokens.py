"""The tags, comments and texts of an HTML source, with their offsets, in one linear scan.

    [token.name for token in html_tokens("<p>a<br>b</p>")]    # p, "", br, "", p

Broken markup is text: a `<` that opens no tag, a tag without its `>`. What stands in `script`,
`style`, `pre`, `textarea`, `svg` and `math` is one token with its element, whatever it holds.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

#: Quoted values may hold `>`; none goes on past the next `<`, which keeps broken quotes linear.
_TAG = re.compile(
    r"<(?:!--|(/?)([a-zA-Z][a-zA-Z0-9:-]*+)(?=[\s/>])"
    r"(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*'|[\"'])*+>|[!?][^<>]*+>)"
)
_RAW = frozenset(("script", "style", "pre", "textarea", "svg", "math"))


class TokenKind(StrEnum):
    TEXT = "text"
    OPEN = "open"
    CLOSE = "close"
    RAW = "raw"
    OTHER = "other"
    """A comment, doctype or processing instruction."""


_KINDS = tuple(TokenKind)


class HtmlToken(NamedTuple):
    """One token; `name` in small letters for tags. A text has no blanks at its edges."""

    kind: TokenKind
    start: int
    end: int
    name: str = ""


class HtmlTokens:
    """Tokens in order, in columns: a page has one in every fifteen characters."""

    def __init__(self) -> None:
        self._kinds = bytearray()
        self._starts, self._ends, self._names = array("I"), array("I"), array("I")
        self._known: dict[str, int] = {}
        """The number of each name, in the order of the numbers."""
        self._spelled: list[str] = []

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, number: int) -> HtmlToken:
        kind, name = _KINDS[self._kinds[number]], self._spelled[self._names[number]]
        return HtmlToken(kind, self._starts[number], self._ends[number], name)

    def between(self, first: int, until: int) -> Iterator[HtmlToken]:
        """The tokens from the number `first` to before `until`."""
        return map(self.__getitem__, range(first, until))

    def add(self, token: HtmlToken) -> None:
        kind, start, end, name = token
        number = self._known.get(name, -1)
        if number < 0:
            number = self._known[name] = len(self._spelled)
            self._spelled.append(name)
        self._kinds.append(_KINDS.index(kind))
        self._starts.append(start)
        self._ends.append(end)
        self._names.append(number)

    def within(self, start: int, end: int) -> Iterator[HtmlToken]:
        """The tokens that lie in `start` to `end`."""
        return self.between(bisect_left(self._starts, start), bisect_right(self._ends, end))

    def around(self, offset: int) -> HtmlToken | None:
        """The token that has `offset` strictly inside."""
        at = bisect_right(self._starts, offset) - 1
        if at >= 0 and self._starts[at] < offset < self._ends[at]:
            return self[at]
        return None


def html_tokens(text: str) -> HtmlTokens:
    """All tokens of `text` in order; blanks between them belong to none."""
    found = HtmlTokens()
    add = found.add
    missing: set[str] = set()  # what has no end from here on: not looked for again
    search, make = _TAG.search, HtmlToken
    at = 0
    # One loop without calls for the common tokens: a page has one in every fifteen characters.
    while match := search(text, at):
        start, end = match.span()
        if start > at and (between := text[at:start]).strip():
            add(_text(between, at))
        slash, name = match.groups()
        if name is None:
            token = _other(text, match, missing)
        elif slash:
            token = make(TokenKind.CLOSE, start, end, name.lower())
        else:
            name = name.lower()
            token = _raw(text, match, name, missing) if name in _RAW else None
            token = token or make(TokenKind.OPEN, start, end, name)
        add(token)
        at = token.end
    if (rest := text[at:]).strip():
        add(_text(rest, at))
    return found


def _text(piece: str, at: int) -> HtmlToken:
    end = at + len(piece.rstrip())
    return HtmlToken(TokenKind.TEXT, at + len(piece) - len(piece.lstrip()), end)


def _other(text: str, match: re.Match[str], missing: set[str]) -> HtmlToken:
    start, end = match.span()
    stop = _find(text, "-->", end, missing) if match[0] == "<!--" else end
    return HtmlToken(TokenKind.OTHER, start, stop or end)


def _raw(text: str, match: re.Match[str], name: str, missing: set[str]) -> HtmlToken | None:
    """The whole element; None for one without content or end."""
    if match[0].endswith("/>"):
        return None
    stop = _find(text, f"</{name}", match.end(), missing)
    if not stop:
        return None
    return HtmlToken(TokenKind.RAW, match.start(), text.find(">", stop) + 1 or len(text), name)


def _find(text: str, closer: str, start: int, missing: set[str]) -> int:
    """Where the next `closer` ends; 0 where there is none."""
    if closer in missing:
        return 0
    found = re.compile(re.escape(closer), re.IGNORECASE).search(text, start)
    if found is None:
        missing.add(closer)
        return 0
    return found.end()
