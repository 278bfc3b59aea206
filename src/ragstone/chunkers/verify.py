"""Checking chunks against the rules, whoever made them.

    problems = verify(sections, chunks, chunker.hard_limits)
    # [] when every rule holds, else one sentence for each that does not

This looks only at sections and chunks, and shares no code with what builds them but the test for a
cluster's border. It finds at most one breach of each rule for each chunk.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from ragstone.chunkers.assembly import section_numbers
from ragstone.chunkers.packing import HardLimits
from ragstone.model.block import TextBlock
from ragstone.model.chunk import Chunk
from ragstone.model.section import Section
from ragstone.text.graphemes import is_boundary


def verify(
    sections: Sequence[Section],
    chunks: Sequence[Chunk],
    limits: HardLimits | Callable[[int], HardLimits] | None = None,
) -> list[str]:
    """A sentence for each breach of a rule; `[]` when all hold.

    The rules are those of `ChunkerBase` and `TextChunker`: numbering, inheritance, data blocks,
    no blank chunk, spans, children inside their parents, coverage and growing starts per level,
    clusters, and `limits` if given: of all chunks, or by level, as `chunker.hard_limits`.
    """
    by_number = dict(zip(section_numbers(sections), sections, strict=True))
    problems = [*_numbering(chunks), *_sharing(sections, chunks)]
    chunks_of: defaultdict[int, list[Chunk]] = defaultdict(list)
    for chunk in chunks:
        if chunk.section_index not in by_number:
            problems.append(
                f"chunk {chunk.chunk_index} names section {chunk.section_index}, not given"
            )
        else:
            chunks_of[chunk.section_index].append(chunk)
    for number, section in by_number.items():
        own = chunks_of[number]
        problems.extend(_inheritance(section, own))
        problems.extend(_families(own, chunks))
        if isinstance(section.content, TextBlock):
            problems.extend(_text_rules(number, section, own))
        elif len(own) != 1 or own[0].content is not section.content:
            problems.append(f"data section {number} is not passed through as one same chunk")
    if limits is not None:
        problems.extend(_sizes(chunks, limits))
    return problems


def _numbering(chunks: Sequence[Chunk]) -> Iterator[str]:
    sections = [chunk.section_index for chunk in chunks]
    seen: set[int] = set()
    for place, chunk in enumerate(chunks):
        if chunk.chunk_index != place:
            yield f"chunk {place} has chunk_index {chunk.chunk_index}"
        if chunk.total_chunks != len(chunks):
            yield f"chunk {place} says total_chunks {chunk.total_chunks}, there are {len(chunks)}"
        if place and sections[place] != sections[place - 1]:
            seen.add(sections[place - 1])
            if sections[place] in seen:
                yield f"chunk {place} goes back to section {sections[place]}"
        parent = chunk.parent_index
        if parent is not None and not 0 <= parent < place:
            yield f"chunk {place} names parent {parent}, which does not come before it"


def _sizes(
    chunks: Sequence[Chunk], limits: HardLimits | Callable[[int], HardLimits]
) -> Iterator[str]:
    levels = {chunk.level for chunk in chunks}
    of = {level: limits(level) if callable(limits) else limits for level in levels}
    for chunk in chunks:
        problem = of[chunk.level].exceeded(chunk.text)
        if problem:
            limit, allowed, size = problem
            level = f" of level {chunk.level}" if chunk.level else ""
            yield (
                f"chunk {chunk.chunk_index}{level} has {size} {limit.removeprefix('max_')}, "
                f"at most {allowed} are allowed"
            )


def _sharing(sections: Sequence[Section], chunks: Sequence[Chunk]) -> Iterator[str]:
    owners = {id(section.metadata): "its section" for section in sections}
    for chunk in chunks:
        if id(chunk.metadata) in owners:
            owner = owners[id(chunk.metadata)]
            yield f"chunk {chunk.chunk_index} shares its metadata object with {owner}"
        owners[id(chunk.metadata)] = f"chunk {chunk.chunk_index}"


def _inheritance(section: Section, chunks: Sequence[Chunk]) -> Iterator[str]:
    for chunk in chunks:
        if chunk.source != section.source:
            yield f"chunk {chunk.chunk_index} has source {chunk.source!r}, not {section.source!r}"
        if chunk.metadata != section.metadata:
            yield f"chunk {chunk.chunk_index} has other metadata than its section"


def _families(children: Sequence[Chunk], chunks: Sequence[Chunk]) -> Iterator[str]:
    for child in children:
        number = child.parent_index
        if number is None or not 0 <= number < len(chunks):
            continue
        parent = chunks[number]
        name = f"chunk {child.chunk_index} of level {child.level}"
        if parent.section_index != child.section_index or parent.level != child.level - 1:
            yield f"{name} names parent {number}, of level {parent.level} or another section"
        elif (
            child.span is not None
            and parent.span is not None
            and not parent.span.start <= child.span.start <= child.span.end <= parent.span.end
        ):
            yield f"{name} crosses an edge of its parent {number}"


def _text_rules(number: int, section: Section, chunks: Sequence[Chunk]) -> Iterator[str]:
    text = section.text
    levels: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for chunk in chunks:
        name = f"chunk {chunk.chunk_index}"
        if not chunk.text.strip():
            yield f"{name} is blank"
        if chunk.span is None:
            yield f"{name} has no span"
            continue
        start, end = chunk.span
        levels[chunk.level].append((start, end))
        if not 0 <= start < end <= len(text) or text[start:end] != chunk.text:
            yield f"{name} is not the text of section {number} from {start} to {end}"
            continue
        for edge in (start, end):
            if not is_boundary(text, edge):
                inside = "CR-LF" if text[edge - 1 : edge + 1] == "\r\n" else "a grapheme cluster"
                yield f"{name} is cut inside {inside} at offset {edge} of section {number}"
    if not levels and text.strip():
        yield f"section {number} has text and no chunk"
    for level, spans in levels.items():
        yield from _level_rules(text, f"level {level} of section {number}", spans)


def _level_rules(text: str, where: str, spans: Sequence[tuple[int, int]]) -> Iterator[str]:
    covered, last = 0, -1
    for start, end in [*spans, (len(text), len(text))]:
        if text[covered:start].strip():
            yield f"{where} leaves out {text[covered:start].strip()[:40]!r} before offset {start}"
        if start <= last and start < len(text):
            yield f"{where} has a chunk at offset {start} after one at {last}"
        covered, last = max(covered, end), start
