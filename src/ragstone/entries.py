"""The row type of the families' catalogues, and the catalogue itself.

A family (parsers, chunkers, embedders, …) lists its members in a literal table in its
`catalog.py`: one `Entry` a member. Detection, lazy import, `ragstone doctor`, listings and the
contract tests all read that row. Third parties add rows through the entry-point group of the
family (`ragstone.parsers`, `ragstone.chunkers`, …): each entry point names an `Entry`.

    rows = (Entry("sentence", "ragstone.chunkers.sentence:SentenceChunker"),)
    CHUNKERS = Catalog("chunkers", rows)
    chunker = CHUNKERS.create("sentence", max_characters=400)
"""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import entry_points
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from ragstone.errors import MissingExtra, ParameterError
from ragstone.extras import is_installed

Member = TypeVar("Member")


@dataclass(frozen=True, slots=True)
class Entry:
    """One member of a family.

    `target` is `module:Class`; `extra` the extra that brings `requires` (import names).
    `media_types` and `extensions` (with the dot) are used by parsers only. `fake_reason` is set
    where the tests must run the member against a fake (no service, no model at hand), and says why.
    """

    name: str
    target: str
    summary: str = ""
    extra: str | None = None
    requires: tuple[str, ...] = ()
    media_types: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    fake_reason: str | None = None

    @property
    def missing(self) -> tuple[str, ...]:
        """The import names in `requires` that are not installed."""
        return tuple(module for module in self.requires if not is_installed(module))

    def load(self) -> Any:
        """Import and return the class; `MissingExtra` when its packages are not installed."""
        if self.missing:
            raise MissingExtra(self.extra or self.name, self.missing[0], self.name)
        module, _, attribute = self.target.partition(":")
        return getattr(importlib.import_module(module), attribute)


class Catalog(Generic[Member]):
    """The members of one family by name: our literal rows, then third parties' entry points."""

    def __init__(self, family: str, rows: tuple[Entry, ...]) -> None:
        self.family = family
        self.own = rows

    @cached_property
    def rows(self) -> Mapping[str, Entry]:
        found = {row.name: row for row in self.own}
        for point in entry_points(group=f"ragstone.{self.family}"):
            row = point.load()
            if not isinstance(row, Entry):
                raise TypeError(f"entry point {point.value} must be a ragstone.entries.Entry")
            found[row.name] = row
        return found

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.rows.values())

    def entry(self, name: str) -> Entry:
        """The row called `name`; `ParameterError` lists the names there are."""
        try:
            return self.rows[name]
        except KeyError:
            names = ", ".join(sorted(self.rows))
            kind = self.family.removesuffix("s")
            raise ParameterError(f"there is no {kind} called {name}; there are: {names}") from None

    def create(self, name: str, /, **parameters: Any) -> Member:
        """Make the member called `name`; bad options become one `ParameterError` sentence."""
        member = self.entry(name).load()
        try:
            return member(member.Parameters(**parameters))
        except ValidationError as error:
            raise ParameterError(f"{name}: {one_sentence(error)}") from error

    def create_from(self, spec: str) -> Member:
        """Make the member that `spec` describes: see `parse_spec`."""
        name, parameters = parse_spec(spec)
        return self.create(name, **parameters)


def parse_spec(spec: str) -> tuple[str, dict[str, Any]]:
    """`"recursive:chunk_size=500,chunk_overlap=50"` as `("recursive", {"chunk_size": 500, …})`.

    A value is JSON where it reads as JSON (numbers, true, null, lists in brackets, quoted text) and
    plain text otherwise; commas inside brackets and quotes do not separate.
    """
    name, _, rest = spec.strip().partition(":")
    parameters: dict[str, Any] = {}
    for item in _ITEM.findall(rest):
        option, equals, value = item.partition("=")
        if not equals or not option.strip():
            raise ParameterError(
                f"{item!r} in {spec!r} is not option=value; write {name}:option=value,option=value"
            )
        try:
            parameters[option.strip()] = json.loads(value)
        except json.JSONDecodeError:
            parameters[option.strip()] = value.strip()
    return name, parameters


#: An item of a spec: anything but commas, or bracketed or quoted text whole.
_ITEM = re.compile(r'(?:[^,\["]|\[(?:"(?:\\.|[^"\\])*"|[^\]"])*\]|"(?:\\.|[^"\\])*")+')


def one_sentence(error: ValidationError) -> str:
    """What a pydantic error says, as one sentence that names each wrong option."""
    parts: list[str] = []
    for problem in error.errors(include_url=False):
        where = ".".join(str(part) for part in problem["loc"])
        what = problem["msg"].removeprefix("Value error, ").rstrip(".")
        if problem["type"] == "extra_forbidden":
            what = "is not an option of it"
        parts.append(
            f"{where} {what}"
            if problem["type"] == "extra_forbidden"
            else f"{where}: {what}"
            if where
            else what
        )
    return "; ".join(parts)
