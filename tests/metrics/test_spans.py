"""Span measures against sets of characters, the plain definition."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.metrics.spans import recall, shared, size, union
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
