"""Tables that go on over a page break."""

from __future__ import annotations

from collections.abc import Sequence

from ragstone.layout.tables.continuation import continues, joined
from ragstone.layout.tables.table import PageTable
from table_pages import ROW, cells, find, lattice, texts

HEAD = ["Fish", "2022", "2023", "Share"]
FIRST = [["Hake", "120", "131", "40.1%"], ["Cod", "77", "81", "24.8%"], ["Ling", "5", "6", "2.1%"]]
SECOND = [["Sole", "12", "9", "2.8%"], ["Plaice", "31", "40", "9.9%"], ["All", "2", "3", "1.0%"]]
XS = (70.0, 195.0, 295.0, 395.0, 475.0)


def table(rows: Sequence[Sequence[str]], top: float, shift: float = 0.0) -> PageTable:
    xs = [x + shift for x in XS]
    made = cells(rows, top, [x + 3 for x in xs])
    (found,) = find(made, lattice(xs, [top - 3 + ROW * number for number in range(len(rows) + 1)]))
    return found


def test_a_repeated_header_tells_that_a_table_goes_on() -> None:
    above, below = table([HEAD, *FIRST], 720), table([HEAD, *SECOND], 50)

    assert continues(above, below)
    assert texts(joined(above, below)) == [HEAD, *FIRST, *SECOND]


def test_the_same_columns_without_a_header_go_on() -> None:
    above, below = table([HEAD, *FIRST], 720), table(SECOND, 50)

    assert continues(above, below)
    assert joined(above, below).rows == 7


def test_a_header_of_its_own_begins_a_new_table() -> None:
    below = table([["Boat", "Crew", "Days", "Fuel"], *SECOND], 50)

    assert not continues(table([HEAD, *FIRST], 720), below)


def test_other_columns_begin_a_new_table() -> None:
    above = table([HEAD, *FIRST], 720)

    assert not continues(above, table([row[:3] for row in SECOND], 50))
    assert not continues(above, table(SECOND, 50, shift=60))


def test_tables_in_the_middle_of_their_pages_are_two() -> None:
    assert not continues(table([HEAD, *FIRST], 300), table([HEAD, *SECOND], 50))
    assert not continues(table([HEAD, *FIRST], 720), table([HEAD, *SECOND], 500))


def test_a_row_cut_by_the_page_break_is_one_row_again() -> None:
    words = [["Name", "Work", "Place"], ["Ann", "mends the nets", "quay"], ["Bo", "paints", "dock"]]
    above = table([*words, ["Cy", "counts the boats", "gate"]], 720)
    below = table([["", "and the crews", ""], ["Di", "cooks", "hall"], ["Ed", "sails", "sea"]], 50)

    assert texts(joined(above, below))[3:5] == [
        ["Cy", "counts the boats and the crews", "gate"],
        ["Di", "cooks", "hall"],
    ]


def test_a_joined_table_stands_where_it_begins() -> None:
    above, below = table([HEAD, *FIRST], 720), table(SECOND, 50)

    assert joined(above, below).box == above.box
    assert joined(above, below).taken == above.taken
