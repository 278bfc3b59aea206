from __future__ import annotations

import pytest

from ragstone.text.numerals import chinese, circled, letters, roman


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "a"), (26, "z"), (27, "aa"), (28, "bb"), (780, "z" * 30), (781, "781"), (0, "0")],
)
def test_letters_are_doubled_after_z(number: int, said: str) -> None:
    assert letters(number) == said


@pytest.mark.parametrize(
    ("number", "said"), [(1, "i"), (4, "iv"), (1994, "mcmxciv"), (4000, "4000"), (0, "0")]
)
def test_roman_numbers_end_at_3999(number: int, said: str) -> None:
    assert roman(number) == said


@pytest.mark.parametrize(
    ("number", "said"),
    [(0, "零"), (3, "三"), (10, "十"), (12, "十二"), (20, "二十"), (99, "九十九"), (100, "100")],
)
def test_chinese_numbers_end_at_99(number: int, said: str) -> None:
    assert chinese(number) == said


@pytest.mark.parametrize(("number", "said"), [(1, "①"), (20, "⑳"), (21, "21"), (0, "0")])
def test_circled_numbers_end_at_20(number: int, said: str) -> None:
    assert circled(number) == said
