"""The coloured text of the inspector: every character once a strategy, marked and escaped."""

import re
from collections.abc import Sequence
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers.base import TextChunker
from ragstone.chunkers.catalog import CHUNKERS
from ragstone.model.block import Base64Source, DataBlock, TextBlock
from ragstone.model.section import Section
from ragstone.views.inspect_strategy import Strategy
from ragstone.views.inspect_text import SectionChunks, bands, section_html, shown

_MARK = re.compile(r"<b [^>]*>\d+</b>")
_TAG = re.compile(r"<[^>]*>")


def _cuts(section: Section, *specs: str) -> list[SectionChunks]:
    found: list[SectionChunks] = []
    for spec in specs:
        chunker = CHUNKERS.create_from(spec)
        assert isinstance(chunker, TextChunker)
        chunks = chunker.chunk_sections([section])
        strategy = Strategy(spec, chunks, "characters", [len(chunk.text) for chunk in chunks])
        own = SectionChunks.by_section(strategy)
        found.append(own.get(0, SectionChunks("characters", 0, ())))
    return found


def _html(text: str, *specs: str) -> str:
    section = Section(content=TextBlock(text=text), source="x.txt")
    return "".join(section_html(section, _cuts(section, *specs)))


def _read(page: str, column: int, columns: int) -> str:
    """The text that a reader of one column sees, without marks and line-end signs."""
    cells = re.findall(r'<div class="cell" dir="auto" lang="">(.*?)</div>', page, re.DOTALL)
    seen = _MARK.sub("", "".join(cells[column::columns]))
    seen = re.sub("<s>(.*?)</s>", lambda gap: gap[1].replace("↵", ""), seen, flags=re.DOTALL)
    return unescape(_TAG.sub("", seen))


@given(
    text=st.text("ab<&\"'>。 \n潮", max_size=400),
    size=st.integers(3, 60),
    overlap=st.integers(0, 2),
)
@settings(deadline=None, max_examples=60)
def test_each_column_shows_the_whole_text_in_order(text: str, size: int, overlap: int) -> None:
    fixed = f"fixed:chunk_size={size},chunk_overlap={overlap}"
    page = _html(
        text, fixed, "sentence:max_characters=40", f"character:chunk_size={size},chunk_overlap=0"
    )
    assert [_read(page, column, 3) for column in range(3)] == [text] * 3


@given(st.text(max_size=300), st.sampled_from(["", "\n", "潮"]))
@settings(deadline=None, max_examples=60)
def test_bands_are_the_text(piece: str, filler: str) -> None:
    text = (piece + filler * 2500) * 5
    spans = list(bands(text))
    assert "".join(text[span.start : span.end] for span in spans) == text
    assert all(span.start < span.end for span in spans)


def test_a_band_ends_at_a_line_end_where_there_is_one() -> None:
    text = ("tide " * 20 + "\n") * 100
    assert all(text[span.end - 1] == "\n" for span in bands(text))


@pytest.mark.parametrize("filler", ["x", "x ", "潮", "e\u0301"], ids=["x", "x_", "tide", "accent"])
def test_a_long_line_has_bands_of_a_bounded_size(filler: str) -> None:
    assert max(span.length for span in bands(filler * 20_000)) <= 6_001


def test_text_that_two_chunks_share_is_hatched() -> None:
    page = _html("abcdefghij", "fixed:chunk_size=6,chunk_overlap=2")
    assert '<span class="c0">abcd</span>' in page
    assert '<span class="c1 o">ef</span>' in page
    assert '<span class="c1">ghij</span>' in page


def test_text_in_no_chunk_is_faint_and_its_line_ends_are_signs() -> None:
    page = _html("one\n\ntwo", "character:chunk_size=4,chunk_overlap=0")
    assert "<s>↵\n↵\n</s>" in page


def test_a_mark_says_why_its_chunk_begins_and_ends() -> None:
    page = _html("one\n\ntwo", "character:chunk_size=4,chunk_overlap=0")
    first, second = (
        unescape(label) for label in re.findall(r'aria-label="(.*?)"', page, re.DOTALL)
    )
    assert first.startswith("Chunk 1 of 2: 3 characters, from 0 to 3")
    assert "Begins: document start\n" in first
    assert 'Ends: separator: separator "\\n\\n" dropped' in first
    assert "Ends: document end" in second


def test_a_mark_can_be_reached_by_keyboard() -> None:
    page = _html("one two", "balanced")
    assert _MARK.findall(page)
    assert all('tabindex="0"' in mark for mark in _MARK.findall(page))


def test_a_chunk_that_goes_over_bands_has_one_mark() -> None:
    page = _html("tide tables\n" * 1000, "section")
    assert page.count('class="band"') > 3
    assert len(_MARK.findall(page)) == 1


def test_a_section_without_text_is_one_band_that_says_so() -> None:
    picture = DataBlock(source=Base64Source(data="AA==", media_type="image/png"))
    section = Section(content=picture, source="x.png")
    [band] = section_html(section, _cuts(section, "balanced"))
    assert "data without text" in band
    assert len(_MARK.findall(band)) == 1


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("\" onfocus='x' &", "&quot; onfocus=&#x27;x&#x27; &amp;"),
        ("a\x00\x1b\ud800\u202eb", "a����b"),
    ],
    ids=["script", "quotes", "unshowable"],
)
def test_what_a_browser_would_take_otherwise_is_shown_as_text(text: str, safe: str) -> None:
    assert shown(text) == safe


def test_a_hundred_sections_are_grouped_once() -> None:
    sections: Sequence[Section] = [
        Section(content=TextBlock(text=f"Page {n}."), source="x", index=n) for n in range(100)
    ]
    chunker = CHUNKERS.create("fixed", chunk_size=4)
    assert isinstance(chunker, TextChunker)
    chunks = chunker.chunk_sections(sections)
    found = SectionChunks.by_section(Strategy("fixed", chunks, "characters", [4] * len(chunks)))
    assert sum(len(own.chunks) for own in found.values()) == len(chunks)
    assert [found[n].first for n in (0, 1, 2)] == [0, 2, 4]
