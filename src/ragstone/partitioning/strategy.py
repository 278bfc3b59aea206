"""How a PDF can be read, by the names that Unstructured has for it, and which of them there are.

    check_strategy("hi_res")        # ParameterError: … needs a layout model …

`fast` reads the text layer and the geometry of the page; `auto` is the best that is there for the
file. Other formats have one way of being read, and take no notice.
"""

from __future__ import annotations

from typing import Literal, get_args

from ragstone.errors import ParameterError

Strategy = Literal["auto", "fast", "hi_res", "ocr_only"]
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)

_MISSING = {
    "hi_res": "needs a layout model",
    "ocr_only": "needs recognition of characters (OCR)",
}


def check_strategy(strategy: str) -> None:
    """`ParameterError` for a strategy that is unknown, or whose means are not there."""
    if strategy not in STRATEGIES:
        raise ParameterError(f"strategy is one of {', '.join(STRATEGIES)}, and not {strategy!r}")
    if strategy in _MISSING:
        raise ParameterError(
            f"strategy {strategy!r} {_MISSING[strategy]}, which this version does not have; "
            "'fast' reads the text layer, and 'auto' does what can be done"
        )


def available() -> tuple[Strategy, ...]:
    """The strategies that can be asked for, `auto` first."""
    return tuple(strategy for strategy in STRATEGIES if strategy not in _MISSING)
