import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers import windows as module
from ragstone.chunkers.windows import ByteRuler, CharacterRuler, TokenRuler, windows
from ragstone.errors import ParameterError
from ragstone.testing.chunker_contract import FRAGMENTS
from ragstone.text.token_borders import TokenBorders
from ragstone.text.tokens import token_counter

FAMILY = "👨‍👩‍👧‍👦"
TEXTS = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=6), max_size=40).map("".join)


def spans(text, ruler):
    return [tuple(cut.span) for cut in windows(text, ruler)]


def test_windows_share_the_overlap_and_stop_at_the_text_s_end():
    assert spans("abcdefgh", CharacterRuler("abcdefgh", 4, 1)) == [(0, 4), (3, 7), (6, 8)]
    assert spans("abcdefg", CharacterRuler("abcdefg", 4, 1)) == [(0, 4), (3, 7)]


def test_bytes_are_those_of_utf_8():
    text = "aé潮" * 2
    assert spans(text, ByteRuler(text, 6, 0)) == [(0, 3), (3, 6)]
    assert spans(text, ByteRuler(text, 6, 3)) == [(0, 3), (2, 5), (3, 6)]


def test_an_empty_text_has_no_windows():
    assert spans("", CharacterRuler("", 4, 0)) == []


def test_a_cluster_that_leaves_no_room_for_new_text_loses_the_overlap_and_says_so():
    text = "ab" + FAMILY * 2
    cuts = list(windows(text, CharacterRuler(text, 12, 11)))
    assert [tuple(cut.span) for cut in cuts] == [(0, 9), (9, 16)]
    assert cuts[0].detail == "no overlap: nothing new would fit beside it"


def test_an_overlap_inside_a_cluster_is_none_and_says_so():
    text = FAMILY * 3
    cuts = list(windows(text, CharacterRuler(text, 14, 3)))
    assert [tuple(cut.span) for cut in cuts] == [(0, 14), (14, 21)]
    assert cuts[0].detail == "no overlap: grapheme clusters are never cut"


def test_a_cluster_larger_than_a_window_is_refused_with_place_and_size():
    text = "Go " + FAMILY
    with pytest.raises(ParameterError, match=r"chunk_size=5 is too small.*offset 3 has 7 char"):
        spans(text, CharacterRuler(text, 5, 0))
    with pytest.raises(ParameterError, match=r"chunk_size=5 is too small.*has 25 bytes"):
        spans(text, ByteRuler(text, 5, 0))


@settings(deadline=None, max_examples=150)
@given(TEXTS, st.sampled_from(["cl100k", "o200k", "qwen"]), st.integers(0, 400), st.integers(0, 90))
def test_a_piece_measured_from_the_borders_has_the_tokens_it_has_when_counted(
    text, tokenizer, start, length
):
    ruler = TokenRuler(text, 128, 0, tokenizer)
    start = min(start, len(text))
    end = min(start + length, len(text))
    assert ruler.measure(start, end) == token_counter(tokenizer)(text[start:end])


@settings(deadline=None, max_examples=60)
@given(TEXTS, st.sampled_from(["cl100k", "o200k", "qwen"]), st.integers(0, 127))
def test_no_window_has_more_tokens_than_asked_nor_shares_more(text, tokenizer, overlap):
    count = token_counter(tokenizer)
    last = 0
    for span in spans(text, TokenRuler(text, 128, overlap, tokenizer)):
        assert count(text[span[0] : span[1]]) <= 128
        assert count(text[span[0] : last]) <= overlap
        last = span[1]


def test_an_overlap_that_estimates_put_far_too_wide_is_measured_down(monkeypatch):
    text = "a" * 15 + "潮" * 4 + "a"
    spread = [number * len(text) // 28 for number in range(29)]  # its bytes, evenly
    estimates = TokenBorders(spread, exact=False)
    monkeypatch.setattr(module, "token_borders", lambda name, text: estimates)
    monkeypatch.setattr(module, "token_counter", lambda name: lambda text: len(text.encode()))
    found = spans(text, TokenRuler(text, 9, 2, "bytes"))
    assert all(len(text[start:end].encode()) <= 9 for start, end in found)
    assert found[-1][1] == len(text)
