"""Lines as a table sees them: segments, values, room for another word."""

from __future__ import annotations

import pytest

from ragstone.layout.tables.lines import had_room, is_value, segment, text_lines
from table_pages import pieces, text

VALUES = (
    "12|1,234.5|-3.2|–|—|12.5%|(12.3)|$1,314|N/A|45–54|31.6**|*0.6|(102.7–103.6)|2.5 (0.3)|79 935"
    "|€ 12|1/2|12a"
)


@pytest.mark.parametrize("string", VALUES.split("|"))
def test_numbers_and_signs_for_nothing_are_values(string: str) -> None:
    assert is_value(string)


@pytest.mark.parametrize(
    "string", ["Fish", "3 months to less than 1 year", "Table 3", "H2O", "12 men", "水泵", ""]
)
def test_words_are_no_values(string: str) -> None:
    assert not is_value(string)


def segments(*strings: tuple[str, float]) -> list[str]:
    made = pieces([text(string, x, 100) for string, x in strings])
    return [part.text for line in text_lines(made) for part in line.segments]


def test_text_with_a_wide_gap_is_two_segments() -> None:
    assert segments(("Hake", 70), ("8", 200)) == ["Hake", "8"]


def test_a_change_of_font_is_no_gap() -> None:
    assert segments(("Ha", 70), ("ke", 80.5)) == ["Ha ke"]


def test_leading_dots_belong_to_what_they_come_from() -> None:
    assert segments(("Hake", 70), ("....", 105), ("8", 200)) == ["Hake ....", "8"]


def test_wide_blanks_divide_where_words_are_known() -> None:
    parts = [text("12", 70, 100), text("456", 87, 100)]

    (line,) = text_lines(pieces([text("12 456", 70, 100)]), lambda _fragment: parts)

    assert [part.text for part in line.segments] == ["12", "456"]


def test_a_word_fits_where_its_width_is_left() -> None:
    above = segment(pieces([text("A row of", 70, 100)]))
    below = segment(pieces([text("words that", 70, 112)]))

    assert had_room(above, below, end=160)
    assert not had_room(above, below, end=130)
