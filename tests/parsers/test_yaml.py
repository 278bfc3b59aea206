"""YAML: verbatim, keys as headings, comments kept, no alias followed, damage told."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.errors import LimitExceeded
from ragstone.model.document import Document
from ragstone.model.element import ElementType
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

_LONG = "".join(f"      line {number} of the gate\n" for number in range(120))
SERVICES = f"""# the harbour
version: 3   # of the rules
services:
  # where it opens
  web:
    image: &image "harbour:1"
    note: |
{_LONG}
  db:
    <<: *image
    ports: [80, {{tls: 443}}]
费用:
- ropes
- lamps
"""


def read(text: str, name: str = "a.yaml") -> Document:
    return read_document(Source.from_bytes(text.encode(), name))


def test_a_short_file_is_one_element_with_its_lines():
    (element,) = read("# a\na: 1\nb:\n- 2\n").elements
    assert element.type is ElementType.CODE_SNIPPET
    assert (element.text, element.provenance.where()) == ("# a\na: 1\nb:\n- 2", "lines 1–4")
    assert element.facts == {"language": "yaml", "path": "$"}


def test_keys_are_the_titles_of_what_is_long():
    titles = [(e.text, e.level) for e in read(SERVICES).elements if e.type is ElementType.TITLE]
    assert titles[:4] == [("version", 1), ("services", 1), ("web", 2), ("db", 2)]


def test_top_keys_are_sections_with_their_paths():
    sections = read(SERVICES).sections()
    assert [section.metadata["path"] for section in sections] == ["$", "$.services", "$.费用"]


def test_chunks_know_the_keys_they_stand_under():
    chunks = CHUNKERS.create("balanced").chunk_sections(read(SERVICES).sections())
    found = next(chunk for chunk in chunks if "line 60 " in chunk.text)
    assert found.heading_path == ("services", "web")


def test_the_text_is_verbatim_and_all_words_stand_in_elements():
    document = read(SERVICES)
    assert "".join(section.text for section in document.sections()) == SERVICES
    covered = "".join(
        SERVICES[element.span.start : element.span.end]
        for element in document.elements
        if element.span is not None
    )
    assert "".join(covered.split()) == "".join(SERVICES.split())


def test_a_comment_behind_a_value_stands_with_it_and_one_before_a_key_with_the_key():
    texts = [element.text for element in read(SERVICES).elements]
    assert "3   # of the rules" in texts
    assert texts.index("# where it opens") == texts.index("web") - 1


def test_records_of_a_sequence_are_sections():
    words = "long " * 50
    text = f"# ours\n- name: a\n  n: {words}\n# - theirs\n- name: b\n  n: {words}\n"
    sections = read(text).sections()
    assert [(s.metadata["path"], s.text) for s in sections] == [
        ("$[0]", f"# ours\n- name: a\n  n: {words}\n"),
        ("$[1]", f"# - theirs\n- name: b\n  n: {words}\n"),
    ]


def test_small_records_share_a_section_and_each_has_its_lines():
    (section,) = read("# ours\n- name: a\n  n: 1\n# - theirs\n- name: b\n  n: ~\n").sections()
    assert [(run.start, run.provenance.where()) for run in section.runs] == [
        *((0, "$[0], line 1"), (7, "$[0], line 2"), (17, "$[0], line 3")),
        *((24, "$[1], line 4"), (35, "$[1], line 5"), (45, "$[1], line 6")),
    ]


def test_each_of_several_documents_is_a_section():
    words = "long " * 50
    document = read(f"a: {words}\n---\nb: {{c: {words}}}\n---\n- {words}\n")
    assert [s.metadata.get("path") for s in document.sections()] == ["$[0]", "$[1]", "$[2]"]
    assert document.facts["document_count"] == 3


def test_small_documents_share_a_section():
    sections = read("".join(f"---\nid: {number}\n" for number in range(500))).sections()
    assert len(sections) < 10
    assert sections[1].runs[-1].provenance.path != sections[1].runs[0].provenance.path


def test_values_stand_as_they_are_written():
    text = "a: 0o14\nb: 2024-01-01\nc: yes\nd: !!python/object:os.system x\ne: 1_000\n"
    assert read(text).elements[0].text == text.strip()


def test_aliases_are_not_followed():
    laughs = "a: &a [lol, lol]\n" + "".join(
        f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    document = read(laughs * 1)
    assert document.text == laughs
    assert len("".join(element.text for element in document.elements)) <= len(laughs)


def test_mappings_as_keys_and_empty_values_are_read():
    text = "? [k, {a: b}]\n: one\n? {m: n}\n:\nlast:\n" + "z: " + "long " * 500 + "\n"
    titles = [e.text for e in read(text).elements if e.facts.get("path") == '$["[k, {a: b}]"]']
    assert titles or "one" in "".join(e.text for e in read(text).elements)


def test_keys_without_a_colon_end_where_they_end():
    text = "s: {a, b, c}\nurl: http://example.org\nz:\n" + "- long\n" * 500
    spans = [e.span for e in read(text).elements if e.span is not None]
    assert all(before.end <= behind.start for before, behind in pairwise(spans))
    assert [text[span.start : span.end] for span in spans[:4]] == [
        *("s:", "{a, b, c}", "url:", "http://example.org")
    ]


def test_a_colon_in_a_comment_ends_no_key():
    text = "? one  # so: it is\n: 1\nz:\n" + "- long\n" * 500
    spans = [e.span for e in read(text).elements if e.span is not None]
    assert [text[span.start : span.end] for span in spans[:2]] == ["one  # so: it is\n:", "1"]


def test_a_key_without_a_value_stands_with_the_scalars():
    text = "alpha:\nalphabet:\n" + "".join(f"  k{n}: some words\n" for n in range(200))
    sections = read(text).sections()
    assert [(s.metadata["path"], s.text[:6]) for s in sections] == [
        *(("$", "alpha:"), ("$.alphabet", "alphab"))
    ]


@pytest.mark.parametrize(
    "text",
    [
        *("a: [1, 2\nb: 3\n", "a: 1\n\tb: 2\n", "{{ if .x }}\na: 1\n{{ end }}\n", "a: *none\n"),
        *("@", "a: b: c\n", "- a\nb: 1\n", "'", "%YAML 9\n---\na: 1\n", "a: \x07b\n"),
    ],
)
def test_what_is_no_yaml_is_kept_with_a_warning(text: str):
    document = read(text)
    assert document.text == text
    words = "".join(element.text for element in document.elements)
    assert [c for c in words if c.isalnum()] == [c for c in text if c.isalnum()]
    assert "no valid YAML" in " ".join(document.warnings) or "*none" in text


def test_what_is_very_long_is_not_divided_and_says_so():
    document = read("a: " + "x" * 10_000_000)
    assert len(document.elements) == 1
    assert document.warnings == (
        "the YAML has more than 10,000,000 characters and was not divided by keys",
    )


@pytest.mark.parametrize("piece", ["[", "- ", "a: [", "{a: "])
def test_collections_in_collections_without_end_are_refused(piece: str):
    with pytest.raises(LimitExceeded, match="markup_depth"):
        read(piece * 5000)


@pytest.mark.parametrize(
    "text",
    [
        *("? " * 300, "&a " * 50_000, "[" + "a," * 50_000, "a: [1]\n" * 20_000, "-\n" * 50_000),
        *("- # -\n" * 50_000, "a:" * 100_000, "---\n" * 20_000, "--- a\n" * 10_000),
        "{" + "a,\n" * 60_000 + "}\n#" + "x" * 8_000_000,
    ],
    ids=[
        *("keys", "anchors", "items", "pairs", "dashes", "notes", "colons", "lines", "documents"),
        "names",
    ],
)
def test_hostile_yaml_is_read_in_linear_time(text: str):
    started = time.process_time()
    read(text)
    assert time.process_time() - started < 8
