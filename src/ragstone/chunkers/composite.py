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
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, TypedDict, Unpack

from pydantic import ValidationError

from ragstone.chunkers.elements import ElementsChunker
from ragstone.chunkers.packing import trim
from ragstone.chunkers.structure.table_pieces import TableRows, table_rows
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
    each does, but for those of elements alone:

    - `skip_table_chunking` (False): a table stays whole whatever its size; needs `isolate_table`.
    - `repeat_table_headers` (True): the pieces of a divided table have its header rows in their
      HTML, and beside their text in `facts["table_header"]`.
    - `include_orig_elements` (True): without it `orig_elements` is empty.
    """

    max_characters: int | None
    max_tokens: int | None
    max_bytes: int | None
    tokenizer: str | None
    new_after_n_chars: int | None
    new_after_n_tokens: int | None
    overlap: int | None
    overlap_all: bool | None
    isolate_table: bool | None
    skip_table_chunking: bool | None
    repeat_table_headers: bool | None
    include_orig_elements: bool | None


class ByTitleOptions(ChunkOptions, total=False):
    """Options of `chunk_by_title`."""

    combine_text_under_n_chars: int | None
    multipage_sections: bool | None


@dataclass(frozen=True, slots=True)
class CompositeElement(Element):
    """A chunk as an element: the text of one or more elements, joined by blank lines.

    - `type` is `CompositeElement`; that of a table that stands alone stays `Table`, with its
      `html`; a piece of one has the HTML of its own rows.
    - `orig_elements`: the elements that some of the text comes from, as they were given.
    - `provenance` and `lines` are those of the text: all its pages and boxes, line by line.
    - `facts`: `heading_path`; `filename` and `filetype` where the elements tell them; `languages`
      and `links` of them all; of a piece of a table `table_id`, `chunk_index` among its pieces,
      `is_continuation`, `table_header` and `num_carried_over_header_rows`, the rows that its HTML
      repeats. The whole table is the one of `orig_elements`.
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
    skips = given.pop("skip_table_chunking", False)
    repeats = given.pop("repeat_table_headers", True)
    if skips and not given.get("isolate_table", True):
        raise ParameterError(f"{name}: skip_table_chunking needs isolate_table")
    try:
        chunker = ElementsChunker(ElementsChunker.Parameters(**given))
    except ValidationError as error:
        sentence = one_sentence(error, ElementsChunker.Parameters)
        raise ParameterError(f"{name}: {sentence}") from error
    originals = list(elements)
    numbered = tuple(map(_numbered, range(len(originals)), originals))
    sections = Document("", "", numbered).sections(by="document")
    making = _Making(originals, skips, repeats)
    return [
        composite if keeps else replace(composite, orig_elements=())
        for section in sections
        for chunk in chunker.chunk_sections([section])
        for composite in making.composites(section, chunk)
    ]


def _numbered(number: int, element: Element) -> Element:
    """The element with its number for an id, so that its part of the section tells it apart. One
    without a list marker gets none, as in Unstructured."""
    if element.type is ElementType.LIST_ITEM and "list_marker" not in element.facts:
        element = replace(element, facts={**element.facts, "list_marker": "", "list_depth": 0})
    return element.outlined(str(number), element.parent_id)


@dataclass(slots=True)
class _Making:
    """Composite elements being made of chunks, in their order."""

    originals: Sequence[Element]
    skips: bool
    repeats: bool
    seen: Counter[str] = field(default_factory=Counter[str])
    divided: str = ""
    """The table whose pieces come, by the id of its part, and what is known of them."""
    pieces: int = 0
    rows: TableRows | None = None

    def composites(self, section: Section, chunk: Chunk) -> Iterator[CompositeElement]:
        """The chunk as an element; nothing of a table that was given whole before."""
        span = chunk.span
        if span is None:
            return
        parts = _parts_in(section.parts, span)
        inside = tuple(self.originals[int(part.element_id)] for part in parts)
        alone = len(parts) == 1 and parts[0].type is ElementType.TABLE
        is_whole = all(_holds(section.text, span, part) for part in parts)
        facts, html = _facts(chunk, inside), inside[0].html if alone and is_whole else None
        if alone and not is_whole:
            if self.skips:
                if section.text[parts[0].start : span.start].strip():
                    return
                span, html = trim(section.text, parts[0].start, parts[0].end), inside[0].html
            else:
                told, html = self._piece(section, parts[0], chunk, inside[0])
                facts.update(told)
        yield self._made(section, span, inside, (facts, html), alone)

    def _piece(
        self, section: Section, part: Part, chunk: Chunk, table: Element
    ) -> tuple[dict[str, Any], str | None]:
        """(facts, HTML) of a piece of a table."""
        assert chunk.span is not None
        if self.divided != part.element_id:
            text = section.text[part.start : part.end]
            self.divided, self.pieces, self.rows = part.element_id, 0, table_rows(text, table.html)
        header = chunk.beside if self.repeats else ""
        carried = len(header.splitlines())
        start, end = max(0, chunk.span.start - part.start), chunk.span.end - part.start
        html = self.rows.piece(start, end, carried) if self.rows else None
        facts: dict[str, Any] = {
            "table_id": table.id,
            "chunk_index": self.pieces,
            "is_continuation": self.pieces > 0,
            "num_carried_over_header_rows": carried if html else 0,
        }
        if header:
            facts["table_header"] = header
        self.pieces += 1
        return facts, html

    def _made(
        self,
        section: Section,
        span: Span,
        inside: tuple[Element, ...],
        told: tuple[dict[str, Any], str | None],
        alone: bool,
    ) -> CompositeElement:
        facts, html = told
        kind = ElementType.TABLE if alone else ElementType.COMPOSITE_ELEMENT
        text = section.text[span.start : span.end]
        runs = section.runs.within(span)
        lines = tuple(Run(max(0, run.start - span.start), run.provenance) for run in runs)
        self.seen[text] += 1
        return CompositeElement(
            type=kind,
            text=text,
            id=content_id(kind, text, str(self.seen[text])),
            html=html,
            marks=frozenset(mark for element in inside for mark in element.marks),
            provenance=section.place(span),
            facts=MappingProxyType(facts),
            lines=lines if len(lines) > 1 else (),
            orig_elements=inside,
        )


def _holds(text: str, span: Span, part: Part) -> bool:
    """Whether all of the part that is not blank lies in the span."""
    before, behind = text[part.start : max(part.start, span.start)], text[span.end : part.end]
    return not before.strip() and not behind.strip()


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
