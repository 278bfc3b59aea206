"""The row type of the families' catalogues, and the catalogue itself.

A family (parsers, chunkers, embedders, …) lists its members in a literal table in its
`catalog.py`: one `Entry` a member. Detection, lazy import, `ragstone doctor`, listings and the
contract tests all read that row. Third parties add rows through the entry-point group of the
family (`ragstone.parsers`, `ragstone.chunkers`, …): each entry point names an `Entry`. One that
cannot be used is skipped with a warning and stays on the catalogue's `broken` list.

    rows = (Entry("sentence", "ragstone.chunkers.sentence:SentenceChunker"),)
    CHUNKERS = Catalog("chunkers", rows)
    chunker = CHUNKERS.create("sentence", max_characters=400)
"""

from __future__ import annotations

import importlib
import json
import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, SecretStr, ValidationError

from ragstone.errors import MissingExtra, ParameterError, PluginError
from ragstone.extras import is_installed

logger = logging.getLogger("ragstone.entries")

Member = TypeVar("Member")

#: What shells hand on as it is typed, where a line break or tab is meant.
_ESCAPES = re.compile(r"(?:\\[ntr])+")


@dataclass(frozen=True, slots=True)
class Entry:
    """One member of a family.

    `target` is `module:Class`; `extra` the extra that brings `requires` (import names).
    `media_types` and `extensions` (with the dot) are used by parsers only. `fake_reason` is set
    where the tests must run the member against a fake (no service, no model at hand), and says why.
    `uses` names members of other families that the class is made with: an option that holds a spec,
    and the `module:NAME` of the catalogue that makes it. The class takes it as the keyword of the
    option's name, and imports nothing of that family.
    `helped_by` names what `extra` brings to a member that works without it, `unhelped` says how.
    """

    name: str
    target: str
    summary: str = ""
    extra: str | None = None
    requires: tuple[str, ...] = ()
    media_types: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    fake_reason: str | None = None
    uses: tuple[tuple[str, str], ...] = ()
    helped_by: tuple[str, ...] = ()
    unhelped: str = ""

    @property
    def is_helped(self) -> bool:
        """Whether all that it works better with is installed."""
        return all(map(is_installed, self.helped_by))

    @property
    def missing(self) -> tuple[str, ...]:
        """The import names in `requires` that are not installed."""
        return tuple(module for module in self.requires if not is_installed(module))

    def load(self) -> Any:
        """Import and return the class; `MissingExtra` when its packages are not installed.

        `PluginError` when the import fails all the same, or the class is not there.
        """
        if self.missing:
            raise MissingExtra(self.extra or self.name, self.missing[0], self.name)
        module, _, attribute = self.target.partition(":")
        try:
            return getattr(importlib.import_module(module), attribute)
        except Exception as error:  # a package's import may fail in any way
            raise PluginError(self.name, module, _cause(error)) from error


@dataclass(frozen=True, slots=True)
class BrokenEntry:
    """An entry point that was skipped: its name, the package it came with, and what is wrong."""

    family: str
    name: str
    package: str
    cause: str

    def __str__(self) -> str:
        kind = self.family.removesuffix("s")
        return (
            f"the {kind} {self.name} of {self.package} is skipped: {self.cause}; "
            "repair that package or remove it"
        )


class Catalog(Generic[Member]):
    """The members of one family by name: our literal rows, then third parties' entry points.

    - An entry point never takes the name of another member; it is `broken` then.
    - `absent` is the word with which callers choose no member at all; it is listed with the names.
    """

    def __init__(self, family: str, rows: tuple[Entry, ...], *, absent: str = "") -> None:
        self.family = family
        self.own = rows
        self.absent = absent

    @property
    def rows(self) -> Mapping[str, Entry]:
        return self._found[0]

    @property
    def broken(self) -> Sequence[BrokenEntry]:
        """The entry points that were skipped."""
        return self._found[1]

    @cached_property
    def _found(self) -> tuple[dict[str, Entry], list[BrokenEntry]]:
        rows, broken = {row.name: row for row in self.own}, list[BrokenEntry]()
        for point in entry_points(group=f"ragstone.{self.family}"):
            try:
                row = _row_of(point)
                if rows.setdefault(row.name, row) != row:
                    raise ValueError(f"there is another {row.name} already")
            except Exception as error:  # noqa: BLE001 - a third party's border
                package = "an unknown package" if point.dist is None else point.dist.name
                broken.append(BrokenEntry(self.family, point.name, package, _cause(error)))
                logger.warning("%s", broken[-1])
        return rows, broken

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.rows.values())

    def entry(self, name: str) -> Entry:
        """The row called `name`; `ParameterError` lists the names there are."""
        try:
            return self.rows[name]
        except KeyError:
            kind = self.family.removesuffix("s")
            if name and name == self.absent:
                raise ParameterError(f"{name} means no {kind}, and one is needed here") from None
            names = ", ".join(sorted({*self.rows, self.absent} - {""}))
            raise ParameterError(f"there is no {kind} called {name}; there are: {names}") from None

    def create(self, name: str, /, **parameters: Any) -> Member:
        """Make the member called `name`; bad options become one `ParameterError` sentence."""
        entry = self.entry(name)
        member = entry.load()
        if not isinstance(getattr(member, "Parameters", None), type):
            raise PluginError(name, entry.target, "it has no class Parameters inside")
        try:
            options = member.Parameters(**parameters)
            return member(options, **_used(entry, options))
        except ValidationError as error:
            sentence = one_sentence(error, member.Parameters)
            raise ParameterError(f"{name}: {sentence}") from error

    def create_from(self, spec: str) -> Member:
        """Make the member that `spec` describes: see `parse_spec`."""
        name, parameters = parse_spec(spec)
        return self.create(name, **parameters)


def parse_spec(spec: str) -> tuple[str, dict[str, Any]]:
    """(name, parameters) of `name` or `name:option=value,option=value`.

    A value is JSON where it reads as JSON (numbers, true, null, "a string", ["a", "list"]),
    else the text up to the next comma; where that is only `\\n`, `\\t` and `\\r`, these are what
    they are in JSON. Raises `ParameterError` for anything else.
    """
    name, _, rest = spec.partition(":")
    if not name.strip():
        raise ParameterError(f"{spec!r} names nothing; write name or name:option=value")
    parameters: dict[str, Any] = {}
    while rest:
        option, equals, rest = rest.partition("=")
        option = option.strip()
        if not equals or not option:
            raise ParameterError(
                f"{spec}: expected option=value after {name}:, separated by commas, "
                f"and found {option or '='!r}"
            )
        if option in parameters:
            raise ParameterError(f"{spec}: {option} is given twice")
        if rest.partition(",")[0].isspace():
            raise ParameterError(
                f"{name.strip()}: the value of {option} is blank; a text of blanks is written in "
                f'quotes, {option}=" "'
            )
        parameters[option], rest = _value(rest)
    return name.strip(), parameters


def _value(text: str) -> tuple[Any, str]:
    """The value that `text` opens with, and what stands behind the comma after it."""
    text = text.lstrip()
    try:
        value, end = json.JSONDecoder().raw_decode(text)
        behind = text[end:].lstrip()
        if not behind or behind.startswith(","):
            return value, behind[1:]
    except json.JSONDecodeError:
        pass
    value, _, rest = text.partition(",")
    value = value.strip()
    # Nothing else beside them: a path such as C:\new\tok.json is no line break.
    return json.loads(f'"{value}"') if _ESCAPES.fullmatch(value) else value, rest


def one_sentence(error: ValidationError, options: type[BaseModel] | None = None) -> str:
    """What a pydantic error says, as one sentence that names each wrong option.

    With `options`, the model that refused them: what can be given instead, what a missing one is.
    """
    fields = {} if options is None else options.model_fields
    parts: list[str] = []
    unknown = False
    for problem in error.errors(include_url=False):
        where = ".".join(str(part) for part in problem["loc"])
        what = problem["msg"].removeprefix("Value error, ").rstrip(".")
        if problem["type"] == "extra_forbidden":
            unknown = True
            parts.append(f"{where} is not an option of it")
        elif problem["type"] == "missing":
            meaning = (fields[where].description or "") if where in fields else ""
            parts.append(f"{where} is needed" + (f": {meaning.rstrip('.')}" if meaning else ""))
        else:
            parts.append(f"{where}: {what}" if where else what)
    if unknown and options is not None:
        parts.append(f"its options: {', '.join(fields)}" if fields else "it has no options")
    return "; ".join(parts)


def _used(entry: Entry, options: BaseModel) -> dict[str, Any]:
    """The members of other families that `entry` is made with, by option.

    A secret in such a spec is refused: options are written down where embedders' own secrets
    never are.
    """
    made: dict[str, Any] = {}
    for option, target in entry.uses:
        module, _, attribute = target.partition(":")
        catalog: Catalog[Any] = getattr(importlib.import_module(module), attribute)
        try:
            made[option] = member = catalog.create_from(getattr(options, option))
        except ParameterError as error:
            raise ParameterError(f"{entry.name}: {option}: {error}") from error
        given: BaseModel | None = getattr(member, "parameters", None)
        for secret, value in given or ():
            if isinstance(value, SecretStr):
                raise ParameterError(
                    f"{entry.name}: {option}: {secret} would be written down with the options of "
                    f"{entry.name}; give it by the environment"
                )
    return made


def _row_of(point: EntryPoint) -> Entry:
    row = point.load()
    if not isinstance(row, Entry):
        raise TypeError(f"{point.value} is no ragstone.entries.Entry")
    return row


def _cause(error: Exception) -> str:
    """An error of a third party on one line; our own sentences as they are."""
    first = next(iter(str(error).splitlines()), "")
    if isinstance(error, ValueError | TypeError) and error.__class__.__module__ == "builtins":
        return first
    return f"{type(error).__name__}: {first}" if first else type(error).__name__
