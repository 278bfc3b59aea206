"""Windows over a text: as much as fits, again and again, with an overlap.

`windows` walks; a `Ruler` measures, in whatever unit it likes. `fixed` and `token` share this.

    ruler = CharacterRuler("abcdefgh", size=4, overlap=1)
    [cut.span for cut in windows("abcdefgh", ruler)]     # (0, 4), (3, 7), (6, 8)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterator

from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import characters_back, characters_in, size_bytes
from ragstone.errors import ParameterError
from ragstone.model.chunk import BoundaryReason
from ragstone.model.span import Span
from ragstone.text.graphemes import boundary_after, boundary_before
from ragstone.text.token_borders import joint_after, joint_before, token_borders
from ragstone.text.tokens import token_counter

_CROWDED = "no overlap: nothing new would fit beside it"
_TOO_COARSE = "no overlap: grapheme clusters are never cut"


#: Where a window ends, why there, and a clause about it.
Reach = tuple[int, BoundaryReason, str]


class Ruler(ABC):
    """Measures windows of at most `size` over one text, of which neighbours share `overlap`."""

    unit: str

    def __init__(self, text: str, size: int, overlap: int) -> None:
        self.text = text
        self.size = size
        self.overlap = overlap

    @abstractmethod
    def measure(self, start: int, end: int) -> int:
        """The size of `text[start:end]`."""

    @abstractmethod
    def reach(self, start: int, covered: int) -> Reach:
        """The window from `start`; its end is `start` where not even one cluster fits.

        `covered` is the end of the window before: a better place than the farthest is only good
        behind it.
        """

    @abstractmethod
    def back(self, start: int, end: int) -> int:
        """The first border behind `start` from which at most the overlap is left to `end`."""


class CharacterRuler(Ruler):
    """Sizes in code points."""

    unit = "characters"

    def measure(self, start: int, end: int) -> int:
        return end - start

    def reach(self, start: int, covered: int) -> Reach:  # noqa: ARG002
        end = start + self.size
        end = boundary_before(self.text, end) if end < len(self.text) else len(self.text)
        return max(start, end), BoundaryReason.WINDOW, ""

    def back(self, start: int, end: int) -> int:
        return min(end, boundary_after(self.text, max(end - self.overlap, start + 1)))


class ByteRuler(Ruler):
    """Sizes in UTF-8 bytes; a lone surrogate has three."""

    unit = "bytes"

    def measure(self, start: int, end: int) -> int:
        return size_bytes(self.text[start:end])

    def reach(self, start: int, covered: int) -> Reach:  # noqa: ARG002
        end = start + characters_in(self.text[start : start + self.size], self.size)
        return max(start, boundary_before(self.text, end)), BoundaryReason.WINDOW, ""

    def back(self, start: int, end: int) -> int:
        piece = self.text[max(start, end - self.overlap) : end]
        before = end - characters_back(piece, self.overlap)
        return min(end, boundary_after(self.text, max(before, start + 1)))


class TokenRuler(Ruler):
    """Sizes in tokens: the text is encoded once, and windows are looked up in its borders.

    A piece of a text may have more tokens than the text had there, but only up to the first joint
    and from the last one: that much is counted, and a piece made smaller by what is too much.
    """

    unit = "tokens"

    def __init__(self, text: str, size: int, overlap: int, tokenizer: str) -> None:
        super().__init__(text, size, overlap)
        self._count = token_counter(tokenizer)
        borders = token_borders(tokenizer, text)
        self._offsets = borders.offsets
        self._exact = borders.exact
        self._near = 0  # the number of the last window's first token: what is looked up is near

    def measure(self, start: int, end: int) -> int:
        text, count = self.text, self._count
        first = joint_after(text, start, end) if self._exact else None
        last = None if first is None else joint_before(text, first, end)
        if first is None or last is None:
            return count(text[start:end])
        inside = self._number(last) - self._number(first)
        head = count(text[start:first]) if start < first else 0
        return head + inside + (count(text[last:end]) if last < end else 0)

    def reach(self, start: int, covered: int) -> Reach:  # noqa: ARG002
        first = self._near = self._number(start)
        last = min(first + self.size, len(self._offsets) - 1)
        end = boundary_before(self.text, self._offsets[last])
        while end > start:
            excess = self.measure(start, end) - self.size
            if excess <= 0:
                return end, BoundaryReason.TOKEN, ""
            last -= excess
            end = boundary_before(self.text, self._offsets[last]) if last > first else start
        one = boundary_after(self.text, min(start + 1, len(self.text)))
        fits = self.measure(start, one) <= self.size
        return one if fits else start, BoundaryReason.TOKEN, ""

    def back(self, start: int, end: int) -> int:
        if not self.overlap:
            return end
        first = max(0, self._number(end) - self.overlap)
        while True:
            at = boundary_after(self.text, max(self._offsets[first], start + 1))
            if at >= end:
                return end
            excess = self.measure(at, end) - self.overlap
            if excess <= 0:
                return at
            # The last border is the text's end, where no overlap is left.
            first = min(first + excess, len(self._offsets) - 1)

    def _number(self, offset: int) -> int:
        """The number of the first token at or behind `offset`."""
        low = self._near
        high = min(low + 2 * self.size, len(self._offsets))
        found = bisect_left(self._offsets, offset, low, high)
        if low < found < high:
            return found
        return bisect_left(self._offsets, offset)


def windows(text: str, ruler: Ruler, option: str = "chunk_size") -> Iterator[Cut]:
    """The windows of `text`, one after the other, up to the one that reaches its end.

    Raises `ParameterError` for a cluster larger than the ruler's size, which `option` set.
    """
    start, (end, reason, detail) = 0, _reach(ruler, 0, 0, option)
    while end < len(text):
        following = ruler.back(start, end) if ruler.overlap else end
        why = _TOO_COARSE if ruler.overlap and following == end else ""
        after = ruler.reach(following, end)
        if after[0] <= end:
            if following < end:
                following, why = end, _CROWDED
            after = _reach(ruler, following, end, option)
        if why:
            detail = f"{detail}; {why}" if detail else why
        yield Cut(Span(start, end), reason, "", 0, None, detail)
        start, (end, reason, detail) = following, after
    if text:
        yield Cut(Span(start, end), reason, detail=detail)


def _reach(ruler: Ruler, start: int, covered: int, option: str) -> Reach:
    """`ruler.reach`, or `ParameterError` where it does not move on."""
    reach = ruler.reach(start, covered)
    if reach[0] > start or start == len(ruler.text):
        return reach
    end = boundary_after(ruler.text, start + 1)
    size = ruler.measure(start, end)
    raise ParameterError(
        f"{option}={ruler.size} is too small: the grapheme cluster at offset {start} has {size} "
        f"{ruler.unit} ({end - start} code points) and is never cut; ask for {size} or more"
    )
