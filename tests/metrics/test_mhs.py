from __future__ import annotations

import pytest

from ragstone.metrics.mhs import headings, mhs

TEXT = "before\n\n# One\n\nunder one\n\n# Two\n"


def test_levels_make_no_difference() -> None:
    assert mhs(TEXT, TEXT.replace("# Two", "### Two")) == 1.0


def test_a_missing_heading_costs_itself_and_what_its_text_does_elsewhere() -> None:
    # Of five nodes (root, text before, One, its text, Two) the last is missing; "under one" grows.
    found = "before\n\n# One\n\nunder one\n\nTwo\n"
    assert mhs(TEXT, found) == pytest.approx(1 - (1 + 4 / 13) / 5)


def test_another_wording_costs_its_share() -> None:
    assert mhs("# Tide", "# Tine") == pytest.approx(1 - 0.25 / 2)


def test_a_text_without_heading_has_no_similarity() -> None:
    assert mhs("text", TEXT) is None
    assert mhs(TEXT, "text") == 0.0


def test_headings_have_level_and_text() -> None:
    assert headings("# A  b\n####### no\n#no\n### C\n") == [(1, "A b"), (3, "C")]
