import numpy as np
import pytest

from ragstone.chunkers.breakpoints.distances import Unit
from ragstone.chunkers.breakpoints.profile import Profile, Rule
from ragstone.model.chunk import BoundaryReason
from ragstone.model.span import Span

UNITS = [Unit(Span(10 * i, 10 * i + 9), BoundaryReason.SENTENCE) for i in range(6)]
DISTANCES = np.array([0.1, 0.5, 0.1, 0.5, 0.2])


def profile(rule):
    return Profile.of(UNITS, DISTANCES, rule)


def test_breakpoints_are_where_the_scores_exceed_the_threshold():
    found = profile(Rule("percentile", 50))
    assert (found.threshold, found.breakpoints) == (0.2, (1, 3))
    assert list(found.scores) == list(found.distances) == [0.1, 0.5, 0.1, 0.5, 0.2]


def test_the_gradient_is_what_is_compared_where_the_rule_says_so():
    found = profile(Rule("gradient", 95))
    assert found.scores == pytest.approx(np.gradient(DISTANCES))
    assert found.breakpoints == (0,)
    assert found.why(0).startswith("gradient 0.400 over the threshold 0.3")


def test_a_number_of_chunks_takes_the_largest_and_of_equals_the_earlier():
    assert profile(Rule("percentile", 95, 1)).breakpoints == ()
    assert profile(Rule("percentile", 95, 2)).breakpoints == (1,)
    assert profile(Rule("percentile", 95, 4)).breakpoints == (1, 3, 4)
    assert profile(Rule("percentile", 95, 99)).breakpoints == (0, 1, 2, 3, 4)
    assert profile(Rule("percentile", 95, 2)).threshold is None


def test_each_distance_stands_at_the_end_of_the_sentence_before_it():
    assert list(profile(Rule("percentile", 95)).ends) == [9, 19, 29, 39, 49]


def test_candidates_come_the_largest_first():
    assert profile(Rule("percentile", 40)).candidates() == [1, 3, 4]
    assert profile(Rule("percentile", 95, 2)).candidates() == [1, 3, 4, 0, 2]


def test_it_says_why_the_text_breaks():
    assert profile(Rule("percentile", 50)).why(1) == (
        "distance 0.500 over the threshold 0.200 (percentile 50)"
    )
    assert profile(Rule("percentile", 95, 3)).why(1) == (
        "distance 0.500, one of the largest for 3 chunks"
    )


def test_a_section_without_sentences_has_an_empty_profile():
    found = Profile.of([], np.zeros(0), Rule("standard_deviation", 3))
    assert (list(found.distances), found.breakpoints) == ([], ())
    assert (len(found.units), len(found.ends)) == (0, 0)
