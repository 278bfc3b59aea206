"""Columns of text without upright lines."""

from __future__ import annotations

from collections.abc import Sequence

from ragstone.layout.tables.columns import columns, placed
from ragstone.layout.tables.lines import text_lines
from table_pages import cells, pieces, text, words

ROWS = [["Hake", "120", "131"], ["Cod", "77", "81"], ["Sole", "12", "9"], ["Ling", "5", "6"]]


def middles(rows: Sequence[Sequence[str]], fixed: Sequence[float] = ()) -> list[int]:
    found = columns(text_lines(pieces(cells(rows))), fixed)
    return [] if found is None else [round(place) for place in found.middles]


def test_columns_part_where_no_text_stands() -> None:
    assert middles(ROWS) == [146, 258]


def test_lines_of_one_text_have_no_columns() -> None:
    assert middles([["Hake"], ["Cod"]]) == []


def test_a_heading_over_several_columns_does_not_join_them() -> None:
    assert middles([["", "A heading that goes over all of it"], *ROWS]) == [146, 258]


def test_currency_belongs_to_the_amount_behind_it() -> None:
    rows = [[name, "$", amount] for name, amount, _ in ROWS]

    assert middles(rows) == [146]


def test_known_borders_are_kept() -> None:
    assert middles(ROWS, fixed=[180.0]) == [180, 258]


def test_a_text_over_two_columns_is_cut_where_its_halves_stand_in_them() -> None:
    narrow = cells(ROWS, xs=(72.0, 200.0, 230.0))
    made = pieces([*narrow, text("Plaice", 72, 180), text("12345 131", 200, 180)])
    lines = text_lines(made)
    found = columns(lines[:-1])
    assert found is not None

    line = placed(lines[-1], found, words)

    assert [(part.segment.text, part.first, part.last) for part in line] == [
        ("Plaice", 0, 0),
        ("12345", 1, 1),
        ("131", 2, 2),
    ]


def test_a_text_over_two_columns_spans_them() -> None:
    lines = text_lines(pieces([*cells(ROWS), text("landed in the harbour town", 200, 180)]))
    found = columns(lines[:-1])
    assert found is not None

    (part,) = placed(lines[-1], found, words)

    assert (part.first, part.last) == (1, 2)


def test_of_two_texts_over_one_column_the_second_takes_it() -> None:
    found = columns(text_lines(pieces(cells(ROWS))))
    (heading,) = text_lines(
        pieces([text("landed in the harbour to", 200, 82), text("Year", 326, 82)])
    )
    assert found is not None

    made = placed(heading, found, words)

    assert [(part.first, part.last) for part in made] == [(1, 1), (2, 2)]
