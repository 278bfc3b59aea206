from __future__ import annotations

import pytest

from ragstone.errors import ParameterError
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import BBox, Provenance
from ragstone.parsers.pdf.page_image import PageImages
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from ragstone.views.overlay import overlay
from samples import make_pdf

BLANK = Source.from_bytes(make_pdf([[""], [""]]), "pier.pdf")


def box(x0: float, y0: float, x1: float, y1: float, page: int = 1) -> BBox:
    return BBox(x0, y0, x1, y1, 595, 842, page)


def element(kind: ElementType, *boxes: BBox, **rest: object) -> Element:
    return Element(kind, "text", provenance=Provenance(page=1, boxes=boxes), **rest)


def document(*elements: Element) -> Document:
    return Document("pier.pdf", "application/pdf", elements)


def pictures(*elements: Element) -> list[bytes]:
    return [png for _, png in overlay(BLANK, document(*elements))]


def test_every_page_is_a_picture_with_its_number_in_the_name() -> None:
    names = [name for name, _ in overlay(BLANK, document())]
    assert names == ["pier-page-001.png", "pier-page-002.png"]


def test_a_page_without_elements_is_painted_as_it_is() -> None:
    with PageImages(BLANK.read_bytes()) as images:
        plain = images.image(0).png()
    assert pictures() == [plain, plain]


@pytest.mark.parametrize(
    "other",
    [
        element(ElementType.TITLE, box(100, 100, 300, 120)),
        element(
            ElementType.NARRATIVE_TEXT, box(100, 100, 300, 120), marks=frozenset({Mark.HIDDEN})
        ),
        element(ElementType.NARRATIVE_TEXT, box(100, 100, 300, 140)),
        element(ElementType.NARRATIVE_TEXT, box(100, 100, 200, 120), box(220, 100, 300, 120)),
    ],
    ids=["type", "left out", "box", "lines"],
)
def test_type_marks_box_and_lines_can_be_seen(other: Element) -> None:
    text = element(ElementType.NARRATIVE_TEXT, box(100, 100, 300, 120))
    [first, _], [second, _] = pictures(text), pictures(other)
    assert first != second


def test_the_order_can_be_seen() -> None:
    one = element(ElementType.TITLE, box(100, 100, 300, 120))
    two = element(ElementType.TITLE, box(100, 200, 300, 220))
    assert pictures(one, two)[0] != pictures(two, one)[0]


def test_an_element_is_drawn_on_each_of_its_pages() -> None:
    both = element(ElementType.TABLE, box(9, 9, 99, 99), box(9, 9, 99, 99, page=2))
    plain = pictures()
    drawn = pictures(both)
    assert drawn[0] != plain[0]
    assert drawn[1] != plain[1]


def test_boxes_lie_where_the_text_is_painted() -> None:
    source = Source.from_bytes(make_pdf([["High water at six."]]), "pier.pdf")
    read = read_document(source)
    bounds = read.elements[0].provenance.boxes[0]
    with PageImages(source.read_bytes()) as images:
        ink = images.image(0).pixels.min(axis=2) < 128
    rows, columns = ink.any(axis=1).nonzero()[0] / 2, ink.any(axis=0).nonzero()[0] / 2
    assert bounds.y0 - 1 <= rows[0] <= rows[-1] <= bounds.y1 + 1
    assert bounds.x0 - 1 <= columns[0] <= columns[-1] <= bounds.x1 + 1


def test_what_is_no_pdf_is_refused() -> None:
    source = Source.from_text("# Tides", "notes.md", "text/markdown")
    with pytest.raises(ParameterError, match=r"notes\.md: only pages of PDF files"):
        list(overlay(source, read_document(source)))


def test_the_picture_comes_without_the_folders_of_the_name() -> None:
    source = Source.from_bytes(BLANK.read_bytes(), "../up/pier.pdf")
    assert next(name for name, _ in overlay(source, document())) == "pier-page-001.png"
