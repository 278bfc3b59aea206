"""Numbers of which a long file has millions are held once."""

from __future__ import annotations

import math

from ragstone.layout.fragment import interned


def test_equal_edges_are_one_object() -> None:
    first, second = float("72.25"), float("72.25")

    assert interned(first) is interned(second)


def test_nothing_is_never_negative() -> None:
    assert math.copysign(1.0, interned(-0.0)) == 1.0
    assert math.copysign(1.0, interned(0.0)) == 1.0
