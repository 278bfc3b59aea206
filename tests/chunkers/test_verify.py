"""Every rule that `verify` knows is broken once here."""

from typing import Any

import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.packing import HardLimits
from ragstone.chunkers.verify import verify
from ragstone.model.block import Base64Source, DataBlock, TextBlock
from ragstone.model.chunk import Chunk
from ragstone.model.section import Section
from ragstone.model.span import Span

TEXT = "One e\u0301 here.\r\nTwo is here."


def document() -> list[Section]:
    picture = DataBlock(source=Base64Source(data="aGk=", media_type="image/png"))
    return [
        Section(content=TextBlock(text=TEXT), source="a.txt", metadata={"page": 1}, index=0),
        Section(content=picture, source="a.txt", metadata={"page": 2}, index=1),
    ]


def good(sections: list[Section]) -> list[Chunk]:
    return CHUNKERS.create_from("sentence:max_characters=14").chunk_sections(sections)


def placed(chunk: Chunk, start: int, end: int, **changes: Any) -> Chunk:
    content = TextBlock(text=TEXT[start:end])
    return chunk.model_copy(update={"span": Span(start, end), "content": content, **changes})


def test_good_chunks_break_nothing():
    sections = document()
    assert len(good(sections)) == 3
    assert verify(sections, good(sections), HardLimits(max_characters=14)) == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"chunk_index": 7}, "chunk 0 has chunk_index 7"),
        ({"total_chunks": 9}, "says total_chunks 9, there are 3"),
        ({"source": "b.txt"}, "has source 'b.txt'"),
        ({"metadata": {}}, "other metadata"),
        ({"span": None}, "has no span"),
        ({"span": Span(0, 5)}, "is not the text of section 0 from 0 to 5"),
        ({"section_index": 5}, "names section 5, not given"),
        ({"parent_index": 2}, "names parent 2"),
        ({"content": TextBlock(text=" ")}, "is blank"),
    ],
)
def test_a_wrong_field_is_named(changes, problem):
    sections = document()
    chunks = good(sections)
    chunks[0] = chunks[0].model_copy(update=changes)
    assert any(problem in found for found in verify(sections, chunks))


def test_shared_metadata_is_named():
    sections = document()
    chunks = good(sections)
    chunks[1] = chunks[1].model_copy(update={"metadata": chunks[0].metadata})
    assert any("shares its metadata object" in found for found in verify(sections, chunks))


def test_text_left_out_is_named():
    sections = document()
    chunks = good(sections)
    chunks[0] = placed(chunks[0], 0, 3)
    assert any("leaves out" in found for found in verify(sections, chunks))


def test_a_section_without_chunks_is_named():
    sections = document()
    assert any("has text and no chunk" in found for found in verify(sections, good(sections)[2:]))


def test_a_cut_inside_a_cluster_is_named():
    sections = document()
    chunks = good(sections)
    chunks[0] = placed(chunks[0], 0, 5)
    assert any("inside a grapheme cluster at offset 5" in p for p in verify(sections, chunks))


def test_a_cut_inside_cr_lf_is_named():
    sections = document()
    chunks = good(sections)
    chunks[0] = placed(chunks[0], 0, TEXT.index("\n"))
    assert any("inside CR-LF" in found for found in verify(sections, chunks))


def test_starts_that_do_not_grow_are_named():
    sections = document()
    chunks = good(sections)
    chunks[1] = placed(chunks[1], 0, len(TEXT))
    assert any("offset 0 after one at 0" in found for found in verify(sections, chunks))


def test_a_copied_data_block_is_named():
    sections = document()
    chunks = good(sections)
    copy = sections[1].content.model_copy()
    chunks[2] = chunks[2].model_copy(update={"content": copy})
    assert any("data section 1 is not passed through" in p for p in verify(sections, chunks))


def test_a_broken_limit_is_named():
    sections = document()
    problems = verify(sections, good(sections), HardLimits(max_characters=11))
    assert problems
    assert all("characters, at most 11 are allowed" in problem for problem in problems)


def family(sections: list[Section]) -> list[Chunk]:
    return CHUNKERS.create_from("hierarchical:sizes=[100,14]").chunk_sections(sections)


def test_a_child_that_crosses_its_parent_s_edge_is_named():
    sections = document()
    chunks = family(sections)
    assert verify(sections, chunks) == []
    chunks[0] = placed(chunks[0], 0, 11)
    assert any("crosses an edge of its parent 0" in found for found in verify(sections, chunks))


def test_a_parent_that_is_not_one_level_up_is_named():
    sections = document()
    chunks = family(sections)
    chunks[2] = chunks[2].model_copy(update={"parent_index": 1})
    assert any("names parent 1, of level 1" in found for found in verify(sections, chunks))


@pytest.mark.parametrize(
    ("name", "options", "level", "kept"),
    [
        ("sentence", {"max_characters": 14}, 0, {"max_characters": 14}),
        ("fixed", {"chunk_size": 9}, 0, {"max_characters": 9}),
        ("fixed", {"chunk_size": 9, "max_characters": 12}, 0, {"max_characters": 9}),
        ("fixed", {"chunk_size": 9, "unit": "bytes"}, 0, {"max_bytes": 9}),
        ("fixed", {"chunk_size": 9, "unit": "tokens"}, 0, {"max_tokens": 9}),
        ("token", {"chunk_size": 60}, 0, {"max_tokens": 60}),
        ("token", {"chunk_size": 60, "max_bytes": 40}, 0, {"max_tokens": 60, "max_bytes": 40}),
        ("hierarchical", {"sizes": [100, 14]}, 0, {"max_characters": 100}),
        ("hierarchical", {"sizes": [100, 14]}, 1, {"max_characters": 14}),
        ("hierarchical", {"sizes": [9, 5], "unit": "tokens"}, 1, {"max_tokens": 5}),
        ("recursive", {"chunk_size": 20, "chunk_overlap": 0}, 0, {}),
        ("section", {}, 0, {}),
    ],
)
def test_a_chunker_says_which_limits_it_keeps(name, options, level, kept):
    limits = CHUNKERS.create(name, **options).hard_limits(level)
    names = ("max_characters", "max_tokens", "max_bytes")
    found = {one: getattr(limits, one) for one in names}
    assert {one: size for one, size in found.items() if size is not None} == kept
    if "max_tokens" in kept:
        assert limits.count_tokens("tide tables") == 3


def test_each_level_is_held_to_its_own_limits():
    sections = document()
    chunker = CHUNKERS.create_from("hierarchical:sizes=[100,14]")
    chunks = chunker.chunk_sections(sections)
    assert verify(sections, chunks, chunker.hard_limits) == []
    smaller = CHUNKERS.create_from("hierarchical:sizes=[100,11]")
    [first, second] = verify(sections, chunks, smaller.hard_limits)
    assert first == "chunk 1 of level 1 has 12 characters, at most 11 are allowed"
    assert second == "chunk 2 of level 1 has 12 characters, at most 11 are allowed"
