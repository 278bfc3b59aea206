"""Admission: which breakpoints stay when chunks have a minimum, or their number is given.

admit([4, 1, 7], (starts, ends), minimum=200)    # [1, 7] where behind unit 4 too little is left
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence

import numpy as np


def admit(
    candidates: Sequence[int],
    units: tuple[Sequence[int], Sequence[int]],
    minimum: int,
    number: int | None = None,
) -> list[int]:
    """The breakpoints let in, ascending; place i is behind unit i, the strongest candidate first.

    `units` are the offsets at which they start, and those at which they end.
    One is passed over when a chunk would have fewer characters than the minimum. With `number`, at
    most so many chunks less one, and exactly so many where candidates and minimum allow it at all:
    one is then also passed over when no more room would be left for the others.
    """
    if minimum <= 1:  # no unit is shorter
        return sorted(candidates if number is None else candidates[: number - 1])
    room = _Room(units, minimum)
    last = len(units[0]) - 1
    total = room.chunks(0, last)
    needed = 1 if number is None else min(number, total)
    chosen: list[int] = []
    rest = list(candidates)
    while number is None or len(chosen) < needed - 1:
        passed_over: list[int] = []
        for place in rest:
            if number is not None and len(chosen) >= needed - 1:
                break
            at = bisect_left(chosen, place)
            first = chosen[at - 1] + 1 if at else 0
            end = chosen[at] if at < len(chosen) else last
            before, after = room.chunks(first, place), room.chunks(place + 1, end)
            left = total - room.chunks(first, end) + before + after
            if before and after and left >= needed:
                insort(chosen, place)
                total = left
            else:
                passed_over.append(place)
        # What was in the way of the others may fit beside those that were let in.
        if number is None or len(passed_over) == len(rest):
            break
        rest = passed_over
    return chosen


class _Room:
    """How many chunks of the minimum a run of units can be, in logarithmic time.

    Taking as few units as reach the minimum, again and again, gives the most chunks. `_steps[k][i]`
    is the unit at which the next chunk begins after 2^k of them, begun at unit i; more than there
    are units where they do not reach.
    """

    def __init__(self, units: tuple[Sequence[int], Sequence[int]], minimum: int) -> None:
        starts, ends = (np.array(column, np.int64) for column in units)
        count = len(starts)
        step = np.full(count + 2, count + 1, np.uint32)
        step[:count] = np.searchsorted(ends, starts + minimum) + 1
        self._steps = [step.data]  # read one by one, which is slow in an array of numpy
        for _ in range(count.bit_length()):
            step = step[step]
            self._steps.append(step.data)

    def chunks(self, first: int, last: int) -> int:
        """The most chunks that the units from `first` to `last` make; 0 under the minimum."""
        found = 0
        for power in range(len(self._steps) - 1, -1, -1):
            behind = self._steps[power][first]
            if behind <= last + 1:
                first, found = behind, found + (1 << power)
        return found
