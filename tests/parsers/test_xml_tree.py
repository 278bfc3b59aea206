"""Trees of XML that nobody vouches for."""

from __future__ import annotations

from pathlib import Path

from ragstone.parsers.xml_tree import Xml, parse_tree


def tree_of(data: bytes, *, recover: bool = False, huge: bool = False) -> Xml:
    """The tree of what must have one."""
    found = parse_tree(data, recover=recover, huge=huge)
    assert found is not None
    return found


def test_what_is_no_xml_has_no_tree() -> None:
    assert parse_tree(b"<a>") is None
    assert parse_tree(b"") is None


def test_of_a_damaged_document_what_can_be_had_is_kept_when_asked_for() -> None:
    tree = tree_of(b"<a><b>x</b><c>", recover=True)

    assert [node.tag for node in tree] == ["b", "c"]


def test_comments_and_instructions_are_left_out() -> None:
    assert len(tree_of(b"<a><!-- x --><?y z?></a>")) == 0


def test_an_entity_that_names_a_file_is_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hake")
    data = f'<!DOCTYPE a [<!ENTITY s SYSTEM "{secret.as_uri()}">]><a>&s;</a>'.encode()

    assert "hake" not in "".join(tree_of(data).itertext())


def test_a_tree_deeper_than_256_elements_is_read_when_asked_for() -> None:
    data = b"<a>" * 300 + b"</a>" * 300

    assert parse_tree(data) is None
    assert sum(1 for _ in tree_of(data, huge=True).iter()) == 300
