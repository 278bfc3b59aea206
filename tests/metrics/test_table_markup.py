from __future__ import annotations

import pytest

from ragstone.metrics.table_markup import canonical, tables

TWO_BY_TWO = "<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>"


@pytest.mark.parametrize(
    "markdown",
    [
        "| a | b |\n| --- | --- |\n| 1 | 2 |",
        "a | b\n:-- | --:\n1 | 2\n",
        "|  |  |\n|---|---|\n| a | b |\n| 1 | 2 |",
        "<table>\n <tr>\n  <td>\n   a\n  </td><td>b</td></tr>\n"
        " <tr><td>1</td> <td>2</td></tr></table>",
        "<table><thead><tr><th>a</th><th>b</th></tr></thead>"
        "<tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
    ],
    ids=["pipes", "no outer pipes", "no header", "indented", "head and body"],
)
def test_tables_of_every_form_become_one(markdown: str) -> None:
    assert tables(markdown) == [TWO_BY_TWO]


def test_text_around_tables_stays_as_it_is() -> None:
    text = "before  it\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\nafter\n\n a | b, and no rule below\n"
    assert canonical(text) == text.replace(
        "| a | b |\n| --- | --- |\n| 1 | 2 |\n", TWO_BY_TWO + "\n"
    )


def test_short_rows_are_filled_and_long_ones_cut() -> None:
    [table] = tables("| a | b |\n| --- | --- |\n| 1 |\n| 1 | 2 | 3 |")
    assert table.count("<td>") == 6
    assert "3" not in table


def test_a_pipe_and_a_tag_inside_a_cell_are_text() -> None:
    [table] = tables("| a \\| b | <i> |\n| --- | --- |\n| 1 | 2 |")
    assert "<td>a | b</td><td>&lt;i&gt;</td>" in table


def test_spans_are_kept() -> None:
    assert tables('<table><tr><th colspan="2">a</th></tr></table>') == [
        '<table><tr><td colspan="2">a</td></tr></table>'
    ]
