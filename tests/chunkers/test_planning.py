import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers.boundaries.places import Places, Seam
from ragstone.chunkers.boundaries.planning import Planner
from ragstone.model.chunk import BoundaryReason

Units = list[tuple[float, float]]
"""The size of each unit, and the price of the place behind it."""


def fill(places: Places, units: Units) -> None:
    total = places.ends[-1]
    for number, (size, price) in enumerate(units, len(places)):
        total += size
        places.append(Seam(number, price, BoundaryReason.SENTENCE), total, total)


def cost(places: Places, plan: list[int], target: float) -> float:
    lengths = [places.size(a, b) / target for a, b in pairwise([0, *plan])]
    return sum((x - 1) ** 2 for x in lengths) + sum(places.prices[at] for at in plan)


def best_of_all(places: Places, target: float) -> float:
    """The cheapest of all plans, each of them tried."""
    last = len(places) - 1
    plans: list[list[int]] = []
    for bits in range(2 ** (last - 1)):
        plan = [*(at for at in range(1, last) if bits >> (at - 1) & 1), last]
        if all(b == a + 1 or places.size(a, b) <= 1 for a, b in pairwise([0, *plan])):
            plans.append(plan)
    return min(cost(places, plan, target) for plan in plans)


@settings(deadline=None, max_examples=60)
@given(
    units=st.lists(st.tuples(st.floats(0.04, 1.2), st.floats(0, 2)), min_size=1, max_size=9),
    target=st.floats(0.3, 1.0),
)
def test_no_plan_is_cheaper_than_the_one_chosen(units: Units, target: float):
    places = Places()
    fill(places, units)
    plan = list(Planner(places, target).finish())
    assert cost(places, plan, target) == pytest.approx(best_of_all(places, target))


def planned(units: Units, block: int, overlap: float) -> tuple[list[int], int]:
    """The plan of `units` that become known in blocks, and the most places kept at once."""
    places = Places()
    planner = Planner(places, 0.65, overlap)
    plan: list[int] = []
    most = 0
    for first in range(0, len(units), block):
        fill(places, units[first : first + block])
        plan += planner.advance(places.settled)
        most = max(most, len(places.offsets))
    return [*plan, *planner.finish()], most


def prose(count: int) -> Units:
    chance = random.Random(1)
    return [(chance.uniform(0.03, 0.5), chance.choice([0.05, 0.3, 1.0])) for _ in range(count)]


@pytest.mark.parametrize("overlap", [0.0, 0.2])
def test_what_is_told_early_is_the_plan_of_the_whole(overlap: float):
    units = prose(12_000)
    whole, _ = planned(units, len(units), overlap)
    told, most = planned(units, 300, overlap)
    assert told == whole
    assert most < 1600


def test_in_uniform_text_where_nothing_is_certain_places_are_forgotten_too():
    units = [(0.05, 1.0)] * 40_000
    plan, most = planned(units, 1000, 0.0)
    assert most < 10_000
    lengths = [(b - a) * 0.05 for a, b in pairwise([0, *plan])]
    assert max(lengths) <= 1.0
    assert min(lengths) > 0.6
    whole, _ = planned(units, len(units), 0.0)

    def per_chunk(plan: list[int]) -> float:
        return sum((0.05 * (b - a) / 0.65 - 1) ** 2 + 1.0 for a, b in pairwise([0, *plan]))

    assert per_chunk(plan) == pytest.approx(per_chunk(whole), rel=1e-3)


@pytest.mark.parametrize("block", [1, 7, 5000])
def test_every_place_told_is_the_last_or_settled_by_then(block: int):
    units = prose(5000)
    places = Places()
    planner = Planner(places, 0.65)
    for first in range(0, len(units), block):
        fill(places, units[first : first + block])
        settled = places.settled
        for place in planner.advance(settled):
            assert place < settled
    assert planner.finish()[-1] == len(places) - 1


def test_text_without_any_place_has_no_cut():
    assert list(Planner(Places(), 0.65).finish()) == []


def test_places_that_a_better_one_may_drop_are_not_settled():
    places = Places()
    fill(places, [(0.5, 1.0), (0.01, 1.0)])
    assert places.settled == 2  # the start and the first: the second is too near to it
    fill(places, [(0.01, 0.05)])
    assert list(places.prices) == [0.0, 1.0, 0.05]
    assert places.settled == 2
