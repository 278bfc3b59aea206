"""Elements of XML by names with prefixes."""

from __future__ import annotations

from ragstone.parsers.xml_names import XmlNames
from ragstone.parsers.xml_tree import Xml, parse_tree

NAMES = XmlNames({"a": "urn:first", "b": "urn:second"})
ROOT: Xml = parse_tree(
    b'<x:r xmlns:x="urn:first" xmlns:b="urn:second" xmlns:c="urn:other" b:n="1" n="2">'
    b"<x:p><b:q/></x:p><c:q/><x:p/></x:r>"
)


def test_names_have_the_usual_prefixes_whatever_the_file_calls_them() -> None:
    assert [NAMES.tag(node) for node in ROOT.iter()] == ["a:r", "a:p", "b:q", "q", "a:p"]


def test_an_attribute_without_a_prefix_is_another_than_one_with_it() -> None:
    assert NAMES.attribute(ROOT, "b:n") == "1"
    assert NAMES.attribute(ROOT, "n") == "2"
    assert NAMES.attribute(ROOT, "a:n") is None


def test_a_path_leads_through_the_first_children_called_so() -> None:
    assert NAMES.tag(NAMES.child(ROOT, "a:p", "b:q")) == "b:q"
    assert NAMES.child(ROOT, "b:q", "a:p") is None


def test_children_stand_right_below_and_descendants_anywhere() -> None:
    assert len(list(NAMES.children(ROOT, "a:p"))) == 2
    assert list(NAMES.children(ROOT, "b:q")) == []
    assert len(list(NAMES.descendants(ROOT, "b:q"))) == 1


def test_of_no_element_there_is_nothing() -> None:
    assert NAMES.attribute(None, "n") is None
    assert NAMES.child(None, "a:p") is None
    assert [*NAMES.children(None, "a:p"), *NAMES.descendants(None, "a:p")] == []
