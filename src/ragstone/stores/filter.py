"""Metadata filters: equality on every key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic_core import to_jsonable_python


def jsonable(metadata_filter: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The filter in the form metadata has once it is stored (dates as text, tuples as lists);
    None for one that lets everything through."""
    return to_jsonable_python(dict(metadata_filter)) if metadata_filter else None


def matches(metadata: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether `metadata` has every value of `wanted`, both in JSON form.

    1 equals 1.0, true does not equal 1, and None stands for a key that is null or not there.
    """
    return all(_equal(metadata.get(key), value) for key, value in wanted.items())


def _equal(ours: object, theirs: object) -> bool:
    return ours == theirs and isinstance(ours, bool) == isinstance(theirs, bool)
