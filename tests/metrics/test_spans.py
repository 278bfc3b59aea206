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


@given(SPANS, SPANS)
@settings(deadline=None)
def test_precision_and_iou_are_those_of_sets(gold: list[Span], found: list[Span]) -> None:
    a, b = _characters(gold), _characters(found)
    assert precision(gold, found) == (len(a & b) / len(b) if b else 0.0)
    assert iou(gold, found) == (len(a & b) / len(a | b) if a | b else 1.0)


@given(SPANS, SPANS)
@settings(deadline=None)
def test_precision_omega_counts_the_chunks_with_gold_whole(
    gold: list[Span], chunks: list[Span]
) -> None:
    wanted = _characters(gold)
    touched = [chunk for chunk in chunks if wanted & _characters([chunk])]
    assert precision_omega(gold, chunks) == precision(gold, touched)
    assert precision_omega(gold, chunks) >= precision(gold, chunks)
