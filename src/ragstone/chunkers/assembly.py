"""From cuts to chunks: checking, snapping, numbering, inheriting, boundaries, keys.

The only place that builds `Chunk` objects. What a member proposes is made to keep the rules where
that is possible (clusters, blank chunks, hard limits) and refused where it is not (text left out).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import HardLimits, split_hard
from ragstone.errors import RagstoneError
from ragstone.model.block import TextBlock, content_id
from ragstone.model.chunk import Boundary, BoundaryReason, Chunk
from ragstone.model.section import Part, Section
from ragstone.model.span import Span
from ragstone.text.graphemes import boundary_after, boundary_before


@dataclass(frozen=True, slots=True)
class Overlap:
    """What a chunker was asked to repeat between neighbours, and how it measures that."""

    asked: int
    size: Callable[[str], int]


@dataclass(slots=True)
class _Level:
    """How far one level of a section has come."""

    last_start: int = -1
    covered: int = 0


@dataclass(frozen=True, slots=True)
class _Row:
    """One chunk before it is known how many there are; `cut` is None for a data section."""

    section: Section
    number: int
    boundaries: tuple[Boundary, Boundary]
    path: tuple[str, ...]
    cut: Cut | None = None
    parent: int | None = None


def assemble(
    sections: Sequence[Section],
    cuts: Iterable[Iterable[Cut]],
    limits: HardLimits,
    overlap: Overlap,
    chunker_type: str,
) -> list[Chunk]:
    """The chunks of a document; `cuts` has one iterable a text section, in order.

    Raises `ParameterError` for a limit smaller than a cluster, and `RagstoneError` when the chunker
    left out text that is not blank (a defect of that chunker).
    """
    rows: list[_Row] = []
    cuts_of = iter(cuts)
    last = len(sections) - 1
    for place, (number, section) in enumerate(
        zip(section_numbers(sections), sections, strict=True)
    ):
        outer = (
            BoundaryReason.DOCUMENT_START if place == 0 else BoundaryReason.SECTION,
            BoundaryReason.DOCUMENT_END if place == last else BoundaryReason.SECTION,
        )
        if not isinstance(section.content, TextBlock):
            path = section.parts[0].heading_path if section.parts else ()
            rows.append(_Row(section, number, (Boundary(outer[0]), Boundary(outer[1])), path))
            continue
        text = section.content.text
        try:
            settled = settle(text, next(cuts_of), limits)
        except _LeftOut as error:
            raise RagstoneError(
                f"{section.source}: the chunker {chunker_type} left out {error.excerpt!r} at "
                f"offset {error.offset} of section {number}; that is a defect of the chunker"
            ) from None
        first = len(rows)
        ends = _boundaries(text, settled, outer, overlap)
        for cut, both, path in zip(settled, ends, _paths(section.parts, settled), strict=True):
            parent = None if cut.parent is None else first + cut.parent
            rows.append(_Row(section, number, both, path, cut, parent))
    seen: Counter[str] = Counter()
    return [_chunk(row, index, len(rows), seen) for index, row in enumerate(rows)]


def section_numbers(sections: Sequence[Section]) -> list[int]:
    """The sections' own numbers; their places in the list where they were given none."""
    numbers = [section.index for section in sections]
    return numbers if len(set(numbers)) == len(numbers) else list(range(len(numbers)))


class _LeftOut(Exception):
    """Text that is not blank and in no chunk of a level."""

    def __init__(self, text: str, start: int, end: int) -> None:
        piece = text[start:end]
        self.offset = start + len(piece) - len(piece.lstrip())
        self.excerpt = piece.strip()[:40]


def settle(text: str, cuts: Iterable[Cut], limits: HardLimits) -> list[Cut]:
    """The cuts as they become chunks: edges on clusters' borders, none blank, all within limits.

    `parent` of the cuts returned is a number in the list returned.
    """
    levels: dict[int, _Level] = {}
    settled: list[Cut] = []
    pieces_of: list[list[int]] = []  # for each cut proposed, its numbers in `settled`
    for cut in cuts:
        level = levels.setdefault(cut.level, _Level())
        span = _snap(text, cut.span, level)
        pieces_of.append([])
        if text[span.start : span.end].isspace() or span.start >= span.end:
            continue
        if text[level.covered : span.start].strip():
            raise _LeftOut(text, level.covered, span.start)
        level.covered = max(level.covered, span.end)
        parent = _piece_at(span.start, settled, pieces_of, cut.parent)
        for piece in _within(text, replace(cut, span=span, parent=parent), limits):
            pieces_of[-1].append(len(settled))
            settled.append(piece)
            # What overlapped this cut must start behind its last piece as well.
            level.last_start = piece.span.start
    for level in levels.values() or [_Level()]:
        if text[level.covered :].strip():
            raise _LeftOut(text, level.covered, len(text))
    return settled


def _snap(text: str, span: Span, level: _Level) -> Span:
    """Edges on borders. Ends and starts that meet both go forward, so that neighbours still meet; a
    start behind a gap goes back into it. So nothing is lost, and no more is repeated than asked."""
    start, end = span
    if not 0 <= start <= end <= len(text):
        raise IndexError(f"a cut from {start} to {end} in a text of {len(text)} characters")
    end = boundary_after(text, end)
    start = boundary_after(text, start) if start < level.covered else boundary_before(text, start)
    if start <= level.last_start:
        start = level.covered
    return Span(start, end)


def _piece_at(
    start: int, settled: Sequence[Cut], pieces_of: Sequence[Sequence[int]], parent: int | None
) -> int | None:
    """The number of that piece of the parent cut in which `start` lies."""
    if parent is None:
        return None
    pieces = pieces_of[parent]
    behind = [number for number in pieces if settled[number].span.start <= start]
    return behind[-1] if behind else next(iter(pieces), None)


def _within(text: str, cut: Cut, limits: HardLimits) -> Iterator[Cut]:
    """The cut itself where it is within the limits, else the pieces it is cut into."""
    if not limits or limits.fits(text, *cut.span):
        yield cut
        return
    for span in split_hard(text, cut.span, limits):
        if text[span.start : span.end].isspace():
            continue
        if span.end == cut.span.end:
            yield replace(cut, span=span)
        else:
            detail = "cut again to keep the hard limit; nothing is repeated there"
            yield replace(cut, span=span, reason=BoundaryReason.HARD, detail=detail)


def _boundaries(
    text: str,
    cuts: Sequence[Cut],
    outer: tuple[BoundaryReason, BoundaryReason],
    overlap: Overlap,
) -> list[tuple[Boundary, Boundary]]:
    """Both ends of every cut; a start tells what the end before it on its level told."""
    starts: list[Boundary] = []
    ends = [Boundary(outer[1], detail=cut.detail) for cut in cuts]
    last: dict[int, int] = {}
    for number, cut in enumerate(cuts):
        before = last.get(cut.level)
        last[cut.level] = number
        if before is None:
            starts.append(Boundary(outer[0]))
            continue
        previous = cuts[before]
        shared = text[cut.span.start : previous.span.end]
        given = overlap.size(shared) if shared and overlap.asked else len(shared)
        joint = Boundary(previous.reason, overlap.asked, given, previous.detail)
        starts.append(joint)
        ends[before] = joint
    return list(zip(starts, ends, strict=True))


def _paths(parts: Sequence[Part], cuts: Sequence[Cut]) -> Iterator[tuple[str, ...]]:
    """The headings above each cut: those of the part in which it starts."""
    starts = [part.start for part in parts]
    for cut in cuts:
        at = bisect_right(starts, cut.span.start) - 1
        between = at < 0 or cut.span.start >= parts[at].end
        if between and at + 1 < len(parts) and parts[at + 1].start < cut.span.end:
            at += 1
        yield parts[at].heading_path if at >= 0 else ()


def _chunk(row: _Row, index: int, total: int, seen: Counter[str]) -> Chunk:
    """Built without validation: everything in it was validated with the section."""
    section, cut = row.section, row.cut
    if cut is None:
        content, span = section.content, None
    else:
        span = cut.span
        text = section.text[span.start : span.end]
        content = TextBlock.model_construct(text=text, id=content_id("text", text))
    return Chunk.model_construct(
        content=content,
        source=section.source,
        chunk_index=index,
        total_chunks=total,
        metadata=dict(section.metadata),
        span=span,
        section_index=row.number,
        heading_path=row.path,
        context=cut.context if cut else "",
        boundaries=row.boundaries,
        level=cut.level if cut else 0,
        parent_index=row.parent,
        key=_key(seen, content.id, row.path),
    )


def _key(seen: Counter[str], block: str, path: tuple[str, ...]) -> str:
    """The same for the same text under the same headings; the ordinal tells equal ones apart."""
    same = content_id(block, *path)
    seen[same] += 1
    return content_id(same, str(seen[same]))
