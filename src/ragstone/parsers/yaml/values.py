"""The mappings and sequences of a YAML text with their members, by offset, from PyYAML's events.

Nothing is constructed and no alias is followed: a tag is a word, an anchor a name, and "*a" stays
"*a", so that no text grows. What is no YAML is read up to the fault.

    read_yaml("a: [1, 2]\\n", Limits(), "a.yaml").values.path(1)      # "$.a"
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from ragstone.errors import LimitExceeded
from ragstone.limits import Limits
from ragstone.parsers.keyed.divided import WHOLE_CHARACTERS
from ragstone.text.json_values import Member, Values

_DOCUMENT = re.compile(r"(?:\A(?=[ \t]*[^\s#%-])|^---(?=[ \t\r\n]|\Z))", re.MULTILINE)
#: The dash of an item; dashes in comments are none.
_DASH = re.compile(r"#[^\n]*+|(-)(?=\s)")
#: The colon behind a key; colons in comments are none.
_COLON = re.compile(r"#[^\n]*+|(:)")
_KEY_CHARACTERS, _DEEPEST = 80, 1000
_parse: Any = vars(yaml)["parse"]
#: libyaml's parser where PyYAML was built with it: 20 times as fast, the same events.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class Yaml:
    """What was read of a text.

    - `values`: the members; of several documents each is one of an array around them.
    - `key_ends`: behind the colon of the key that begins at an offset.
    - `fault` says what is wrong and where; nothing behind `end` was understood.
    """

    values: Values
    key_ends: dict[int, int]
    end: int
    document_count: int = 0
    fault: str = ""


@dataclass(slots=True)
class _Open:
    """A collection that is being read.

    - `key`: the start and the text of a key whose value has not come.
    - `is_key`: whether it is a key itself, or in one; what stands in it has no path.
    """

    number: int
    start: int
    is_mapping: bool
    is_flow: bool
    is_key: bool = False
    count: int = 0
    key: tuple[int, str] | None = None


def read_yaml(text: str, limits: Limits, file: str) -> Yaml:
    """The members of `text`; raises `LimitExceeded` past `markup_depth`."""
    reader = _Reader(text, limits, file, are_many=len(_DOCUMENT.findall(text)) > 1)
    fault = ""
    try:
        for event in _parse(text, Loader=_LOADER):
            reader.take(event)
    except yaml.YAMLError as error:
        fault = _told(error)
        if "nesting depth" in fault:  # libyaml's own bound, met while it looks for a colon
            raise LimitExceeded(
                "markup_depth", _DEEPEST, allowed=limits.markup_depth, file=file
            ) from error
    return reader.finish(fault)


def _told(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "no YAML"
    return f"line {mark.line + 1}: {problem}" if mark is not None else str(problem)


@dataclass(slots=True)
class _Reader:
    text: str
    limits: Limits
    file: str
    are_many: bool
    """Whether the text holds several documents."""
    members: list[Member] = field(default_factory=list[Member])
    key_ends: dict[int, int] = field(default_factory=dict[int, int])
    stack: list[_Open] = field(default_factory=list[_Open])
    last: int = 0
    """Where the last value ended."""
    documents: int = 0
    open_key: tuple[int, int] | None = None
    """The start and the end of a key whose colon was not looked for yet: it has none where it
    does not stand before the next event."""

    def take(self, event: Any) -> None:
        self._colon(event.start_mark.index)
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
        elif isinstance(event, yaml.ScalarEvent):
            self._scalar(event, event.value)
        elif isinstance(event, yaml.AliasEvent):
            self._scalar(event, f"*{event.anchor}")
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            self._open(event)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self._close(event)

    def finish(self, fault: str) -> Yaml:
        self._colon(self.last)
        while self.stack:
            self._end(self.last)
        if self.are_many and self.documents:
            self._together()
        return Yaml(Values(self.members), self.key_ends, self.last, self.documents, fault)

    def _scalar(self, event: Any, value: str) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        top = self.stack[-1] if self.stack else None
        if top is not None and top.is_key:
            self.last = max(self.last, end)
        elif top is not None and top.is_mapping and top.key is None:
            self._key(top, start, end, value)
        else:
            self._add(start, end).is_string = True

    def _key(self, top: _Open, start: int, end: int, text: str) -> None:
        top.key = (start, text)
        self.open_key = (start, end)
        self.last = max(self.last, end)

    def _colon(self, until: int) -> None:
        """The end of the key that was read last, behind its colon before `until`."""
        if self.open_key is None:
            return
        start, end = self.open_key
        colons = (m.end() for m in _COLON.finditer(self.text, end, until) if m[1])
        self.key_ends[start] = self.last = max(self.last, next(colons, end))
        self.open_key = None

    def _add(self, start: int, end: int) -> Member:
        """A member from its key or its dash on."""
        top = self.stack[-1] if self.stack else None
        key: str | int = self.documents - 1
        if top is not None:
            key = top.count
            top.count += 1
            if top.key is not None:
                start, key = top.key
                top.key = None
            elif not top.is_flow:
                dashes = [m.start(1) for m in _DASH.finditer(self.text, self.last, start) if m[1]]
                start = dashes[-1] if dashes else start
        # Literal and folded texts end behind the blank lines after them.
        held = self.text[start:end]
        end = start + len(held.rstrip())
        member = Member(
            start,
            end,
            end,
            key,
            top.number if top else -1,
            len(self.stack),
            inside=self.key_ends.get(start, start + 1),
        )
        self.members.append(member)
        self.last = max(self.last, end)
        return member

    def _open(self, event: Any) -> None:
        start = event.start_mark.index
        top = self.stack[-1] if self.stack else None
        is_mapping, is_flow = isinstance(event, yaml.MappingStartEvent), bool(event.flow_style)
        self.limits.check("markup_depth", len(self.stack) + 1, self.file)
        is_key = top is not None and (top.is_key or (top.is_mapping and top.key is None))
        if not is_key:
            self._add(start, start + is_flow).is_container = True
        self.stack.append(_Open(len(self.members) - 1, start, is_mapping, is_flow, is_key))

    def _close(self, event: Any) -> None:
        opened = self.stack[-1]
        end = event.end_mark.index if opened.is_flow else self.last
        if not opened.is_key:
            self._end(end)
            return
        self.stack.pop()
        if not self.stack[-1].is_key:
            text = " ".join(self.text[opened.start : end].split())
            self._key(self.stack[-1], opened.start, end, text[:_KEY_CHARACTERS])

    def _end(self, end: int) -> None:
        opened = self.stack.pop()
        if opened.is_key:
            return
        member = self.members[opened.number]
        member.end = member.until = self.last = max(end, self.last)
        # The only document is always divided: its records and top keys are asked for.
        is_only = member.parent < 0 and not self.are_many
        member.is_divided = is_only or member.end - member.start > WHOLE_CHARACTERS
        if not member.is_divided:
            del self.members[opened.number + 1 :]

    def _together(self) -> None:
        """One array around all documents."""
        around = Member(0, self.last, self.last, 0, -1, 0, is_container=True, is_divided=True)
        for member in self.members:
            member.parent, member.depth = member.parent + 1, member.depth + 1
        self.members.insert(0, around)
