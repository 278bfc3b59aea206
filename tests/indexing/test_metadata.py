"""Metadata as JSON: equal to what is read back, in every process, or refused by name."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.errors import ParameterError
from ragstone.indexing.metadata import as_json, same

_LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
)
_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
_VALUES = st.recursive(
    _LEAVES | _TEXTS | st.dates() | st.frozensets(_TEXTS, max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(_TEXTS, inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=100, deadline=None)
@given(metadata=st.dictionaries(_TEXTS, _VALUES, max_size=4))
def test_what_is_kept_equals_what_is_read_back(metadata: dict[str, Any]) -> None:
    kept = as_json(metadata)
    assert json.loads(json.dumps(kept)) == kept
    assert same(kept, as_json(kept))


def test_dates_tuples_sets_and_keys_become_what_json_has() -> None:
    found = as_json(
        {
            "day": date(2026, 11, 30),
            "time": datetime(2026, 11, 30, 6, tzinfo=UTC),
            "pages": (1, 2),
            "tags": {"b", "a", "c"},
            "deep": [{"sets": frozenset({(2, "b"), (1, "a")})}],
            3: None,
        }
    )
    assert found == {
        "day": "2026-11-30",
        "time": "2026-11-30T06:00:00Z",
        "pages": [1, 2],
        "tags": ["a", "b", "c"],
        "deep": [{"sets": [[1, "a"], [2, "b"]]}],
        "3": None,
    }


def _endless() -> list[Any]:
    found: list[Any] = []
    found.append(found)
    return found


@pytest.mark.parametrize(
    "value",
    [object(), float("nan"), [float("inf")], b"\xff", "\ud800", {"a": {1, object}}, _endless()],
    ids=["object", "nan", "infinity", "bytes", "surrogate", "deep", "endless"],
)
def test_what_is_no_json_is_refused_by_its_key(value: object) -> None:
    with pytest.raises(ParameterError, match=r"^metadata 'odd' cannot be kept as JSON") as caught:
        as_json({"fine": 1, "odd": value})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("one", "other"), [(1, True), (0, False), (1, 1.0), ("1", 1)])
def test_values_of_different_types_are_not_the_same(one: object, other: object) -> None:
    assert not same({"a": one}, {"a": other})
    assert same({"a": one, "b": 1}, {"b": 1, "a": one})
