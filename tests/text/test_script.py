from __future__ import annotations

import pytest

from ragstone.text.prose import reads_like_prose
from ragstone.text.script import count_words, joint


@pytest.mark.parametrize(
    ("left", "right", "between"),
    [
        ("潮", "汐", ""),
        ("a", "b", " "),
        ("潮", "table", " "),
        ("。", "港", ""),
        ("", "a", ""),
    ],
)
def test_lines_join_by_their_script(left, right, between):
    assert joint(left, right) == between


def test_korean_lines_keep_their_blank():
    assert joint("부두", "확장") == " "


def test_two_wide_characters_count_as_a_word():
    assert count_words("潮汐表 of May") == 4


@pytest.mark.parametrize(
    "text", ["The gate opens at seven.", "高潮在六点开始，船舶应当离港。", "word " * 40]
)
def test_sentences_read_like_prose(text):
    assert reads_like_prose(text)


@pytest.mark.parametrize("text", ["Duties", "费用", "12.5 | 13.7 | 14.9 | 15.", "See also", ""])
def test_labels_and_numbers_do_not(text):
    assert not reads_like_prose(text)


def test_a_row_of_figures_does_not():
    assert not reads_like_prose("12,5 ² ½ 7. " * 20)
    assert not reads_like_prose("３４５ ①②③ 六 ７８９。 " * 10)


def test_only_the_beginning_of_a_long_paragraph_counts():
    assert reads_like_prose("The gate opens at seven. " * 80 + "7 " * 2000)
