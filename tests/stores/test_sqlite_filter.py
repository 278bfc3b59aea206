"""Filters as SQL mean what they mean in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import (
    Column,
    Connection,
    Integer,
    MetaData,
    Table,
    Text,
    create_engine,
    delete,
    insert,
    select,
)

from ragstone.model.filter_syntax import MOST_CONDITIONS, MOST_LEVELS, parse_filter
from ragstone.model.metadata_filter import And
from ragstone.stores.payload import metadata_key
from ragstone.stores.sqlite_filter import condition
from ragstone.testing.filter_oracle import FILTERS, METADATA, let_through

ROWS = Table("r", MetaData(), Column("id", Integer, primary_key=True), Column("metadata", Text))


@pytest.fixture(scope="module")
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    with engine.connect() as opened:
        ROWS.create(opened)
        yield opened
    engine.dispose()


def found(connection: Connection, rows: list[dict[str, Any]], wanted: Any) -> list[int]:
    """The numbers of the rows that SQL finds."""
    connection.execute(delete(ROWS))
    for number, metadata in enumerate(rows):
        connection.execute(insert(ROWS).values(id=number, metadata=metadata_key(metadata)))
    holds = condition(ROWS.c.metadata, parse_filter(wanted) or And(()))
    return list(connection.execute(select(ROWS.c.id).where(holds).order_by(ROWS.c.id)).scalars())


@settings(
    deadline=None,
    max_examples=300,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(rows=st.lists(METADATA, min_size=1, max_size=5), wanted=FILTERS)
def test_sql_finds_what_the_filter_lets_through(
    connection: Connection, rows: list[dict[str, Any]], wanted: dict[str, Any]
) -> None:
    expected = [number for number, row in enumerate(rows) if let_through(row, wanted)]
    assert found(connection, rows, wanted) == expected


def test_the_largest_filter_is_no_error(connection: Connection) -> None:
    many = {"$or": [{"a": {"$gt": i}} for i in range(1, MOST_CONDITIONS + 1)]}
    assert found(connection, [{"a": 1}, {"a": 2}], many) == [1]


def test_the_deepest_filter_is_no_error(connection: Connection) -> None:
    deep: dict[str, Any] = {"a": 1}
    for level in range(MOST_LEVELS - 1):
        deep = {"$not": deep} if level % 2 else {"$or": [deep, {"b": level}]}
    rows = [{"a": 1}, {"b": 2}, {}]
    expected = [number for number, row in enumerate(rows) if let_through(row, deep)]
    assert found(connection, rows, deep) == expected


def test_texts_compare_by_code_point(connection: Connection) -> None:
    rows = [{"a": text} for text in ("Z", "a", "é", "\uffff", "🦀")]
    for place, row in enumerate(rows):
        assert found(connection, rows, {"a": {"$gte": row["a"]}}) == [*range(place, len(rows))]


def test_large_integers_are_told_apart(connection: Connection) -> None:
    rows = [{"a": 2**53}, {"a": 2**53 + 1}, {"a": float(2**53)}]
    assert found(connection, rows, {"a": 2**53 + 1}) == [1]
    assert found(connection, rows, {"a": {"$gt": 2**53}}) == [1]
