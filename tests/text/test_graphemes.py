import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.text.graphemes import (
    MAX_CLUSTER,
    boundary_after,
    boundary_before,
    clusters,
    is_boundary,
)

#: Each is one cluster by UAX #29 (or, for the last one, for whoever encodes it as UTF-16).
CLUSTERS = {
    "letter": "a",
    "accent": "e\u0301",
    "stacked marks": "q\u0323\u0307\u0301",
    "line end": "\r\n",
    "family": "👨‍👩‍👧‍👦",
    "skin tone": "👍🏽",
    "flag": "🇩🇪",
    "keycap": "1\ufe0f\u20e3",
    "tag flag": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "Hangul jamo": "\u1112\u1161\u11ab",
    "Hangul with a final": "가\u11ab",
    "Indic conjunct": "क्ष",
    "Indic vowel": "कि",
    "Thai am": "กำ",
    "half-width voicing": "ｶﾞ",
    "variation": "辻\U000e0100",
    "number sign before a flag": "\u0600🇩🇪",
    "surrogate halves": "\ud83d\ude00",
}


@pytest.mark.parametrize("name", CLUSTERS)
def test_a_cluster_is_not_cut_and_ends_where_the_next_begins(name):
    cluster = CLUSTERS[name]
    text = f"x{cluster}x"
    borders = [i for i in range(len(text) + 1) if is_boundary(text, i)]
    assert borders == [0, 1, 1 + len(cluster), 2 + len(cluster)]


def test_flags_are_told_apart_by_counting_from_the_start_of_their_run():
    text = "🇩🇪🇫🇷🇯🇵"
    assert [i for i in range(7) if is_boundary(text, i)] == [0, 2, 4, 6]


def test_letters_ideographs_and_syllables_stand_alone():
    text = "ab潮汐한국。 \n\n"
    assert all(is_boundary(text, i) for i in range(len(text) + 1))


def test_nothing_is_cut_before_a_mark_or_after_a_joiner_whatever_is_there():
    assert not is_boundary("\n\u0301", 1)
    assert not is_boundary("\u200d\n", 1)


def test_the_next_borders_are_found_on_both_sides():
    text = "a👨‍👩‍👧b"
    assert boundary_before(text, 4) == 1
    assert boundary_after(text, 4) == 6
    assert boundary_before(text, 6) == boundary_after(text, 6) == 6


def test_a_cluster_of_32_code_points_is_whole_and_a_longer_run_is_not():
    text = "a" + "\u0301" * 40
    assert [i for i in range(1, 41) if is_boundary(text, i)] == list(range(MAX_CLUSTER, 41))


PIECES = st.lists(st.sampled_from([*CLUSTERS.values(), "\u200d", "\u0301" * 33, "🇩", "\n"]))


@settings(deadline=None, max_examples=150)
@given(PIECES.map("".join))
def test_clusters_are_the_text_between_borders(text):
    borders = [i for i in range(len(text) + 1) if is_boundary(text, i)]
    assert list(clusters(text)) == list(pairwise(borders))
    assert all(end - start <= MAX_CLUSTER for start, end in clusters(text))


@pytest.mark.parametrize("text", ["🇩🇪" * 40_000, "\u0301" * 80_000, "👩‍" * 40_000])
def test_borders_in_a_long_run_cost_the_same_everywhere(text):
    started = time.process_time()
    for offset in range(0, len(text), 40):
        boundary_after(text, offset)
    assert time.process_time() - started < 3


def test_borders_deep_in_a_long_run_of_flags_count_from_its_start():
    text = "x" + "🇩🇪" * 100 + "y" + "🇩🇪" * 50
    assert is_boundary(text, 161)
    assert not is_boundary(text, 160)
    assert is_boundary(text, 202 + 80)
    assert not is_boundary(text, 202 + 81)
