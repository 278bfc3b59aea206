"""Tables of whole PDF files: as elements, with HTML, text and places."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ragstone.model.element import Element, ElementType
from ragstone.parsers.pdf.parser import PdfParser
from ragstone.sources.source import Source
from samples import drawn, make_drawn_pdf

CATCH = [["Fish", "2022", "2023"], ["Hake", "120", "131"], ["Cod", "77", "81"], ["Sole", "12", "9"]]
XS = (72, 200, 300, 400)
ROW = 18


def table_of(rows: Sequence[Sequence[str]], top: int = 700, ruled: bool = True) -> bytes:
    """A table whose first row's text stands at `top`."""
    content = b"".join(
        drawn(text, x + 4, top - ROW * number, 10)
        for number, row in enumerate(rows)
        for text, x in zip(row, XS, strict=False)
    )
    if not ruled:
        return content
    high, low = top + 13, top + 13 - ROW * len(rows)
    levels = b"".join(
        b"72 %d m 400 %d l S\n" % (high - ROW * n, high - ROW * n) for n in range(len(rows) + 1)
    )
    return content + levels + b"".join(b"%d %d m %d %d l S\n" % (x, high, x, low) for x in XS)


def tables(data: bytes) -> list[Element]:
    found = PdfParser().read(Source.from_bytes(data, "sample.pdf"))
    return [element for element in found.elements if element.type is ElementType.TABLE]


def html(rows: Sequence[Sequence[str]]) -> str:
    head, *body = rows
    return (
        "<table><tr>"
        + "".join(f"<th>{text}</th>" for text in head)
        + "</tr>"
        + "".join("<tr>" + "".join(f"<td>{text}</td>" for text in row) + "</tr>" for row in body)
        + "</table>"
    )


@pytest.mark.parametrize("ruled", [True, False])
def test_a_table_has_html_and_readable_text(ruled: bool) -> None:
    (table,) = tables(make_drawn_pdf([table_of(CATCH, ruled=ruled)]))

    assert table.html == html(CATCH)
    assert table.text == "\n".join(" | ".join(row) for row in CATCH)


def test_the_rows_of_a_table_have_their_places() -> None:
    (table,) = tables(make_drawn_pdf([table_of(CATCH)]))

    tops = [run.provenance.boxes[0].y0 for run in table.lines]
    assert len(tops) == 4
    assert tops == sorted(tops)


def test_an_element_says_what_told_the_table() -> None:
    (table,) = tables(make_drawn_pdf([table_of(CATCH)]))

    assert table.provenance.rule == "table: ruled grid"


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_table_on_a_turned_page_is_read_as_it_stands(turn: int) -> None:
    (table,) = tables(make_drawn_pdf([table_of(CATCH)], b"/Rotate %d" % turn))

    assert table.html == html(CATCH)


def test_a_table_is_put_together_over_a_page_break_without_its_second_header() -> None:
    pages = [table_of(CATCH, 100), table_of([CATCH[0], ["Ling", "5", "6"]], 780)]

    (table,) = tables(make_drawn_pdf(pages))

    assert table.html == html([*CATCH, ["Ling", "5", "6"]])
    assert table.provenance.page == 1
    assert table.lines[-1].provenance.page == 2


def test_text_between_two_tables_keeps_them_apart() -> None:
    sentence = drawn("The catch of the year before is told in the next table.", 72, 810)
    pages = [table_of(CATCH, 100), sentence + table_of([CATCH[0], ["Ling", "5", "6"]], 780)]

    assert len(tables(make_drawn_pdf(pages))) == 2


def test_numbers_drawn_as_one_text_are_cut_at_the_column() -> None:
    rows = [b"(Boat %d) %d (%d) -800 (%d)" % (n, -9000, 1234 + n, 5678 + n) for n in range(1, 6)]
    content = b"".join(
        b"BT /F1 10 Tf 1 0 0 1 76 %d Tm [%s] TJ ET\n" % (700 - ROW * n, row)
        for n, row in enumerate(rows)
    )

    (table,) = tables(make_drawn_pdf([content]))

    assert table.text.splitlines()[0] == "Boat 1 | 1235 | 5679"
