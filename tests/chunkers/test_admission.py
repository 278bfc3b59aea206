from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers.breakpoints.admission import admit
from ragstone.model.span import Span


def spans_of(lengths):
    """Units of these lengths, a blank between them."""
    spans, start = [], 0
    for length in lengths:
        spans.append(Span(start, start + length))
        start += length + 1
    return spans


def columns(spans):
    return [span.start for span in spans], [span.end for span in spans]


def sizes_of(places, spans):
    ends = [*places, len(spans) - 1]
    starts = [0, *(place + 1 for place in places)]
    return [spans[b].end - spans[a].start for a, b in zip(starts, ends, strict=True)]


@st.composite
def cases(draw):
    """(candidates in some order, spans, minimum)"""
    lengths = draw(st.lists(st.integers(1, 9), min_size=1, max_size=9))
    places = draw(st.permutations(range(len(lengths) - 1)))
    return places, spans_of(lengths), draw(st.integers(0, 24))


def test_without_a_minimum_all_are_let_in_and_sorted():
    assert admit([4, 1, 3], columns(spans_of([5] * 6)), 0) == [1, 3, 4]
    assert admit([], columns(spans_of([5])), 0) == []


def test_of_two_in_each_others_way_the_stronger_stays():
    spans = spans_of([5] * 7)
    assert admit([2, 3], columns(spans), 12) == [2]
    assert admit([3, 2], columns(spans), 12) == [3]


@settings(deadline=None, max_examples=80)
@given(case=cases())
def test_no_chunk_is_under_the_minimum_and_nothing_more_could_be_let_in(case):
    candidates, spans, minimum = case
    chosen = admit(candidates, columns(spans), minimum)
    if chosen:
        assert min(sizes_of(chosen, spans)) >= minimum
    for place in set(candidates) - set(chosen):
        assert min(sizes_of(sorted([*chosen, place]), spans)) < minimum


@settings(deadline=None, max_examples=80)
@given(case=cases(), number=st.integers(1, 10))
def test_the_number_is_met_whenever_any_choice_meets_it(case, number):
    candidates, spans, minimum = case
    possible = [
        len(places) + 1
        for count in range(min(number, len(spans)))
        for places in combinations(range(len(spans) - 1), count)
        if not places or min(sizes_of(places, spans)) >= minimum
    ]
    chosen = admit(candidates, columns(spans), minimum, number)
    assert len(chosen) + 1 == max(possible)
    assert not chosen or min(sizes_of(chosen, spans)) >= minimum


def test_a_strong_break_is_passed_over_when_it_leaves_no_room_for_the_number():
    # Three chunks of two units each are the only way; the strongest place is not among them.
    spans = spans_of([5] * 6)
    assert admit([2, 1, 3, 0, 4], columns(spans), 11, 3) == [1, 3]
    assert admit([2, 1, 3, 0, 4], columns(spans), 11, 2) == [2]


def test_many_units_take_little_time():
    spans = spans_of([5] * 50_000)
    chosen = admit(range(49_999), columns(spans), 30, 5_000)
    assert len(chosen) == 4_999
