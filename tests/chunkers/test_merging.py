from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers.splitting.merging import (
    ClusterBorders,
    Run,
    Sizes,
    StringBorders,
    merge_lazily,
    merge_pieces,
    merge_strings,
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
def test_runs_are_the_same_whether_pieces_are_listed_or_not(text, given_, at_end, sizes):
    span = Span(0, len(text))
    pieces = Separator(given_, keep="end" if at_end else "start").split(text, span)
    listed = list(merge_pieces(pieces, piece_length, 0, sizes))
    shift = len(given_) if at_end else 0
    assert plain(list(merge_strings(text, span, given_, shift, sizes))) == plain(listed)
    borders = StringBorders(text, span, given_, shift)
    assert plain(list(merge_lazily(borders, sizes))) == plain(listed)


@MODEST
@given(st.text(alphabet="ab\u0301\r\n🇩", max_size=60), SIZES)
def test_clusters_are_merged_the_same_whether_listed_or_not(text, sizes):
    span = Span(0, len(text))
    listed = merge_pieces(Separator("").split(text, span), piece_length, 0, sizes)
    lazy = merge_lazily(ClusterBorders(text, span), sizes)
    assert plain(list(lazy)) == plain(list(listed))


def test_a_separator_that_overlaps_itself_in_part_is_not_served():
    assert StringBorders.serves("\n\n")
    assert StringBorders.serves("\nclass ")
    assert not StringBorders.serves("aba")


def test_the_size_that_did_not_fit_is_told():
    runs = list(merge_pieces([Span(0, 4), Span(4, 9)], piece_length, 0, Sizes(6, 2, apart=False)))
    assert runs[0] == Run(0, 4, 4, 4, last=4, next=5)
