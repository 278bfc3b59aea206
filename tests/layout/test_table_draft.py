"""Tables in the making, and the frames in which they are read."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from ragstone.layout.tables.draft import Draft, DraftCell, filled, without_empty
from ragstone.layout.tables.frame import Frame, turns
from table_pages import pieces, text

WORD = tuple(pieces([text("word", 72, 100)]))


def test_places_without_a_cell_are_filled_with_empty_ones() -> None:
    found = filled([DraftCell(0, 0, 1, 2, WORD)], 2, 2)

    assert [(cell.row, cell.column) for cell in found] == [(0, 0), (1, 0), (1, 1)]


def test_rows_and_columns_without_text_are_left_out() -> None:
    cells = filled([DraftCell(0, 0, 1, 1, WORD), DraftCell(2, 2, 3, 3, WORD)], 3, 3)

    found = without_empty(Draft((0, 0, 9, 9), 3, 3, cells, "rule", 2))

    assert (found.rows, found.columns, found.header_rows) == (2, 2, 1)
    assert [(cell.row, cell.column, bool(cell.pieces)) for cell in found.cells] == [
        (0, 0, True),
        (0, 1, False),
        (1, 0, False),
        (1, 1, True),
    ]


def test_a_span_shrinks_with_the_columns_that_are_left_out() -> None:
    cells = filled([DraftCell(0, 0, 1, 3, WORD), DraftCell(1, 0, 2, 1, WORD)], 2, 3)

    found = without_empty(Draft((0, 0, 9, 9), 2, 3, cells, "rule"))

    assert [(cell.column, cell.column_end) for cell in found.cells] == [(0, 1), (0, 1)]


@given(
    st.integers(0, 3),
    st.tuples(*[st.floats(0, 500, allow_nan=False)] * 2),
    st.tuples(*[st.floats(0, 90, allow_nan=False)] * 2),
)
@settings(deadline=None, max_examples=50)
def test_a_box_comes_back_from_any_frame(
    turn: int, corner: tuple[float, float], size: tuple[float, float]
) -> None:
    box = (*corner, corner[0] + size[0], corner[1] + size[1])
    frame = Frame(turn, 595, 842)

    assert frame.shown(frame.upright(box)) == pytest.approx(box)


def test_few_labels_of_another_direction_are_no_frame() -> None:
    assert turns([text(str(number), 72, 100) for number in range(5)]) == []
    assert turns([text(str(number), 72, 100) for number in range(6)]) == [0]
