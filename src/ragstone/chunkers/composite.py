"""Unstructured's `chunk_by_title` and `chunk_elements`: elements in, composite elements out.

    for chunk in chunk_by_title(document.elements, max_characters=1000, overlap=50):
        print(chunk.provenance.where(), chunk.text)
        print([element.type for element in chunk.orig_elements])

Names and defaults of the options are Unstructured's; several limits may be given together. The work
is that of the chunker `elements` over the section that these elements make, so what sections leave
out (page furniture, hidden and deleted text) is left out here, and footnotes come last.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypedDict, Unpack

from pydantic import ValidationError

from ragstone.chunkers.elements import ElementsChunker
from ragstone.entries import one_sentence
from ragstone.errors import ParameterError
from ragstone.model.block import content_id
from ragstone.model.chunk import Chunk
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.element_metadata import ElementMetadata
from ragstone.model.run import Run
from ragstone.model.section import Part, Section
from ragstone.model.span import Span


class ChunkOptions(TypedDict, total=False):
    """Options of `chunk_elements`; None means the default. `ElementsChunker.Parameters` says what
    each does; `include_orig_elements=False` leaves `orig_elements` empty."""

    max_characters: int | None
    max_tokens: int | None
    max_bytes: int | None
    tokenizer: str | None
    new_after_n_chars: int | None
    new_after_n_tokens: int | None
    overlap: int | None
    overlap_all: bool | None
    isolate_table: bool | None
    include_orig_elements: bool | None


class ByTitleOptions(ChunkOptions, total=False):
    """Options of `chunk_by_title`."""

    combine_text_under_n_chars: int | None
    multipage_sections: bool | None


@dataclass(frozen=True, slots=True)
class CompositeElement(Element):
    """A chunk as an element: the text of one or more elements, joined by blank lines.

    - `type` is `CompositeElement`; that of a table that stands alone stays `Table`, with its
      `html` while it is whole.
    - `orig_elements`: the elements that some of the text comes from, as they were given.
    - `provenance` and `lines` are those of the text: all its pages and boxes, line by line.
    - `facts`: `heading_path`; `filename` and `filetype` where the elements tell them; `languages`
      and `links` of them all; `table_id`, `is_continuation` and `table_header` of a divided table.
    """

    orig_elements: tuple[Element, ...] = ()

    @property
    def metadata(self) -> ElementMetadata:
        """As for every element, with `orig_elements`; `to_dict()` has them as a list of forms."""
        known: ElementMetadata = Element.metadata.__get__(self)
        return replace(known, orig_elements=self.orig_elements or None)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> CompositeElement:
        """The inverse of `to_dict`."""
        metadata: Mapping[str, Any] = values.get("metadata") or {}
        originals = metadata.get("orig_elements", ())
        plain = Element.from_dict(values)
        fields = {name: getattr(plain, name) for name in Element.__dataclass_fields__}
        return cls(**fields, orig_elements=tuple(map(Element.from_dict, originals)))


def chunk_elements(
    elements: Iterable[Element], **options: Unpack[ChunkOptions]
) -> list[CompositeElement]:
    """Elements in a row packed up to a size; raises `ParameterError` for options without sense."""
    _known("chunk_elements", options, ChunkOptions)
    return _chunked("chunk_elements", elements, {**options, "mode": "basic"})


def chunk_by_title(
    elements: Iterable[Element], **options: Unpack[ByTitleOptions]
) -> list[CompositeElement]:
    """The same with a new chunk at every title, small ones combined."""
    _known("chunk_by_title", options, ByTitleOptions)
    return _chunked("chunk_by_title", elements, {**options, "mode": "by_title"})


def _known(name: str, given: Iterable[str], options: type) -> None:
    """`ParameterError` for options that this function does not have."""
    names = list(options.__annotations__)
    if unknown := [option for option in given if option not in names]:
        verb = "is not an option" if len(unknown) == 1 else "are no options"
        raise ParameterError(
            f"{name}: {', '.join(unknown)} {verb} of it; its options: {', '.join(names)}"
        )


def _chunked(
    name: str, elements: Iterable[Element], options: dict[str, Any]
) -> list[CompositeElement]:
    given = {option: value for option, value in options.items() if value is not None}
    keeps = given.pop("include_orig_elements", True)
    try:
        chunker = ElementsChunker(ElementsChunker.Parameters(**given))
    except ValidationError as error:
        sentence = one_sentence(error, ElementsChunker.Parameters)
        raise ParameterError(f"{name}: {sentence}") from error
    originals = list(elements)
    numbered = tuple(map(_numbered, range(len(originals)), originals))
    sections = Document("", "", numbered).sections(by="document")
    seen: Counter[str] = Counter()
    return [
        composite if keeps else replace(composite, orig_elements=())
        for section in sections
        for chunk in chunker.chunk_sections([section])
        for composite in _composites(section, chunk, originals, seen)
    ]


def _numbered(number: int, element: Element) -> Element:
    """The element with its number for an id, so that its part of the section tells it apart. One
    without a list marker gets none, as in Unstructured."""
    if element.type is ElementType.LIST_ITEM and "list_marker" not in element.facts:
        element = replace(element, facts={**element.facts, "list_marker": "", "list_depth": 0})
    return element.outlined(str(number), element.parent_id)


def _composites(
    section: Section, chunk: Chunk, originals: Sequence[Element], seen: Counter[str]
) -> Iterator[CompositeElement]:
    span = chunk.span
    if span is None:
        return
    parts = _parts_in(section.parts, span)
    inside = tuple(originals[int(part.element_id)] for part in parts)
    alone = len(parts) == 1 and parts[0].type is ElementType.TABLE
    is_whole = all(span.start <= part.start and part.end <= span.end for part in parts)
    kind = ElementType.TABLE if alone else ElementType.COMPOSITE_ELEMENT
    facts = _facts(chunk, inside)
    if alone and not is_whole:
        facts["table_id"] = inside[0].id
        facts["is_continuation"] = span.start > parts[0].start
        if chunk.beside:
            facts["table_header"] = chunk.beside
    runs = section.runs.within(span)
    lines = tuple(Run(max(0, run.start - span.start), run.provenance) for run in runs)
    seen[chunk.text] += 1
    yield CompositeElement(
        type=kind,
        text=chunk.text,
        id=content_id(kind, chunk.text, str(seen[chunk.text])),
        html=inside[0].html if alone and is_whole else None,
        marks=frozenset(mark for element in inside for mark in element.marks),
        provenance=section.place(span),
        facts=MappingProxyType(facts),
        lines=lines if len(lines) > 1 else (),
        orig_elements=inside,
    )


def _parts_in(parts: Sequence[Part], span: Span) -> Sequence[Part]:
    """The parts that hold some of the span."""
    first = bisect_right(parts, span.start, key=lambda part: part.end)
    return parts[first : bisect_left(parts, span.end, key=lambda part: part.start)]


def _facts(chunk: Chunk, inside: Sequence[Element]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    if chunk.heading_path:
        facts["heading_path"] = list(chunk.heading_path)
    for name in ("filename", "filetype"):
        told = [element.facts[name] for element in inside if name in element.facts]
        if told:
            facts[name] = told[0]
    languages = dict.fromkeys(
        language for element in inside for language in element.facts.get("languages", ())
    )
    if languages:
        facts["languages"] = list(languages)
    links = [link for element in inside for link in element.facts.get("links", ())]
    if links:
        facts["links"] = links
    return facts
