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


@dataclass(frozen=True, slots=True)
class Element:
    """One title, paragraph, list item, table, … of a document.

    - `text`: for a table one line a row, ` | ` between cells, a spanned cell once.
    - `level`: a title's depth, 1 at the top.
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

    def to_dict(self) -> dict[str, Any]:
        """Unstructured's keys, ours inside `metadata`; JSON-able, absent where unset."""
        metadata: dict[str, Any] = {}
        place = self.provenance
        if place.page is not None or place.slide is not None:
            metadata["page_number"] = place.page if place.page is not None else place.slide
        if place.sheet is not None:
            metadata["page_name"] = place.sheet
        if place.boxes:
            metadata["coordinates"] = _coordinates(place)
        if self.parent_id is not None:
            metadata["parent_id"] = self.parent_id
        if self.level is not None:
            metadata["category_depth"] = self.level
        if self.html is not None:
            metadata["text_as_html"] = self.html
        if self.data is not None and isinstance(self.data.source, Base64Source):
            metadata["image_base64"] = self.data.source.data
            metadata["image_mime_type"] = self.data.source.media_type
            if self.data.name is not None:
                metadata["image_name"] = self.data.name
        if "languages" in self.facts:
            metadata["languages"] = list(self.facts["languages"])
        if self.marks:
            metadata["marks"] = sorted(mark.value for mark in self.marks)
            metadata.update({mark.value: True for mark in sorted(self.marks)})
        if self.facts:
            metadata["facts"] = dict(self.facts)
        metadata["provenance"] = place.to_dict()
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
        place = metadata.get("provenance")
        if place is None:
            place = {"page": metadata["page_number"]} if "page_number" in metadata else {}
        span = metadata.get("span")
        image, media_type = metadata.get("image_base64"), metadata.get("image_mime_type")
        return cls(
            type=ElementType(values["type"]),
            text=values["text"],
            id=values.get("element_id") or "",
            level=metadata.get("category_depth"),
            parent_id=metadata.get("parent_id"),
            html=metadata.get("text_as_html"),
            marks=frozenset(Mark(mark) for mark in metadata.get("marks", ())),
            provenance=Provenance.from_dict(place),
            facts=MappingProxyType(dict(metadata.get("facts", {}))),
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


def _coordinates(place: Provenance) -> dict[str, Any]:
    """Unstructured's `coordinates`: the corners of the box around all boxes of the first page."""
    first = place.boxes[0]
    around = first
    for box in place.boxes[1:]:
        if box.page == first.page:
            around = around.union(box)
    x0, y0, x1, y1 = around.x0, around.y0, around.x1, around.y1
    return {
        "points": [[x0, y0], [x0, y1], [x1, y1], [x1, y0]],
        "system": "PixelSpace",
        "layout_width": around.page_width,
        "layout_height": around.page_height,
    }
