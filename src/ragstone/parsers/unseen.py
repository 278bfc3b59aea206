"""Whether a reader can see a text: its colour on its ground, and its size; no format.

    blends_in(0xFFFFFF, 0xFFFFFF)       # True
    is_tiny(1.0)                        # True

Colours are 0xRRGGBB; None is a colour that is not known, on which nothing is decided: most white
text of most files stands on a dark ground that some style gives it.
"""

from __future__ import annotations

from functools import lru_cache

WHITE = 0xFFFFFF
#: Contrast below this cannot be seen (WCAG 2.1, 1.4.3 calls 4.5 readable; 1 is none at all).
_LEAST_CONTRAST = 1.12
#: Text up to this size, in points, is seen by nobody.
_TINY_PT = 1.0


def blends_in(colour: int | None, ground: int | None) -> bool:
    """Whether text of this colour cannot be told from its ground."""
    if colour is None or ground is None:
        return False
    lighter, darker = sorted((_luminance(colour), _luminance(ground)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05) < _LEAST_CONTRAST


def is_tiny(points: float | None) -> bool:
    """Whether text of this size cannot be seen; a size that is not known can."""
    return points is not None and points <= _TINY_PT


def hex_colour(digits: str | None) -> int | None:
    """The colour that `digits` (RRGGBB, or AARRGGBB as Excel has it) name; None for other text."""
    if not digits or len(digits) not in (6, 8):
        return None
    try:
        return int(digits[-6:], 16)
    except ValueError:
        return None


@lru_cache(maxsize=256)
def _luminance(colour: int) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.1)."""
    parts = ((colour >> shift & 0xFF) / 255 for shift in (16, 8, 0))
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
