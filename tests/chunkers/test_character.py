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
    return CHUNKERS.create("character", **parameters).chunk_sections([section])


@pytest.mark.parametrize("end", ["", "\n"])
def test_the_sample_gives_the_five_paragraphs_of_the_article(end):
    chunks = chunks_of(SAMPLE + end, chunk_size=20, chunk_overlap=3)
    assert [len(chunk.text) for chunk in chunks] == [27, 11, 11, 26, 8]


def test_a_boundary_says_why_no_overlap_was_given():
    chunks = chunks_of(SAMPLE, chunk_size=20, chunk_overlap=3)
    boundary = chunks[1].boundaries[1]
    assert (boundary.overlap_asked, boundary.overlap_given) == (3, 0)
    assert "only whole pieces are repeated, and the last has 11 characters" in boundary.detail


def test_a_piece_that_would_leave_no_room_for_the_next_is_not_repeated():
    chunks = chunks_of(SAMPLE, chunk_size=20, chunk_overlap=12)
    boundary = chunks[1].boundaries[1]
    assert boundary.overlap_given == 0
    assert "11 + 2 + 11" in boundary.detail


def test_a_short_last_piece_is_repeated_whole():
    text = "aaaaaaa\n\nbbbbbb\n\ncc\n\ndddddddddd\n\neeeee"
    chunks = chunks_of(text, chunk_size=20, chunk_overlap=3)
    texts = [chunk.text for chunk in chunks]
    assert texts == ["aaaaaaa\n\nbbbbbb\n\ncc", "cc\n\ndddddddddd", "eeeee"]
    assert chunks[0].boundaries[1].overlap_given == 2
    assert chunks[0].boundaries[1].reason is BoundaryReason.SEPARATOR


def test_an_overlong_piece_stays_whole_and_says_so():
    (first, _) = chunks_of("x" * 30 + "\n\nyy", chunk_size=20, chunk_overlap=0)
    assert len(first.text) == 30
    assert "longer than chunk_size 20" in first.boundaries[1].detail


def test_a_hard_limit_cuts_the_overlong_piece():
    chunks = chunks_of("x" * 30 + "\n\nyy", chunk_size=20, chunk_overlap=0, max_characters=25)
    assert [len(chunk.text) for chunk in chunks] == [25, 5, 2]


@pytest.mark.parametrize(
    ("parameters", "word"),
    [
        ({"chunk_size": 10, "chunk_overlap": 10}, "overlap"),
        ({"chunk_size": 10, "chunk_overlap": 90}, "overlap"),
        ({"chunk_overlap": -1}, "overlap"),
        ({"chunk_size": 0}, "chunk_size"),
        ({"separator": "(", "is_separator_regex": True}, "regular expression"),
        ({"size": 3}, "size"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(parameters, word):
    with pytest.raises(ParameterError, match=word):
        CHUNKERS.create("character", **parameters)
