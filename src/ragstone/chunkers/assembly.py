"""From cuts to chunks: checking, snapping, numbering, inheriting, boundaries, keys.

The only place that builds `Chunk` objects. What a member proposes is made to keep the rules where
that is possible (clusters, blank chunks, hard limits) and refused where it is not (text left out).
Every chunk of every chunker passes here once, so that this is written to be quick: one pass, and
no object that is not part of a chunk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, islice
from typing import Any

from ragstone.chunkers.above import Above
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.packing import HardLimits, split_hard
from ragstone.errors import RagstoneError
from ragstone.model.block import DataBlock, TextBlock, text_block
from ragstone.model.chunk import Boundary, BoundaryReason, Chunk, path_line
from ragstone.model.section import Section
from ragstone.model.span import Span
from ragstone.model.trusted import trusted
from ragstone.text.graphemes import boundary_after, boundary_before

CUT_AGAIN = "cut again to keep the hard limit; nothing is repeated there"
_BATCH = 64
#: All of them are set, so that one set serves every chunk: nothing can be added to it.
_FIELDS = set(Chunk.model_fields)


@dataclass(frozen=True, slots=True)
class Overlap:
    """What a chunker was asked to repeat between neighbours, and how it measures that."""

    asked: int
    size: Callable[[str], int]


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
    made = _Made(limits, overlap)
    cuts_of = iter(cuts)
    last = len(sections) - 1
    for place, (number, section) in enumerate(
        zip(section_numbers(sections), sections, strict=True)
    ):
        outer = (
            Boundary(BoundaryReason.DOCUMENT_START if place == 0 else BoundaryReason.SECTION),
            BoundaryReason.DOCUMENT_END if place == last else BoundaryReason.SECTION,
        )
        cutting = _SectionCutting(made, section, number, outer)
        if not isinstance(section.content, TextBlock):
            cutting.pass_through(section.content)
            continue
        try:
            cutting.settle(_batched(next(cuts_of)))
        except _LeftOut as error:
            raise RagstoneError(
                f"{section.source}: the chunker {chunker_type} left out {error.excerpt!r} at "
                f"offset {error.offset} of section {number}; that is a defect of the chunker"
            ) from None
    return made.finished()


def section_numbers(sections: Sequence[Section]) -> list[int]:
    """The sections' own numbers; their places in the list where they were given none."""
    numbers = [section.index for section in sections]
    return numbers if len(set(numbers)) == len(numbers) else list(range(len(numbers)))


def _batched(cuts: Iterable[Cut]) -> Iterator[Cut]:
    """The same cuts, read some at a time: to alternate between finding a cut and building a chunk
    keeps neither's code in the processor's cache, and takes a sixth longer."""
    source = iter(cuts)
    return chain.from_iterable(iter(lambda: list(islice(source, _BATCH)), []))


class _LeftOut(Exception):
    """Text that is not blank and in no chunk of a level."""

    def __init__(self, text: str, start: int, end: int) -> None:
        piece = text[start:end]
        self.offset = start + len(piece) - len(piece.lstrip())
        self.excerpt = piece.strip()[:40]


class _Made:
    """The chunks of a document so far, and what they have in common.

    A chunk's values stay open to the chunk behind it, which tells how it ends, and until all are
    made; nobody else has seen them by then.
    """

    def __init__(self, limits: HardLimits, overlap: Overlap) -> None:
        self.limits = limits
        self.limited = bool(limits)
        self.overlap = overlap
        self.values: list[dict[str, Any]] = []
        self.chunks: list[Chunk] = []
        self._boundaries: dict[tuple[BoundaryReason, int, str], Boundary] = {}
        self._path_line: tuple[tuple[str, ...], str] = ((), "")

    def boundary(self, reason: BoundaryReason, given: int, detail: str) -> Boundary:
        """A boundary between two chunks; equal ones are one object."""
        found = self._boundaries.get((reason, given, detail))
        if found is None:
            found = Boundary(reason, self.overlap.asked, given, detail)
            self._boundaries[reason, given, detail] = found
        return found

    def context(self, path: tuple[str, ...], beside: str) -> str:
        """What is kept beside a chunk's text: the line of its headings, then what its cut says."""
        if self._path_line[0] is not path:
            self._path_line = path, path_line(path)
        line = self._path_line[1]
        return f"{line}\n{beside}" if beside else line

    def finished(self) -> list[Chunk]:
        """All chunks, with what is told last: how many there are, and their keys.

        A key is the same for the same text under the same headings; an ordinal tells equal ones
        apart. It is `content_id(content_id(block, *path), ordinal)`, written out.
        """
        total, seen = len(self.values), dict[str, int]()
        for values in self.values:
            values["total_chunks"] = total
            block, path = values["content"].id, values["heading_path"]
            whole = "\0".join((block, *path, "")) if path else block + "\0"
            same = sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:32]
            count = seen[same] = seen.get(same, 0) + 1
            values["key"] = sha256(f"{same}\0{count}\0".encode()).hexdigest()[:32]
        return self.chunks


class _Level:
    """How far one level of a section has come, and its last chunk."""

    __slots__ = ("covered", "detail", "end", "first", "last", "last_start", "reason")

    def __init__(self, first: Boundary) -> None:
        self.first = first
        self.last_start = -1
        self.covered = 0
        self.last: dict[str, Any] | None = None
        self.end = 0
        self.reason = BoundaryReason.HARD
        self.detail = ""


class _SectionCutting:
    """One section: its cuts become chunks, none blank, their edges on clusters' borders, all within
    limits."""

    def __init__(
        self, made: _Made, section: Section, number: int, outer: tuple[Boundary, BoundaryReason]
    ) -> None:
        self._made = made
        self._section = section
        self._source = section.source
        self._metadata = section.metadata
        self._number = number
        self._first, self._final = outer
        self._text = section.text
        self._levels: dict[int, _Level] = {}
        self._above = Above(section) if section.parts else None

    def pass_through(self, block: DataBlock) -> None:
        """A data block is one chunk, whatever it holds; its name is found beside it."""
        parts = self._section.parts
        path = parts[0].heading_path if parts else ()
        values = self._chunk(block, None, path, block.name or "")
        values["boundaries"] = (self._first, Boundary(self._final))

    def settle(self, cuts: Iterable[Cut]) -> None:
        """Check and snap the cuts and add what becomes of them.

        Edges go to borders: ends and starts that meet both go forward, so that neighbours still
        meet; a start behind a gap goes back into it. So nothing is lost, and no more is repeated
        than asked.
        """
        text, levels, chunks = self._text, self._levels, self._made.chunks
        length = len(text)
        limited, limits = self._made.limited, self._made.limits
        firsts: list[int] = []  # for each cut proposed, the number of its first chunk
        for cut in cuts:
            level = levels.get(cut.level)
            if level is None:
                level = levels[cut.level] = _Level(self._first)
            span = cut.span
            start, end = span
            if not 0 <= start <= end <= length:
                raise IndexError(f"a cut from {start} to {end} in a text of {length} characters")
            end = boundary_after(text, end)
            covered = level.covered
            start = boundary_after(text, start) if start < covered else boundary_before(text, start)
            if start <= level.last_start:
                start = covered
            firsts.append(len(chunks))
            if start >= end or (text[start].isspace() and text[start:end].isspace()):
                continue
            if start > covered and text[covered:start].strip():
                raise _LeftOut(text, covered, start)
            if end > covered:
                level.covered = end
            if span[0] != start or span[1] != end:
                span = Span(start, end)
            parent = None if cut.parent is None else self._parent(start, firsts, cut.parent)
            if not limited or limits.fits(text, start, end):
                self._add(level, cut, span, parent)
            else:
                self._add_pieces(level, cut, span, parent)
        for level in levels.values() or [_Level(self._first)]:
            if text[level.covered :].strip():
                raise _LeftOut(text, level.covered, length)
            if level.last is not None:
                end = Boundary(self._final, detail=level.detail)
                level.last["boundaries"] = (level.first, end)

    def _parent(self, start: int, firsts: Sequence[int], parent: int) -> int | None:
        """The number of that chunk of the parent cut in which `start` lies."""
        chunks = self._made.chunks
        first = firsts[parent]
        after = firsts[parent + 1] if parent + 1 < len(firsts) else len(chunks)
        found = first if first < after else None
        for number in range(first, after):
            span = chunks[number].span
            if span is None or span.start > start:
                break
            found = number
        return found

    def _add_pieces(self, level: _Level, cut: Cut, span: Span, parent: int | None) -> None:
        """A cut that exceeds a limit becomes several chunks."""
        for piece in split_hard(self._text, span, self._made.limits):
            if self._text[piece.start : piece.end].isspace():
                continue
            self._add(level, cut, piece, parent)
            if piece.end != span.end:
                level.reason, level.detail = BoundaryReason.HARD, CUT_AGAIN

    def _add(self, level: _Level, cut: Cut, span: Span, parent: int | None) -> None:
        """One chunk; its start tells what the end before it on its level tells."""
        start, end = span
        text, made = self._text, self._made
        path, beside, above = cut.path, cut.context, self._above
        if path is None:
            path = above.path(span) if above else ()
        if above and not beside:
            beside = above.header(start)
        values = self._chunk(text_block(text[start:end]), span, path, beside)
        values["level"], values["parent_index"] = cut.level, parent
        joint = self._first
        last = level.last
        if last is not None:
            given = level.end - start
            if given < 0:
                given = 0
            elif given and made.overlap.asked:
                given = made.overlap.size(text[start : level.end])
            joint = made.boundary(level.reason, given, level.detail)
            last["boundaries"] = (level.first, joint)
        level.first = joint
        # What overlaps this chunk must start behind it as well.
        level.last, level.last_start, level.end = values, start, end
        level.reason, level.detail = cut.reason, cut.detail

    def _chunk(
        self, content: TextBlock | DataBlock, span: Span | None, path: tuple[str, ...], beside: str
    ) -> dict[str, Any]:
        """One more chunk by its values: every field, in the model's order. How it ends and its
        place in a hierarchy are for the caller to fill in. Not validated: everything in it was
        validated with the section."""
        made = self._made
        values: dict[str, Any] = {
            "content": content,
            "source": self._source,
            "chunk_index": len(made.chunks),
            "total_chunks": 0,
            "metadata": self._metadata.copy(),
            "span": span,
            "section_index": self._number,
            "heading_path": path,
            "context": made.context(path, beside) if path else beside,
            "boundaries": (),
            "level": 0,
            "parent_index": None,
            "key": "",
        }
        made.values.append(values)
        made.chunks.append(trusted(Chunk, values, _FIELDS))
        return values
