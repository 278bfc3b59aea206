"""Filters on metadata: a tree of conditions, what each one means, and whether a mapping has it.

    wanted = parse_filter({"lang": "en", "year": {"$gte": 2020}})   # ragstone.model.filter_syntax
    matches({"lang": "en", "year": 2024, "page": 1}, wanted)        # True

The form is MongoDB's query language, as far as filters on metadata need it. Stores with an engine
of their own translate the tree instead (`ragstone.stores.sqlite_filter`) and must agree with
`matches` on every metadata and every filter.

- A key with a plain value: equality. A key with operators: all of them hold. Several keys: all of
  them. `{}` lets everything through. A key is taken as it is; a dot in it leads nowhere.
- `$eq`, `$ne`, `$in`, `$nin`: 1 equals 1.0, true does not equal 1, and None stands for a key that
  is null or not there.
- `$gt`, `$gte`, `$lt`, `$lte`: numbers among numbers, texts among texts (by code point, so that
  dates written as ISO 8601 sort by time); a value of any other type is not in the range.
- a list has what any of its members has, so `{"tags": "x"}` finds `["x", "y"]`; it also equals
  itself.
- `$exists`: whether the key is there, null included. `$not`, `$ne` and `$nin` hold exactly where
  their opposite does not, so also where the key is missing.
- `$and`, `$or` take a list of filters, `$not` a filter, or beside a key that key's operators.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

Metadata = Mapping[str, Any]
Comparison = Literal["$gt", "$gte", "$lt", "$lte"]

_INT64 = 2**63
_LARGEST = 1.7976931348623157e308

_SIDES: Mapping[Comparison, Callable[[Any, Any], bool]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}
_KINDS: Mapping[type, str] = {
    type(None): "null",
    bool: "boolean",
    int: "number",
    float: "number",
    str: "text",
    list: "array",
    dict: "object",
}


@dataclass(frozen=True, slots=True)
class Among:
    """The value of `key`, or a member of it, is one of `values`; None among them: or none is there.

    `values` are canonical (`canonical`); `members` are their identities, for looking up.
    """

    key: str
    values: tuple[Any, ...]
    members: frozenset[tuple[str, Any]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "members", frozenset(map(_identity, self.values)))


@dataclass(frozen=True, slots=True)
class Compared:
    """The value of `key`, or a member of it, is of `operand`'s type and on that side of it."""

    key: str
    operator: Comparison
    operand: int | float | str


@dataclass(frozen=True, slots=True)
class Exists:
    """`key` is there."""

    key: str


@dataclass(frozen=True, slots=True)
class And:
    """All of `parts`; true without any."""

    parts: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Any of `parts`."""

    parts: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Where `part` does not hold."""

    part: Filter


Filter = Among | Compared | Exists | And | Or | Not


def matches(metadata: Metadata, wanted: Filter) -> bool:
    """Whether `metadata`, in JSON form, has what `wanted` asks for."""
    return holds(canonical(metadata), wanted)


def holds(metadata: Metadata, wanted: Filter) -> bool:
    """The same for metadata that are canonical already."""
    match wanted:
        case And(parts):
            return all(holds(metadata, part) for part in parts)
        case Or(parts):
            return any(holds(metadata, part) for part in parts)
        case Not(part):
            return not holds(metadata, part)
        case Exists(key):
            return key in metadata
        case Among(key):
            return _is_among(metadata.get(key), wanted)
        case Compared(key):
            return key in metadata and _is_compared(metadata[key], wanted)


def fixed_values(wanted: Filter | None) -> dict[str, Any]:
    """The values that metadata must have to match: those of equalities that must all hold."""
    match wanted:
        case And(parts):
            return {key: v for part in parts for key, v in fixed_values(part).items()}
        case Among(key, (value,)):
            return {key: value}
        case _:
            return {}


def kind_of(value: Any) -> str:
    """The JSON type of a canonical value: null, boolean, number, text, array or object."""
    return _KINDS[type(value)]


def canonical(value: Any) -> Any:
    """A JSON value such that equal ones have the same JSON text: 1.0 is 1, keys are sorted.

    Numbers beyond 64-bit integers are doubles, as in most engines.
    """
    if isinstance(value, Mapping):
        items = cast("Mapping[str, Any]", value).items()
        return {key: canonical(own) for key, own in sorted(items)}
    if isinstance(value, list | tuple):
        return [canonical(member) for member in cast("list[Any]", value)]
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() and -_INT64 <= value < _INT64 else value
    if -_INT64 <= value < _INT64:
        return value
    try:
        return float(value)
    except OverflowError:
        return _LARGEST if value > 0 else -_LARGEST


def _is_among(own: Any, wanted: Among) -> bool:
    if _identity(own) in wanted.members:
        return True
    return isinstance(own, list) and any(
        _identity(member) in wanted.members for member in cast("list[Any]", own)
    )


def _identity(value: Any) -> tuple[str, Any]:
    """What equal canonical values share; Python's own equality takes True for 1."""
    kind = kind_of(value)
    return kind, json.dumps(value) if kind in ("array", "object") else value


def _is_compared(own: Any, wanted: Compared) -> bool:
    kind, side = kind_of(wanted.operand), _SIDES[wanted.operator]
    return any(
        kind_of(one) == kind and side(one, wanted.operand)
        for one in (cast("list[Any]", own) if isinstance(own, list) else [own])
    )
