"""Tables as text and as HTML."""

from __future__ import annotations

from dataclasses import replace

from pages import found, line, page, prose, table
from ragstone.layout.hyphenation import Words
from ragstone.layout.rendering import html_of, text_of
from ragstone.layout.tables.table import PageTable, TableCell

ROWS = [["Port", "2023"], ["Mill", "410"], ["Dock", ""]]


def spanned() -> PageTable:
    made = table([["Landings", ""], ["Mill", "410"]])
    head = TableCell(0, 0, 1, 2, (line("Landings", y=200),))
    return replace(made, cells=(head, *made.cells[2:]))


def test_a_row_is_a_line_with_bars_between_cells() -> None:
    assert text_of(table(ROWS), Words([]))[0] == "Port | 2023\nMill | 410\nDock | "


def test_every_row_knows_its_place() -> None:
    text, places = text_of(table(ROWS), Words([]))

    assert [text[start:].split(" ")[0] for start, _ in places] == ["Port", "Mill", "Dock"]
    assert [boxes[0].y0 for _, boxes in places] == [200, 215, 230]


def test_a_spanned_cell_stands_once_and_says_its_span() -> None:
    assert text_of(spanned(), Words([]))[0] == "Landings\nMill | 410"
    assert html_of(spanned(), Words([])) == (
        '<table><tr><th colspan="2">Landings</th></tr><tr><td>Mill</td><td>410</td></tr></table>'
    )


def test_text_in_html_is_escaped() -> None:
    assert "<td>a &lt; b</td>" in html_of(table([["x"], ["a < b"]]), Words([]))


def test_lines_of_a_cell_are_joined_and_divided_words_made_whole() -> None:
    cell = TableCell(0, 0, 1, 1, (line("imple-"), line("mentation", y=112)))
    made = replace(table([["x"]]), cells=(cell,))

    assert text_of(made, Words([]))[0] == "implementation"


def test_a_table_is_an_element_with_its_rule() -> None:
    element = found(page(prose(60), table(ROWS)))[-1]

    assert (element.category, element.provenance.rule) == ("Table", "table: ruled grid")
