from __future__ import annotations

import pytest

from ragstone.layout.bidi import reading_order
from ragstone.layout.fragment import Fragment, Style

STYLE = Style(12, bold=False, turn=0, invisible=False)


def row(*texts: str) -> list[Fragment]:
    """Fragments as they stand, from the left."""
    return [
        Fragment(text, 50.0 * n, 0, 50.0 * n + 40, 12, STYLE, n, n + 1, False, False)
        for n, text in enumerate(texts)
    ]


@pytest.mark.parametrize(
    ("shown", "read"),
    [
        (["tide", "table"], ["tide", "table"]),
        (["עולם", "שלום"], ["שלום", "עולם"]),
        (["פתוח", "PDF", "file", "קובץ"], ["קובץ", "PDF", "file", "פתוח"]),
        (["The", "עולם", "שלום", "greeting"], ["The", "שלום", "עולם", "greeting"]),
        (["יפה", "4512", "מספר"], ["מספר", "4512", "יפה"]),
        (["שלום", "A", "1", "B", "עולם"], ["עולם", "A", "1", "B", "שלום"]),
        (["مرحبا"], ["مرحبا"]),
    ],
)
def test_a_line_is_read_in_the_direction_of_each_script(shown: list[str], read: list[str]) -> None:
    assert [fragment.text for fragment in reading_order(row(*shown)[::-1])] == read
