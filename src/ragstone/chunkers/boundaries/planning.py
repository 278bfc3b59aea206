"""Which of the places of a text become cuts: the cheapest plan, by dynamic programming.

A plan costs, for each of its chunks, (length / target - 1)² and the price of the place where the
chunk ends. A chunk has at most the size 1.0, or is only the unit between two places. Each place has
a cheapest plan that ends there, found from those a chunk's length before it, so that the work is
linear in the text.

What was chosen far behind hardly depends on what is still to come: soon all plans that may be
continued have the same beginning. That beginning is told at once, and its places are forgotten, so
that memory is needed for the places of some chunks, however long the text (the partial traceback of
Viterbi decoders: Brown, Spohrer, Hochschild and Baker, 1982). In text as uniform as a table of
equal rows nothing may become certain: after `_MOST` places, which are hundreds of chunks, the first
half of the cheapest plan by then is taken. That is the only departure from the cheapest of all.

    planner = Planner(places, target=0.65)
    for settled in measure(text, seams, limits, places):
        cuts.extend(planner.advance(settled))
    cuts.extend(planner.finish())    # the numbers of the places that end chunks, ascending
"""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from ragstone.chunkers.boundaries.places import Places
from ragstone.model.chunk import BoundaryReason

#: So many places are weighed before it is asked which cuts are certain; twice as many each time
#: that none is, but no more than `_MOST`.
_PATIENCE = 1024
_MOST = 8192


class Planner:
    """One text being planned, from left to right, as its places become known.

    `target` and `overlap` are sizes as those of `places` are. With an overlap, a chunk opens at the
    first place before the cut from which at most so much is repeated; nothing is across a heading.
    """

    def __init__(self, places: Places, target: float, overlap: float = 0.0) -> None:
        self.places = places
        self._target = target
        self._overlap = overlap
        # Of each place from `places.base` on: where the last chunk of its cheapest plan is cut off,
        # and where the chunk opens that follows a cut there.
        self._before = array("I", [0])
        self._opens = array("I", [0])
        self._weighed = 1
        self._decided = 0
        self._patience = _PATIENCE
        self._heading = 0
        # (place, size of the text up to the chunk that opens there, cost of the plan that ends
        # there) for those from which a chunk may still reach: sizes grow, so the far ones go.
        self._open = deque([(0, places.starts[0] / target, 0.0)])

    def opens(self, cut: int) -> int:
        """The place at which the chunk opens that follows this cut: before it where something is
        repeated. Known for the cuts told last and what follows."""
        return self._opens[cut - self.places.base]

    def advance(self, settled: int) -> Sequence[int]:
        """Weigh the places up to that number; the cuts that are certain now, and were not before.

        Places before the last cut told, and not repeated behind it, are forgotten by the next call.
        """
        self._forget()
        self._weigh(settled)
        waiting = settled - self._decided
        if waiting < self._patience:
            return ()
        certain = self._common()
        if certain == self._decided and waiting >= _MOST:
            certain = self._taken(self._decided + waiting // 2)
        self._patience = min(_MOST, max(_PATIENCE, 2 * (settled - certain)))
        return self._told(certain)

    def finish(self) -> Sequence[int]:
        """The cuts that are left, when all places are known: the last is the text's end."""
        self._forget()
        self._weigh(len(self.places))
        return self._told(len(self.places) - 1)

    def _weigh(self, until: int) -> None:
        places, base, target = self.places, self.places.base, self._target
        starts, ends, prices = places.starts, places.ends, places.prices
        opened, before, opens, overlap = self._open, self._before, self._opens, self._overlap
        if self._weighed == 1:  # the blanks before the text are measured by now
            opened[0] = (0, starts[0] / target, 0.0)
        most = 1.0 / target + 1e-9
        for last in range(self._weighed, until):
            end = ends[last - base] / target
            while len(opened) > 1 and end - opened[0][1] > most:
                opened.popleft()
            cheapest, chosen = math.inf, 0
            for first, start, cost in reversed(opened):
                over = end - start - 1.0
                cost += over * over
                if cost < cheapest:
                    cheapest, chosen = cost, first
            before.append(chosen)
            first = self._repeated(last) if overlap else last
            opens.append(first)
            opened.append((last, starts[first - base] / target, cheapest + prices[last - base]))
        self._weighed = max(self._weighed, until)

    def _repeated(self, last: int) -> int:
        """The first place from which at most the overlap is repeated behind a cut at `last`."""
        places = self.places
        if places.reasons[last - places.base] is BoundaryReason.HEADING:
            self._heading = last
        first = max(self._opens[-1], self._heading)
        while first < last and places.size(first, last) > self._overlap:
            first += 1
        return first

    def _common(self) -> int:
        """The last place at which all plans cut that may be continued."""
        base, before = self.places.base, self._before
        left = [-first for first, _, _ in self._open]
        heapify(left)
        while len(left) > 1:
            last = -heappop(left)
            while left and left[0] == -last:
                heappop(left)
            if not left:
                return last
            heappush(left, -before[last - base])
        return -left[0]

    def _taken(self, most: int) -> int:
        """The last cut up to `most` of the cheapest plan by now; all other plans are given up."""
        certain = self._cut_before(self._open[-1][0], most)
        self._open = deque(
            end for end in self._open if self._cut_before(end[0], certain) == certain
        )
        return certain

    def _cut_before(self, place: int, most: int) -> int:
        """The last cut up to `most` of the cheapest plan that ends at `place`."""
        while place > most:
            place = self._before[place - self.places.base]
        return place

    def _told(self, certain: int) -> Sequence[int]:
        """The cuts of the cheapest plan from the last one told to `certain`."""
        plan = array("I")
        base, before = self.places.base, self._before
        at = certain
        while at > self._decided:
            plan.append(at)
            at = before[at - base]
        plan.reverse()
        self._decided = certain
        return plan

    def _forget(self) -> None:
        first = self.opens(self._decided)
        gone = first - self.places.base
        del self._before[:gone], self._opens[:gone]
        self.places.forget(first)
