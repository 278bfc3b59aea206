"""Distances: how far the meaning moves from each sentence of a text to the next.

A sentence alone says little, so each is embedded together with its neighbours; the distance of two
is 1 - the cosine of their vectors. What counts as one sentence, and what is near it, is decided by
the structure:

- A list, table or code block that fits a chunk is one; a heading goes with what it opens.
- No sentence is read together with one beyond a heading.

    parts = lists_as_blocks(text, parts, limits)
    units = find_units(text, parts, limits)
    await distances(readings(text, units, buffer_size=1), embedder)
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import overload

import numpy as np

from ragstone.chunkers.boundaries.breaks import find_breaks, offsets
from ragstone.chunkers.breakpoints.thresholds import Floats
from ragstone.chunkers.packing import HardLimits, trim
from ragstone.contracts import Embedder
from ragstone.errors import EmbedderError
from ragstone.model.chunk import BoundaryReason
from ragstone.model.element import ElementType
from ragstone.model.section import Part
from ragstone.model.span import Span

#: Characters read of one sentence, and of what stands on each side of it: services refuse texts
#: over 8,000 tokens, and the mean over a page tells little of its last line.
_READ = 2000
#: Texts embedded in one call, and whose vectors are held at once.
_BLOCK = 4096
#: Vectors are float32: what is smaller is noise, and another machine has another.
_DECIMALS = 6
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Unit:
    """One sentence, or what counts as one: where it stands, and what ends there."""

    span: Span
    reason: BoundaryReason


@dataclass(frozen=True, slots=True)
class Units(Sequence[Unit]):
    """The units of a text in order, in columns: a long text has many."""

    starts: array[int] = field(default_factory=offsets)
    ends: array[int] = field(default_factory=offsets)
    reasons: list[BoundaryReason] = field(default_factory=list[BoundaryReason])

    @classmethod
    def of(cls, units: Iterable[Unit]) -> Units:
        found = cls()
        for unit in units:
            found.append(unit.span, unit.reason)
        return found

    def append(self, span: Span, reason: BoundaryReason) -> None:
        self.starts.append(span.start)
        self.ends.append(span.end)
        self.reasons.append(reason)

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, number: int) -> Unit: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Unit]: ...
    def __getitem__(self, number: int | slice) -> Unit | Sequence[Unit]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        return Unit(Span(self.starts[number], self.ends[number]), self.reasons[number])


def lists_as_blocks(text: str, parts: Sequence[Part], limits: HardLimits) -> tuple[Part, ...]:
    """The parts with each list that fits a chunk as one part, which stays whole as code does."""
    found: list[Part] = []
    items: list[Part] = []

    def close() -> None:
        if len(items) > 1 and limits.fits(text, *trim(text, items[0].start, items[-1].end)):
            block = ElementType.CODE_SNIPPET
            found.append(replace(items[0], end=items[-1].end, type=block))
        else:
            found.extend(items)
        items.clear()

    for part in parts:
        if part.type is ElementType.LIST_ITEM:
            items.append(part)
        else:
            close()
            found.append(part)
    close()
    return tuple(found)


def find_units(text: str, parts: Sequence[Part], limits: HardLimits) -> Units:
    """The units of a text in order, without the blanks around them; all that is not blank."""
    breaks = find_breaks(text, parts, lambda start, end: limits.fits(text, *trim(text, start, end)))
    ends, last = breaks.units, len(text)
    units = Units()
    start = 0
    for number, reason in enumerate([*breaks.reasons, BoundaryReason.SECTION]):
        end = ends[number] if number < len(ends) else last
        following = ends[number + 1] if number + 1 < len(ends) else last
        # What holds no letter goes with the sentence before it, such as `[1-2]`.
        if reason is BoundaryReason.SENTENCE and not _LETTER.search(text, end, following):
            continue
        span = trim(text, start, end)
        if span.length:
            units.append(span, reason)
        start = end
    return units


def readings(text: str, units: Units, buffer_size: int) -> Iterator[str]:
    """The text to embed for each unit: itself with up to `buffer_size` units on each side."""
    starts, ends, reasons = units.starts, units.ends, units.reasons
    for number in range(len(units)):
        first = last = number
        for _ in range(buffer_size):
            if first and reasons[first - 1] is not BoundaryReason.HEADING:
                first -= 1
            if last + 1 < len(units) and reasons[last] is not BoundaryReason.HEADING:
                last += 1
        start, end = starts[number], ends[number]
        before = max(starts[first], start - _READ)
        after = min(ends[last], end + _READ)
        yield text[before : min(end, start + _READ)] + text[end:after]


def _checked(vectors: object, count: int) -> Floats:
    """What an embedder gave for `count` texts, as numbers that can be compared."""
    try:
        rows = np.asarray(vectors, np.float64)
    except (TypeError, ValueError) as error:
        raise EmbedderError(f"the embedder gave no array of numbers ({error})") from error
    if rows.ndim != 2 or len(rows) != count or not rows.shape[1]:
        raise EmbedderError(f"the embedder gave an array of shape {rows.shape} for {count} texts")
    if not np.isfinite(rows).all():
        raise EmbedderError(f"the embedder gave numbers that are not finite for {count} texts")
    return rows.copy()


async def distances(texts: Iterable[str], embedder: Embedder) -> Floats:
    """1 - cosine of each text and the next: one number less than texts, from 0 to 2, float64.

    Embeds in blocks, each distinct text of a block once. `EmbedderError` for an answer that is not
    one row of finite numbers a text.
    """
    found: list[Floats] = []
    before: Floats | None = None
    rest = iter(texts)
    while block := list(islice(rest, _BLOCK)):
        rows = {text: row for row, text in enumerate(dict.fromkeys(block))}
        vectors = _checked(await embedder.embed(list(rows)), len(rows))
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        vectors = vectors[[rows[text] for text in block]]
        if before is not None:
            vectors = np.concatenate((before, vectors))
        found.append(1.0 - np.einsum("ij,ij->i", vectors[:-1], vectors[1:]))
        before = vectors[-1:]
    if not found:
        return np.zeros(0, np.float64)
    return np.round(np.clip(np.concatenate(found), 0.0, 2.0), _DECIMALS) + 0.0
