from __future__ import annotations

import pytest

from ragstone.metrics.heading_levels import heading_levels


def test_only_relative_levels_count() -> None:
    assert heading_levels("# A\n## B\n# C", "## A\n#### B\n## C") == 1.0


def test_a_heading_of_another_depth_is_another_heading() -> None:
    assert heading_levels("# A\n## B", "# A\n# B") == pytest.approx(0.5)


def test_missing_and_false_headings_cost_alike() -> None:
    assert heading_levels("# A\n## B", "# A") == pytest.approx(0.5)
    assert heading_levels("# A\n## B", "# A\n## B\n## no\n# no") == pytest.approx(0.5)
    assert heading_levels("# A\n## B", "text") == 0.0


def test_a_truth_of_one_level_says_nothing_of_levels() -> None:
    assert heading_levels("# A\n# B", "# A\n## B") is None
    assert heading_levels("text", "# A") is None
