"""Span measures against sets of characters, the plain definition."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.metrics.spans import iou, precision, precision_omega, recall, shared, size, union
from ragstone.model.span import Span

SPANS = st.lists(
    st.tuples(st.integers(0, 40), st.integers(0, 12)).map(lambda s: Span(s[0], s[0] + s[1])),
    max_size=8,
)


def _characters(spans: list[Span]) -> set[int]:
    return {at for span in spans for at in range(span.start, span.end)}


@given(SPANS)
@settings(deadline=None)
def test_a_union_is_sorted_apart_and_the_same_characters(spans: list[Span]) -> None:
    merged = union(spans)
    assert _characters(merged) == _characters(spans)
    assert all(a.end < b.start for a, b in pairwise(merged))
    assert size(spans) == len(_characters(spans))


@given(SPANS, SPANS)
@settings(deadline=None)
def test_shared_and_recall_count_characters_once(gold: list[Span], found: list[Span]) -> None:
    both = len(_characters(gold) & _characters(found))
    assert shared(gold, found) == both
    whole = len(_characters(gold))
    assert recall(gold, found) == (both / whole if whole else 1.0)


def test_what_was_found_twice_was_read_twice() -> None:
    gold, found = [Span(0, 10)], [Span(0, 10), Span(5, 15)]
    assert recall(gold, found) == 1.0
    assert precision(gold, found) == 10 / 20
    assert iou(gold, found) == 10 / 20


def test_gold_that_was_not_found_counts_in_iou_alone() -> None:
    gold, found = [Span(0, 10), Span(40, 50)], [Span(0, 20), Span(10, 30), Span(10, 30)]
    assert recall(gold, found) == 10 / 20
    assert precision(gold, found) == 10 / 60
    assert iou(gold, found) == 10 / (60 + 10)


def test_precision_omega_counts_what_two_chunks_share_once() -> None:
    gold, chunks = [Span(0, 10)], [Span(0, 10), Span(5, 15), Span(10, 20)]
    assert precision_omega(gold, chunks) == 10 / 15


@given(SPANS, SPANS)
@settings(deadline=None)
def test_precision_and_iou_of_spans_that_share_nothing_are_those_of_sets(
    gold: list[Span], found: list[Span]
) -> None:
    found = union(found)
    a, b = _characters(gold), _characters(found)
    assert precision(gold, found) == (len(a & b) / len(b) if b else 0.0)
    assert iou(gold, found) == (len(a & b) / len(a | b) if a | b else 1.0)


@given(SPANS, SPANS)
@settings(deadline=None)
def test_precision_omega_counts_the_chunks_with_gold_whole(
    gold: list[Span], chunks: list[Span]
) -> None:
    wanted = _characters(gold)
    touched = _characters([chunk for chunk in chunks if wanted & _characters([chunk])])
    expected = len(wanted & touched) / len(touched) if touched else 0.0
    assert precision_omega(gold, chunks) == expected
