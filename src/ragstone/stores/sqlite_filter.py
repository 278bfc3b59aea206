"""Filters on metadata as SQL: the tree of `ragstone.model.metadata_filter` over JSON in a column.

    select(CHUNKS.c.id).where(condition(CHUNKS.c.metadata, wanted))

Keys and operands go in as parameters, as JSON in ASCII: SQLite reads their numbers as it reads the
stored ones, and takes texts that UTF-8 has no form for. Of a text with NUL, SQLite's JSON functions
before 3.45 see what stands before it. The column holds canonical JSON
(`ragstone.stores.payload.metadata_key`), so that equal lists and mappings are equal texts.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    ColumnElement,
    TableValuedAlias,
    and_,
    case,
    exists,
    false,
    func,
    literal,
    not_,
    or_,
    select,
    true,
    tuple_,
)

from ragstone.model.metadata_filter import (
    Among,
    And,
    Compared,
    Exists,
    Filter,
    Not,
    Or,
    kind_of,
)


def condition(metadata: ColumnElement[str], wanted: Filter) -> ColumnElement[bool]:
    """What holds for the rows whose `metadata`, an object in JSON, match."""
    match wanted:
        case And(parts):
            return and_(true(), *(condition(metadata, part) for part in parts))
        case Or(parts):
            return or_(false(), *(condition(metadata, part) for part in parts))
        case Not(part):
            return not_(condition(metadata, part))
        case Exists(key):
            return _has(metadata, key)
        case Among(key, values):
            found = _has(metadata, key, lambda one: _is_among(one, values))
            return or_(found, not_(_has(metadata, key))) if None in values else found
        case Compared(key):
            return _has(metadata, key, lambda one: _is_compared(one, wanted))


def _has(
    metadata: ColumnElement[str],
    key: str,
    test: Callable[[TableValuedAlias], ColumnElement[bool]] | None = None,
) -> ColumnElement[bool]:
    """Whether the key is there, with a value that passes `test`, itself or by a member."""
    own = _each(metadata)
    named = select(literal(1)).select_from(own).where(own.c.key == _parameter(key))
    if test is None:
        return exists(named)
    members = _each(case((own.c.type == "array", own.c.value), else_="[]"))
    member = select(literal(1)).select_from(members).where(test(members))
    in_list = and_(own.c.type == "array", exists(member))
    return exists(named.where(or_(test(own), in_list)))


def _is_among(one: TableValuedAlias, values: tuple[Any, ...]) -> ColumnElement[bool]:
    # Not correlated: SQLite makes one index of the values for all rows.
    operands = _each(literal(json.dumps(values)))
    known = select(_kind(operands), _identity(operands)).select_from(operands)
    return tuple_(_kind(one), _identity(one)).in_(known)


def _is_compared(one: TableValuedAlias, wanted: Compared) -> ColumnElement[bool]:
    operand = _parameter(wanted.operand)
    sides = {
        "$gt": one.c.value > operand,
        "$gte": one.c.value >= operand,
        "$lt": one.c.value < operand,
        "$lte": one.c.value <= operand,
    }
    return and_(_kind(one) == kind_of(wanted.operand), sides[wanted.operator])


def _each(json_text: ColumnElement[str]) -> TableValuedAlias:
    """A row a member of a list or mapping."""
    return func.json_each(json_text).table_valued("key", "value", "type").alias()


def _kind(one: TableValuedAlias) -> ColumnElement[str]:
    return case((one.c.type.in_(("integer", "real")), "number"), else_=one.c.type)


def _identity(one: TableValuedAlias) -> ColumnElement[Any]:
    return func.coalesce(one.c.value, 0)  # of null, which is in no index


def _parameter(value: str | float) -> ColumnElement[Any]:
    return func.json_extract(json.dumps([value]), "$[0]")
