"""What the inspector shows of one chunker: its chunks, how it measures them, and its curves.

    [strategy] = await apply(sections, {"balanced": CHUNKERS.create("balanced")})
    strategy.sizes, strategy.unit, strategy.marks

Nothing here draws; a chunker with levels makes one strategy a level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeGuard

from ragstone.chunkers.assembly import section_numbers
from ragstone.chunkers.base import ChunkerBase, TextChunker, text_sections
from ragstone.chunkers.breakpoints.profile import Profile
from ragstone.chunkers.packing import size_bytes
from ragstone.model.chunk import Boundary, Chunk
from ragstone.model.section import Section
from ragstone.text.tokens import token_counter

#: A text with another length in characters, in bytes and in tokens of any encoding.
_PROBE = "The tide table 潮汐表 of 1987."
_LIMITS = {"tokens": "max_tokens", "characters": "max_characters", "bytes": "max_bytes"}


class Mark(NamedTuple):
    """A size that was asked for, and the option that asked."""

    name: str
    size: float
    is_limit: bool


class Curve(NamedTuple):
    """The profile of one section."""

    section_index: int
    profile: Profile


@dataclass(frozen=True, slots=True)
class Strategy:
    """One chunker on one document, or one of its levels.

    `sizes` has the size of each chunk in `unit`: characters, tokens or bytes, whichever the chunker
    was given its sizes in; 0 for a chunk without text.
    """

    name: str
    chunks: Sequence[Chunk]
    unit: str
    sizes: Sequence[int]
    marks: Sequence[Mark] = ()
    curves: Sequence[Curve] = ()

    def joints(self) -> list[Boundary]:
        """The boundaries between two chunks of one section, in order."""
        pairs = zip(self.chunks, self.chunks[1:], strict=False)
        return [
            after.boundaries[0]
            for before, after in pairs
            if before.section_index == after.section_index
        ]

    def reasons(self) -> Counter[str]:
        """How often a chunk ends for which reason."""
        return Counter(chunk.boundaries[1].reason.value for chunk in self.chunks)


async def apply(sections: Sequence[Section], chunkers: Mapping[str, ChunkerBase]) -> list[Strategy]:
    """What each chunker makes of one document, under the names given."""
    found: list[Strategy] = []
    for name, chunker in chunkers.items():
        chunks, curves = await _chunked(chunker, sections)
        levels = sorted({chunk.level for chunk in chunks}) or [0]
        for level in levels:
            shown = name if len(levels) == 1 else f"{name}, level {level}"
            own = [chunk for chunk in chunks if chunk.level == level]
            found.append(_measured(shown, chunker, own, level, curves))
    return found


async def _chunked(
    chunker: ChunkerBase, sections: Sequence[Section]
) -> tuple[list[Chunk], list[Curve]]:
    """The chunks, and the profiles that they were cut by where the chunker made such."""
    if not isinstance(chunker, TextChunker):
        return await chunker.chunk(sections), []
    prepared = await chunker.prepare(text_sections(sections))
    numbers = zip(section_numbers(sections), sections, strict=True)
    texts = [number for number, section in numbers if section.content.type == "text"]
    curves = [
        Curve(number, profile)
        for number, profile in zip(texts, prepared, strict=True)
        if isinstance(profile, Profile) and profile.scores
    ]
    return await chunker.chunk_prepared(sections, prepared), curves


def _measured(
    name: str, chunker: ChunkerBase, chunks: Sequence[Chunk], level: int, curves: Sequence[Curve]
) -> Strategy:
    options = chunker.parameters
    unit = _unit(chunker, options)
    size = _counter(chunker, unit)
    sizes = [size(chunk.text) for chunk in chunks]
    return Strategy(name, chunks, unit, sizes, _marks(chunker, options, unit, level), curves)


def _unit(chunker: ChunkerBase, options: Any) -> str:
    """The unit that is named, else that of a limit, else that in which overlaps are measured."""
    named = getattr(options, "unit", None)
    if named in _LIMITS:
        return named
    for unit, option in _LIMITS.items():
        if getattr(options, option, None) is not None:
            return unit
    if not _measures(chunker):
        return "characters"
    known = {len(_PROBE): "characters", size_bytes(_PROBE): "bytes"}
    return known.get(chunker.overlap_size(_PROBE), "tokens")


def _counter(chunker: ChunkerBase, unit: str) -> Callable[[str], int]:
    if unit == "tokens" and _measures(chunker):
        return chunker.overlap_size
    if unit == "tokens":
        return token_counter(getattr(chunker.parameters, "tokenizer", "cl100k"))
    return size_bytes if unit == "bytes" else len


def _measures(chunker: ChunkerBase) -> TypeGuard[TextChunker]:
    """Whether the chunker says how its sizes are measured."""
    overridden = getattr(type(chunker), "overlap_size", None)
    return isinstance(chunker, TextChunker) and overridden is not TextChunker.overlap_size


def _marks(chunker: ChunkerBase, options: Any, unit: str, level: int) -> list[Mark]:
    """The target and the limit in `unit`, where the chunker has them."""
    marks: list[Mark] = []
    limit = getattr(options, _LIMITS[unit], None)
    asked = getattr(options, "chunk_size", None)
    target = getattr(options, "target", None)
    levels = getattr(options, "sizes", None)
    if asked is not None and (_measures(chunker) or hasattr(options, "unit")):
        marks.append(Mark("chunk_size", asked, is_limit=False))
    elif limit is not None and isinstance(target, float):
        marks.append(Mark("target", target * limit, is_limit=False))
    if levels is not None and level < len(levels):
        marks.append(Mark(f"sizes[{level}]", levels[level], is_limit=True))
    if limit is not None:
        marks.append(Mark(_LIMITS[unit], limit, is_limit=True))
    return marks
