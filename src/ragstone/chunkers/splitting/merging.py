"""LangChain's merging: pieces between separators, packed up to a size, whole pieces repeated.

Four ways to the same result, by what divides the pieces. `merge_borders` takes the offsets between
pieces that touch. Where those are many, at one character and between clusters, `merge_characters`
and `merge_clusters` never list them: for each chunk they look once for the last one in the window,
and once for the next one behind it. `merge_pieces` takes any pieces and any measure; the others
count characters. None of them trims, describes or splits again: that is for `separators` and
`recursive`.

The source of the rule is LangChain's `TextSplitter._merge_splits`: before a piece that does not
fit, the chunk is closed, and pieces are dropped from its front while they are longer than `overlap`
together, or would not leave room for the piece.

    runs = merge_characters("a b c", Span(0, 5), " ", 0, Sizes(3, 1, apart=False))
    [run[:2] for run in runs]     # [(0, 3), (3, 5)]
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ragstone.model.span import Span
from ragstone.text.graphemes import boundary_after, boundary_before


class Run(NamedTuple):
    """Pieces that make one chunk, blanks at the edges included; sizes in the chunker's unit."""

    start: int
    end: int
    following: int
    """Where the next chunk starts: before `end` when pieces are repeated."""
    size: int
    last: int = 0
    """The size of the last piece; 0 unless it could have been repeated and was not, -1 where only
    a look back would tell."""
    next: int = 0
    """The size of the piece that did not fit; 0 with `last`."""
    too_long: bool = False
    """One piece that has the size or more, to be split again."""


#: A named tuple's own constructor would be a tenth of all the time here.
_new: Callable[[type[Run], tuple[int, int, int, int, int, int, bool]], Run] = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


class Sizes(NamedTuple):
    """What pieces are packed into."""

    size: int
    overlap: int
    apart: bool
    """Whether a piece of `size` or more stands alone and too long (the rule of `recursive`)."""


def merge_characters(text: str, span: Span, given: str, shift: int, sizes: Sizes) -> Iterator[Run]:
    """The runs between characters `given` (one), before which (`shift` 0) or behind which (1) the
    text is divided."""
    find, rfind = text.find, text.rfind
    behind = 1 - shift  # where a border is before its character, that lies behind it
    at, end = span
    size, overlap, apart = sizes
    piece_end = find(given, at + behind, end)
    piece_end = end if piece_end < 0 else piece_end + shift
    while at < end:
        if apart and piece_end - at >= size:
            yield _new(Run, (at, piece_end, piece_end, piece_end - at, 0, 0, True))
            at = piece_end
            piece_end = find(given, at + behind, end)
            piece_end = end if piece_end < 0 else piece_end + shift
            continue
        close = end
        if at + size < end:
            close = rfind(given, at + behind, at + size + behind)
            close = piece_end if close < 0 else close + shift
        if close == end:
            yield _new(Run, (at, end, end, end - at, 0, 0, False))
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
        yield _new(Run, (at, close, start, close - at, last, length, False))
        at = start


def merge_clusters(text: str, span: Span, sizes: Sizes) -> Iterator[Run]:
    """The runs of grapheme clusters: the separator "" ."""
    at, end = span
    size, overlap, apart = sizes
    piece_end = min(boundary_after(text, at + 1), end)
    while at < end:
        if apart and piece_end - at >= size:
            yield Run(at, piece_end, piece_end, piece_end - at, too_long=True)
            at = piece_end
            piece_end = min(boundary_after(text, at + 1), end)
            continue
        close = end
        if at + size < end:
            close = boundary_before(text, at + size)
            close = piece_end if close <= at else close
        if close == end:
            yield Run(at, end, end, end - at)
            return
        piece_end = min(boundary_after(text, close + 1), end)
        start = close
        last = length = 0
        if overlap and not (apart and piece_end - close >= size):
            least = max(close - overlap, piece_end - size)
            if least < close:
                start = min(boundary_after(text, least), close)
            if start == close:
                last, length = -1, piece_end - close
            else:
                piece_end = start  # it is in a run already, and so not too long
        yield _new(Run, (at, close, start, close - at, last, length, False))
        at = start


def merge_borders(borders: Iterable[int], span: Span, sizes: Sizes) -> Iterator[Run]:
    """The runs of the pieces that end at `borders`, ascending, the last at the span's end."""
    at, end = span
    size, overlap, apart = sizes
    inside: list[int] = []  # the ends of the pieces in the run
    close = at
    for border in borders:
        if border - at < size:
            close = border
            inside.append(border)
            continue
        if border == close:
            continue
        length = border - close
        alone = apart and length >= size
        if at < close and (alone or border - at > size):
            if alone or not overlap:
                yield _new(Run, (at, close, close, close - at, 0, 0, False))
                at = close
                inside.clear()
            else:
                least = border - size
                if least < close - overlap:
                    least = close - overlap
                kept = bisect_left(inside, least)
                if kept < len(inside) - 1:
                    start = inside[kept]
                    yield _new(Run, (at, close, start, close - at, 0, 0, False))
                    at = start
                    del inside[: kept + 1]
                else:
                    last = close - (inside[-2] if len(inside) > 1 else at)
                    yield _new(Run, (at, close, close, close - at, last, length, False))
                    at = close
                    inside.clear()
        close = border
        if alone:
            yield _new(Run, (at, border, border, length, 0, 0, True))
            at = border
        else:
            inside.append(border)
    if at < end:
        yield _new(Run, (at, end, end, end - at, 0, 0, False))


def merge_pieces(
    pieces: Iterable[Span], measure: Callable[[Span], int], joint: int, sizes: Sizes
) -> Iterator[Run]:
    """The runs of `pieces`, in order and apart; `joint` is the size of what joins them."""
    size, overlap, apart = sizes
    current: deque[tuple[Span, int]] = deque()
    total = 0
    for piece in pieces:
        length = measure(piece)
        if apart and length >= size:
            if current:
                yield _run(current, piece.start, total)
                current.clear()
                total = 0
            yield Run(*piece, piece.end, length, too_long=True)
            continue
        if current and total + length + joint > size:
            start, whole = current[0][0].start, total
            last, last_length = current[-1]
            while current and (total > overlap or total + length + joint > size):
                total -= current.popleft()[1] + (joint if current else 0)
            if current:
                yield Run(start, last.end, current[0][0].start, whole)
            else:
                why = (last_length, length) if overlap else (0, 0)
                yield Run(start, last.end, piece.start, whole, *why)
        total += length + (joint if current else 0)
        current.append((piece, length))
    if current:
        yield _run(current, current[-1][0].end, total)


def _run(current: deque[tuple[Span, int]], following: int, total: int) -> Run:
    return Run(current[0][0].start, current[-1][0].end, following, total)
