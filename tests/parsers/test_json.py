"""JSON and JSON Lines: verbatim, keys as headings, a record a line, damage told."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.model.document import Document
from ragstone.model.element import ElementType
from ragstone.model.span import Span
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

_LONG = "The gate opens at seven. " * 90


def read(text: str | bytes, name: str = "rules.json") -> Document:
    return read_document(Source.from_bytes(text.encode() if isinstance(text, str) else text, name))


def dumped(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def test_a_short_value_is_one_element_with_its_lines():
    (element,) = read('{\n "a": 1,\n "b": [2]\n}\n').elements
    assert element.type is ElementType.CODE_SNIPPET
    assert element.facts == {"language": "json", "path": "$"}
    assert element.provenance.where() == "lines 1–4"


def test_the_text_is_verbatim_and_every_element_lies_in_it():
    text = dumped({"a": _LONG, "b": {"c": [1, 2.50, "\u6f6e"], "d": _LONG}, "e": None})
    document = read(text)
    assert document.text == text
    assert "".join(section.text for section in document.sections()) == text
    for element in document.elements:
        assert element.span is not None
        held = text[element.span.start : element.span.end]
        assert held == element.text or element.type is ElementType.TITLE


def test_keys_are_the_titles_of_what_is_long():
    document = read(dumped({"name": "x", "store": {"books": [_LONG, _LONG]}, "费用": {"a": _LONG}}))
    titles = [(e.text, e.level) for e in document.elements if e.type is ElementType.TITLE]
    assert titles == [("name", 1), ("store", 1), ("books", 2), ("费用", 1)]


def test_chunks_know_the_keys_they_stand_under():
    value = {"harbour": {"rules": [f"Rule {n} of the gate." for n in range(300)]}, "version": "7.2"}
    chunks = CHUNKERS.create("balanced").chunk_sections(read(dumped(value)).sections())
    assert {chunk.heading_path for chunk in chunks if "Rule 150 " in chunk.text} == {
        ("harbour", "rules")
    }
    assert read(dumped(value)).sections()[-1].parts[-1].heading_path == ("version",)


def test_a_record_of_an_array_is_not_under_the_keys_of_the_one_before_it():
    value = [{"id": 1, "body": {"text": _LONG}}, {"id": 2}]
    document = read(dumped(value))
    last = document.elements[-1]
    path = document.sections()[-1].parts[-1].heading_path
    assert '"id": 2' in last.text
    assert path == ("[1]",)


BOOKS = {"store": {"books": [{"title": f"Tides {n}", "text": "sea " * 50} for n in range(40)]}}


def test_the_objects_of_an_array_are_sections_with_their_paths():
    sections = read(dumped(BOOKS)).sections()
    assert [section.metadata["path"] for section in sections] == [
        f"$.store.books[{number}]" for number in range(40)
    ]
    assert '"title": "Tides 7"' in sections[7].text
    assert sections[7].parts[0].heading_path == ("store", "books")


def test_small_objects_of_an_array_share_a_section_and_keep_their_places():
    (section,) = read('[{"a": 1, "b": null}, {"a": 2.50},\n {"a": 3}]').sections()
    assert section.text == '[{"a": 1, "b": null}, {"a": 2.50},\n {"a": 3}]'
    assert section.metadata == {"path": "$[0]"}
    assert [section.place(Span(p.start, p.end)).where() for p in section.parts] == [
        *("$[0], line 1", "$[1], line 1", "$[2], line 2")
    ]
    assert section.place(Span(24, 44)).where() == "$[1]–$[2], lines 1–2"


def test_top_keys_of_a_long_object_are_sections_and_scalars_stand_together():
    fees = {"y": "seventy " * 30}
    value = {"a": 1, "b": 2, "rules": {"x": _LONG}, "fees": fees, "y": [1, 2], "z": {"z": 1}}
    sections = read(dumped(value)).sections()
    assert [section.metadata["path"] for section in sections] == ["$", "$.rules", "$.fees", "$.y"]
    assert sections[3].parts[-1].heading_path == ()


@pytest.mark.parametrize("chunker", ["balanced", "sentence", "elements", "hierarchical", "json"])
@pytest.mark.parametrize("indent", [None, 1])
def test_no_small_record_is_divided(chunker: str, indent: int | None):
    value = [{"id": n, "say": "Open it. Go on! " * (n % 9)} for n in range(90)]
    sections = read(json.dumps(value, indent=indent)).sections()
    assert len(sections) < 12
    edges = {
        (chunk.section_index, edge)
        for chunk in CHUNKERS.create(chunker).chunk_sections(sections)
        if chunk.span is not None
        for edge in chunk.span
    }
    for section in sections:
        for part in section.parts:
            assert all((section.index, at) not in edges for at in range(part.start + 1, part.end))


def test_chunks_of_the_chunker_for_json_know_the_keys_of_their_record():
    sections = read(dumped(BOOKS)).sections()
    chunks = CHUNKERS.create("json", max_characters=500).chunk_sections(sections)
    assert next(c for c in chunks if "Tides 7" in c.text).heading_path == ("store", "books")


def test_many_records_are_read_and_divided_in_linear_time():
    text = "\n".join(f'{{"id": {number}, "fish": "hake"}}' for number in range(5_000))
    started = time.process_time()
    assert 50 < len(read(text, "a.jsonl").sections()) < 100
    assert time.process_time() - started < 6


def test_json_lines_are_a_record_a_line():
    document = read('{"a": 1}\n\n{"a": 2}\r\n', "rules.jsonl")
    assert [(e.text, e.provenance.where(), e.facts["path"]) for e in document.elements] == [
        ('{"a": 1}', "$[0], line 1", "$[0]"),
        ('{"a": 2}', "$[1], line 3", "$[1]"),
    ]
    assert document.facts["record_count"] == 2
    assert document.media_type == "application/x-ndjson"


def test_damaged_lines_of_json_lines_are_told_and_kept():
    document = read('{"a": 1}\n{"a": \n{"a": 3}\n', "rules.ndjson")
    assert len(document.elements) == 3
    assert document.warnings == ("no valid JSON in line 2; it was kept as it stands",)


def test_json_lines_under_the_name_of_json_are_records():
    document = read('{"a": 1}\n{"a": 2}\n')
    assert (document.strategy, len(document.elements)) == ("lines", 2)
    assert not document.warnings


@pytest.mark.parametrize("text", ['{"a": 1,}', '{"a": [1, 2', "{'a': 1}", "no JSON at all", '"'])
def test_json_that_is_not_valid_is_kept_with_a_warning(text: str):
    document = read(text)
    assert document.text == text
    assert document.elements
    assert "no valid JSON" in document.warnings[0]


def test_numbers_and_escapes_stand_as_in_the_file():
    text = '{"a": 1.50, "b": 12345678901234567890123, "c": "\\u6f6e\\ud83d"}'
    assert read(text).elements[0].text == text


def test_what_is_very_long_is_not_divided_and_says_so():
    document = read('["' + "x" * 10_000_000 + '"]')
    assert len(document.elements) == 1
    assert document.warnings == (
        "the JSON has more than 10,000,000 characters and was not divided by keys",
    )


def test_json_in_another_encoding_is_read():
    assert "潮" in read(dumped({"潮": 1}).encode("utf-16")).elements[0].text


@pytest.mark.parametrize(
    "text",
    ["[" * 60_000, "{" * 60_000, '{"a":' * 20_000, "[1," * 20_000, '["a",' + '"b",' * 60_000],
    ids=["arrays", "objects", "keys", "items", "strings"],
)
def test_hostile_json_is_read_in_linear_time(text: str):
    started = time.process_time()
    read(text)
    assert time.process_time() - started < 10
