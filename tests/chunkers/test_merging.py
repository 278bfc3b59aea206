from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers.splitting.merging import (
    Run,
    Sizes,
    merge_borders,
    merge_characters,
    merge_clusters,
    merge_pieces,
)
from ragstone.chunkers.splitting.separators import Separator
from ragstone.model.span import Span

TEXTS = st.text(alphabet="aab\n\n。 ", max_size=80)
SIZES = st.builds(
    lambda size, overlap, apart: Sizes(size, overlap % size, apart),
    st.integers(1, 25),
    st.integers(0, 24),
    st.booleans(),
)
MODEST = settings(deadline=None, max_examples=300)


def piece_length(piece: Span) -> int:
    return piece.length


def plain(runs: list[Run]) -> list[tuple[int, int, int, bool]]:
    return [(run.start, run.end, run.following, run.too_long) for run in runs]


@MODEST
@given(TEXTS, st.sampled_from(["\n\n", "\n", "aaa", "ab", "。"]), st.booleans(), SIZES)
def test_runs_are_the_same_whether_pieces_or_borders_are_listed(text, given_, at_end, sizes):
    span = Span(0, len(text))
    pieces = list(Separator(given_, keep="end" if at_end else "start").split(text, span))
    borders = [piece.end for piece in pieces]
    listed = list(merge_pieces(pieces, piece_length, 0, sizes))
    assert list(merge_borders(borders, span, sizes)) == listed


@MODEST
@given(TEXTS, st.sampled_from(["\n", "a", "。"]), st.booleans(), SIZES)
def test_runs_are_the_same_whether_pieces_are_listed_or_not(text, given_, at_end, sizes):
    span = Span(0, len(text))
    pieces = Separator(given_, keep="end" if at_end else "start").split(text, span)
    listed = merge_pieces(pieces, piece_length, 0, sizes)
    lazy = merge_characters(text, span, given_, int(at_end), sizes)
    assert plain(list(lazy)) == plain(list(listed))


@MODEST
@given(TEXTS, st.sampled_from(["\n\n", "ab?a", "(?=a)", "a*", "$"]), st.booleans(), SIZES)
def test_a_pattern_is_merged_as_its_pieces_are(text, pattern, at_end, sizes):
    span = Span(len(text) // 3, len(text))
    separator = Separator(pattern, is_regex=True, keep="end" if at_end else True)
    listed = merge_pieces(separator.split(text, span), piece_length, 0, sizes)
    assert list(separator.runs(text, span, sizes, None)) == list(listed)


@MODEST
@given(st.text(alphabet="ab\u0301\r\n🇩", max_size=60), SIZES)
def test_clusters_are_merged_the_same_whether_listed_or_not(text, sizes):
    span = Span(0, len(text))
    listed = merge_pieces(Separator("").split(text, span), piece_length, 0, sizes)
    lazy = merge_clusters(text, span, sizes)
    assert plain(list(lazy)) == plain(list(listed))


def test_a_separator_that_overlaps_itself_is_counted_from_the_start():
    runs = Separator("aba", keep=True).runs("ababa aba", Span(0, 9), Sizes(1, 0, apart=False), None)
    assert [run[:2] for run in runs] == [(0, 6), (6, 9)]


def test_the_size_that_did_not_fit_is_told():
    runs = list(merge_pieces([Span(0, 4), Span(4, 9)], piece_length, 0, Sizes(6, 2, apart=False)))
    assert runs[0] == Run(0, 4, 4, 4, last=4, next=5)


def test_a_pattern_of_one_character_is_no_string():
    assert Separator(".", is_regex=True).is_in("ab", Span(0, 2))
    assert not Separator(".").is_in("ab", Span(0, 2))
