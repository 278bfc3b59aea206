from itertools import pairwise

import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.verify import verify
from ragstone.errors import ParameterError
from ragstone.model.block import TextBlock
from ragstone.model.element import ElementType
from ragstone.model.section import Part, Section
from ragstone.text.tokens import token_counter

TEXT = "\n\n".join(
    f"Paragraph {n} begins. It goes on for a while. Then it ends." for n in range(30)
)


def chunks_of(text, parts=(), **parameters):
    section = Section(content=TextBlock(text=text), source="a.txt", parts=parts)
    chunks = CHUNKERS.create("hierarchical", **parameters).chunk_sections([section, section])
    limits = CHUNKERS.create("hierarchical", **parameters).hard_limits
    assert verify([section, section], chunks, limits) == []
    return [chunk for chunk in chunks if chunk.section_index == 0]


def test_each_level_keeps_its_size_and_covers_the_text():
    chunks = chunks_of(TEXT, sizes=[600, 200, 70])
    for level, size in enumerate([600, 200, 70]):
        texts = [chunk.text for chunk in chunks if chunk.level == level]
        assert max(map(len, texts)) <= size
        assert "".join("".join(texts).split()) == "".join(TEXT.split())


@pytest.mark.parametrize(
    ("start", "end", "size"),
    [
        ("\u0301" * 40, "한국어\r\n\rdef f():\n    return 1\n...;\t\r", 94),
        ("\u200d\r\n\r", "한국어U.S. \ud83d\r\n\r\n\udc00. \u3000", 27),
    ],
    ids=["marks", "surrogates"],
)
def test_a_level_keeps_its_size_where_clusters_and_blanks_move_an_edge(start, end, size):
    text = "\n\n\r！”. 它由两部分组成：检索器，生成器；" + start + end
    chunks = chunks_of(text * 3, sizes=[2 * size, size], unit="bytes")
    assert {chunk.level for chunk in chunks} == {0, 1}


def test_children_lie_inside_the_parent_they_name_one_level_up():
    chunks = chunks_of(TEXT, sizes=[600, 200, 70])
    for chunk in chunks:
        if chunk.level == 0:
            assert chunk.parent_index is None
            continue
        parent = chunks[chunk.parent_index]
        assert parent.level == chunk.level - 1
        assert parent.span.start <= chunk.span.start < chunk.span.end <= parent.span.end


def test_a_parent_stands_directly_before_its_first_child():
    chunks = chunks_of(TEXT, sizes=[600, 200])
    for before, chunk in pairwise(chunks):
        if chunk.level and not before.level:
            assert chunk.parent_index == before.chunk_index


def test_what_fits_the_smallest_size_stands_once_on_each_level():
    chunks = chunks_of("Short.", sizes=[100, 50])
    assert [(chunk.text, chunk.level) for chunk in chunks] == [("Short.", 0), ("Short.", 1)]


def test_the_last_child_ends_for_the_reason_its_parent_ends():
    chunks = chunks_of(TEXT, sizes=[600, 200])
    parents = [chunk for chunk in chunks if chunk.level == 0]
    for parent in parents:
        last = [chunk for chunk in chunks if chunk.parent_index == parent.chunk_index][-1]
        assert last.boundaries[1].reason is parent.boundaries[1].reason


def test_elements_keep_their_meaning_on_every_level():
    table = "\n".join(f"| row {n} | some words. And more. |" for n in range(12))
    text = f"Before the table.\n\n{table}\n\nAfter it."
    parts = (
        Part(0, 17, "1", ElementType.NARRATIVE_TEXT),
        Part(19, 19 + len(table), "2", ElementType.TABLE),
        Part(21 + len(table), len(text), "3", ElementType.NARRATIVE_TEXT),
    )
    chunks = chunks_of(text, parts, sizes=[300, 90])
    lines = {line for chunk in chunks if chunk.level == 1 for line in chunk.text.split("\n")}
    assert set(table.split("\n")) <= lines


def test_sizes_may_be_tokens_and_further_limits_hold_on_every_level():
    count = token_counter("o200k")
    chunks = chunks_of(TEXT, sizes=[100, 30], unit="tokens", tokenizer="o200k", max_characters=90)
    assert max(len(chunk.text) for chunk in chunks) <= 90
    assert max(count(chunk.text) for chunk in chunks if chunk.level == 1) <= 30


@pytest.mark.parametrize("sizes", [[500], [], [200, 500], [500, 500], [500, 0]])
def test_sizes_that_make_no_sense_are_refused(sizes):
    with pytest.raises(ParameterError, match="sizes"):
        CHUNKERS.create("hierarchical", sizes=sizes)


@pytest.mark.parametrize(
    "asked",
    [
        {"sizes": [500, 100], "max_characters": 50},
        {"sizes": [500, 100], "max_characters": 100},
        {"sizes": [90, 60, 30], "unit": "bytes", "max_bytes": 60},
    ],
    ids=str,
)
def test_a_limit_that_makes_two_levels_the_same_is_refused(asked):
    with pytest.raises(ParameterError, match=r"makes the levels of .* the same"):
        CHUNKERS.create("hierarchical", **asked)


@pytest.mark.parametrize(
    "asked",
    [
        {"sizes": [500, 100], "max_characters": 101},
        {"sizes": [500, 100], "max_bytes": 50},
        {"max_characters": 50},
        {"sizes": [2000, 500], "max_characters": 50},
    ],
    ids=str,
)
def test_limits_in_another_unit_and_beside_the_default_sizes_are_allowed(asked):
    CHUNKERS.create("hierarchical", **asked)
