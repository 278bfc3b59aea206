import asyncio
import tracemalloc
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from ragstone.chunkers.base import ChunkerBase, TextChunker, TextSection
from ragstone.chunkers.cut import Cut
from ragstone.chunkers.verify import verify
from ragstone.errors import ParameterError, RagstoneError
from ragstone.model.block import Base64Source, DataBlock, TextBlock, content_id
from ragstone.model.chunk import BoundaryReason, Chunk
from ragstone.model.element import ElementType
from ragstone.model.section import Part, Section
from ragstone.model.span import Span


class ListedCuts(TextChunker):
    """Gives the cuts it was told, for every section."""

    chunker_type = "listed"

    def __init__(self, *cuts: Cut | tuple[int, int], **limits: int) -> None:
        super().__init__(self.Parameters(**limits))
        self.cuts = [cut if isinstance(cut, Cut) else Cut(Span(*cut)) for cut in cuts]

    def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:
        yield from self.cuts


def section_of(text: str, **fields: Any) -> Section:
    return Section(content=TextBlock(text=text), source="a.txt", **fields)


def texts_of(chunker: TextChunker, text: str) -> list[str]:
    sections = [section_of(text)]
    chunks = chunker.chunk_sections(sections)
    assert verify(sections, chunks) == []
    return [chunk.text for chunk in chunks]


def test_both_doors_give_the_same():
    chunker = ListedCuts((0, 3), (3, 6))
    sections = [section_of("abcdef"), section_of("ghijkl")]
    assert asyncio.run(chunker.chunk(sections)) == chunker.chunk_sections(sections)


def test_a_text_is_chunked_without_a_section_of_ones_own():
    chunker = ListedCuts((0, 3), (3, 6))
    [first, second] = chunker.chunk_text("abcdef", "a.txt")
    assert [first, second] == chunker.chunk_sections([section_of("abcdef")])
    assert (first.source, chunker.chunk_text("abcdef")[0].source) == ("a.txt", "")


def test_a_blank_text_has_no_chunks():
    assert ListedCuts().chunk_text(" \n") == []


def test_a_chunker_that_is_only_async_has_the_other_doors_too():
    class OnlyAsync(ChunkerBase):
        chunker_type = "only_async"

        async def chunk(self, sections: Sequence[Section]) -> list[Chunk]:
            return await ListedCuts((0, 3), (3, 6)).chunk(sections)

    assert [chunk.text for chunk in OnlyAsync().chunk_text("abcdef")] == ["abc", "def"]


def test_the_doors_for_code_that_is_not_async_open_inside_a_running_loop_too():
    class Prepared(ListedCuts):
        async def prepare(self, sections: Sequence[TextSection]) -> list[None]:
            await asyncio.sleep(0)
            return [None] * len(sections)

    async def in_a_notebook() -> list[Chunk]:
        return Prepared((0, 3), (3, 6)).chunk_text("abcdef")

    assert [chunk.text for chunk in asyncio.run(in_a_notebook())] == ["abc", "def"]


@pytest.mark.parametrize("text", ["abcdef", ["abc", "def"]])
def test_a_text_in_place_of_sections_is_told_where_to_go(text):
    with pytest.raises(TypeError, match=r"chunk_text\(text\) takes a text"):
        ListedCuts((0, 3)).chunk_sections(text)


def test_what_prepare_returns_reaches_the_section_it_is_for():
    class Prepared(TextChunker):
        chunker_type = "prepared"
        calls = 0

        async def prepare(self, sections: Sequence[TextSection]) -> list[int]:
            type(self).calls += 1
            return [len(section.text) // 2 for section in sections]

        def cut(self, section: TextSection, prepared: Any = None) -> Iterator[Cut]:
            yield Cut(Span(0, prepared))
            yield Cut(Span(prepared, len(section.text)))

    sections = [section_of("abcd"), section_of("abcdef")]
    texts = [chunk.text for chunk in Prepared().chunk_sections(sections)]
    assert texts == ["ab", "cd", "abc", "def"]
    assert Prepared.calls == 1


def test_text_left_out_is_refused_as_a_defect():
    with pytest.raises(RagstoneError, match=r"listed left out 'cd' at offset 2 of section 0"):
        texts_of(ListedCuts((0, 2), (4, 6)), "abcdef")


def test_text_left_out_at_the_end_is_refused_too():
    with pytest.raises(RagstoneError, match="left out 'ef'"):
        texts_of(ListedCuts((0, 4)), "abcdef")


def test_blanks_between_cuts_may_be_left_out():
    assert texts_of(ListedCuts((0, 2), (4, 6)), "ab  ef") == ["ab", "ef"]


def test_blank_cuts_vanish_and_the_numbers_have_no_gap():
    assert texts_of(ListedCuts((0, 2), (2, 4), (4, 6)), "ab  ef") == ["ab", "ef"]


@pytest.mark.parametrize("middle", [1, 2, 3])
def test_neighbours_that_meet_in_a_cluster_meet_behind_it(middle):
    text = "xe\u0301\u0302y"
    chunks = texts_of(ListedCuts((0, middle), (middle, 5)), text)
    assert "".join(chunks) == text
    assert chunks in (["x", "e\u0301\u0302y"], ["xe\u0301\u0302", "y"])


def test_cr_lf_is_not_cut():
    assert texts_of(ListedCuts((0, 2), (2, 4)), "a\r\nb") == ["a\r\n", "b"]


def test_an_overlap_inside_a_cluster_starts_behind_it():
    text = "ab" + "e\u0301" + "cd"
    assert texts_of(ListedCuts((0, 5), (3, 6)), text) == ["abe\u0301c", "cd"]


def test_a_start_that_does_not_grow_loses_its_overlap():
    assert texts_of(ListedCuts((0, 3), (0, 6)), "abcdef") == ["abc", "def"]


def test_a_cut_beyond_the_text_is_refused():
    with pytest.raises(IndexError, match="from 0 to 9"):
        texts_of(ListedCuts((0, 9)), "abc")


def test_hard_limits_cut_again_at_blanks_and_say_so():
    chunker = ListedCuts((0, 15), max_characters=8)
    chunks = chunker.chunk_sections([section_of("aaa bbb ccc ddd")])
    assert [chunk.text for chunk in chunks] == ["aaa bbb ", "ccc ddd"]
    assert chunks[0].boundaries[1].reason is BoundaryReason.HARD
    assert "hard limit" in chunks[0].boundaries[1].detail


def test_a_cut_that_overlaps_pieces_of_the_one_before_starts_behind_them():
    chunker = ListedCuts((0, 20), (8, 30), max_characters=6)
    sections = [section_of("x" * 30)]
    chunks = chunker.chunk_sections(sections)
    assert verify(sections, chunks) == []
    assert "".join(chunk.text for chunk in chunks) == "x" * 30


def test_a_limit_smaller_than_a_cluster_is_refused_with_place_and_length():
    chunker = ListedCuts((0, 10), max_characters=3)
    with pytest.raises(ParameterError, match=r"max_characters=3 is too small.*offset 3 has 7"):
        chunker.chunk_sections([section_of("Go 👨‍👩‍👧‍👦")])


def test_boundaries_tell_reasons_and_overlap_on_both_sides():
    class Overlapping(ListedCuts):
        @property
        def overlap_asked(self) -> int:
            return 3

    cuts = (Cut(Span(0, 4), BoundaryReason.LINE, detail="why"), Cut(Span(2, 6)))
    first, second = Overlapping(*cuts).chunk_sections([section_of("abcdef")])
    assert first.boundaries[0].reason is BoundaryReason.DOCUMENT_START
    assert first.boundaries[1] == second.boundaries[0]
    joint = first.boundaries[1]
    assert (joint.reason, joint.overlap_asked, joint.overlap_given, joint.detail) == (
        BoundaryReason.LINE,
        3,
        2,
        "why",
    )
    assert second.boundaries[1].reason is BoundaryReason.DOCUMENT_END


def test_every_field_of_a_chunk_is_as_validation_would_leave_it():
    chunker = ListedCuts((0, 4), (2, 7))
    path = ("One",)
    part = Part(0, 7, "e", ElementType.NARRATIVE_TEXT, heading_path=path)
    chunks = chunker.chunk_sections([section_of("abcd ef", parts=(part,), metadata={"page": 1})])
    for chunk in chunks:
        assert list(chunk.__dict__) == list(Chunk.model_fields)
        assert Chunk.model_validate(chunk.model_dump()) == chunk
        assert Chunk.model_validate_json(chunk.model_dump_json()) == chunk
        assert chunk.key == content_id(content_id(chunk.content.id, *path), "1")
    assert chunks[0].model_copy(deep=True) == chunks[0]


def test_the_metadata_of_one_chunk_is_not_that_of_another():
    one, other = ListedCuts((0, 1), (1, 2)).chunk_sections([section_of("ab", metadata={"a": 1})])
    one.metadata["a"] = 2
    assert other.metadata == {"a": 1}


def test_memory_grows_with_the_chunks_and_not_with_what_was_looked_at():
    text = "A line of words. " * 60_000
    chunker = ListedCuts(*((at, at + 1000) for at in range(0, len(text), 1000)))
    sections = [section_of(text)]
    tracemalloc.start()
    chunks = chunker.chunk_sections(sections)
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(chunks) == 1020
    assert peak - kept < len(text) / 4


def test_sections_inside_a_document_end_by_section():
    chunks = ListedCuts((0, 2)).chunk_sections([section_of("ab"), section_of("cd")])
    assert chunks[0].boundaries[1].reason is BoundaryReason.SECTION
    assert chunks[1].boundaries[0].reason is BoundaryReason.SECTION


def test_a_child_names_the_piece_of_its_parent_in_which_it_starts():
    cuts = (
        Cut(Span(0, 8), level=0),
        Cut(Span(0, 4), level=1, parent=0),
        Cut(Span(4, 8), level=1, parent=0),
    )
    chunks = ListedCuts(*cuts, max_characters=4).chunk_sections([section_of("abcdefgh")])
    assert [(c.text, c.level, c.parent_index) for c in chunks] == [
        ("abcd", 0, None),
        ("efgh", 0, None),
        ("abcd", 1, 0),
        ("efgh", 1, 1),
    ]


def test_the_heading_path_is_that_of_the_element_where_the_chunk_starts():
    text = "One\nbody\nTwo\nmore"
    parts = (
        Part(0, 3, "1", ElementType.TITLE, heading_path=("One",)),
        Part(4, 8, "2", ElementType.NARRATIVE_TEXT, heading_path=("One",)),
        Part(9, 12, "3", ElementType.TITLE, heading_path=("Two",)),
        Part(13, 17, "4", ElementType.NARRATIVE_TEXT, heading_path=("Two",)),
    )
    chunker = ListedCuts((0, 3), (4, 8), (8, 17))
    chunks = chunker.chunk_sections([section_of(text, parts=parts)])
    assert [chunk.heading_path for chunk in chunks] == [("One",), ("One",), ("Two",)]


def test_a_chunk_that_starts_with_a_title_and_its_subtitle_stands_under_both():
    parts = (
        Part(0, 1, "1", ElementType.TITLE, heading_path=("T",)),
        Part(2, 3, "2", ElementType.TITLE, heading_path=("T", "A")),
        Part(4, 5, "3", ElementType.NARRATIVE_TEXT, heading_path=("T", "A")),
        Part(6, 7, "4", ElementType.TITLE, heading_path=("T", "B")),
        Part(8, 9, "5", ElementType.TITLE, heading_path=("T", "C")),
    )
    chunks = ListedCuts((0, 5), (5, 9)).chunk_sections([section_of("T A a B C", parts=parts)])
    assert [chunk.heading_path for chunk in chunks] == [("T", "A"), ("T", "B")]


def test_equal_chunks_have_keys_of_their_own_that_later_text_does_not_change():
    chunker = ListedCuts((0, 2), (2, 4))
    keys = [chunk.key for chunk in chunker.chunk_sections([section_of("abab")])]
    assert keys[0] != keys[1]
    longer = ListedCuts((0, 2), (2, 4), (4, 6)).chunk_sections([section_of("ababxy")])
    assert [chunk.key for chunk in longer[:2]] == keys


def test_a_chunk_names_its_section_by_the_sections_own_number():
    chunks = ListedCuts((0, 1)).chunk_sections([section_of("a", index=4), section_of("b", index=7)])
    assert [chunk.section_index for chunk in chunks] == [4, 7]


def test_sections_without_numbers_are_counted():
    chunks = ListedCuts((0, 1)).chunk_sections([section_of("a"), section_of("b")])
    assert [chunk.section_index for chunk in chunks] == [0, 1]


def test_parameters_of_another_chunker_are_a_type_error():
    class Other(ListedCuts):
        class Parameters(TextChunker.Parameters):
            pass

    with pytest.raises(TypeError, match="Other takes Other"):
        TextChunker.__init__(Other(), ListedCuts((0, 1)).parameters)


def test_a_tokenizer_that_is_not_known_is_refused():
    with pytest.raises(ValueError, match="no tokenizer called gpt9"):
        TextChunker.Parameters(tokenizer="gpt9")


def test_the_context_begins_with_a_line_of_the_headings_above():
    parts = (Part(0, 7, "1", ElementType.TABLE, heading_path=("Tides", "Heights")),)
    cuts = Cut(Span(0, 3)), Cut(Span(3, 7), context="town | height")
    chunks = ListedCuts(*cuts).chunk_sections([section_of("a b\nc d", parts=parts)])
    assert [chunk.context for chunk in chunks] == [
        "Tides › Heights",
        "Tides › Heights\ntown | height",
    ]


def test_the_context_of_data_is_the_line_of_its_headings():
    block = DataBlock(source=Base64Source(data="AAAA", media_type="image/png"))
    parts = (Part(0, 0, "1", ElementType.IMAGE, heading_path=("Gauges",)),)
    [chunk] = ListedCuts().chunk_sections([Section(content=block, source="a.md", parts=parts)])
    assert chunk.context == "Gauges"
