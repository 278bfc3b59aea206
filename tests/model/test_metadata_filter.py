"""What a filter lets through, held against the plainest reading of its written form."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from ragstone.model.filter_syntax import both, parse_filter
from ragstone.model.metadata_filter import canonical, fixed_values, matches
from ragstone.testing.filter_oracle import FILTERS, METADATA, let_through

SETTINGS = settings(deadline=None, max_examples=300)


def holds(metadata: dict[str, Any], wanted: dict[str, Any]) -> bool:
    tree = parse_filter(wanted)
    return tree is None or matches(metadata, tree)


@SETTINGS
@given(metadata=METADATA, wanted=FILTERS)
def test_a_filter_means_what_its_written_form_says(
    metadata: dict[str, Any], wanted: dict[str, Any]
) -> None:
    assert holds(metadata, wanted) == let_through(metadata, wanted)


@SETTINGS
@given(metadata=METADATA, wanted=FILTERS)
def test_not_lets_through_exactly_the_rest(
    metadata: dict[str, Any], wanted: dict[str, Any]
) -> None:
    assert holds(metadata, {"$not": wanted}) != holds(metadata, wanted)


@SETTINGS
@given(metadata=METADATA)
def test_metadata_match_themselves_as_a_filter(metadata: dict[str, Any]) -> None:
    assert holds(metadata, metadata)


@SETTINGS
@given(metadata=METADATA, one=FILTERS, other=FILTERS)
def test_both_is_what_each_of_two_filters_lets_through(
    metadata: dict[str, Any], one: dict[str, Any], other: dict[str, Any]
) -> None:
    together = both(one, other)
    expected = holds(metadata, one) and holds(metadata, other)
    assert holds(metadata, together or {}) == expected


@SETTINGS
@given(metadata=METADATA, wanted=FILTERS)
def test_what_matches_has_the_fixed_values_or_none_in_their_place(
    metadata: dict[str, Any], wanted: dict[str, Any]
) -> None:
    fixed = fixed_values(parse_filter(wanted))
    if holds(metadata, wanted):
        assert all(let_through(metadata, {key: {"$eq": value}}) for key, value in fixed.items())


def test_fixed_values_are_those_of_equalities_that_must_all_hold() -> None:
    wanted = {"a": 1, "b": {"$eq": "x", "$ne": "y"}, "$and": [{"c": [1, 2]}], "d": {"$gt": 1}}
    assert fixed_values(parse_filter(wanted)) == {"a": 1, "b": "x", "c": [1, 2]}
    assert fixed_values(parse_filter({"$or": [{"a": 1}, {"b": 2}]})) == {}
    assert fixed_values(None) == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 1.0),
        (0, -0.0),
        (2**53 + 1, 2**53 + 1),
        (2**63, float(2**63)),
        (10**400, 10**401),
        ([1.0, {"b": 2.0, "a": 1}], [1, {"a": 1, "b": 2}]),
        ((1, 2), [1, 2]),
    ],
)
def test_equal_values_have_one_canonical_form(one: Any, other: Any) -> None:
    assert repr(canonical(one)) == repr(canonical(other))


@pytest.mark.parametrize(
    ("one", "other"), [(1, True), (0, False), ("1", 1), (2**53 + 1, float(2**53)), (None, "null")]
)
def test_different_values_keep_different_canonical_forms(one: Any, other: Any) -> None:
    assert repr(canonical(one)) != repr(canonical(other))
