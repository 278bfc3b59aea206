"""Edit distance against its recursive definition on small trees."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.metrics.tree import Node, edit_distance

TREES = st.recursive(
    st.sampled_from("ab").map(Node),
    lambda inner: st.builds(
        lambda label, children: Node(label, children=tuple(children)),
        st.sampled_from("ab"),
        st.lists(inner, max_size=3),
    ),
    max_leaves=5,
)


@cache
def by_definition(truth: tuple[Node, ...], found: tuple[Node, ...]) -> int:
    """Forest edit distance: take away the last root on either side, or match the two."""
    if not truth or not found:
        return sum(node.size() for node in truth + found)
    (*before, last), (*ahead, end) = truth, found
    return min(
        by_definition((*before, *last.children), found) + 1,
        by_definition(truth, (*ahead, *end.children)) + 1,
        by_definition(tuple(before), tuple(ahead))
        + by_definition(last.children, end.children)
        + (last.label != end.label),
    )


@given(TREES, TREES)
@settings(deadline=None, max_examples=60)
def test_the_distance_is_that_of_the_definition(truth: Node, found: Node) -> None:
    assert edit_distance(truth, found) == by_definition((truth,), (found,))


def test_texts_of_one_label_differ_by_their_share_of_edits() -> None:
    assert edit_distance(Node("td", "abcd"), Node("td", "abxd")) == pytest.approx(0.25)
    assert edit_distance(Node("td", "abcd"), Node("th", "abcd")) == 1.0
