"""A default limit that holds only where no other limit was asked for.

values = only_what_was_asked({"max_tokens": 200}, "max_characters")
# {"max_tokens": 200, "max_characters": None}
"""

from __future__ import annotations

from typing import Any

_LIMITS = ("max_characters", "max_tokens", "max_bytes")


def only_what_was_asked(values: Any, default: str, *others: str) -> Any:
    """`values` for a parameter model, without its limit `default` when another one is given.

    Someone who asks for 200 tokens does not ask for 500 characters as well. `others` are options
    that say a size in another way than the limits.
    """
    if not isinstance(values, dict) or default in values:
        return values  # pyright: ignore[reportUnknownVariableType]
    given: dict[str, Any] = values  # pyright: ignore[reportUnknownVariableType]
    sizes = {*_LIMITS, *others} - {default}
    if any(given.get(name) is not None for name in sizes):
        return {**given, default: None}
    return given
