"""The objects and arrays of a JSON text with their members, by offset, in one linear scan.

It reads what is there and refuses nothing: JSON Lines, comments, missing commas and closers that
match nothing are passed over, as a cut needs only offsets. Numbers and names are not looked at.

    values = read_values('{"a": [1, 2]}', lambda start, end: False)
    [values.path(number) for number in range(len(values.members))]    # $, $.a, $.a[0], $.a[1]
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],:]|[^\s{}\[\],:"]++|"', re.DOTALL)
_NAME = re.compile(r"[^\W\d][\w$-]*\Z")
#: A path names so many of the innermost steps, and so much of a key.
_STEPS = 24
_KEY_CHARACTERS = 80
_CLOSES = {"}": "{", "]": "["}
#: How far out an opener is looked for that a closer matches, past others that were left open.
_LEFT_OPEN = 8

Fits = Callable[[int, int], bool]


@dataclass(slots=True)
class Member:
    """A value in its container, from its key on.

    - `start`, `end`: from the key (if any) to behind the value; `until`: behind the comma too.
    - `key`: an object's key or an array's index; `parent`: the number of the member that is the
      container, -1 at the top; `depth`: 0 at the top.
    - `is_divided`: a container too long to stay whole; its members are listed, those of others not.
      `inside` is behind its opening bracket.
    - `is_last`: of its container.
    """

    start: int
    end: int
    until: int
    key: str | int
    parent: int
    depth: int
    inside: int = 0
    is_string: bool = False
    is_container: bool = False
    is_divided: bool = False
    is_last: bool = False


@dataclass(slots=True)
class Values:
    """The containers at the top of a text, and the members of all that are divided, parents before
    their members, by ascending start."""

    members: list[Member] = field(default_factory=list[Member])

    def path(self, number: int) -> str:
        """The place of a member in the way of JSONPath; a deep one without its outer steps."""
        steps: list[str] = []
        while len(steps) < _STEPS:
            member = self.members[number]
            if member.parent < 0:
                return "$" + "".join(reversed(steps))
            steps.append(_step(member.key))
            number = member.parent
        return "$…" + "".join(reversed(steps))


def _step(key: str | int) -> str:
    if isinstance(key, int):
        return f"[{key}]"
    shown = key if len(key) <= _KEY_CHARACTERS else key[:_KEY_CHARACTERS] + "…"
    return f".{shown}" if _NAME.match(shown) else f'["{shown}"]'


def read_values(text: str, fits: Fits) -> Values:
    """The values of `text`; what is no JSON gives those that can be made out.

    `fits(start, end)` says whether that much may stay whole.
    """
    reader = _Reader(text, fits)
    reader.read()
    return Values(reader.members)


@dataclass(slots=True)
class _Open:
    """A container being read, or the top of the text."""

    bracket: str
    number: int
    depth: int
    count: int = 0
    last: Member | None = None
    """The member that was read last: what a comma belongs to."""
    key: tuple[int, str] | None = None
    """The start and the text of a key whose value has not begun."""


@dataclass(slots=True)
class _Reader:
    text: str
    fits: Fits
    members: list[Member] = field(default_factory=list[Member])
    stack: list[_Open] = field(default_factory=lambda: [_Open("", -1, 0)])

    def read(self) -> None:
        text = self.text
        scalar: tuple[int, int] | None = None  # in an object, where it may turn out a key
        for match in _TOKEN.finditer(text):
            start, end = match.span()
            mark = text[start]
            if mark == '"' and end == start + 1:
                break  # a string without its end: nothing behind it can be told apart
            if scalar is not None:
                if mark == ":":
                    self.stack[-1].key = (scalar[0], self._key(*scalar))
                    scalar = None
                    continue
                self._scalar(*scalar)
                scalar = None
            if mark in "{[":
                self._open(mark, start)
            elif mark in "}]":
                self._close(_CLOSES[mark], end)
            elif mark == ",":
                self._comma(end)
            elif mark == ":":
                continue
            elif self.stack[-1].bracket == "{" and self.stack[-1].key is None:
                scalar = (start, end)
            else:
                self._scalar(start, end)
        for left in reversed(self.stack[1:]):
            self._end(left, len(text.rstrip()))

    def _key(self, start: int, end: int) -> str:
        """The key as people read it: without its quotes and, where that can be shown, escapes."""
        shown = self.text[start : min(end, start + 6 * _KEY_CHARACTERS)]
        if not shown.startswith('"'):
            return shown
        raw = shown[1:].removesuffix('"')
        try:
            key = json.loads(shown) if "\\" in raw else raw
        except ValueError:
            return raw
        return key if key.isprintable() else raw

    def _scalar(self, start: int, end: int) -> None:
        top = self.stack[-1]
        last = top.last
        if not top.bracket:
            return  # words at the top are no values
        if last and top.key is None and last.until == last.end and not last.is_container:
            last.end = last.until = end  # no comma between: one value, whatever it is
            return
        self._add(start, end).is_string = self.text[start] == '"'

    def _add(self, start: int, end: int) -> Member:
        top = self.stack[-1]
        key: str | int = top.count
        if top.key is not None:
            start, key = top.key
            top.key = None
        member = Member(start, end, end, key, top.number, top.depth)
        self.members.append(member)
        top.count += 1
        top.last = member
        return member

    def _open(self, bracket: str, start: int) -> None:
        depth = self.stack[-1].depth + 1
        member = self._add(start, start + 1)
        member.is_container, member.inside = True, start + 1
        self.stack.append(_Open(bracket, len(self.members) - 1, depth))

    def _comma(self, end: int) -> None:
        last = self.stack[-1].last
        if last is not None:
            last.until = end

    def _close(self, bracket: str, end: int) -> None:
        """End the innermost open container of this kind, and those left open inside it."""
        for back in range(1, min(len(self.stack) - 1, _LEFT_OPEN) + 1):
            if self.stack[-back].bracket == bracket:
                for _ in range(back):
                    self._end(self.stack.pop(), end)
                return

    def _end(self, opened: _Open, end: int) -> None:
        member = self.members[opened.number]
        member.end = member.until = end
        if opened.last is not None:
            opened.last.is_last = True
        member.is_divided = not self.fits(member.start, end)
        if not member.is_divided:
            del self.members[opened.number + 1 :]
