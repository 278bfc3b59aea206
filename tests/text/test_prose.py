"""Running text is told from labels, names and numbers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.text import prose


@pytest.mark.parametrize(
    ("text", "is_prose"),
    [
        ("The gate opens at seven o'clock.", True),
        ("高潮在六点开始，船舶应当提前一小时离港。", True),
        ("Ворота открываются в семь часов утра.", True),
        ("The gate", False),
        ("8.40 3.20 9.10 7.77 1.00 2.50.", False),
    ],
)
def test_a_sentence_is_prose_and_a_label_or_a_row_of_figures_none(text: str, is_prose: bool):
    assert prose.reads_like_prose(text) is is_prose


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_half_of_prose_are_letters_as_python_counts_them(text: str):
    said = f"The gate opens at seven. {text}"
    letters = sum(map(str.isalpha, said))
    assert prose.reads_like_prose(said) is (letters * 2 >= len(said.strip()))
