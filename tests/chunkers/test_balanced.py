import time
from functools import partial
from typing import Any

import pytest

from chunkers import chunked
from chunkers.chunked import reasons, texts
from ragstone.chunkers.balanced import BalancedChunker
from ragstone.chunkers.catalog import CHUNKERS
from ragstone.errors import ParameterError
from ragstone.model.chunk import BoundaryReason
from ragstone.text.tokens import token_counter

chunks_of = partial(chunked.chunks_of, "balanced")
SENTENCE = "The harbour keeps its tide tables in a drawer of the old pilot house. "


def test_the_default_is_about_130_tokens_and_at_most_200():
    count = token_counter("cl100k")
    paragraphs = "\n\n".join((SENTENCE * (1 + n % 3)).strip() for n in range(80))
    sizes = [count(text) for text in texts(chunks_of(paragraphs))]
    assert max(sizes) <= 200
    assert 115 < sum(sizes) / len(sizes) < 145


def test_text_without_paragraphs_is_cut_less_often_as_each_cut_costs_more():
    count = token_counter("cl100k")
    sizes = [count(text) for text in texts(chunks_of(SENTENCE * 200))]
    assert max(sizes) <= 200
    assert 130 < sum(sizes) / len(sizes) < 1.5 * 130


def test_the_last_chunk_is_no_rest_of_a_few_words():
    for number in range(6, 24):
        sizes = [len(text) for text in texts(chunks_of(SENTENCE * number, max_characters=360))]
        assert min(sizes) * 2 > max(sizes)


def test_a_paragraph_is_not_torn_to_fill_the_chunk_before_it():
    paragraphs = [SENTENCE * 2, SENTENCE * 3, SENTENCE * 2, SENTENCE * 3]
    text = "\n\n".join(paragraph.strip() for paragraph in paragraphs)
    chunks = chunks_of(text, max_characters=300)
    assert texts(chunks) == [paragraph.strip() for paragraph in paragraphs]
    assert set(reasons(chunks)[:-1]) == {BoundaryReason.PARAGRAPH}


def test_a_cut_before_a_heading_is_preferred_to_one_between_blocks():
    block = (SENTENCE * 2).strip()
    text = f"{block}\n\n{block}\n\n# Two\n\n{block}\n\n{block}"
    chunks = chunks_of(text, parts=True, max_characters=520, chunk_size=290)
    assert chunks[1].text.startswith("# Two")
    assert reasons(chunks)[0] is BoundaryReason.HEADING


def test_a_heading_never_ends_a_chunk():
    body = "A sentence about tides. " * 3
    text = "".join(f"## Heading {n}\n\n### Below it {n}\n\n{body}\n\n" for n in range(12))
    for size in range(70, 260, 17):
        for chunk in chunks_of(text, parts=True, max_characters=size):
            assert "#" not in chunk.text.splitlines()[-1]


def test_a_fence_that_fits_is_not_cut():
    fence = "```sh\nmake clean\n\nmake all\n\nmake install\n```"
    text = "Read this first. " * 9 + f"\n\n{fence}\n\n" + "Then read that. " * 9
    for size in range(len(fence), 260, 11):
        assert any(
            fence in chunk.text for chunk in chunks_of(text, parts=True, max_characters=size)
        )


def test_a_fence_that_does_not_fit_beside_its_heading_stays_whole_and_says_why():
    fence = "```\n" + "line of code\n" * 6 + "```"
    chunks = chunks_of(f"# Long heading\n\n{fence}", parts=True, max_characters=len(fence) + 3)
    assert texts(chunks) == ["# Long heading", fence]
    assert "heading" in chunks[0].boundaries[1].detail


def test_longer_code_is_cut_at_lines_and_keeps_its_indentation():
    fence = "```\ndef f(x):\n" + "    if x:\n        return 1. + x\n" * 9 + "```"
    chunks = chunks_of(fence, parts=True, max_characters=100)
    lines = fence.split("\n")
    assert [line for chunk in chunks for line in chunk.text.split("\n")] == lines


@pytest.mark.parametrize("limit", [{"max_characters": 32}, {"max_tokens": 8}])
def test_the_indentation_of_a_first_line_counts_for_the_length(limit):
    chunks = chunks_of("            - item\n\r\n\n    return 1\n", **limit)
    assert texts(chunks) == ["            - item", "    return 1"]
    assert reasons(chunks)[0] is BoundaryReason.PARAGRAPH


def test_indentation_that_leaves_no_room_is_left_out():
    chunks = chunks_of("low\n" + " " * 32 + "high water", max_characters=32)
    assert texts(chunks) == ["low", "high water"]


def test_table_rows_stay_whole():
    rows = [f"| Ship number {n} | inspected in spring. It was sound |" for n in range(20)]
    chunks = chunks_of("\n".join(rows), parts=True, max_characters=130)
    assert [row for chunk in chunks for row in chunk.text.split("\n")] == rows
    assert reasons(chunks)[0] is BoundaryReason.TABLE_ROW


def test_a_row_too_long_is_cut_between_its_cells():
    row = " | ".join(f"cell {n} has words" for n in range(9))
    chunks = chunks_of(f"{row}\n{row}", max_characters=70)
    assert {text[-1] for text in texts(chunks)} == {"|", "s"}


def test_chinese_is_cut_at_sentences():
    chunks = chunks_of("检索增强生成是一种技术。他说：“好。”" * 40, max_tokens=60)
    assert all(chunk.text.endswith(("技术。", "”")) for chunk in chunks)


def test_a_sentence_too_long_is_cut_at_a_clause_then_a_word_then_a_cluster():
    clauses = chunks_of("one two three four, " * 9, max_characters=50)
    words = chunks_of("word " * 40, max_characters=50)
    letters = chunks_of("x" * 100, max_characters=40)
    assert all(text.endswith(",") for text in texts(clauses))
    assert set(reasons(words)[:-1]) == {BoundaryReason.WORD}
    assert "exceeds the limit" in words[0].boundaries[1].detail
    assert all(text.replace("word", "").isspace() for text in texts(words))
    assert set(reasons(letters)[:-1]) == {BoundaryReason.GRAPHEME}


def test_overlap_is_whole_sentences_of_at_most_the_asked():
    text = " ".join(f"Sentence number {n} is here." for n in range(40))
    chunks = chunks_of(text, max_characters=200, chunk_overlap=60)
    for chunk in chunks[1:]:
        assert 28 <= chunk.boundaries[0].overlap_given <= 60
        assert chunk.text.startswith("Sentence number")


def test_overlap_does_not_cross_a_heading():
    text = f"# One\n\n{SENTENCE * 4}\n\n# Two\n\n{SENTENCE * 4}"
    chunks = chunks_of(text, parts=True, max_characters=400, chunk_overlap=100)
    (second,) = [chunk for chunk in chunks if "# Two" in chunk.text]
    assert second.text.startswith("# Two")


def test_a_limit_in_characters_replaces_the_default_in_tokens():
    assert max(map(len, texts(chunks_of(SENTENCE * 90, max_characters=2000)))) > 1200


@pytest.mark.parametrize(
    ("parameters", "word"),
    [
        ({"chunk_size": 300}, "chunk_size"),
        ({"chunk_size": 0}, "chunk_size"),
        ({"chunk_overlap": 130}, "overlap"),
        ({"chunk_overlap": -1}, "overlap"),
        ({"max_tokens": None}, "needed"),
        ({"tokenizer": "gpt9"}, "gpt9"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(parameters, word):
    with pytest.raises(ParameterError, match=word):
        CHUNKERS.create("balanced", **parameters)


def test_pinned_parameters_make_the_same_chunker_again():
    chunker = CHUNKERS.create("balanced", max_bytes=500)
    assert BalancedChunker.Parameters(**chunker.parameters.model_dump()) == chunker.parameters


def test_many_tiny_sentences_take_linear_time():
    def seconds(count: int) -> float:
        started = time.process_time()
        chunks_of("a. " * count, max_characters=4000)
        return time.process_time() - started

    seconds(1000)
    assert seconds(80_000) < 8 * max(seconds(20_000), 0.02)


OVERLAPPING = (
    "High water is at six. The gates open at four. They close at half past seven. "
    "A crew that waits should anchor outside the sill."
)


def details(text: str, **options: Any) -> list[str]:
    return [chunk.boundaries[1].detail for chunk in chunks_of(text, **options)][:-1]


def test_a_boundary_without_the_overlap_asked_for_says_why():
    assert details(OVERLAPPING, max_characters=60, chunk_overlap=10, chunk_size=50) == [
        "no overlap: no whole unit of at most 10 ends there",
        "no overlap: no whole unit of at most 10 ends there",
    ]
    assert "no overlap: the next unit fills the chunk" in details(
        OVERLAPPING, max_characters=60, chunk_overlap=35, chunk_size=50
    )
    under = f"{SENTENCE}\n\n# Two\n\n{SENTENCE}"
    assert details(under, parts=True, max_characters=100, chunk_overlap=40, chunk_size=90) == [
        "no overlap across a heading"
    ]


def test_no_boundary_without_overlap_is_silent_where_one_is_asked_for():
    for overlap in (5, 20, 40, 60):
        chunks = chunks_of(OVERLAPPING * 9, max_characters=120, chunk_overlap=overlap)
        for chunk in chunks[:-1]:
            end = chunk.boundaries[1]
            assert (end.overlap_given == 0) == ("no overlap" in end.detail)


def test_without_an_overlap_asked_for_nothing_is_said():
    assert not any("overlap" in detail for detail in details(OVERLAPPING, max_characters=60))


FRAGMENTS = "a,,c1,2,3\nr/>-c\n-!c\n-<r/>,,c\n1,2,3\nr/>,,c\n1,2,3\n- c\n--><!c\n-<"


@pytest.mark.parametrize("asked", [5, 10, 20])
def test_no_more_tokens_are_repeated_than_asked_for(asked: int):
    chunks = chunks_of(FRAGMENTS * 12, max_tokens=60, chunk_overlap=asked)
    ends = [chunk.boundaries[1] for chunk in chunks[:-1]]
    assert max(end.overlap_given for end in ends) <= asked
