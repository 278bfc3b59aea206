"""Metadata and filters on them, as they are typed on the command line.

read_metadata(["year=2024", "team=harbour"])        # {"year": 2024, "team": "harbour"}
read_filter('{"year": {"$gte": 2020}}')             # {"year": {"$gte": 2020}}
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, cast

from ragstone.errors import ParameterError

_EXAMPLE = """'{"year": {"$gte": 2020}}'"""


def read_metadata(pairs: Sequence[str]) -> dict[str, Any]:
    """KEY=VALUE each; a value that reads as JSON is that (numbers, true, lists), else it is text.

    `id="007"` with the quotes is text where `id=7` is a number.
    """
    found: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise ParameterError(f"--metadata {_short(pair)} is not KEY=VALUE")
        found[key] = _value(value)
    return found


def read_filter(text: str | None) -> dict[str, Any] | None:
    """The mapping in `text`; what stands in it is checked by the search."""
    if text is None:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ParameterError(
            f"--filter {_short(text)} is not JSON ({error}); write a mapping like {_EXAMPLE}"
        ) from error
    if not isinstance(found, dict):
        raise ParameterError(f"--filter {_short(text)} is no mapping; write one like {_EXAMPLE}")
    return cast("dict[str, Any]", found)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def _value(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError):
        return text


def _refuse(name: str) -> Any:
    raise ValueError(name)  # NaN and Infinity are words in JSON, and no numbers


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(digits)
    return number
