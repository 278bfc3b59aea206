"""The inspector's charts: every chunk counted, lines where they belong, labels escaped."""

import re

from ragstone.chunkers.breakpoints.distances import Unit, Units
from ragstone.chunkers.breakpoints.profile import Profile, Rule
from ragstone.model.block import TextBlock
from ragstone.model.chunk import BoundaryReason, Chunk
from ragstone.model.span import Span
from ragstone.views.inspect_charts import distance_curve, histogram, scale_of
from ragstone.views.inspect_strategy import Curve, Mark, Strategy


def _strategy(sizes: list[int], *marks: Mark, unit: str = "characters") -> Strategy:
    return Strategy("fixed", [], unit, sizes, marks)


def _curve(scores: tuple[float, ...], threshold: float | None, *breakpoints: int) -> Curve:
    spans = [Span(10 * n, 10 * n + 9) for n in range(len(scores) + 1)]
    units = Units.of(Unit(span, BoundaryReason.SENTENCE) for span in spans)
    rule = Rule("percentile", 95)
    return Curve(0, Profile(units, scores, scores, threshold, breakpoints, rule))


def _chunk(index: int, start: int) -> Chunk:
    return Chunk(
        content=TextBlock(text="x"), source="x", chunk_index=index, total_chunks=9,
        span=Span(start, start + 1),
    )  # fmt: skip


def test_the_bars_hold_every_chunk() -> None:
    sizes = [0, 1, 5, 5, 40, 99]
    drawn = histogram(_strategy(sizes), scale_of([_strategy(sizes)], "characters"))
    assert sum(int(count) for count in re.findall(r"<title>(\d+) of", drawn)) == len(sizes)


def test_target_and_limit_stand_where_their_sizes_are() -> None:
    marks = (Mark("chunk_size", 50, is_limit=False), Mark("max_characters", 100, is_limit=True))
    drawn = histogram(_strategy([40, 90], *marks), 120)
    assert '<line class="target" x1="200.0"' in drawn
    assert '<line class="limit" x1="400.0"' in drawn
    assert "max_characters 100" in drawn


def test_strategies_of_one_unit_share_a_scale() -> None:
    small, large = _strategy([10]), _strategy([200])
    other = _strategy([9000], unit="bytes")
    assert scale_of([small, large, other], "characters") == 210


def test_a_limit_far_off_does_not_flatten_the_bars() -> None:
    far = _strategy([10], Mark("max_characters", 4000, is_limit=True))
    assert scale_of([far], "characters") < 20
    assert "max_characters" not in histogram(far, scale_of([far], "characters"))


def test_without_chunks_there_are_no_bars() -> None:
    assert "<rect" not in histogram(_strategy([]), scale_of([_strategy([])], "characters"))


def test_a_breakpoint_leads_to_the_chunk_that_begins_there() -> None:
    text = "one <b>. " + "x" * 40
    curve = _curve((0.6, 0.1, 0.2), 0.5, 0)
    drawn = distance_curve(curve, text, 2, [_chunk(3, 0), _chunk(4, 10)])
    assert '<a href="#k2-4">' in drawn
    assert "0.600 behind “one &lt;b&gt;.”" in drawn
    assert "threshold 0.500" in drawn


def test_a_curve_has_a_point_for_each_distance() -> None:
    drawn = distance_curve(_curve((0.1, 0.9, 0.2, 0.3), None), "x" * 60, 0, [])
    [points] = re.findall(r'points="([^"]*)"', drawn)
    assert len(points.split()) == 4
    heights = [float(point.partition(",")[2]) for point in points.split()]
    assert heights[1] == min(heights)


def test_a_number_of_chunks_has_no_threshold_and_one_distance_no_line_to_infinity() -> None:
    assert "threshold" not in distance_curve(_curve((0.1, 0.9), None, 1), "x" * 30, 0, [])
    assert "inf" not in distance_curve(_curve((0.4,), float("-inf"), 0), "x" * 30, 0, [])


def test_gradients_may_be_negative() -> None:
    drawn = distance_curve(_curve((-0.3, 0.2, 0.0), 0.1, 1), "x" * 40, 0, [])
    heights = [float(y) for y in re.findall(r",(-?[0-9.]+)", drawn.partition("/>")[0])]
    assert all(0 <= height <= 120 for height in heights)
