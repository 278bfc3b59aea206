from __future__ import annotations

import pytest

from ragstone.metrics.teds import teds, teds_best, teds_markdown


def table(*rows: str) -> str:
    """ "a b" as a row of two cells."""
    cells = ("".join(f"<td>{cell}</td>" for cell in row.split()) for row in rows)
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>"


GRID = table("a b", "1 2")


def test_the_same_table_is_alike() -> None:
    assert teds(GRID, GRID) == 1.0


def test_a_changed_cell_costs_its_share_of_six_nodes() -> None:
    assert teds(GRID, table("a b", "1 9")) == pytest.approx(1 - 1 / 6)


def test_a_missing_row_costs_its_nodes() -> None:
    assert teds(GRID, table("a b")) == pytest.approx(1 - 3 / 6)


def test_a_cell_of_another_span_is_another_cell() -> None:
    wide = '<table><tr><td colspan="2">a</td></tr></table>'
    assert teds(wide, "<table><tr><td>a</td></tr></table>") == pytest.approx(1 - 1 / 2)


def test_header_cells_markup_and_white_space_make_no_difference() -> None:
    html = "<table><thead><tr><th> <b>a</b>\n</th><th>b</th></tr></thead><tr><td>1<td>2</table>"
    assert teds(GRID, html) == 1.0


def test_the_similarity_never_falls_below_nothing() -> None:
    assert teds(table("a b c d"), table("p", "q", "r", "s")) == 0.0
    assert teds("<table></table>", "<table></table>") == 1.0


def test_the_most_similar_table_counts() -> None:
    assert teds_best(GRID, [table("x y", "1 2"), GRID, table("p")]) == 1.0
    assert teds_best(GRID, [table("x b", "1 2"), table("p")]) == pytest.approx(1 - 1 / 6)
    assert teds_best(GRID, []) == 0.0


def test_tables_of_a_text_are_compared_in_their_order() -> None:
    other = table("p q", "3 4")
    assert teds_markdown(f"{GRID}\ntext\n{other}", f"{GRID}\n{other}") == 1.0
    # Of 14 nodes, 7 are missing; a table too many costs as much.
    assert teds_markdown(f"{GRID}\n{other}", GRID) == pytest.approx(0.5)
    assert teds_markdown(GRID, f"{GRID}\n{other}") == pytest.approx(0.5)


def test_a_text_without_table_has_no_similarity() -> None:
    assert teds_markdown("text", GRID) is None
    assert teds_markdown(GRID, "text") == 0.0
