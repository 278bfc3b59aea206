from __future__ import annotations

from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.outline import outline


def _title(text, level, **more):
    return Element(ElementType.TITLE, text, level=level, **more)


def _item(text, depth):
    return Element(ElementType.LIST_ITEM, text, facts={"list_depth": depth})


def _parents(*elements):
    done = outline(elements)
    names = {element.id: element.text for element in done}
    return [names.get(element.parent_id) for element in done]


def test_titles_stand_under_the_nearest_higher_title():
    found = _parents(_title("a", 1), _title("b", 2), _title("c", 2), _title("d", 1))
    assert found == [None, "a", "a", None]


def test_nested_items_stand_under_the_item_above():
    found = _parents(_title("t", 1), _item("a", 0), _item("b", 1), _item("c", 1), _item("d", 0))
    assert found == [None, "t", "a", "a", "t"]


def test_a_title_that_does_not_show_is_nobodys_parent():
    menu = _title("menu", 1, marks=frozenset({Mark.BOILERPLATE}))
    assert _parents(_title("a", 1), menu, Element(ElementType.NARRATIVE_TEXT, "x")) == [
        None,
        None,
        "a",
    ]


def test_equal_elements_have_ids_of_their_own_and_others_keep_theirs():
    one, two = outline([Element(ElementType.NARRATIVE_TEXT, "x")] * 2)
    assert one.id != two.id
    added = outline([_title("new", 1), Element(ElementType.NARRATIVE_TEXT, "x")])
    assert added[1].id == one.id
