from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers.splitting.merging import (
    ClusterBorders,
    Level,
    Run,
    Sizes,
    merge_borders,
    merge_pieces,
    merge_places,
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


def listed(text: str, separator: Separator, start: int, sizes: Sizes) -> list[Run]:
    """The runs by the plainest way: all pieces, each measured."""
    pieces = separator.split(text, Span(start, len(text)))
    return list(merge_pieces(pieces, piece_length, 0, sizes, Level(start, len(text))))


def without_causes(runs: list[Run]) -> list[tuple[int, int, int, int, bool]]:
    """`runs` without the two sizes that are looked up later where pieces are not listed."""
    return [(*run[:4], run[6]) for run in runs]


@MODEST
@given(TEXTS, st.sampled_from(["\n\n", "\n", "aaa", "ab", "。"]), st.booleans(), SIZES)
def test_runs_are_the_same_whether_pieces_or_borders_are_listed(text, given_, at_end, sizes):
    separator = Separator(given_, keep="end" if at_end else "start")
    expected = listed(text, separator, 0, sizes)
    borders = [piece.end for piece in separator.split(text, Span(0, len(text)))]
    assert list(merge_borders(borders, sizes, Level(0, len(text)))) == expected


@MODEST
@given(TEXTS, st.sampled_from(["\n\n", "ab"]), SIZES)
def test_a_border_at_the_start_ends_no_piece(text, given_, sizes):
    expected = listed(text, Separator(given_, keep=True), 0, sizes)
    pieces = Separator(given_, keep=True).split(text, Span(0, len(text)))
    borders = [0, *(piece.end for piece in pieces)]
    assert list(merge_borders(borders, sizes, Level(0, len(text)))) == expected


@MODEST
@given(TEXTS, st.sampled_from(["\n", "a", "。"]), st.booleans(), SIZES)
def test_runs_are_the_same_whether_pieces_are_listed_or_not(text, given_, at_end, sizes):
    expected = listed(text, Separator(given_, keep="end" if at_end else "start"), 0, sizes)
    found = list(merge_places(text, given_, int(at_end), sizes, Level(0, len(text))))
    assert without_causes(found) == without_causes(expected)


@MODEST
@given(TEXTS, st.sampled_from(["\n\n", "ab?a", "(?=a)", "a*", "$"]), st.booleans(), SIZES)
def test_a_pattern_is_merged_as_its_pieces_are(text, pattern, at_end, sizes):
    start = len(text) // 3
    separator = Separator(pattern, is_regex=True, keep="end" if at_end else True)
    found = separator.merger(text, sizes, None)(Level(start, len(text)))
    assert list(found) == listed(text, separator, start, sizes)


@MODEST
@given(st.text(alphabet="ab\u0301\r\n🇩", max_size=60), SIZES)
def test_clusters_are_merged_the_same_whether_listed_or_not(text, sizes):
    expected = listed(text, Separator(""), 0, sizes)
    found = list(merge_places(ClusterBorders(text), "", 0, sizes, Level(0, len(text))))
    assert without_causes(found) == without_causes(expected)


@MODEST
@given(
    TEXTS,
    st.sampled_from(["\n\n", "\n", "aa", "ab", ""]),
    st.sampled_from([True, "end", False]),
    st.sampled_from([None, len]),
    SIZES,
)
def test_a_piece_to_be_split_again_is_left_out_and_told(text, given_, keep, count, sizes):
    sizes = sizes._replace(apart=True)
    separator = Separator(given_, keep=keep)
    whole = list(separator.merger(text, sizes, count)(Level(0, len(text))))
    level = Level(0, len(text))
    runs = separator.merger(text, sizes._replace(again=True), count)
    found: list[Run] = []
    while True:
        found.extend(runs(level))
        if not level.behind:
            break
        length = level.behind - level.at
        found.append((level.at, level.behind, level.behind, length, 0, 0, True))
        level.at, level.behind = level.behind, 0
    assert found == whole


def test_a_separator_that_overlaps_itself_is_counted_from_the_start():
    runs = Separator("aba", keep=True).merger("ababa aba", Sizes(1, 0), None)(Level(0, 9))
    assert [run[:2] for run in runs] == [(0, 6), (6, 9)]


def test_the_size_that_did_not_fit_is_told():
    pieces = [Span(0, 4), Span(4, 9)]
    runs = list(merge_pieces(pieces, piece_length, 0, Sizes(6, 2), Level(0, 9)))
    assert runs[0] == (0, 4, 4, 4, 4, 5, False)


def test_a_pattern_of_one_character_is_no_string():
    assert Separator(".", is_regex=True).seeker("ab")(0, 2)
    assert not Separator(".").seeker("ab")(0, 2)
