"""Fragments of one line in the order in which they are read, where scripts run both ways.

Unicode Standard Annex 9, rule L2, told backwards: from where things stand to the order in which
they are read. The direction of a line is that of most of its letters; what stands in it in the
other direction is turned round run by run. Inside a fragment letters are in reading order already.

    reading_order([שלום at 200, "PDF" at 150, "file" at 180])     # שלום, "PDF", "file"
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from ragstone.layout.fragment import Fragment

_BACKWARDS = re.compile("[\u0590-\u05ff\u0600-\u065f\u066a-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_LETTER = re.compile(r"[^\W\d_]")


def reading_order(row: Sequence[Fragment]) -> list[Fragment]:
    """The fragments of a line, first read first."""
    from_left = sorted(row, key=lambda item: item.x0)
    backwards = [len(_BACKWARDS.findall(item.text)) for item in from_left]
    if not any(backwards):
        return from_left
    forwards = [
        len(_LETTER.findall(item.text)) - count
        for item, count in zip(from_left, backwards, strict=True)
    ]
    # In a tie the rarer script tells: names and formulas stand in Hebrew text, seldom the reverse.
    is_backwards = sum(backwards) >= sum(forwards)
    directions = _directions(backwards, forwards, is_backwards)
    pairs = list(zip(from_left, directions, strict=True))
    if is_backwards:
        pairs.reverse()
    found: list[Fragment] = []
    for direction, group in groupby(pairs, key=lambda pair: pair[1]):
        run = [item for item, _ in group]
        found += run if direction == is_backwards else run[::-1]
    return found


def _directions(
    backwards: Sequence[int], forwards: Sequence[int], is_backwards: bool
) -> list[bool]:
    """Whether each fragment is read from the right; numbers and signs between two of one direction
    go with them, others with the line (rules N1 and N2)."""
    strong: list[bool | None] = [
        count > other if count or other else None
        for count, other in zip(backwards, forwards, strict=True)
    ]
    found: list[bool] = []
    for index, own in enumerate(strong):
        if own is not None:
            found.append(own)
            continue
        before = next((item for item in reversed(strong[:index]) if item is not None), None)
        after = next((item for item in strong[index + 1 :] if item is not None), None)
        found.append(before if before is not None and before == after else is_backwards)
    return found
