import asyncio

import numpy as np
import pytest

from ragstone.chunkers.breakpoints import distances as module
from ragstone.chunkers.breakpoints.distances import distances, find_units, lists_as_blocks, readings
from ragstone.chunkers.packing import HardLimits
from ragstone.errors import EmbedderError
from ragstone.model.element import ElementType
from ragstone.model.section import Part


class Letters:
    """Vectors that count a, b and c; notes what was asked of it."""

    def __init__(self):
        self.asked = []

    async def embed(self, texts):
        self.asked.append(list(texts))
        return np.array([[t.count(letter) for letter in "abc"] for t in texts], np.float32)


def laid_out(*blocks):
    """(text, parts) of (type, text) blocks with a blank line between."""
    text, parts = "", []
    for kind, body in blocks:
        parts.append(Part(len(text), len(text) + len(body), str(len(parts)), kind))
        text += body + "\n\n"
    return text.rstrip(), tuple(parts)


def units_of(text, parts=(), limits=HardLimits()):  # noqa: B008 - frozen
    units = find_units(text, lists_as_blocks(text, parts, limits), limits)
    return [text[unit.span.start : unit.span.end] for unit in units]


def readings_of(text, parts=(), buffer_size=1):
    return [*readings(text, find_units(text, parts, HardLimits()), buffer_size)]


def measured(texts, embedder=None):
    return asyncio.run(distances(texts, embedder or Letters())).tolist()


def test_sentences_are_units_in_english_and_chinese():
    assert units_of("Dr. Lee left. 她走了。我没走。") == ["Dr. Lee left.", "她走了。", "我没走。"]


def test_what_has_no_letter_goes_with_the_sentence_before_it():
    assert units_of("他来了。\\[3]****\n\n她走了。") == ["他来了。\\[3]****", "她走了。"]


def test_a_list_that_fits_is_one_unit_together_with_its_heading():
    text, parts = laid_out(
        (ElementType.NARRATIVE_TEXT, "Before it."),
        (ElementType.TITLE, "Contents"),
        (ElementType.LIST_ITEM, "1. Tides."),
        (ElementType.LIST_ITEM, "2. Bread."),
        (ElementType.NARRATIVE_TEXT, "After it."),
    )
    contents = "Contents\n\n1. Tides.\n\n2. Bread."
    assert units_of(text, parts) == ["Before it.", contents, "After it."]


def test_a_list_too_long_for_a_chunk_is_as_many_units_as_it_has_items():
    text, parts = laid_out(*[(ElementType.LIST_ITEM, f"- item {n} of it") for n in range(5)])
    assert len(units_of(text, parts, HardLimits(max_characters=40))) == 5


def test_code_and_tables_are_one_unit():
    text, parts = laid_out(
        (ElementType.CODE_SNIPPET, "a = 1. \n\nb = 2. \nprint(a)"),
        (ElementType.TABLE, "a. | b.\nc. | d."),
    )
    assert units_of(text, parts) == ["a = 1. \n\nb = 2. \nprint(a)", "a. | b.\nc. | d."]


def test_a_sentence_is_read_with_its_neighbours_verbatim():
    text = "One is.  Two is.\n\nThree is. Four is."
    assert readings_of(text, buffer_size=0) == ["One is.", "Two is.", "Three is.", "Four is."]
    assert readings_of(text)[1] == "One is.  Two is.\n\nThree is."
    assert readings_of(text, buffer_size=9) == [text] * 4


def test_nothing_is_read_together_across_a_heading():
    text, parts = laid_out(
        (ElementType.NARRATIVE_TEXT, "One is. Two is."),
        (ElementType.TITLE, "Title"),
        (ElementType.NARRATIVE_TEXT, "Three is. Four is."),
    )
    before, after = "One is. Two is.", "Title\n\nThree is. Four is."
    assert readings_of(text, parts, buffer_size=3) == [before, before, after, after]


def test_of_an_endless_sentence_only_so_much_is_read():
    text = "A " * 5000 + "end. Next one. " + "B " * 5000 + "end."
    first, middle, last = readings_of(text)
    assert max(map(len, (first, middle, last))) <= 3 * 2000
    assert (first[:6], first[-9:]) == ("A A A ", "Next one.")
    assert (middle[-6:], "A end. Next one. B" in middle) == (" B B B", True)
    assert last.startswith("Next one. B B")


def test_the_distance_is_one_minus_the_cosine_of_neighbours():
    assert measured(["a", "aa", "b", "ab"]) == [0.0, 1.0, pytest.approx(1 - 0.5**0.5, abs=1e-6)]


def test_a_text_alone_has_no_distance_and_neither_has_none():
    assert measured(["a"]) == []
    assert measured([]) == []


def test_a_vector_of_zeros_is_far_from_everything():
    assert measured(["x", "a"]) == [1.0]


def test_equal_texts_are_embedded_once_and_their_distance_is_exactly_0():
    embedder = Letters()
    assert measured(["aab", "aab", "c", "aab"], embedder) == [0.0, 1.0, 1.0]
    assert embedder.asked == [["aab", "c"]]


def test_blocks_join_without_a_seam(monkeypatch):
    texts = ["a", "ab", "b", "bc", "c", "abc", "a"]
    whole = measured(texts)
    for size in range(1, 8):
        monkeypatch.setattr(module, "_BLOCK", size)
        assert measured(texts) == whole


@pytest.mark.parametrize(
    "answer",
    [None, [], [[1.0]], [1.0, 2.0], [[1.0], [float("nan")]], [["a"], ["b"]], [[], []]],
    ids=["none", "empty", "one row", "flat", "not finite", "text", "no numbers"],
)
def test_an_answer_that_cannot_be_compared_is_the_embedders_error(answer):
    class Faulty:
        async def embed(self, texts):
            return answer

    with pytest.raises(EmbedderError, match="the embedder gave"):
        asyncio.run(distances(["a", "b"], Faulty()))
