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
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from ragstone.chunkers.breaks import Breaks, find_breaks
from ragstone.chunkers.packing import HardLimits, trim
from ragstone.chunkers.thresholds import Floats
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


def find_units(text: str, parts: Sequence[Part], limits: HardLimits) -> list[Unit]:
    """The units of a text in order, without the blanks around them; all that is not blank."""
    breaks = find_breaks(text, parts, lambda start, end: limits.fits(text, *trim(text, start, end)))
    units: list[Unit] = []
    start = 0
    for end in [*breaks.units, len(text)]:
        if end < len(text) and _goes_on(text, breaks, end):
            continue
        span = trim(text, start, end)
        if span.start < span.end:
            units.append(Unit(span, breaks.reasons.get(end, BoundaryReason.SECTION)))
        start = end
    return units


def _goes_on(text: str, breaks: Breaks, end: int) -> bool:
    """Whether a sentence end is followed by something without a letter, such as `[1-2]`."""
    if breaks.reasons[end] is not BoundaryReason.SENTENCE:
        return False
    following = bisect_left(breaks.units, end + 1)
    until = breaks.units[following] if following < len(breaks.units) else len(text)
    return not _LETTER.search(text, end, until)


def readings(text: str, units: Sequence[Unit], buffer_size: int) -> Iterator[str]:
    """The text to embed for each unit: itself with up to `buffer_size` units on each side."""
    for number, unit in enumerate(units):
        first = last = number
        for _ in range(buffer_size):
            if first and units[first - 1].reason is not BoundaryReason.HEADING:
                first -= 1
            if last + 1 < len(units) and units[last].reason is not BoundaryReason.HEADING:
                last += 1
        start, end = unit.span
        before = max(units[first].span.start, start - _READ)
        after = min(units[last].span.end, end + _READ)
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
