"""Which filters are refused, and with which sentence."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from ragstone.errors import ParameterError
from ragstone.model.filter_syntax import (
    CONNECTIVES,
    MOST_CONDITIONS,
    MOST_LEVELS,
    OPERATORS,
    both,
    parse_filter,
)
from ragstone.model.metadata_filter import Among, And, Compared, Exists, Not, Or

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"a": {"$near": 1}}, "$near beside a is no operator; there are: $eq, $ne, $in, $nin, $gt, "),
    ({"a": {"$gt": 1, "b": 2}}, "b beside a is no operator; there are: "),
    ({"a": {"$and": [{"$gt": 1}]}}, "$and beside a is no operator"),
    ({"$nor": []}, "$nor is no operator; a filter has keys of the metadata and $and, $or, $not"),
    ({"$gt": 3}, "$gt stands beside a key, like {'year': {'$gte': 2020}}; a filter has keys"),
    ({"$and": {"a": 1}}, '$and takes a list of filters, not {"a": 1}'),
    ({"$or": []}, "$or takes a list of filters, not []"),
    ({"$or": [1]}, "1 is not a filter; write a mapping like {'lang': 'en'}"),
    ({"$not": [{"a": 1}]}, '[{"a": 1}] is not a filter'),
    ({"a": {"$not": 3}}, "$not beside a takes operators, like {'$gt': 3}, not 3; use $ne"),
    ({"a": {"$not": {"b": 3}}}, "$not beside a takes operators"),
    ({"a": {"$not": {}}}, "$not beside a takes operators"),
    ({"a": {"$in": "en"}}, '$in takes a list of values, not "en"'),
    ({"a": {"$nin": None}}, "$nin takes a list of values, not null"),
    ({"a": {"$exists": 1}}, "$exists takes true or false, not 1"),
    ({"a": {"$lt": True}}, "$lt takes a number or a text, not true"),
    ({"a": {"$gte": [1]}}, "$gte takes a number or a text, not [1]"),
    ({"a": {"$lte": "x" * 99}, "b": {"$gt": {}}}, "$gt takes a number or a text, not {}"),
    ({"a": float("nan")}, "the metadata filter is not JSON"),
    ({"a": {"$in": [float("inf")]}}, "the metadata filter is not JSON"),
    ({"a": object()}, "the metadata filter is not JSON"),
]


@pytest.mark.parametrize(("wanted", "complaint"), REFUSED, ids=range(len(REFUSED)))
def test_a_filter_that_makes_no_sense_is_refused_with_a_sentence(
    wanted: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ParameterError) as refusal:
        parse_filter(wanted)
    assert str(refusal.value).startswith(complaint)


def test_the_sentence_names_every_operator() -> None:
    with pytest.raises(ParameterError) as refusal:
        parse_filter({"a": {"$like": "x"}})
    assert all(name in str(refusal.value) for name in OPERATORS)


@pytest.mark.parametrize("wanted", ["lang", [("lang", "en")], 3])
def test_what_is_no_mapping_is_refused(wanted: Any) -> None:
    with pytest.raises(ParameterError, match="a metadata filter is a mapping like"):
        parse_filter(wanted)


def nested(levels: int) -> dict[str, Any]:
    found: dict[str, Any] = {"a": 1}
    for _ in range(levels - 1):
        found = {"$not": found}
    return found


@pytest.mark.parametrize("levels", [MOST_LEVELS + 1, 100_000])
def test_a_filter_that_is_too_deep_is_refused(levels: int) -> None:
    parse_filter(nested(MOST_LEVELS))
    with pytest.raises(ParameterError):
        parse_filter(nested(levels))


def test_a_condition_that_is_too_deep_is_refused() -> None:
    deep: dict[str, Any] = {"$gt": 1}
    for _ in range(MOST_LEVELS):
        deep = {"$not": deep}
    with pytest.raises(ParameterError, match=f"at most {MOST_LEVELS} levels"):
        parse_filter({"a": deep})


def test_a_filter_of_too_many_conditions_is_refused_and_told_of_in() -> None:
    most = [{"a": i} for i in range(MOST_CONDITIONS)]
    parse_filter({"$or": most})
    with pytest.raises(ParameterError, match=r"at most 200 conditions; use \$in"):
        parse_filter({"$or": [*most, {"a": 1}]})


@pytest.mark.parametrize("wanted", [None, {}, {"$and": [{}, {"$and": [{}]}]}])
def test_a_filter_without_a_condition_lets_everything_through(
    wanted: dict[str, Any] | None,
) -> None:
    assert parse_filter(wanted) is None


def test_a_filter_becomes_a_tree() -> None:
    found = parse_filter(
        {
            "lang": "en",
            "year": {"$gte": 2020.0, "$exists": True},
            "$or": [{"team": {"$in": ["a", None]}}, {"$not": {"page": {"$nin": [1]}}}],
            "sub": {"plain": {"$in": 1}},
        }
    )
    assert found == And(
        (
            Among("lang", ("en",)),
            Compared("year", "$gte", 2020),
            Exists("year"),
            Or(
                (
                    Among("team", ("a", None)),
                    Not(Not(Among("page", (1,)))),
                )
            ),
            Among("sub", ({"plain": {"$in": 1}},)),
        )
    )


def test_values_are_taken_as_metadata_are_stored() -> None:
    assert parse_filter({"day": date(2024, 5, 1), "tags": ("a", "b")}) == And(
        (Among("day", ("2024-05-01",)), Among("tags", (["a", "b"],)))
    )


def test_both_of_nothing_is_nothing() -> None:
    assert both(None, {}) is None
    assert both({"a": 1}, None) == both({}, {"a": 1}) == {"a": 1}
    assert both({"a": 1}, {"a": 2}) == {"$and": [{"a": 1}, {"a": 2}]}


def test_every_connective_is_told_from_a_key() -> None:
    assert all(name.startswith("$") for name in CONNECTIVES + OPERATORS)


@pytest.mark.parametrize(
    "wanted",
    [
        {"k" * 5_000: {"$over": 1}},
        {"k": {"$" + "o" * 5_000: 1}},
        {"$" + "o" * 5_000: 1},
        {"k": {"$gt": ["x" * 5_000]}},
        {"k" * 5_000: {"$not": 3}},
        ["x" * 5_000],
    ],
    ids=["key", "operator", "connective", "operand", "negated key", "no mapping"],
)
def test_what_is_wrong_in_a_filter_is_echoed_shortened(wanted: Any):
    with pytest.raises(ParameterError) as caught:
        parse_filter(wanted)
    assert len(str(caught.value)) < 400
