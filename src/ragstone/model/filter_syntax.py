"""How a filter on metadata is written: mappings in MongoDB's form, made into a tree once.

    parse_filter({"lang": "en", "year": {"$gte": 2020}, "$or": [{"team": "a"}, {"page": 1}]})

What the operators mean stands in `ragstone.model.metadata_filter`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from pydantic_core import PydanticSerializationError, to_jsonable_python

from ragstone.errors import ParameterError
from ragstone.model.metadata_filter import (
    Among,
    And,
    Compared,
    Comparison,
    Exists,
    Filter,
    Metadata,
    Not,
    Or,
    canonical,
)

#: Of one key, and of whole filters.
OPERATORS = ("$eq", "$ne", "$in", "$nin", "$gt", "$gte", "$lt", "$lte", "$exists", "$not")
CONNECTIVES = ("$and", "$or", "$not")

#: What engines can be expected to take; SQLite's expressions may be 1,000 deep.
MOST_CONDITIONS = 200
MOST_LEVELS = 20


def parse_filter(metadata_filter: Metadata | None) -> Filter | None:
    """The tree of a filter; None for one that lets everything through.

    `ParameterError` for an operator that is not there, an operand of the wrong type, values that
    are not JSON, and more than `MOST_CONDITIONS` conditions or `MOST_LEVELS` levels.
    """
    if metadata_filter is None:
        return None
    if not isinstance(metadata_filter, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ParameterError(
            "a metadata filter is a mapping like {'lang': 'en'}, not "
            + _short(repr(metadata_filter))
        )
    try:
        wanted: dict[str, Any] = to_jsonable_python(dict(metadata_filter))
        json.dumps(wanted, allow_nan=False)
    except (PydanticSerializationError, ValueError, RecursionError) as error:
        raise ParameterError(
            f"the metadata filter is not JSON ({error}); "
            "use text, numbers, booleans, None, lists and mappings"
        ) from error
    tree = _Parser().filter(wanted, 1)
    return None if tree == And(()) else tree


def both(first: Metadata | None, second: Metadata | None) -> dict[str, Any] | None:
    """The filter that lets through what both let through."""
    parts = [dict(part) for part in (first, second) if part]
    if len(parts) < 2:
        return parts[0] if parts else None
    return {"$and": parts}


class _Parser:
    """One pass over one filter; counts its conditions."""

    def __init__(self) -> None:
        self._conditions = 0

    def filter(self, wanted: Any, level: int) -> Filter:
        if not isinstance(wanted, dict):
            raise ParameterError(
                f"{_shown(wanted)} is not a filter; write a mapping like {{'lang': 'en'}}"
            )
        if level > MOST_LEVELS:
            raise ParameterError(f"a filter has at most {MOST_LEVELS} levels; flatten it")
        items = cast("dict[str, Any]", wanted).items()
        parts: list[Filter] = []
        for key, value in items:
            of = self._connective if key.startswith("$") else self._of_key
            parts.append(of(key, value, level))
        return _all(parts)

    def _connective(self, name: str, operand: Any, level: int) -> Filter:
        if name == "$not":
            return Not(self.filter(operand, level + 1))
        if name not in CONNECTIVES:
            beside = "stands beside a key, like {'year': {'$gte': 2020}}"
            hint = beside if name in OPERATORS else "is no operator"
            raise ParameterError(
                f"{_short(name)} {hint}; a filter has keys of the metadata and "
                + ", ".join(CONNECTIVES)
            )
        if not isinstance(operand, list) or not operand:
            raise ParameterError(f"{name} takes a list of filters, not {_shown(operand)}")
        parts = tuple(self.filter(part, level + 1) for part in cast("list[Any]", operand))
        return _all(parts) if name == "$and" else Or(parts)

    def _of_key(self, key: str, value: Any, level: int) -> Filter:
        """An equality, or all operators of one key."""
        given = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
        if not any(name.startswith("$") for name in given):
            return self._condition(key, "$eq", value, level)
        parts = [self._condition(key, *item, level) for item in given.items()]
        return _all(parts)

    def _condition(self, key: str, name: str, operand: Any, level: int) -> Filter:
        self._conditions += 1
        if self._conditions > MOST_CONDITIONS:
            raise ParameterError(
                f"a filter has at most {MOST_CONDITIONS} conditions; "
                "use $in for many values of one key"
            )
        match name:
            case "$eq":
                return Among(key, (canonical(operand),))
            case "$ne":
                return Not(Among(key, (canonical(operand),)))
            case "$in":
                return Among(key, _members(name, operand))
            case "$nin":
                return Not(Among(key, _members(name, operand)))
            case "$exists":
                return _exists(key, operand)
            case "$not":
                return self._negated(key, operand, level)
            case "$gt" | "$gte" | "$lt" | "$lte":
                return _compared(key, name, operand)
            case _:
                raise ParameterError(
                    f"{_short(name)} beside {_short(key)} is no operator; there are: "
                    + ", ".join(OPERATORS)
                )

    def _negated(self, key: str, operand: Any, level: int) -> Filter:
        given = cast("dict[str, Any]", operand) if isinstance(operand, dict) else {}
        if not any(name.startswith("$") for name in given):
            raise ParameterError(
                f"$not beside {_short(key)} takes operators, like {{'$gt': 3}}, "
                f"not {_shown(operand)}; use $ne for a value"
            )
        if level >= MOST_LEVELS:
            raise ParameterError(f"a filter has at most {MOST_LEVELS} levels; flatten it")
        return Not(self._of_key(key, operand, level + 1))


def _all(parts: Sequence[Filter]) -> Filter:
    """`And` without any inside another one, and of two parts or more, or none."""
    flat = [one for part in parts for one in (part.parts if isinstance(part, And) else (part,))]
    return flat[0] if len(flat) == 1 else And(tuple(flat))


def _members(name: str, operand: Any) -> tuple[Any, ...]:
    if not isinstance(operand, list):
        raise ParameterError(f"{name} takes a list of values, not {_shown(operand)}")
    return tuple(canonical(value) for value in cast("list[Any]", operand))


def _exists(key: str, operand: Any) -> Filter:
    if not isinstance(operand, bool):
        raise ParameterError(f"$exists takes true or false, not {_shown(operand)}")
    return Exists(key) if operand else Not(Exists(key))


def _compared(key: str, operator: Comparison, operand: Any) -> Compared:
    if isinstance(operand, bool) or not isinstance(operand, int | float | str):
        raise ParameterError(f"{operator} takes a number or a text, not {_shown(operand)}")
    return Compared(key, operator, canonical(operand))


def _shown(value: Any) -> str:
    return _short(json.dumps(value, ensure_ascii=False))


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
