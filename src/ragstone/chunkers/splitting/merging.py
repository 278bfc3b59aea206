"""LangChain's merging: pieces between separators, packed up to a size, whole pieces repeated.

Three ways to the same result. `merge_places` never lists the pieces: for each chunk it looks once
for the last border in the window, and once for the next one behind it. `merge_borders` takes the
offsets between pieces that touch, where looking back would cost more than listing. `merge_pieces`
takes any pieces and any measure; the others count characters. None of them trims, describes or
splits again: that is for `describing` and `recursive`.

The source of the rule is LangChain's `TextSplitter._merge_splits`: before a piece that does not
fit, the chunk is closed, and pieces are dropped from its front while they are longer than `overlap`
together, or would not leave room for the piece.

    runs = merge_places("a b c", " ", 0, Sizes(3, 1), Level(0, 5))
    [run[:2] for run in runs]     # [(0, 3), (3, 5)]
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from ragstone.model.span import Span
from ragstone.text.graphemes import boundary_after, boundary_before

#: Pieces that make one chunk, blanks at the edges included; sizes in the chunker's unit.
#: A named tuple would be a fifth of all the time here. It holds:
#:
#: - start, end
#: - following: where the next chunk starts, before `end` when pieces are repeated
#: - size
#: - last: the size of the last piece; 0 unless it could have been repeated and was not, -1 where
#:   only a look back would tell
#: - next: the size of the piece that did not fit; 0 with `last`
#: - too_long: whether it is one piece that has the size or more where none should
Run = tuple[int, int, int, int, int, int, bool]


class Sizes(NamedTuple):
    """What pieces are packed into."""

    size: int
    overlap: int
    apart: bool = False
    """Whether a piece of `size` or more stands alone and too long (the rule of `recursive`)."""
    again: bool = False
    """Whether it is left to be split again."""


@dataclass(slots=True)
class Level:
    """A span that is divided, and how far its pieces are merged: the runs end where it ends, or
    before a piece that is to be split again, and go on behind that."""

    at: int
    end: int
    behind: int = 0
    """Where a piece from `at` ends that is to be split again; 0 for none."""
    rest: Iterator[Any] | None = None
    """The pieces that are left, where they are listed."""


class Searchable(Protocol):
    """A text as `str` is searched: for `given` between `start` and `stop`, -1 when not found."""

    def find(self, given: str, start: int, stop: int, /) -> int: ...

    def rfind(self, given: str, start: int, stop: int, /) -> int: ...


class ClusterBorders:
    """A text in which "" is found at the borders of grapheme clusters alone."""

    def __init__(self, text: str) -> None:
        self._text = text

    def find(self, _given: str, start: int, stop: int, /) -> int:
        border = boundary_after(self._text, start)
        return border if border < stop else -1

    def rfind(self, _given: str, start: int, stop: int, /) -> int:
        border = boundary_before(self._text, stop - 1)
        return border if border >= start else -1


def merge_places(
    text: Searchable, given: str, shift: int, sizes: Sizes, level: Level
) -> Iterator[Run]:
    """The runs between places where `given` is found, of at most one character, before which
    (`shift` 0) or behind which (1) the text is divided."""
    find, rfind = text.find, text.rfind
    behind = 1 - shift  # where a border is before its character, that lies behind it
    at, end = level.at, level.end
    size, overlap, apart, again = sizes
    piece_end = find(given, at + behind, end)
    piece_end = end if piece_end < 0 else piece_end + shift
    while at < end:
        if apart and piece_end - at >= size:
            if again:
                level.at, level.behind = at, piece_end
                return
            yield at, piece_end, piece_end, piece_end - at, 0, 0, True
            at = piece_end
            piece_end = find(given, at + behind, end)
            piece_end = end if piece_end < 0 else piece_end + shift
            continue
        close = end
        if at + size < end:
            close = rfind(given, at + behind, at + size + behind)
            close = piece_end if close < 0 else close + shift
        if close == end:
            yield at, end, end, end - at, 0, 0, False
            return
        piece_end = find(given, close + behind, end)
        piece_end = end if piece_end < 0 else piece_end + shift
        start = close
        last = length = 0
        if overlap and not (apart and piece_end - close >= size):
            least = close - overlap
            if least < piece_end - size:
                least = piece_end - size
            if least < close:
                start = find(given, least - shift, close + behind) + shift
            if start == close:
                last, length = -1, piece_end - close
            else:
                piece_end = start  # it is in a run already, and so not too long
        yield at, close, start, close - at, last, length, False
        at = start


def merge_borders(borders: Iterable[int], sizes: Sizes, level: Level) -> Iterator[Run]:
    """The runs of the pieces that end at `borders`, ascending, the last at the level's end."""
    at, end = level.at, level.end
    size, overlap, apart, again = sizes
    inside: list[int] = []  # the ends of the pieces in the run
    close, full = at, at + size
    for border in borders:
        if border < full:
            close = border
            inside.append(border)
            continue
        length = border - close
        if not length:
            continue
        alone = apart and length >= size
        if at < close and (alone or border > full):
            if alone or not overlap:
                yield at, close, close, close - at, 0, 0, False
                at = close
                inside.clear()
            else:
                last = close - (inside[-2] if len(inside) > 1 else at)
                if last > overlap or last + length > size:
                    yield at, close, close, close - at, last, length, False
                    at = close
                    inside.clear()
                else:
                    first = bisect_left(inside, max(close - overlap, border - size))
                    start = inside[first]
                    yield at, close, start, close - at, 0, 0, False
                    at = start
                    del inside[: first + 1]
            full = at + size
        close = border
        if not alone:
            inside.append(border)
            continue
        if again:
            level.at, level.behind = at, border
            return
        yield at, border, border, length, 0, 0, True
        at, full = border, border + size
        inside.clear()
    if at < end:
        yield at, end, end, end - at, 0, 0, False


def merge_pieces(
    pieces: Iterable[Span],
    measure: Callable[[Span], int],
    joint: int,
    sizes: Sizes,
    level: Level,
) -> Iterator[Run]:
    """The runs of `pieces`, in order and apart; `joint` is the size of what joins them."""
    size, overlap, apart, again = sizes
    current: deque[tuple[Span, int]] = deque()
    total = 0
    for piece in pieces:
        length = measure(piece)
        if apart and length >= size:
            start, end = piece
            if current:
                yield _run(current, start, total)
                current.clear()
                total = 0
            if again:
                level.at, level.behind = start, end
                return
            yield start, end, end, length, 0, 0, True
            continue
        if current and total + length + joint > size:
            start, whole = current[0][0].start, total
            last, last_length = current[-1]
            while current and (total > overlap or total + length + joint > size):
                total -= current.popleft()[1] + (joint if current else 0)
            if current:
                yield start, last.end, current[0][0].start, whole, 0, 0, False
            else:
                last_length, after = (last_length, length) if overlap else (0, 0)
                yield start, last.end, piece.start, whole, last_length, after, False
        total += length + (joint if current else 0)
        current.append((piece, length))
    if current:
        yield _run(current, current[-1][0].end, total)


def _run(current: deque[tuple[Span, int]], following: int, total: int) -> Run:
    return current[0][0].start, current[-1][0].end, following, total, 0, 0, False
