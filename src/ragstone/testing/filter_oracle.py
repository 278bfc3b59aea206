"""What filters on metadata mean, said a second time in the plainest way, and filters to try.

    @given(METADATA, FILTERS)
    def test_mine_agrees(metadata, wanted):
        assert mine(metadata, wanted) == let_through(metadata, wanted)

Nothing here imports what it is held against.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, cast

from hypothesis import strategies as st

_Object = dict[str, Any]
_Objects = st.SearchStrategy[_Object]

_KEYS = st.sampled_from(["page", "lang", "a.b", '名"', ""])
_NUMBERS = st.sampled_from([0, 1, 1.0, -0.0, 1.5, 2, -3, 2**53 + 1, float(2**53), 2**63, 1e300])
_TEXTS = st.sampled_from(["", "1", "zh", "true", "Zh", "潮", "🦀", "\uffff", "2024-05-01", "null"])
_SCALARS = st.one_of(st.none(), st.booleans(), _NUMBERS, _TEXTS)
VALUES: st.SearchStrategy[Any] = st.one_of(
    _SCALARS,
    st.lists(_SCALARS, max_size=3),
    st.lists(st.lists(_SCALARS, max_size=2), max_size=2),
    st.dictionaries(st.sampled_from(["x", "page"]), st.one_of(_SCALARS, st.lists(_SCALARS))),
)
#: Metadata of chunks.
METADATA: _Objects = st.dictionaries(_KEYS, VALUES, max_size=4)
_OPERATORS: _Objects = st.recursive(
    st.one_of(
        st.dictionaries(st.sampled_from(["$eq", "$ne"]), VALUES, max_size=2),
        st.fixed_dictionaries({"$in": st.lists(VALUES, max_size=3)}),
        st.fixed_dictionaries({"$nin": st.lists(VALUES, max_size=3)}),
        st.fixed_dictionaries({"$exists": st.booleans()}),
        st.dictionaries(
            st.sampled_from(["$gt", "$gte", "$lt", "$lte"]),
            st.one_of(_NUMBERS, _TEXTS),
            min_size=1,
            max_size=2,
        ),
    ),
    lambda own: st.fixed_dictionaries({"$not": own.filter(bool)}),
    max_leaves=3,
)
_OF_KEYS: _Objects = st.dictionaries(_KEYS, st.one_of(VALUES, _OPERATORS), max_size=2)
#: Filters that make sense.
FILTERS: _Objects = st.recursive(
    _OF_KEYS,
    lambda own: st.one_of(
        st.fixed_dictionaries({"$and": st.lists(own, min_size=1, max_size=3)}),
        st.fixed_dictionaries({"$or": st.lists(own, min_size=1, max_size=3)}),
        st.fixed_dictionaries({"$not": own}),
    ),
    max_leaves=4,
)


def let_through(metadata: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """What a filter means, by its written form."""
    for key, value in wanted.items():
        if key == "$and":
            good = all(let_through(metadata, part) for part in value)
        elif key == "$or":
            good = any(let_through(metadata, part) for part in value)
        elif key == "$not":
            good = not let_through(metadata, value)
        elif isinstance(value, dict) and any(n.startswith("$") for n in cast("_Object", value)):
            good = _operators_hold(metadata, key, cast("_Object", value))
        else:
            good = _equals(metadata, key, value)
        if not good:
            return False
    return True


def _operators_hold(metadata: Mapping[str, Any], key: str, operators: Mapping[str, Any]) -> bool:
    meanings: dict[str, Callable[[Any], bool]] = {
        "$eq": lambda x: _equals(metadata, key, x),
        "$ne": lambda x: not _equals(metadata, key, x),
        "$in": lambda x: any(_equals(metadata, key, one) for one in x),
        "$nin": lambda x: not any(_equals(metadata, key, one) for one in x),
        "$exists": lambda x: (key in metadata) == x,
        "$not": lambda x: not _operators_hold(metadata, key, x),
        "$gt": lambda x: any(one > x for one in _comparable(metadata, key, x)),
        "$gte": lambda x: any(one >= x for one in _comparable(metadata, key, x)),
        "$lt": lambda x: any(one < x for one in _comparable(metadata, key, x)),
        "$lte": lambda x: any(one <= x for one in _comparable(metadata, key, x)),
    }
    return all(meanings[name](operand) for name, operand in operators.items())


def _equals(metadata: Mapping[str, Any], key: str, operand: Any) -> bool:
    own = metadata.get(key)
    return any(_same(one, operand) for one in [own, *_members(own)])


def _comparable(metadata: Mapping[str, Any], key: str, operand: Any) -> list[Any]:
    own = metadata.get(key)
    ones = _members(own) if isinstance(own, list) else [own]
    kind = str if isinstance(operand, str) else int | float
    return [one for one in ones if isinstance(one, kind) and not isinstance(one, bool)]


def _same(one: Any, other: Any) -> bool:
    """Equal and, at every depth, truth only to truth: in JSON true and 1 are two things."""
    return one == other and _truths(one) == _truths(other)


def _truths(value: Any) -> str:
    if isinstance(value, list):
        return json.dumps([_truths(one) for one in _members(value)])
    if isinstance(value, dict):
        own = cast("dict[str, Any]", value)
        return json.dumps({key: _truths(own[key]) for key in sorted(own)})
    return str(isinstance(value, bool))


def _members(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []
