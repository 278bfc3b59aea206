"""Captions, notes and repeated columns inside a grid."""

from __future__ import annotations

import pytest

from ragstone.layout.tables.draft import Draft, DraftCell
from ragstone.layout.tables.folded import unfolded
from ragstone.layout.tables.trim import trimmed
from table_pages import pieces, text


def draft(rows: list[list[str]], header_rows: int = 0) -> Draft:
    """A table; a row of one text spans all columns."""
    columns = max(map(len, rows))
    cells = tuple(
        DraftCell(
            row,
            column,
            row + 1,
            columns if len(texts) == 1 else column + 1,
            tuple(pieces([text(string, 72 + 60 * column, 100 + 18 * row)])) if string else (),
        )
        for row, texts in enumerate(rows)
        for column, string in enumerate(texts)
    )
    return Draft((0, 0, 400, 400), len(rows), columns, cells, "ruled_grid", header_rows)


BODY = [["Fish", "Tons"], ["Hake", "12"], ["Cod", "7"]]


@pytest.mark.parametrize("caption", ["Table 3: Catch", "Exhibit 9", "表2 渔获", "Tabelle 4"])
def test_a_caption_in_the_first_row_is_no_row(caption: str) -> None:
    found = trimmed(draft([[caption], *BODY]))

    assert (found.rows, found.texts(0)) == (3, ["Fish", "Hake", "Cod"])


@pytest.mark.parametrize("note", ["Source: the harbour", "Note: in tons", "资料来源：港务局"])
def test_a_note_in_the_last_row_is_no_row(note: str) -> None:
    assert trimmed(draft([*BODY, [note]])).rows == 3


@pytest.mark.parametrize("heading", ["Catch of the year", "Tables and chairs"])
def test_a_heading_over_all_columns_stays(heading: str) -> None:
    assert trimmed(draft([[heading], *BODY])).rows == 4


def test_repeated_columns_are_tables_of_their_own() -> None:
    rows = [["Age", "Men", "Age", "Men"], ["1", "5", "3", "7"], ["2", "6", "", ""]]

    left, right = unfolded(draft(rows, header_rows=1))

    assert (left.rows, left.texts(1)) == (3, ["Men", "5", "6"])
    assert (right.rows, right.texts(1)) == (2, ["Men", "7"])


def test_columns_that_differ_are_one_table() -> None:
    rows = [["Age", "Men", "Age", "Women"], ["1", "5", "3", "7"]]

    assert len(unfolded(draft(rows, header_rows=1))) == 1
