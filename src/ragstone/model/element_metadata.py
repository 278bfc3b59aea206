"""What is known of an element beside its text, under the names that users of Unstructured know.

    element.metadata.page_number, element.metadata.coordinates.points
    [element.metadata.to_dict() for element in elements]

A view for reading: it is made from the element's own fields whenever it is asked for. What the
element itself says (`provenance`, `marks`, `facts`) is more, and stays there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple

from ragstone.model.provenance import BBox

if TYPE_CHECKING:
    from ragstone.model.element import Element

Point = tuple[float, float]


class PixelSpace(NamedTuple):
    """The page that points lie on: origin at the top left, y downwards; PDF points, not pixels."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Coordinates:
    """The corners of a box: top left, bottom left, bottom right, top right."""

    points: tuple[Point, Point, Point, Point]
    system: PixelSpace

    @classmethod
    def around(cls, boxes: Sequence[BBox]) -> Coordinates | None:
        """The box around all boxes of the first page; None without any."""
        if not boxes:
            return None
        box = boxes[0]
        for other in boxes[1:]:
            if other.page == boxes[0].page:
                box = box.union(other)
        x0, y0, x1, y1 = box.x0, box.y0, box.x1, box.y1
        corners = ((x0, y0), (x0, y1), (x1, y1), (x1, y0))
        return cls(corners, PixelSpace(box.page_width, box.page_height))

    def to_dict(self) -> dict[str, Any]:
        return {
            "points": [list(point) for point in self.points],
            "system": type(self.system).__name__,
            "layout_width": self.system.width,
            "layout_height": self.system.height,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementMetadata:
    """Names and meaning are Unstructured's; None where nothing is known.

    - `filename`, `filetype`: of what `partition` has read; a `Document` knows them itself.
    - `page_number`: the page or slide on which it begins, from 1; `page_name`: the sheet.
    - `category_depth`: from 0; of a title, and of a list item.
    - `links`: {text, url} each, `link_texts` and `link_urls` the same in columns.
    - `orig_elements`: of chunks; `table_id`, `chunk_index`, `is_continuation` and
      `num_carried_over_header_rows`: of the pieces of a divided table.

    Names of Unstructured's that are never told (`last_modified`, `emphasized_text_contents`, …) are
    None as well; any other name is an `AttributeError`.
    """

    filename: str | None = None
    filetype: str | None = None
    page_number: int | None = None
    page_name: str | None = None
    coordinates: Coordinates | None = None
    parent_id: str | None = None
    category_depth: int | None = None
    text_as_html: str | None = None
    image_base64: str | None = None
    image_mime_type: str | None = None
    languages: Sequence[str] | None = None
    links: Sequence[dict[str, Any]] | None = None
    link_texts: Sequence[str] | None = None
    link_urls: Sequence[str] | None = None
    segment_start_seconds: float | None = None
    segment_end_seconds: float | None = None
    table_id: str | None = None
    chunk_index: int | None = None
    is_continuation: bool | None = None
    num_carried_over_header_rows: int | None = None
    orig_elements: Sequence[Element] | None = None

    if not TYPE_CHECKING:  # a type checker still tells of every name without a field

        def __getattr__(self, name: str) -> None:
            if name not in _UNTOLD:
                raise AttributeError(f"an element's metadata has no {name!r}", name=name, obj=self)

    def to_dict(self) -> dict[str, Any]:
        """What is known, JSON-able: keys and values as in the element's own `to_dict()`."""
        found = {name: getattr(self, name) for name in _NAMES}
        found = {name: value for name, value in found.items() if value is not None}
        if self.coordinates is not None:
            found["coordinates"] = self.coordinates.to_dict()
        if self.languages is not None:
            found["languages"] = list(self.languages)
        if self.orig_elements is not None:
            found["orig_elements"] = [element.to_dict() for element in self.orig_elements]
        return found


_NAMES = tuple(field.name for field in fields(ElementMetadata))
#: Names of Unstructured's for what is not told of any element.
_UNTOLD = frozenset(
    {
        "attached_to_filename",
        "bcc_recipient",
        "cc_recipient",
        "data_source",
        "detection_class_prob",
        "email_message_id",
        "emphasized_text_contents",
        "emphasized_text_tags",
        "file_directory",
        "header_footer_type",
        "image_path",
        "image_url",
        "is_extracted",
        "key_value_pairs",
        "last_modified",
        "link_start_indexes",
        "section",
        "sent_from",
        "sent_to",
        "signature",
        "subject",
        "table_as_cells",
        "url",
    }
)
