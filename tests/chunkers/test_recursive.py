import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.errors import ParameterError
from ragstone.model.block import TextBlock
from ragstone.model.chunk import BoundaryReason
from ragstone.model.section import Section

SAMPLE = (
    "012345678901234567890,12345\n\n012345,6789\n\n0123456,789\n\n"
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ\n\n01234567"
)


def chunks_of(text: str, **parameters: object):
    section = Section(content=TextBlock(text=text), source="a.txt")
    return CHUNKERS.create("recursive", **parameters).chunk_sections([section])


def test_the_sample_gives_the_seven_strings_of_the_article():
    chunks = chunks_of(
        SAMPLE, separators=["\n\n", "\n", "。", "，", " ", ""], chunk_size=20, chunk_overlap=3
    )
    assert [chunk.text for chunk in chunks] == [
        "01234567890123456789",
        "7890,12345",
        "012345,6789",
        "0123456,789",
        "ABCDEFGHIJKLMNOPQRS",
        "QRSTUVWXYZ",
        "01234567",
    ]


def test_overlap_is_given_among_characters_and_not_across_paragraphs():
    chunks = chunks_of(SAMPLE, chunk_size=20, chunk_overlap=3)
    given = [chunk.boundaries[0].overlap_given for chunk in chunks]
    assert given == [0, 3, 0, 0, 0, 3, 0]
    assert "split again" in chunks[2].boundaries[0].detail


def test_the_reason_tells_separators_from_characters():
    chunks = chunks_of("a" * 12 + " bbb", chunk_size=10, chunk_overlap=0)
    reasons = [chunk.boundaries[1].reason for chunk in chunks[:-1]]
    assert reasons == [BoundaryReason.GRAPHEME, BoundaryReason.SEPARATOR]


def test_the_end_of_a_piece_that_was_split_again_tells_the_separator_that_ends_it():
    chunks = chunks_of("a" * 12 + "\n\nbbb", chunk_size=10, chunk_overlap=3)
    boundary = chunks[1].boundaries[1]
    assert boundary.reason is BoundaryReason.SEPARATOR
    assert boundary.detail.startswith('separator "\\n\\n"; no overlap between merged pieces')


def test_what_follows_a_long_first_piece_is_told_by_its_own_size():
    text = "\n\nlong paragraph\n\nshort\n\nnext 1"
    chunks = chunks_of(text, separators=["\n\n"], chunk_size=12, chunk_overlap=3)
    assert "the last has 7 characters where chunk_overlap is 3" in chunks[1].boundaries[1].detail


def test_without_an_empty_separator_a_long_piece_stays_whole():
    (chunk,) = chunks_of("a" * 50, separators=[" "], chunk_size=10, chunk_overlap=0)
    assert len(chunk.text) == 50


def test_a_family_emoji_is_one_piece():
    family = "👨‍👩‍👧‍👦"
    chunks = chunks_of(family * 3, chunk_size=8, chunk_overlap=0)
    assert [chunk.text for chunk in chunks] == [family] * 3


def test_an_empty_list_of_separators_is_refused():
    with pytest.raises(ParameterError, match="separators"):
        CHUNKERS.create("recursive", separators=[])


def test_sizes_in_tokens_are_summed_over_the_pieces():
    chunks = chunks_of("one two three four five six", unit="tokens", chunk_size=4, chunk_overlap=1)
    assert [chunk.text for chunk in chunks] == [
        "one two three four",
        "four five six",
    ]
    assert chunks[0].boundaries[1].overlap_given == 1


def test_sizes_in_bytes_count_utf_8():
    chunks = chunks_of("潮汐表港口", unit="bytes", chunk_size=7, chunk_overlap=0)
    assert [chunk.text for chunk in chunks] == ["潮汐", "表港", "口"]
