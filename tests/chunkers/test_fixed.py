import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.verify import verify
from ragstone.errors import ParameterError
from ragstone.model.block import TextBlock
from ragstone.model.chunk import BoundaryReason
from ragstone.model.section import Section
from ragstone.text.tokens import token_counter


def chunks_of(text, **parameters):
    section = Section(content=TextBlock(text=text), source="a.txt")
    chunks = CHUNKERS.create("fixed", **parameters).chunk_sections([section])
    assert verify([section], chunks) == []
    return chunks


def test_windows_are_as_long_as_asked_to_the_character():
    chunks = chunks_of("x" * 95, chunk_size=30, chunk_overlap=10)
    assert [tuple(chunk.span) for chunk in chunks] == [
        (0, 30),
        (20, 50),
        (40, 70),
        (60, 90),
        (80, 95),
    ]
    assert chunks[0].boundaries[1].reason is BoundaryReason.WINDOW
    assert chunks[1].boundaries[0].overlap_given == 10


def test_bytes_are_never_more_than_asked():
    chunks = chunks_of("潮汐表" * 50, unit="bytes", chunk_size=100, chunk_overlap=10)
    assert {len(chunk.text.encode()) for chunk in chunks[:-1]} == {99}
    assert {chunk.boundaries[0].overlap_given for chunk in chunks[1:]} == {9}


def test_tokens_are_those_of_the_tokenizer():
    chunks = chunks_of("tide " * 100, unit="tokens", chunk_size=10, tokenizer="o200k")
    assert {token_counter("o200k")(chunk.text) for chunk in chunks[:-1]} == {10}


def test_a_flag_is_not_cut_in_two():
    chunks = chunks_of("x" + "🇩🇪" * 40, chunk_size=10)
    assert [len(chunk.text) for chunk in chunks[:2]] == [9, 10]


def test_a_window_ends_behind_the_best_separator_of_its_second_half():
    text = "one two. three four five six"
    chunks = chunks_of(text, chunk_size=14, separators=[". ", " "])
    assert [chunk.text for chunk in chunks] == ["one two. ", "three four ", "five six"]
    boundary = chunks[0].boundaries[1]
    assert (boundary.reason, boundary.detail) == (BoundaryReason.SEPARATOR, 'separator ". "')


def test_without_a_separator_near_its_end_a_window_is_full():
    chunks = chunks_of("a b" + "x" * 40, chunk_size=20, separators=[" "])
    assert len(chunks[0].text) == 20


def test_a_separator_in_the_overlap_is_no_end():
    chunks = chunks_of("aaaaaa " + "b" * 40, chunk_size=12, chunk_overlap=11, separators=[" "])
    ends = [chunk.span.end for chunk in chunks]
    assert ends == sorted(set(ends))


@pytest.mark.parametrize(
    ("parameters", "word"),
    [
        ({"chunk_size": 5, "chunk_overlap": 5}, "overlap"),
        ({"chunk_size": 0}, "chunk_size"),
        ({"unit": "words"}, "unit"),
        ({"separators": [""]}, "separators"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(parameters, word):
    with pytest.raises(ParameterError, match=word):
        CHUNKERS.create("fixed", **parameters)
