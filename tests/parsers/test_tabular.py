"""Rows of cells: columns, areas, headers, merged cells, tables written row by row."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.limits import Limits
from ragstone.model.element import ElementType
from ragstone.parsers.tabular.cells import Area, Cell, Row, column_name, column_number
from ragstone.parsers.tabular.header import header_rows
from ragstone.parsers.tabular.merges import Merges
from ragstone.parsers.tabular.regions import Layout, regions_of
from ragstone.parsers.tabular.room import Room
from ragstone.parsers.tabular.sheet import SheetBuilder
from ragstone.parsers.tabular.sheet_elements import SheetFacts
from ragstone.parsers.tabular.table import TableWriter
from ragstone.sources.source import Source


def row(number: int, *values: str | int | None) -> Row:
    cells: list[Cell] = [
        (column, str(value), isinstance(value, str), 0)
        for column, value in enumerate(values, start=1)
        if value is not None
    ]
    return number, cells


@given(st.integers(1, 16_384))
def test_a_column_has_its_number_again_from_its_name(number: int):
    assert column_number(column_name(number)) == number


@pytest.mark.parametrize(
    ("name", "area"),
    [
        ("B3:D7", Area(3, 2, 7, 4)),
        ("$D$7:$B$3", Area(3, 2, 7, 4)),
        ("XFD1048576", Area(1_048_576, 16_384, 1_048_576, 16_384)),
        ("XFE1", None),
        ("A0", None),
        ("A1048577", None),
        ("A:C", None),
        ("", None),
    ],
    ids=["range", "turned", "last", "too far right", "row 0", "too far down", "columns", "blank"],
)
def test_an_area_is_read_from_its_name(name: str, area: Area | None):
    assert Area.parse(name) == area


def test_names_over_numbers_are_a_header():
    assert header_rows([row(1, "Fish", "Tons"), row(2, "Hake", 8)]) == 1


def test_years_over_numbers_are_a_header():
    rows = [row(1, "Fish", 2022, 2023), row(2, "Hake", 8, 9), row(3, "Cod", 5, 4)]
    assert header_rows(rows) == 1


@pytest.mark.parametrize(
    "rows",
    [
        [row(1, "Fish", "Tons")],
        [row(1, "Hake", 8), row(2, "Cod", 5)],
        [row(1, "Owner", "Ana"), row(2, "Port", "Brest")],
        [row(1, "a", "b", "a"), row(2, "x", "y", "z"), row(3, "u", "v", "w")],
    ],
    ids=["one row", "a number on top", "names beside values", "a name twice"],
)
def test_other_first_rows_are_none(rows: list[Row]):
    assert header_rows(rows) == 0


def test_a_merged_header_reaches_down_to_the_names_of_single_columns():
    rows = [row(1, "Site", "Power"), row(2, None, "day", "night"), row(3, "Mill", 4, 3)]
    merges = Merges([Area(1, 2, 1, 3), Area(1, 1, 2, 1)])
    assert header_rows(rows, merges) == 2


def test_of_two_merged_cells_that_overlap_the_first_counts():
    merges = Merges([Area(1, 1, 3, 3), Area(2, 2, 4, 4), Area(4, 1, 5, 2)])
    assert merges.at(2, 2) is None
    assert merges.covered(3, range(1, 6)) == {1, 2, 3}
    assert merges.covered(5, range(1, 6)) == {1, 2}


@settings(deadline=None, max_examples=100)
@given(
    st.dictionaries(
        st.integers(1, 40),
        st.dictionaries(st.integers(1, 12), st.sampled_from(["a", "Hake 8", "12"]), min_size=1),
        min_size=1,
    )
)
def test_every_cell_of_a_band_is_in_one_region(found: dict[int, dict[int, str]]):
    rows: list[Row] = [
        (number, [(column, text, True, 0) for column, text in sorted(cells.items())])
        for number, cells in sorted(found.items())
    ]
    regions = list(regions_of(rows, Layout()))
    cells = [
        (number, cell[0]) for region in regions for number, held in region.rows for cell in held
    ]
    assert sorted(cells) == [(number, cell[0]) for number, held in rows for cell in held]


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.lists(st.one_of(st.none(), st.sampled_from(["a", "Hake", "7"])), max_size=5), max_size=12
    )
)
def test_every_text_of_a_sheet_is_in_an_element_with_its_place(values: list[list[str | None]]):
    source = Source.from_bytes(b"", "x", limits=Limits())
    builder = SheetBuilder(SheetFacts("x"), Room(source, 100))
    for number, texts in enumerate(values, start=1):
        builder.add(number, row(number, *texts)[1])
    elements = builder.finish()
    wanted = sorted(text for texts in values for text in texts if text)
    shown = [e.text.replace("\n", " | ").split(" | ") for e in elements]
    assert sorted(text for texts in shown for text in texts if text) == wanted
    for element in elements:
        area = Area.parse(element.provenance.cells or "")
        assert area is not None
        if element.type is ElementType.TABLE:
            inside = [Area.parse(line.provenance.cells or "") for line in element.lines]
            assert all(
                area.top <= part.top <= part.bottom <= area.bottom for part in inside if part
            )


def test_columns_that_appear_late_find_their_place():
    writer = TableWriter([1, 3])
    writer.add(*row(1, "a", None, "c"))
    writer.add(*row(2, "a", "b", "c"))
    assert writer.text == "a | c\na | b | c"
