"""Elements: Unstructured's keys outside, everything of ours inside, nothing lost."""

from __future__ import annotations

import json
from dataclasses import replace

from ragstone.model.block import Base64Source, DataBlock
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import BBox, Provenance
from ragstone.model.run import Run
from ragstone.model.span import Span

BOX = BBox(10, 20, 110, 40, 595, 842, 2)
ELEMENT = Element(
    type=ElementType.TITLE,
    text="潮汐表",
    id="t1",
    level=2,
    parent_id="t0",
    html="<b>潮汐表</b>",
    marks=frozenset({Mark.HIDDEN, Mark.COMMENT}),
    provenance=Provenance(page=2, boxes=(BOX,), rule="font size"),
    facts={"languages": ["zh"], "links": [{"text": "a", "url": "b"}]},
    span=Span(3, 6),
    lines=(Run(0, Provenance(page=2, boxes=(BOX,))),),
)


def test_to_dict_has_the_keys_that_users_of_unstructured_know() -> None:
    made = ELEMENT.to_dict()
    metadata = made["metadata"]
    assert (made["type"], made["element_id"], made["text"]) == ("Title", "t1", "潮汐表")
    assert metadata["page_number"] == 2
    assert metadata["category_depth"] == 1  # from 0, as Unstructured counts
    assert metadata["text_as_html"] == "<b>潮汐表</b>"
    assert metadata["coordinates"]["points"][0] == [10, 20]
    assert metadata["coordinates"]["layout_width"] == 595


def test_to_dict_tells_marks_as_a_list_and_one_by_one() -> None:
    metadata = ELEMENT.to_dict()["metadata"]
    assert metadata["marks"] == ["comment", "hidden"]
    assert metadata["hidden"] is True
    assert metadata["comment"] is True


def test_an_element_survives_json() -> None:
    assert Element.from_dict(json.loads(json.dumps(ELEMENT.to_dict()))) == ELEMENT


def test_a_form_without_our_keys_is_read_too() -> None:
    element = Element.from_dict({"type": "Table", "text": "a", "metadata": {"page_number": 4}})
    assert element.type is ElementType.TABLE
    assert element.provenance == Provenance(page=4)


def test_an_element_reads_as_its_text_and_type() -> None:
    assert str(ELEMENT) == "潮汐表"
    assert ELEMENT.category == "Title"


def test_an_outlined_element_differs_in_its_ids_only() -> None:
    assert ELEMENT.outlined("t9", "t8") == replace(ELEMENT, id="t9", parent_id="t8")


def test_the_data_of_a_picture_has_the_keys_of_unstructured_and_survives_json() -> None:
    block = DataBlock(source=Base64Source(data="aGk=", media_type="image/png"))
    element = Element(ElementType.IMAGE, "A chart", data=block)
    metadata = element.to_dict()["metadata"]
    assert (metadata["image_base64"], metadata["image_mime_type"]) == ("aGk=", "image/png")
    assert Element.from_dict(json.loads(json.dumps(element.to_dict()))) == element
    assert element.outlined("i", None).data == block
