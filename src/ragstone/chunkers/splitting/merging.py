"""LangChain's merging: pieces between separators, packed up to a size, whole pieces repeated.

Two ways to the same result. `merge_lazily` and `merge_strings` never list pieces: for each chunk
they look once for the last separator in the window, and once for the next one behind it. They serve
separators that are strings and stay in the text, with sizes in characters. `merge_pieces` takes any
pieces and any measure. None of them trims, describes or splits again: that is for `separators` and
`recursive`.

The source of the rule is LangChain's `TextSplitter._merge_splits`: before a piece that does not
fit, the chunk is closed, and pieces are dropped from its front while they are longer than `overlap`
together, or would not leave room for the piece.

    borders = StringBorders("a b c", Span(0, 5), " ", 0)
    [run[:2] for run in merge_lazily(borders, Sizes(3, 1, False))]     # [(0, 3), (3, 5)]
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

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


class Sizes(NamedTuple):
    """What pieces are packed into."""

    size: int
    overlap: int
    apart: bool
    """Whether a piece of `size` or more stands alone and too long (the rule of `recursive`)."""


class Borders(Protocol):
    """The places between the pieces of one span; asked only from a border or the span's start."""

    span: Span

    def next(self, after: int) -> int:
        """The first border behind `after`; the span's end is the last one."""
        ...

    def last(self, after: int, limit: int) -> int:
        """The last border behind `after` and up to `limit`, `after` if there is none."""
        ...

    def first(self, after: int, least: int, known: int) -> int:
        """The first border from `least` on; `after` < `least` <= `known`, both are borders."""
        ...


class StringBorders:
    """Borders at a separator that is a string: before it (`shift` 0) or behind it (its length).

    Matches do not overlap and are counted from the span's start, as in `re.split`. The only
    separators that need that count are those that can overlap themselves, of which the ones that
    repeat one character are served (`serves`), and only in longer runs of it.
    """

    def __init__(self, text: str, span: Span, given: str, shift: int) -> None:
        self.span = span
        self._text, self._given, self.shift, self._end = text, given, shift, span.end
        self._width = len(given)
        self.repeated = given[0] if self._width > 1 and given == given[0] * len(given) else None

    @staticmethod
    def serves(given: str) -> bool:
        """Whether this can find the borders at `given`: it repeats one character, or no end of it
        is its beginning."""
        return given == given[0] * len(given) or not any(
            given.startswith(given[step:]) for step in range(1, len(given))
        )

    def next(self, after: int) -> int:
        at = self._text.find(self._given, after, self._end)
        if at == after and not self.shift:
            at = self._text.find(self._given, after + self._width, self._end)
        return self._end if at < 0 else at + self.shift

    def last(self, after: int, limit: int) -> int:
        text = self._text
        if self.shift:
            at = text.rfind(self._given, after, limit)
        else:
            until = limit + self._width
            at = text.rfind(self._given, after + 1, min(until, self._end))
        if at < 0:
            return after
        return self._counted(after, at) + self.shift

    def first(self, after: int, least: int, known: int) -> int:
        text = self._text
        at = least - self.shift
        at = text.find(self._given, max(at, after), known + self._width)
        if (behind := at - self._counted(after, at)) > 0:
            at = text.find(self._given, at - behind + self._width, known + self._width)
        return at + self.shift

    def _counted(self, after: int, at: int) -> int:
        """The last true match at or before the match at `at`, which may overlap true ones."""
        if at == after or self._text[at - 1] != self.repeated:
            return at
        run = after + len(self._text[after:at].rstrip(self.repeated))
        return at - (at - run) % self._width


class ClusterBorders:
    """Borders between grapheme clusters: the separator "" ."""

    def __init__(self, text: str, span: Span) -> None:
        self.span = span
        self._text = text

    def next(self, after: int) -> int:
        return min(boundary_after(self._text, after + 1), self.span.end)

    def last(self, after: int, limit: int) -> int:
        if limit >= self.span.end:
            return self.span.end
        return max(boundary_before(self._text, limit), after)

    def first(self, after: int, least: int, known: int) -> int:  # noqa: ARG002
        return min(boundary_after(self._text, least), known)


def merge_lazily(borders: Borders, sizes: Sizes) -> Iterator[Run]:
    """The runs of one span, for separators that stay in the text; sizes in characters."""
    at, end = borders.span
    size, overlap, apart = sizes
    following_border, last_border, first_border = borders.next, borders.last, borders.first
    piece_end = following_border(at) if at < end else at
    while at < end:
        if apart and piece_end - at >= size:
            yield Run(at, piece_end, piece_end, piece_end - at, too_long=True)
            at = piece_end
            piece_end = following_border(at) if at < end else at
            continue
        if end - at <= size:
            yield Run(at, end, end, end - at)
            return
        close = last_border(at, at + size)
        if close == at:
            close = piece_end
        if close == end:
            yield Run(at, end, end, end - at)
            return
        piece_end = following_border(close)
        length = piece_end - close
        if not overlap or (apart and length >= size):
            yield Run(at, close, close, close - at)
            at = close
            continue
        least = close - overlap
        if least < piece_end - size:
            least = piece_end - size
        start = first_border(at, least, close) if least < close else close
        if start == close:
            yield Run(at, close, close, close - at, -1, length)
        else:
            yield Run(at, close, start, close - at)
            piece_end = start  # it is in a run already, and so not too long
        at = start


def merge_strings(text: str, span: Span, given: str, shift: int, sizes: Sizes) -> Iterator[Run]:
    """`merge_lazily` over `StringBorders`, with its searches written out: half the time.

    Only where the separator repeats one character are the borders asked, and only in runs of it.
    """
    find, rfind = _finder(text, given), text.rfind
    # A named tuple's own constructor would be a tenth of all the time here.
    run: Callable[[type[Run], tuple[int, int, int, int, int, int, bool]], Run] = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    width = len(given)
    repeated = given[0] if width > 1 and given == given[0] * width else None
    borders = StringBorders(text, span, given, shift) if repeated else None
    skip, behind = (0, 0) if shift else (1, width)  # a border's own match lies behind it
    at, end = span
    size, overlap, apart = sizes
    piece_end = find(given, at, end)
    if piece_end == at and not shift:
        piece_end = find(given, at + width, end)
    piece_end = end if piece_end < 0 else piece_end + shift
    while at < end:
        if apart and piece_end - at >= size:
            yield Run(at, piece_end, piece_end, piece_end - at, too_long=True)
            at = piece_end
            piece_end = find(given, at + behind, end)
            piece_end = end if piece_end < 0 else piece_end + shift
            continue
        limit = at + size
        close = -1
        if limit < end:
            close = rfind(given, at + skip, limit + behind if limit + behind < end else end)  # noqa: FURB136
            if close < 0:
                close = piece_end
            elif borders and close > at and text[close - 1] == repeated:
                close = borders.last(at, limit)
                close = piece_end if close == at else close
            else:
                close += shift
        if close < 0 or close == end:
            yield Run(at, end, end, end - at)
            return
        piece_end = find(given, close + behind, end)
        piece_end = end if piece_end < 0 else piece_end + shift
        if not overlap or (apart and piece_end - close >= size):
            yield run(Run, (at, close, close, close - at, 0, 0, False))
            at = close
            continue
        least = piece_end - size
        if least < close - overlap:
            least = close - overlap
        start = close
        if least < close:
            least -= shift
            start = find(given, least if least > at else at, close + width)  # noqa: FURB136
            if borders and start > at and text[start - 1] == repeated:
                start = borders.first(at, least + shift, close)
            else:
                start += shift
        if start == close:
            yield run(Run, (at, close, close, close - at, -1, piece_end - close, False))
        else:
            yield run(Run, (at, close, start, close - at, 0, 0, False))
            piece_end = start  # it is in a run already, and so not too long
        at = start


def _finder(text: str, given: str) -> Callable[[str, int, int], int]:
    """`text.find`, for `given` alone; a doubled character ("\\n\\n") it finds twice as fast, since
    a single one is looked for by `memchr`."""
    find, one = text.find, given[0]
    if given != one * 2:
        return find

    def doubled(given: str, start: int, end: int) -> int:
        at = find(one, start, end)
        if at < 0 or (text[at + 1 : at + 2] == one and at + 2 <= end):
            return at
        return find(given, at + 1, end)

    return doubled


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
