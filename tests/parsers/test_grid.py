from __future__ import annotations

from ragstone.model.element import ElementType
from ragstone.model.provenance import Provenance
from ragstone.parsers.grid import Grid, GridCell, grid_element, grid_of

PLACE = Provenance(path="table[1]", rule="table")


def row_place(number: int) -> Provenance:
    return Provenance(path=f"table[1]/row[{number}]")


def test_spanned_cells_stand_once_and_header_rows_are_header_cells() -> None:
    grid = Grid([[GridCell("a", 2), GridCell("b\nc", 1, 2)], [GridCell("1"), GridCell("<2>")]], 1)

    assert grid.lines() == ["a | b c", "1 | <2>"]
    assert grid.to_html() == (
        '<table><tr><th colspan="2">a</th><th rowspan="2">b<br>c</th></tr>'
        "<tr><td>1</td><td>&lt;2&gt;</td></tr></table>"
    )


def test_lines_of_the_element_have_the_places_of_their_rows() -> None:
    found = grid_element(grid_of([["a", "b"], ["", ""], ["c", "d"]]), PLACE, row_place)

    assert found is not None
    assert (found.type, found.text) == (ElementType.TABLE, "a | b\nc | d")
    assert [(run.start, run.provenance.path) for run in found.lines] == [
        (0, "table[1]/row[1]"),
        (6, "table[1]/row[3]"),
    ]


def test_a_table_without_text_is_no_element() -> None:
    assert grid_element(grid_of([["", " "]]), PLACE) is None
