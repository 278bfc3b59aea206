import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.errors import ParameterError
from ragstone.model.block import TextBlock
from ragstone.model.section import Section


def chunks_of(text: str, **parameters: object):
    section = Section(content=TextBlock(text=text), source="a.txt")
    return CHUNKERS.create("approx_token", **parameters).chunk_sections([section])


def test_windows_of_ascii_start_a_step_apart():
    chunks = chunks_of("x" * 200, chunk_size=10, overlap=2)
    assert [chunk.span.start for chunk in chunks] == [0, 32, 64, 96, 128, 160]
    assert [len(chunk.text) for chunk in chunks] == [40] * 6


def test_a_text_that_fits_stays_whole():
    (chunk,) = chunks_of("x" * 43, chunk_size=10, overlap=2)
    assert len(chunk.text) == 43


def test_windows_count_bytes_and_end_between_characters():
    chunks = chunks_of("潮" * 40, chunk_size=10, overlap=2)
    assert [chunk.span for chunk in chunks][:2] == [(0, 13), (11, 24)]


def test_overlap_is_told_in_tokens():
    chunks = chunks_of("x" * 200, chunk_size=10, overlap=2)
    assert chunks[1].boundaries[0].overlap_asked == 2
    assert chunks[1].boundaries[0].overlap_given == 2


def test_a_cluster_larger_than_a_window_is_a_window():
    family = "👨‍👩‍👧‍👦"
    chunks = chunks_of(family * 4, chunk_size=2, overlap=1)
    assert [chunk.text for chunk in chunks] == [family] * 4


def test_an_overlap_as_large_as_the_window_is_refused():
    with pytest.raises(ParameterError, match="overlap"):
        CHUNKERS.create("approx_token", chunk_size=5, overlap=5)
