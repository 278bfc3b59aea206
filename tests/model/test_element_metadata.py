"""Metadata under Unstructured's names: what programs written for it read."""

from __future__ import annotations

import json
import pickle
from copy import deepcopy

import pytest

from ragstone.model.block import Base64Source, DataBlock
from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import BBox, Provenance

BOX = BBox(10, 20, 110, 40, 595, 842, 2)


def test_a_title_tells_its_page_box_depth_and_parent() -> None:
    place = Provenance(page=2, boxes=(BOX,))
    element = Element(ElementType.TITLE, "Tides", level=1, parent_id="t0", provenance=place)
    metadata = element.metadata
    assert (metadata.page_number, metadata.category_depth, metadata.parent_id) == (2, 0, "t0")
    assert metadata.coordinates is not None
    assert metadata.coordinates.points == ((10, 20), (10, 40), (110, 40), (110, 20))
    assert (metadata.coordinates.system.width, metadata.coordinates.system.height) == (595, 842)


def test_the_box_is_around_all_boxes_of_the_first_page() -> None:
    boxes = (BOX, BBox(5, 50, 60, 60, 595, 842, 2), BBox(0, 0, 1, 1, 595, 842, 3))
    metadata = Element(ElementType.TABLE, "a", provenance=Provenance(page=2, boxes=boxes)).metadata
    assert metadata.coordinates is not None
    assert metadata.coordinates.points[0] == (5, 20)
    assert metadata.coordinates.points[2] == (110, 60)


def test_slides_are_pages_and_sheets_have_names() -> None:
    assert Element(ElementType.TITLE, "a", provenance=Provenance(slide=3)).metadata.page_number == 3
    sheet = Element(ElementType.TABLE, "a", provenance=Provenance(sheet="Fees"))
    assert sheet.metadata.page_name == "Fees"


def test_a_list_item_tells_the_depth_of_its_list() -> None:
    item = Element(ElementType.LIST_ITEM, "a", facts={"list_marker": "-", "list_depth": 2})
    assert item.metadata.category_depth == 2
    assert Element.from_dict(item.to_dict()) == item


def test_links_are_told_whole_and_in_columns() -> None:
    links = [{"text": "tides", "url": "https://tides.example"}]
    metadata = Element(ElementType.NARRATIVE_TEXT, "tides", facts={"links": links}).metadata
    assert metadata.links == links
    assert (metadata.link_texts, metadata.link_urls) == (["tides"], ["https://tides.example"])


def test_a_table_and_a_picture_tell_their_content() -> None:
    assert Element(ElementType.TABLE, "a", html="<table></table>").metadata.text_as_html
    block = DataBlock(source=Base64Source(data="aGk=", media_type="image/png"))
    metadata = Element(ElementType.IMAGE, "", data=block).metadata
    assert (metadata.image_base64, metadata.image_mime_type) == ("aGk=", "image/png")


def test_what_is_not_known_is_none_and_absent_from_the_form() -> None:
    metadata = Element(ElementType.NARRATIVE_TEXT, "a").metadata
    assert metadata.page_number is None
    assert metadata.coordinates is None
    assert getattr(metadata, "emphasized_text_contents") is None  # noqa: B009 - not declared
    assert metadata.to_dict() == {}


def test_a_name_that_unstructured_does_not_have_is_refused() -> None:
    metadata = Element(ElementType.NARRATIVE_TEXT, "a").metadata
    with pytest.raises(AttributeError, match="no 'page_nunber'"):
        getattr(metadata, "page_nunber")  # noqa: B009 - not declared


def test_it_is_for_reading_only_and_copies_whole() -> None:
    metadata = Element(ElementType.TITLE, "a", level=2).metadata
    with pytest.raises(AttributeError):
        metadata.page_number = 3  # pyright: ignore[reportAttributeAccessIssue]
    assert deepcopy(metadata) == pickle.loads(pickle.dumps(metadata)) == metadata


def test_its_form_is_part_of_the_form_of_the_element() -> None:
    element = Element(
        ElementType.TITLE,
        "a",
        level=2,
        html="<b>a</b>",
        provenance=Provenance(page=2, boxes=(BOX,), time_start_s=1.5, time_end_s=2.0),
        facts={"languages": ["en"], "filename": "a.pdf", "links": [{"text": "a", "url": "b"}]},
    )
    form = element.to_dict()["metadata"]
    assert element.metadata.to_dict().items() <= form.items()
    assert json.loads(json.dumps(form)) == form
    assert {"filename", "page_number", "coordinates", "languages", "link_urls"} <= form.keys()


def test_metadata_that_unstructured_wrote_is_read_back() -> None:
    written = {
        "type": "Title",
        "element_id": "t1",
        "text": "Tides",
        "metadata": {
            "filename": "tides.pdf",
            "filetype": "application/pdf",
            "languages": ["eng"],
            "page_number": 4,
            "category_depth": 0,
        },
    }
    element = Element.from_dict(written)
    assert element.level == 1
    assert element.metadata.to_dict() == written["metadata"]
