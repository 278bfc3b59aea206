from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.metrics.nid import nid

WORDS = st.lists(st.text("abc é潮", min_size=1, max_size=6), min_size=1, max_size=8).map(" ".join)


def test_the_same_text_is_alike_and_another_is_not() -> None:
    assert nid("one two", "one two") == 1.0
    assert nid("aaaa", "bbbb") == 0.0


def test_another_order_costs() -> None:
    assert nid("one two", "two one") == pytest.approx(3 / 7)


def test_an_insertion_costs_one_and_a_change_two_of_both_lengths() -> None:
    assert nid("abcd", "abxcd") == pytest.approx(1 - 1 / 9)
    assert nid("abcd", "abxd") == pytest.approx(1 - 2 / 8)


def test_white_space_is_one_blank() -> None:
    assert nid("one\n\n  two\t", "one two") == 1.0


def test_how_a_table_is_written_makes_no_difference() -> None:
    pipes = "x\n\n| a | b |\n| --- | --- |\n| 1 | 2 |"
    html = "x\n<table>\n<tr><th> a </th><th>b</th></tr>\n<tr><td>1</td><td>2</td></tr>\n</table>"
    assert nid(html, pipes) == 1.0


def test_a_truth_without_text_has_no_similarity() -> None:
    assert nid(" \n", "anything") is None
    assert nid("anything", "") == 0.0


@given(WORDS, WORDS)
@settings(deadline=None, max_examples=60)
def test_similarity_is_symmetric_and_one_only_for_the_same(first: str, second: str) -> None:
    forth, back = nid(first, second), nid(second, first)
    if forth is not None and back is not None:
        assert forth == pytest.approx(back)
        assert (forth == 1.0) == (first.split() == second.split())
