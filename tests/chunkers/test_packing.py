import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers.packing import (
    LINE_BREAKS,
    HardLimits,
    characters_back,
    characters_in,
    size_bytes,
    split_hard,
    trim,
)
from ragstone.errors import ParameterError
from ragstone.model.span import Span
from ragstone.text.tokens import token_counter

TEXTS = st.text(alphabet="ab é潮\n😀\ud83d", max_size=60)
MODEST = settings(deadline=None, max_examples=100)


@MODEST
@given(TEXTS, st.integers(0, 80))
def test_characters_in_bytes_are_the_most_that_fit(text, budget):
    count = characters_in(text, budget)
    assert size_bytes(text[:count]) <= budget
    assert count == len(text) or size_bytes(text[: count + 1]) > budget


@MODEST
@given(TEXTS, st.integers(0, 80))
def test_characters_back_are_the_most_that_fit_at_the_end(text, budget):
    count = characters_back(text, budget)
    assert size_bytes(text[len(text) - count :]) <= budget
    assert count == len(text) or size_bytes(text[len(text) - count - 1 :]) > budget


@pytest.mark.parametrize("unit", ["max_characters", "max_bytes", "max_tokens"])
def test_reach_is_the_farthest_end_that_fits(unit):
    limits = HardLimits(**{unit: 7}, count_tokens=token_counter("cl100k"))
    text = "tide tables 潮汐表 tide tables for all"
    end = limits.reach(text, 3, len(text))
    assert limits.fits(text, 3, end)
    assert not limits.fits(text, 3, end + 1)


def test_reach_ends_on_a_clusters_border():
    assert HardLimits(max_characters=2).reach("ae\u0301b", 0, 4) == 1


def test_all_limits_hold_together():
    limits = HardLimits(max_characters=10, max_bytes=9)
    assert limits.reach("潮" * 20, 0, 20) == 3
    assert limits.reach("x" * 20, 0, 20) == 9
    assert limits.exceeded("潮" * 4) == ("max_bytes", 9, 12)


def test_fullness_is_the_share_of_the_tightest_limit():
    assert HardLimits(max_characters=10, max_bytes=8).fullness("xxxx", 0, 4) == 0.5
    assert HardLimits().fullness("xxxx", 0, 4) == 0.0


def test_no_limit_is_false():
    assert not HardLimits()
    assert HardLimits(max_tokens=1)


def test_splitting_prefers_the_last_blank():
    pieces = list(split_hard("aaa bbb ccc", Span(0, 11), HardLimits(max_characters=6)))
    assert pieces == [Span(0, 4), Span(4, 8), Span(8, 11)]


@pytest.mark.parametrize(
    ("text", "size", "pieces"),
    [
        ("if a:\n    return 1", 12, ["if a:\n", "    return 1"]),
        ("if a:\r\n\t\treturn", 9, ["if a:\r\n", "\t\treturn"]),
        ("        tide", 10, ["        ti", "de"]),
        ("tides\n  rising", 7, ["tides\n", "  risin", "g"]),
        ("a\n        tide", 5, ["a\n", "     ", "   ", "tide"]),
    ],
    ids=["indentation", "tabs", "nothing before it", "a word too long", "wider than the limit"],
)
def test_splitting_leaves_a_lines_indentation_with_its_line(text, size, pieces):
    spans = split_hard(text, Span(0, len(text)), HardLimits(max_characters=size))
    assert [text[start:end] for start, end in spans] == pieces


def test_splitting_refuses_a_cluster_that_never_fits():
    with pytest.raises(ParameterError, match=r"max_bytes=5 .*offset 0 has 25 bytes"):
        list(split_hard("👨‍👩‍👧‍👦", Span(0, 7), HardLimits(max_bytes=5)))


@pytest.mark.parametrize(
    ("text", "span", "expected"),
    [
        ("\n\n  a\n", (0, 6), "  a"),
        ("  a  ", (0, 5), "  a"),
        ("x   a  ", (1, 7), "a"),
        ("x\n   a  ", (2, 8), "   a"),
        ("\u2028\ta\r\n", (0, 5), "\ta"),
        (" \u0301a", (0, 3), " \u0301a"),
    ],
)
def test_trimming_keeps_the_first_lines_indentation(text, span, expected):
    start, end = trim(text, *span)
    assert text[start:end] == expected


def test_trimming_a_blank_leaves_nothing():
    assert trim("a \n b", 1, 4).length == 0


@settings(deadline=None, max_examples=300)
@given(st.text(alphabet=" \n\r\t\u2028\u3000ax", max_size=30), st.data())
def test_trimming_takes_blanks_alone_and_no_indentation(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    kept = trim(text, start, end)
    assert start <= kept.start <= kept.end <= end
    piece = text[kept.start : kept.end]
    assert piece.strip() == text[start:end].strip()
    if piece:
        assert not piece[-1].isspace()
        lead = piece[: len(piece) - len(piece.lstrip())]
        opens_line = kept.start == 0 or text[kept.start - 1] in LINE_BREAKS
        assert not lead or (opens_line and LINE_BREAKS.isdisjoint(lead)) or kept.start == start


def test_a_limit_in_tokens_longer_than_words_is_filled():
    text = "The spring tide reaches seven metres at noon on the quay. " * 40
    limits = HardLimits(max_tokens=3, count_tokens=lambda piece: -(-len(piece) // 58))
    assert limits.reach(text, 0, len(text)) == 3 * 58
    assert limits.reach(text, 58, 100) == 100
    assert HardLimits(max_tokens=3, count_tokens=lambda piece: 0).reach(text, 0, 999) == 999
