"""Declared encodings that are not true: read as the bytes say, and said."""

from __future__ import annotations

import pytest

from ragstone.model.document import Document
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

CHINESE = "今天的港口会议决定扩建北码头。"
FRENCH = "Le café près de l'été, déjà prêt à l'hôtel."
BETTER = "which fits its bytes better"


def read(data: bytes, name: str) -> Document:
    return read_document(Source.from_bytes(data, name))


@pytest.mark.parametrize(
    ("declared", "text", "encoding"),
    [
        ("UTF-8", CHINESE, "gb18030"),
        ("UTF-8", FRENCH, "cp1252"),
        ("GB18030", CHINESE, "utf-8"),
        ("GB18030", FRENCH, "utf-8"),
        ("GB18030", FRENCH, "cp1252"),
        ("windows-1252", CHINESE, "utf-8"),
        ("windows-1252", FRENCH, "utf-8"),
        ("windows-1252", CHINESE, "gb18030"),
        ("UTF-16", CHINESE, "utf-8"),
    ],
)
def test_xml_with_a_wrong_declaration_is_read_and_that_is_said(
    declared: str, text: str, encoding: str
) -> None:
    markup = f'<?xml version="1.0" encoding="{declared}"?>\n<note><p>{text}</p></note>'
    found = read(markup.encode(encoding), "a.xml")
    assert text in found.sections()[0].text
    assert found.facts["encoding"] == encoding
    assert f"the file says {declared}, and was read as {encoding}, {BETTER}" in found.warnings


@pytest.mark.parametrize(("text", "encoding"), [(CHINESE, "gb18030"), (FRENCH, "cp1252")])
@pytest.mark.parametrize(
    ("name", "markup", "what"),
    [
        ("a.json", '{"note": "%s"}', "JSON"),
        ("a.jsonl", '{"note": "%s"}\n{"note": "b"}\n', "JSON"),
        ("a.yaml", "note: %s\n", "YAML"),
        ("a.xml", "<note><p>%s</p></note>", "XML without a declaration"),
    ],
)
def test_a_format_that_is_utf_8_and_is_not_is_read_and_that_is_said(
    name: str, markup: str, what: str, text: str, encoding: str
) -> None:
    found = read((markup % text).encode(encoding), name)
    assert text in found.sections()[0].text
    assert f"{what} is written in UTF-8, and this was read as {encoding}, {BETTER}" in (
        found.warnings
    )


@pytest.mark.parametrize("name", ["a.json", "a.yaml", "a.xml"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_unicode_is_no_reason_for_a_warning(name: str, encoding: str) -> None:
    markup = {"a.json": '{"a": "%s"}', "a.yaml": "a: %s\n", "a.xml": "<a>%s</a>"}[name]
    assert read((markup % CHINESE).encode(encoding), name).warnings == ()


def test_xml_that_declares_what_it_is_gives_no_warning() -> None:
    markup = f'<?xml version="1.0" encoding="gb2312"?><note>{CHINESE}</note>'
    assert read(markup.encode("gb18030"), "a.xml").warnings == ()


def test_a_page_with_a_wrong_declaration_is_read_and_that_is_said() -> None:
    page = f'<html><head><meta charset="utf-8"></head><body><p>{CHINESE}</p></body></html>'
    found = read(page.encode("gb18030"), "a.html")
    assert found.elements[0].text == CHINESE
    assert f"the file says utf-8, and was read as gb18030, {BETTER}" in found.warnings
