"""Metadata as they are kept: what JSON makes of them, so that they equal what is read back.

    as_json({"day": date(2026, 11, 30), "pages": (1, 2)})  # {"day": "2026-11-30", "pages": [1, 2]}

What a filter does with them stands in `ragstone.model.metadata_filter`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Set
from typing import Any, cast

from pydantic_core import to_jsonable_python

from ragstone.errors import ParameterError


def as_json(metadata: Mapping[Any, Any]) -> dict[str, Any]:
    """`metadata` in JSON's own types; sets are sorted, since their order differs between processes.

    `ParameterError` names the first key whose value is no JSON: an object of an unknown class, a
    NaN, text that is no Unicode, a list that holds itself.
    """
    found: dict[str, Any] = {}
    for key, value in metadata.items():
        try:
            plain: dict[str, Any] = to_jsonable_python({key: _ordered(value)})
            json.dumps(plain, allow_nan=False, ensure_ascii=False).encode()
        except (ValueError, TypeError, RecursionError) as error:
            cause = (str(error).splitlines() or [""])[0][:200]
            raise ParameterError(
                f"metadata {key!r} cannot be kept as JSON ({cause}); "
                "give text, numbers, true, false, dates, or lists and objects of these"
            ) from error
        found.update(plain)
    return found


def same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether both are the same JSON. In Python 1 equals true, which a filter tells apart."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _ordered(value: Any) -> Any:
    """`value` with lists in place of sets, at any depth."""
    if isinstance(value, Mapping):
        return {key: _ordered(inner) for key, inner in cast(Mapping[Any, Any], value).items()}
    if isinstance(value, Set):
        members = [to_jsonable_python(_ordered(inner)) for inner in cast(Set[Any], value)]
        return sorted(members, key=lambda member: json.dumps(member, sort_keys=True))
    if isinstance(value, list | tuple):
        return [_ordered(inner) for inner in cast(list[Any], value)]
    return value
