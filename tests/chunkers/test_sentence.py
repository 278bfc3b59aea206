from functools import partial

import pytest

from chunkers import chunked
from chunkers.chunked import reasons, texts
from ragstone.chunkers.catalog import CHUNKERS
from ragstone.errors import ParameterError
from ragstone.model.chunk import BoundaryReason
from ragstone.text.tokens import token_counter

chunks_of = partial(chunked.chunks_of, "sentence")


def test_whole_sentences_are_packed_up_to_the_limit():
    chunks = chunks_of("One is here. Two is here. Three is here.", max_characters=26)
    assert texts(chunks) == ["One is here. Two is here.", "Three is here."]
    assert reasons(chunks)[0] is BoundaryReason.SENTENCE


def test_the_default_limit_is_600_characters():
    sizes = [len(text) for text in texts(chunks_of("A sentence of some words. " * 100))]
    assert max(sizes) <= 600
    assert max(sizes) > 500


def test_chinese_sentences_need_no_blank_and_keep_their_quotes():
    chunks = chunks_of("他说：“好。”她问：“真的？”我不知道……也许。", max_characters=10)
    assert texts(chunks) == ["他说：“好。”", "她问：“真的？”", "我不知道……也许。"]


def test_an_abbreviation_ends_no_chunk():
    text = "Dr. Smith and Mrs. Jones met at 9 a.m. in the U.S. office. Mr. Brown came late. " * 5
    for chunk in chunks_of(text, max_characters=70)[:-1]:
        assert chunk.text.endswith(("office.", "late."))


def test_a_paragraph_that_does_not_fit_whole_starts_the_next_chunk():
    paragraph = "It speaks of one thing only. It has two sentences."
    chunks = chunks_of("\n\n".join([paragraph] * 4), max_characters=120)
    assert texts(chunks) == [f"{paragraph}\n\n{paragraph}"] * 2
    assert reasons(chunks)[0] is BoundaryReason.PARAGRAPH


def test_a_nearly_empty_chunk_takes_sentences_of_the_next_paragraph():
    text = "Short.\n\n" + "One sentence of the long paragraph. " * 6
    (first, *_) = chunks_of(text, max_characters=100)
    assert first.text.startswith("Short.\n\nOne sentence")


def test_a_heading_starts_a_new_chunk():
    text = "# One\n\n" + "Words of the first. " * 4 + "\n\n# Two\n\nWords of the second."
    chunks = chunks_of(text, parts=True, max_characters=300)
    assert texts(chunks)[1] == "# Two\n\nWords of the second."
    assert reasons(chunks)[0] is BoundaryReason.HEADING
    assert [chunk.heading_path for chunk in chunks] == [("One",), ("Two",)]


def test_a_tiny_chunk_takes_the_next_heading_in():
    chunks = chunks_of("# One\n\nTiny.\n\n# Two\n\nWords.", parts=True, max_characters=300)
    assert len(chunks) == 1


def test_a_heading_that_nothing_follows_stays_with_the_text_before():
    text = "Words before it. " * 9 + "\n\n# Last"
    assert len(chunks_of(text, parts=True, max_characters=300)) == 1


def test_a_heading_never_ends_a_chunk():
    body = "A sentence about tides. " * 3
    text = "".join(f"## Heading {n}\n\n### Below it {n}\n\n{body}\n\n" for n in range(12))
    for size in range(60, 200, 7):
        for chunk in chunks_of(text, parts=True, max_characters=size):
            assert "#" not in chunk.text.splitlines()[-1]


def test_a_fence_that_fits_is_not_cut():
    fence = "```sh\nmake clean\n\nmake all\n\nmake install\n```"
    text = "Read this first. " * 9 + f"\n\n{fence}\n\n" + "Then read that. " * 9
    for size in range(len(fence), 260, 11):
        chunks = chunks_of(text, parts=True, max_characters=size)
        assert any(fence in chunk.text for chunk in chunks)


def test_a_fence_that_does_not_fit_beside_its_heading_stays_whole():
    fence = "```\n" + "line of code\n" * 6 + "```"
    chunks = chunks_of(f"# Long heading\n\n{fence}", parts=True, max_characters=len(fence) + 3)
    assert texts(chunks) == ["# Long heading", fence]


def test_longer_code_is_cut_at_lines_and_keeps_its_indentation():
    fence = "```\ndef f(x):\n" + "    if x:\n        return 1. + x\n" * 9 + "```"
    chunks = chunks_of(fence, parts=True, max_characters=100)
    assert len(chunks) > 2
    lines = fence.split("\n")
    assert [line for chunk in chunks for line in chunk.text.split("\n")] == lines


def test_longer_code_is_cut_at_a_blank_line_where_one_is_near():
    fence = "```\n" + "aaaa\nbbbb\n\n" * 8 + "```"
    chunks = chunks_of(fence, parts=True, max_characters=40)
    assert all(chunk.text.endswith("bbbb") for chunk in chunks[:-1])


def test_table_rows_stay_whole():
    rows = [f"| Ship number {n} | inspected in spring. It was sound |" for n in range(20)]
    chunks = chunks_of("\n".join(rows), parts=True, max_characters=130)
    assert [row for chunk in chunks for row in chunk.text.split("\n")] == rows
    assert reasons(chunks)[0] is BoundaryReason.TABLE_ROW


def test_a_row_longer_than_the_limit_is_cut_inside():
    chunks = chunks_of("| a |\n| " + "word " * 30 + "|\n| b |", parts=True, max_characters=50)
    assert max(len(chunk.text) for chunk in chunks) <= 50


def test_verse_without_punctuation_is_cut_at_lines_and_says_so():
    chunks = chunks_of("\n".join(["a line of verse that flows"] * 9), max_characters=60)
    assert all(reason is BoundaryReason.LINE for reason in reasons(chunks)[:-1])
    assert "no sentence ends" in chunks[0].boundaries[1].detail


def test_a_sentence_too_long_is_cut_at_a_clause_then_a_word_then_a_cluster():
    clause = chunks_of("one two three, " + "four " * 9, max_characters=20)
    word = chunks_of("word " * 20, max_characters=22)
    letters = chunks_of("x" * 50, max_characters=20)
    assert clause[0].text == "one two three,"
    assert (word[0].text, reasons(word)[0]) == ("word word word word", BoundaryReason.WORD)
    assert (letters[0].text, reasons(letters)[0]) == ("x" * 20, BoundaryReason.GRAPHEME)


def test_list_items_in_plain_text_are_units():
    chunks = chunks_of("- first thing\n- second thing\n- third thing", max_characters=30)
    assert texts(chunks) == ["- first thing\n- second thing", "- third thing"]


def test_overlap_is_whole_sentences_of_at_most_the_asked():
    text = "One is here. Two is here. Three is here. Four is here. Five is here."
    chunks = chunks_of(text, max_characters=42, chunk_overlap=20)
    assert texts(chunks)[:2] == [
        "One is here. Two is here. Three is here.",
        "Three is here. Four is here. Five is here."[:42],
    ]
    assert chunks[1].boundaries[0].overlap_given == len("Three is here.")


def test_a_boundary_says_why_no_overlap_was_given():
    chunks = chunks_of("A sentence of some words. " * 6, max_characters=60, chunk_overlap=10)
    boundary = chunks[0].boundaries[1]
    assert (boundary.overlap_asked, boundary.overlap_given) == (10, 0)
    assert "no whole unit of at most 10" in boundary.detail


def test_overlap_does_not_cross_a_heading():
    text = "# One\n\n" + "Words here. " * 9 + "\n\n# Two\n\nMore."
    chunks = chunks_of(text, parts=True, max_characters=150, chunk_overlap=30)
    assert chunks[-1].text.startswith("# Two")
    assert chunks[-1].boundaries[0].detail == "no overlap across a heading"


def test_overlap_without_sentences_is_given_in_words_or_characters():
    words = chunks_of("word " * 40, max_characters=50, chunk_overlap=12)
    letters = chunks_of("x" * 100, max_characters=50, chunk_overlap=12)
    assert words[1].boundaries[0].overlap_given == len("word word")
    assert letters[1].boundaries[0].overlap_given == 12


@pytest.mark.parametrize("size", [16, 40])
def test_a_limit_in_tokens_replaces_the_default_in_characters(size):
    count = token_counter("cl100k")
    chunks = chunks_of("The tide tables were wrong again today. " * 50, max_tokens=size)
    assert max(count(chunk.text) for chunk in chunks) <= size
    chunks = chunks_of("word " * 3000, max_tokens=1000)
    assert len(chunks[0].text) > 600


def test_a_limit_in_bytes_holds_for_chinese():
    chunks = chunks_of("检索增强生成是一种技术。" * 30, max_bytes=120)
    assert {len(chunk.text.encode()) for chunk in chunks[:-1]} == {108}


@pytest.mark.parametrize(
    ("parameters", "word"),
    [
        ({"max_characters": 40, "chunk_overlap": 90}, "overlap"),
        ({"max_tokens": 10, "chunk_overlap": 10}, "overlap"),
        ({"chunk_overlap": -10}, "overlap"),
        ({"max_characters": 0}, "max_characters"),
        ({"max_characters": None}, "needed"),
        ({"tokenizer": "gpt9", "max_tokens": 9}, "gpt9"),
        ({"chunk_size": 9}, "chunk_size"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(parameters, word):
    with pytest.raises(ParameterError, match=word):
        CHUNKERS.create("sentence", **parameters)


def test_pinned_parameters_make_the_same_chunker_again():
    chunker = CHUNKERS.create("sentence", max_tokens=50)
    again = CHUNKERS.create("sentence", **chunker.parameters.model_dump())
    assert again.parameters == chunker.parameters
