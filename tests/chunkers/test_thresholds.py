import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers.breakpoints.thresholds import DEFAULT_AMOUNTS, over, score

#: Distances of a text of two subjects, as an embedder gave them.
RECORDED = [0.12, 0.08, 0.31, 0.05, 0.77, 0.11, 0.02, 0.19, 0.42, 0.07]

some_distances = st.lists(st.floats(0, 2).map(lambda d: round(d, 6)), min_size=2, max_size=40)


def breakpoints(distances, rule, amount):
    return over(*score(distances, rule, amount))


@pytest.mark.parametrize(
    ("rule", "threshold"),
    [
        ("percentile", 0.6125),  # 9 · .95 = 8.55: .42 + .55 · (.77 - .42)
        ("standard_deviation", 0.214 + 3 * 0.2200545),
        ("interquartile", 0.214 + 1.5 * (0.28 - 0.0725)),
        ("interquartile_q3", 0.28 + 1.5 * (0.28 - 0.0725)),
    ],
)
def test_each_rule_has_the_threshold_that_its_formula_gives(rule, threshold):
    assert score(RECORDED, rule, DEFAULT_AMOUNTS[rule])[1] == pytest.approx(threshold, abs=1e-6)


def test_the_gradient_is_by_central_differences_and_one_sided_at_the_ends():
    scores, threshold = score([0.1, 0.2, 0.6, 0.5], "gradient", 50)
    assert scores.tolist() == pytest.approx([0.1, 0.25, 0.15, -0.1])
    assert threshold == pytest.approx(0.125)
    assert over(scores, threshold) == [1, 2]


def test_on_recorded_distances_each_rule_breaks_where_it_should():
    assert breakpoints(RECORDED, "percentile", 95) == [4]
    assert breakpoints(RECORDED, "percentile", 75) == [2, 4, 8]
    assert breakpoints(RECORDED, "standard_deviation", 3) == []
    assert breakpoints(RECORDED, "standard_deviation", 2) == [4]
    assert breakpoints(RECORDED, "interquartile", 1.5) == [4]
    assert breakpoints(RECORDED, "gradient", 95) == [3]


@settings(deadline=None, max_examples=60)
@given(distances=some_distances, amount=st.integers(0, 100))
def test_the_rules_are_those_of_langchain_experimental_on_the_same_distances(distances, amount):
    d = np.array(distances)
    slope = np.gradient(d)
    quartile_distance = np.percentile(d, 75) - np.percentile(d, 25)
    few = amount / 25
    expected = {
        ("percentile", amount): np.percentile(d, amount),
        ("standard_deviation", few): np.mean(d) + few * np.std(d),
        ("interquartile", few): np.mean(d) + few * quartile_distance,
        ("gradient", amount): np.percentile(slope, amount),
    }
    for (rule, n), threshold in expected.items():
        compared = slope if rule == "gradient" else d
        assert (
            breakpoints(distances, rule, n) == np.flatnonzero(compared > threshold + 1e-9).tolist()
        )


@settings(deadline=None, max_examples=60)
@given(distances=some_distances)
def test_a_stricter_percentile_never_breaks_more(distances):
    loose, strict = (set(breakpoints(distances, "percentile", n)) for n in (80, 95))
    assert strict <= loose


@pytest.mark.parametrize("count", [2, 3, 7, 9, 10, 100])
def test_equal_distances_break_nowhere_whatever_their_mean_is_rounded_to(count):
    for rule, amount in DEFAULT_AMOUNTS.items():
        assert breakpoints([0.3] * count, rule, amount) == []
        assert breakpoints([0.1] * count, rule, amount) == []


def test_a_single_distance_breaks_only_by_gradient():
    broken = {rule: breakpoints([0.3], rule, amount) for rule, amount in DEFAULT_AMOUNTS.items()}
    assert {rule for rule, places in broken.items() if places} == {"gradient"}


def test_no_distances_break_nowhere():
    for rule, amount in DEFAULT_AMOUNTS.items():
        assert breakpoints([], rule, amount) == []
