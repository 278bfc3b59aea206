"""From runs of pieces to cuts: their edges trimmed, the reason for each end in words.

describer = Describer(text, Sizes(1000, 200), "characters")
cuts = describer.cuts([(separator, separator, len(text), runs)])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import trim
from ragstone.chunkers.splitting.merging import Run, Sizes
from ragstone.chunkers.splitting.separators import Separator
from ragstone.model.chunk import BoundaryReason
from ragstone.model.span import Span

#: Runs that follow each other, of pieces between the same separator:
#:
#: - the separator
#: - what a run ends at that ends where its level does: a stronger separator, if that is the end of
#:   a piece that was split again
#: - where its level ends
#: - the runs; to be read to their end before the next stretch is asked for
Stretch = tuple[Separator, Separator, int, Iterator[Run]]


class Describer:
    """From runs to cuts: trimmed edges, and the reason for each end in words."""

    def __init__(self, text: str, sizes: Sizes, unit: str) -> None:
        self._text, self._sizes, self._unit = text, sizes, unit

    def cuts(self, stretches: Iterable[Stretch]) -> Iterator[Cut]:
        """Their runs as cuts without the blanks at their edges. Where the next chunk repeats its
        first word, the blanks before that word stay, so that the starts still grow."""
        text, most = self._text, self._sizes.size
        for separator, border, last, runs in stretches:
            # LangChain writes a dropped pattern into the text, and `as_langchain` has to find it.
            whole = bool(separator.join) and not separator.is_string
            if separator.join:  # as_langchain must know what is dropped
                border = separator
            for run in runs:
                start, end, following, size, _, _, too_long = run
                span = Span(start, end) if whole else trim(text, start, end)
                if span[0] >= following > start:
                    span = Span(start, span[1])
                told = border if end == last else separator
                detail = told.described
                if following >= end or too_long or size > most:
                    why = self._why(run, separator)
                    detail = f"{detail}; {why}" if why else detail
                yield Cut(span, told.reason, "", 0, None, detail)

    def _why(self, run: Run, separator: Separator) -> str:
        _, end, following, length, _, _, too_long = run
        size, overlap = self._sizes[:2]
        why = ""
        if too_long:
            why = f"a piece of {length} {self._unit}, and no separator is left"
        elif length > size:
            why = f"one piece of {length} {self._unit}, longer than chunk_size {size}"
        if not overlap or following < end or end == len(self._text):
            return why
        none = self._why_none(run, separator)
        return f"{why}; {none}" if why else none

    def _why_none(self, run: Run, separator: Separator) -> str:
        """Why no piece is repeated, in a clause."""
        size, overlap = self._sizes[:2]
        start, end, _, _, last, after, _ = run
        joint = len(separator.join)
        if not last:
            return "no overlap between merged pieces and one that is split again"
        if last < 0:
            last = separator.last_piece(self._text, start, end)
        if last > overlap:
            return (
                f"no overlap: only whole pieces are repeated, and the last has {last} "
                f"{self._unit} where chunk_overlap is {overlap}"
            )
        needed = last + joint + after
        return (
            f"no overlap: the last piece and the next ({last} + {joint} + {after}) would be "
            f"{needed} {self._unit} where chunk_size is {size}"
        )


def covering(text: str, cuts: Iterable[Cut]) -> Iterator[Cut]:
    """The same cuts with the dropped separators that are text: they stay with the cut before them.

    LangChain loses a `。` that is split at and not kept; no chunker of ours loses text.
    """
    last: Cut | None = None
    end = 0
    for cut in cuts:
        if not cut.span.length:
            continue
        lost = text[end : cut.span.start].strip()
        current = cut
        if lost and last is None:
            at = len(text) - len(text.lstrip())
            detail = f"{cut.detail}; {cut.span.start - at} characters of separators before it"
            current = replace(cut, span=Span(at, cut.span.end), detail=detail)
        elif lost and last is not None:
            last = _with_separators(text, last, cut.span.start)
        if last is not None:
            yield last
        last, end = current, max(end, cut.span.end)
    if text[end:].strip():
        last = last or Cut(Span(end, end), BoundaryReason.SEPARATOR, detail="only separators")
        last = _with_separators(text, last, len(text))
    if last is not None:
        yield last


def _with_separators(text: str, cut: Cut, until: int) -> Cut:
    end = cut.span.end + len(text[cut.span.end : until].rstrip())
    detail = f"{cut.detail}; {end - cut.span.end} characters of separators behind it"
    return replace(cut, span=Span(cut.span.start, end), detail=detail)
