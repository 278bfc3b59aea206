"""The HTML of some rows of a table."""

from __future__ import annotations

import re
import time

import pytest

from ragstone.chunkers.structure.table_pieces import TableRows, table_rows


def rows_of(text: str, html: str) -> TableRows:
    rows = table_rows(text, html)
    assert rows is not None
    return rows


def lines(first: int, last: int, text: str) -> tuple[int, int]:
    """Where the lines from `first` to before `last` stand in the text."""
    starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text) + 1]
    return starts[first], starts[last] - 1


SPANS = (
    "<table><tr><th>port</th><th colspan='2'>tide</th></tr>"
    '<tr><td rowspan="3" class="p">Amrum</td><td>1</td><td>2</td></tr>'
    "<tr><td>3</td><td>4</td></tr><tr><td rowspan=2>5</td><td>6</td></tr>"
    "<tr><td>Sylt</td><td>8</td></tr></table>"
)
TEXT = "port | tide\nAmrum | 1 | 2\n3 | 4\n5 | 6\nSylt | 8"


def test_a_cell_over_several_rows_is_in_each_piece_that_it_reaches_into() -> None:
    rows = rows_of(TEXT, SPANS)
    assert rows.piece(*lines(1, 3, TEXT)) == (
        '<table><tr><td class="p" rowspan="2">Amrum</td><td>1</td><td>2</td></tr>'
        "<tr><td>3</td><td>4</td></tr></table>"
    )
    assert rows.piece(*lines(3, 5, TEXT)) == (
        '<table><tr><td class="p">Amrum</td><td rowspan="2">5</td><td>6</td></tr>'
        "<tr><td>Sylt</td><td>8</td></tr></table>"
    )
    assert rows.piece(*lines(4, 5, TEXT), header=1) == (
        "<table><tr><th>port</th><th colspan='2'>tide</th></tr>"
        "<tr><td>Sylt</td><td>5</td><td>8</td></tr></table>"
    )


def test_of_a_row_that_is_cut_there_is_what_the_piece_holds() -> None:
    rows = rows_of(TEXT, SPANS)
    start, end = TEXT.index("| 1"), TEXT.index(" | 6")
    assert rows.piece(start, end) == (
        "<table><tr><td>1</td><td>2</td></tr>"
        '<tr><td class="p">Amrum</td><td>3</td><td>4</td></tr><tr><td>5</td></tr></table>'
    )
    assert rows.piece(1, 3, header=1) == "<table><tr><td>or</td></tr></table>"
    assert rows.piece(start, start + 3, header=1) == (
        "<table><tr><th>port</th><th colspan='2'>tide</th></tr><tr><td>1</td></tr></table>"
    )


def test_blanks_around_a_row_need_not_be_in_a_piece() -> None:
    rows = rows_of(" | a \n 1 | \n2 | ", "<table><tr><th>a<tr><td>1<tr><td>2</table>")
    assert rows.piece(1, 4) == "<table><tr><th>a</th></tr></table>"
    assert rows.piece(7, 13) == "<table><tr><td>1</td></tr><tr><td>2</td></tr></table>"


def test_the_line_of_dashes_below_a_markdown_header_is_no_row() -> None:
    html = "<table><tr><th>a</th></tr><tr><td>1</td></tr></table>"
    rows = rows_of("| a |\n|---|\n| 1 |", html)
    assert rows.piece(12, 17) == "<table><tr><td>1</td></tr></table>"
    assert rows.piece(0, 17) == html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a\n1", None),
        ("a\n1\n2", "<table><tr><th>a</th></tr><tr><td>1</td></tr></table>"),
        ("a", "<table><tr><td><table><tr><td>a</td></tr></table></td></tr></table>"),
    ],
)
def test_where_text_and_html_differ_there_are_no_rows(text: str, html: str | None) -> None:
    assert table_rows(text, html) is None


def test_a_table_of_many_rows_takes_linear_time() -> None:
    count = 20_000
    text = "\n".join(["x"] * count)
    html = f"<table>{'<tr><td rowspan=2>x</td></tr>' * count}</table>"
    begun = time.process_time()
    rows = rows_of(text, html)
    for first in range(0, count, 10):
        assert rows.piece(2 * first, 2 * first + 19, header=1).count("<tr>") == 10 + (first > 0)
    assert time.process_time() - begun < 5


def test_cells_that_span_too_much_give_no_rows() -> None:
    row = "<tr><td rowspan=9999 colspan=999>x</td></tr>"
    begun = time.process_time()
    assert table_rows("\n".join(["x"] * 5000), f"<table>{row * 5000}</table>") is None
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("repeated", ["<tr", "<tr>", "<td", "<tr><td>", "<td>", "</td", "rowspan="])
def test_broken_html_takes_linear_time(repeated: str) -> None:
    html = f"<table><tr><td>{repeated * 60_000}"
    begun = time.process_time()
    for text in ("x", "x\n" * 60_001):
        rows = table_rows(text, html)
        if rows is not None:
            rows.piece(0, 1)
    assert time.process_time() - begun < 5
