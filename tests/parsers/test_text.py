"""Plain text and source code: verbatim, cautious, light."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.model.element import ElementType
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source


def read(text: str, media_type: str = "text/plain"):
    return read_document(Source.from_text(text, "a.txt", media_type=media_type))


def types(text: str) -> list[tuple[str, str]]:
    return [(element.category, element.text) for element in read(text).elements]


def test_paragraphs_are_divided_at_blank_lines_and_know_their_lines():
    elements = read("One is here.\r\nStill one.\r\n\r\n\r\nTwo.\r\n").elements
    assert [element.text for element in elements] == ["One is here.\r\nStill one.", "Two."]
    assert [(e.provenance.line_start, e.provenance.line_end) for e in elements] == [(1, 2), (5, 5)]


@pytest.mark.parametrize(
    ("text", "level", "rule"),
    [
        ("第一章 潮汐\n高潮在六点开始，船舶离港。", 1, "chapter line"),
        ("第三节 费用\n\n高潮在六点开始，船舶离港。", 2, "chapter line"),
        ("Chapter 12: The gate\n\nIt opens.", 1, "chapter line"),
        ("2.1 Berth fees\n\nThe fee is due at noon.", 2, "short numbered line alone"),
        ("HARBOUR RULES\n\nThe gate opens.", 1, "capitals alone"),
        ("Rules\n=====\n\nThe gate opens.", 1, "underlined"),
        ("Rules\n-----\nThe gate opens.", None, None),
    ],
)
def test_a_heading_needs_strong_evidence(text, level, rule):
    first = read(text).elements[0]
    if level is None:
        assert first.type is not ElementType.TITLE
    else:
        assert (first.type, first.level) == (ElementType.TITLE, level)
        assert first.provenance.rule == rule


@pytest.mark.parametrize(
    "text",
    [
        "A short line\n\nAnother short line\n\nA third",
        "1. ropes\n\n2. lamps\n\n3. oil\n\nThe end of the list.",
        "第一章我们说过，高潮在六点。\n\n然后离港。",
        "12.5 kg\n\n13.5 kg",
        "ABC\n\ndef",
        "PART OF THE SENTENCE, AND MORE,\n\nfollows.",
        "Dear John,\n\nI write to you.",
    ],
)
def test_ordinary_short_lines_are_no_headings(text):
    assert all(element.type is not ElementType.TITLE for element in read(text).elements)


def test_list_items_are_elements_with_marker_depth_and_continuation():
    elements = read("- ropes\n  and lines\n  - lamps\n").elements
    assert [(e.text, e.facts["list_marker"], e.facts["list_depth"]) for e in elements] == [
        ("ropes\n  and lines", "-", 0),
        ("lamps", "-", 1),
    ]
    assert elements[1].parent_id == elements[0].id


def test_a_single_numbered_line_in_prose_is_no_list():
    assert types("1. We met at seven and went on together to the old gate of the town.")[0][0] == (
        "NarrativeText"
    )


def test_chinese_paragraphs_without_blank_lines_are_told_by_their_indent():
    assert len(read("　　高潮在六点开始。\n　　船舶应当提前离港。").elements) == 2


def test_source_code_is_verbatim_in_top_level_blocks():
    code = "import os\n\n\ndef f(\n    a,\n\n    b,\n):\n    return 1\n\n\nclass C:\n    pass\n"
    document = read_document(Source.from_bytes(code.encode(), "a.py"))
    assert document.text == code
    assert [element.text.split()[0] for element in document.elements] == ["import", "def", "class"]
    assert document.elements[1].text == "def f(\n    a,\n\n    b,\n):\n    return 1"
    assert {element.type for element in document.elements} == {ElementType.CODE_SNIPPET}
    assert document.elements[0].facts["language"] == "py"


def test_encoding_and_confidence_are_facts():
    facts = read_document(Source.from_bytes("Straße".encode("cp1252"), "a.txt")).facts
    assert facts["encoding"] == "cp1252"
    assert 0 < facts["encoding_confidence"] < 1


def test_a_coding_cookie_is_obeyed():
    data = "# -*- coding: koi8-r -*-\nx = 'ж'\n".encode("koi8-r")
    assert "ж" in (read_document(Source.from_bytes(data, "a.py")).text or "")


def test_a_million_lines_are_read_in_linear_time():
    begin = time.process_time()
    read("\n" * 300_000)
    read("word\n" * 300_000)
    read("a" * 2_000_000)
    assert time.process_time() - begin < 20


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "",
                " ",
                "第一章 潮汐",
                "- a",
                "1. b",
                "ABCD",
                "===",
                "A sentence here.",
                "　　港口。",
                "x\ty",
            ]
        ),
        max_size=12,
    ),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_every_line_with_words_stands_in_exactly_one_element(lines, end):
    text = end.join(lines)
    document = read(text)
    covered = [0] * (len(text) + 1)
    for element in document.elements:
        assert element.span is not None
        assert element.text in text[element.span.start : element.span.end]
        for at in range(*element.span):
            covered[at] += 1
    assert max(covered) <= 1
    if document.elements:
        assert all(covered[at] or text[at].isspace() for at in range(len(text)))


def test_numbered_paragraphs_are_a_list_by_their_neighbours():
    found = read("1. Close the gate\n\n2. Ring the bell\n\nThen leave.").elements
    assert [element.category for element in found[:2]] == ["ListItem", "ListItem"]
