"""Elements: what a parser finds in a document, typed and placed.

The sixteen types and the keys of `to_dict()` are Unstructured's, so that its users feel at home;
`metadata.provenance`, `metadata.facts` and `metadata.marks` are ours and make the form lossless.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from ragstone.model.block import Base64Source, DataBlock
from ragstone.model.element_metadata import Coordinates, ElementMetadata
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.model.run import Run
from ragstone.model.span import Span


class ElementType(StrEnum):
    TITLE = "Title"
    NARRATIVE_TEXT = "NarrativeText"
    LIST_ITEM = "ListItem"
    TABLE = "Table"
    IMAGE = "Image"
    FORMULA = "Formula"
    ADDRESS = "Address"
    EMAIL_ADDRESS = "EmailAddress"
    FIGURE_CAPTION = "FigureCaption"
    HEADER = "Header"
    FOOTER = "Footer"
    CODE_SNIPPET = "CodeSnippet"
    PAGE_BREAK = "PageBreak"
    PAGE_NUMBER = "PageNumber"
    UNCATEGORIZED_TEXT = "UncategorizedText"
    COMPOSITE_ELEMENT = "CompositeElement"


#: Furniture of the page: kept on the document, left out of its sections.
FURNITURE: frozenset[ElementType] = frozenset(
    {ElementType.HEADER, ElementType.FOOTER, ElementType.PAGE_NUMBER, ElementType.PAGE_BREAK}
)

_NO_FACTS: Mapping[str, Any] = MappingProxyType({})
#: What of Unstructured's metadata is a fact here.
_THEIR_FACTS = (
    "filename",
    "filetype",
    "languages",
    "links",
    "table_id",
    "chunk_index",
    "is_continuation",
    "num_carried_over_header_rows",
)


@dataclass(frozen=True, slots=True)
class Element:
    """One title, paragraph, list item, table, … of a document.

    - `text`: for a table one line a row, ` | ` between cells, a spanned cell once.
    - `level`: a title's depth, 1 at the top (`metadata.category_depth` counts from 0).
    - `parent_id`: the id of the title (or list item) it stands under.
    - `html`: a table as HTML.
    - `provenance`: where it stands; `lines`: the same per line of `text`, as (offset in `text`,
      provenance), where an element has lines of its own (a paragraph of a PDF, rows of a table);
      empty when `provenance` is true of all of it.
    - `span`: its place in the document's verbatim text, for formats that have one.
    - `data`: a picture's own bytes, where the parser took them out of the file.
    - `facts`: links, emphasis, alt text, language, `list_marker` and `list_depth` (0-based), …
    """

    type: ElementType
    text: str
    id: str = ""
    level: int | None = None
    parent_id: str | None = None
    html: str | None = None
    marks: frozenset[Mark] = frozenset()
    provenance: Provenance = field(default_factory=Provenance)
    facts: Mapping[str, Any] = field(default_factory=lambda: _NO_FACTS)
    span: Span | None = None
    lines: Sequence[Run] = ()
    data: DataBlock | None = None

    def outlined(self, identity: str, parent_id: str | None) -> Element:
        """The same element with its id and the id of what it stands under."""
        # Every element of every document passes here: `dataclasses.replace` takes three times as
        # long as the constructor.
        return Element(
            self.type,
            self.text,
            identity,
            self.level,
            parent_id,
            self.html,
            self.marks,
            self.provenance,
            self.facts,
            self.span,
            self.lines,
            self.data,
        )

    @property
    def category(self) -> str:
        """The type's name."""
        return self.type.value

    def __str__(self) -> str:
        return self.text

    @property
    def metadata(self) -> ElementMetadata:
        """What is known of it, under Unstructured's names; made anew at each asking."""
        place, facts = self.provenance, self.facts
        links = facts.get("links") or None
        image = self.data.source if self.data is not None else None
        if not isinstance(image, Base64Source):
            image = None
        depth = facts.get("list_depth") if self.level is None else self.level - 1
        return ElementMetadata(
            filename=facts.get("filename"),
            filetype=facts.get("filetype"),
            page_number=place.page if place.page is not None else place.slide,
            page_name=place.sheet,
            coordinates=Coordinates.around(place.boxes),
            parent_id=self.parent_id,
            category_depth=depth,
            text_as_html=self.html,
            image_base64=image.data if image else None,
            image_mime_type=image.media_type if image else None,
            languages=facts.get("languages"),
            links=links,
            link_texts=links and [link.get("text") for link in links],
            link_urls=links and [link.get("url") for link in links],
            segment_start_seconds=place.time_start_s,
            segment_end_seconds=place.time_end_s,
            table_id=facts.get("table_id"),
            chunk_index=facts.get("chunk_index"),
            is_continuation=facts.get("is_continuation"),
            num_carried_over_header_rows=facts.get("num_carried_over_header_rows"),
        )

    def to_dict(self) -> dict[str, Any]:
        """Unstructured's keys, ours inside `metadata`; JSON-able, absent where unset."""
        metadata = self.metadata.to_dict()
        if self.data is not None and self.data.name is not None:
            metadata["image_name"] = self.data.name
        if self.marks:
            metadata["marks"] = sorted(mark.value for mark in self.marks)
            metadata.update({mark.value: True for mark in sorted(self.marks)})
        if self.facts:
            metadata["facts"] = dict(self.facts)
        metadata["provenance"] = self.provenance.to_dict()
        if self.span is not None:
            metadata["span"] = list(self.span)
        if self.lines:
            metadata["lines"] = [[start, at.to_dict()] for start, at in self.lines]
        return {
            "type": self.category,
            "element_id": self.id,
            "text": self.text,
            "metadata": metadata,
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Element:
        """The inverse of `to_dict`; forms without our keys (Unstructured's own) are read too."""
        metadata: Mapping[str, Any] = values.get("metadata") or {}
        place, facts = metadata.get("provenance"), metadata.get("facts", {})
        if place is None:
            place = {"page": metadata["page_number"]} if "page_number" in metadata else {}
            facts = {name: metadata[name] for name in _THEIR_FACTS if name in metadata}
        kind, depth = ElementType(values["type"]), metadata.get("category_depth")
        span = metadata.get("span")
        image, media_type = metadata.get("image_base64"), metadata.get("image_mime_type")
        return cls(
            type=kind,
            text=values["text"],
            id=values.get("element_id") or "",
            level=None if depth is None or kind is ElementType.LIST_ITEM else depth + 1,
            parent_id=metadata.get("parent_id"),
            html=metadata.get("text_as_html"),
            marks=frozenset(Mark(mark) for mark in metadata.get("marks", ())),
            provenance=Provenance.from_dict(place),
            facts=MappingProxyType(dict(facts)),
            span=Span(*span) if span is not None else None,
            lines=tuple(
                Run(start, Provenance.from_dict(at)) for start, at in metadata.get("lines", ())
            ),
            data=DataBlock(
                source=Base64Source(data=image, media_type=media_type),
                name=metadata.get("image_name"),
            )
            if image and media_type
            else None,
        )
