"""The objects and arrays of a JSON text with their members, by offset, in one linear scan.

It reads what is there and refuses nothing: JSON Lines, comments, missing commas and closers that
match nothing are passed over, as a cut needs only offsets. Numbers and names are not looked at.

    values = read_values('{"a": [1, 2]}', lambda start, end: False)
    [values.path(number) for number in range(len(values.members))]    # $, $.a, $.a[0], $.a[1]
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import overload

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

    members: Sequence[Member] = ()

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


#: What `_Members` notes of each: numbers in a row of so many columns.
_START, _END, _UNTIL, _INDEX, _PARENT, _DEPTH, _INSIDE, _MARKS = range(8)
_COLUMNS = 8
_STRING, _CONTAINER, _DIVIDED, _LAST = 1, 2, 4, 8


class _Members(Sequence[Member]):
    """Members in columns, since a long text has many; each is made when it is asked for."""

    def __init__(self) -> None:
        self._rows = array("i")
        self._keys: list[str | None] = []

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, number: int) -> Member: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Member]: ...
    def __getitem__(self, number: int | slice) -> Member | Sequence[Member]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        key = self._keys[number]
        number %= len(self)
        row = self._rows[_COLUMNS * number : _COLUMNS * (number + 1)]
        start, end, until, index, parent, depth, inside, marks = row
        return Member(
            start,
            end,
            until,
            index if key is None else key,
            parent,
            depth,
            inside,
            is_string=bool(marks & _STRING),
            is_container=bool(marks & _CONTAINER),
            is_divided=bool(marks & _DIVIDED),
            is_last=bool(marks & _LAST),
        )

    def append(self, row: Sequence[int], key: str | None) -> int:
        """Its number."""
        self._rows.extend(row)
        self._keys.append(key)
        return len(self._keys) - 1

    def cut(self, count: int) -> None:
        """Keep so many."""
        del self._rows[_COLUMNS * count :]
        del self._keys[count:]

    def number(self, member: int, column: int) -> int:
        return self._rows[_COLUMNS * member + column]

    def note(self, member: int, column: int, number: int) -> None:
        self._rows[_COLUMNS * member + column] = number

    def mark(self, member: int, mark: int) -> None:
        self._rows[_COLUMNS * member + _MARKS] |= mark


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
    last: int = -1
    """The number of the member that was read last: what a comma belongs to."""
    key: tuple[int, str] | None = None
    """The start and the text of a key whose value has not begun."""


@dataclass(slots=True)
class _Reader:
    text: str
    fits: Fits
    members: _Members = field(default_factory=_Members)
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
        top, members = self.stack[-1], self.members
        if not top.bracket:
            return  # words at the top are no values
        if top.last >= 0 and top.key is None and self._goes_on(top.last):
            members.note(top.last, _END, end)  # no comma between: one value, whatever it is
            members.note(top.last, _UNTIL, end)
            return
        self._add(start, end, _STRING if self.text[start] == '"' else 0)

    def _goes_on(self, member: int) -> bool:
        """Whether no comma has come behind a member that is no container."""
        number = self.members.number
        is_container = number(member, _MARKS) & _CONTAINER
        return not is_container and number(member, _UNTIL) == number(member, _END)

    def _add(self, start: int, end: int, marks: int) -> int:
        top = self.stack[-1]
        key: str | None = None
        if top.key is not None:
            start, key = top.key
            top.key = None
        inside = end if marks & _CONTAINER else 0
        row = (start, end, end, top.count, top.number, top.depth, inside, marks)
        top.count += 1
        top.last = self.members.append(row, key)
        return top.last

    def _open(self, bracket: str, start: int) -> None:
        depth = self.stack[-1].depth + 1
        number = self._add(start, start + 1, _CONTAINER)
        self.stack.append(_Open(bracket, number, depth))

    def _comma(self, end: int) -> None:
        last = self.stack[-1].last
        if last >= 0:
            self.members.note(last, _UNTIL, end)

    def _close(self, bracket: str, end: int) -> None:
        """End the innermost open container of this kind, and those left open inside it."""
        for back in range(1, min(len(self.stack) - 1, _LEFT_OPEN) + 1):
            if self.stack[-back].bracket == bracket:
                for _ in range(back):
                    self._end(self.stack.pop(), end)
                return

    def _end(self, opened: _Open, end: int) -> None:
        members, number = self.members, opened.number
        members.note(number, _END, end)
        members.note(number, _UNTIL, end)
        if opened.last >= 0:
            members.mark(opened.last, _LAST)
        if self.fits(members.number(number, _START), end):
            members.cut(number + 1)
        else:
            members.mark(number, _DIVIDED)
