from ragstone.chunkers.above import Above
from ragstone.model.block import TextBlock
from ragstone.model.element import ElementType
from ragstone.model.section import Part, Section
from ragstone.model.span import Span

TEXT = "Harbour\n\nTides\n\nport | height\nAmrum | 3.1\nSylt | 2.0"
TABLE = "<table><tr><th>port</th><th>height</th></tr><tr><td>Amrum</td><td>3.1</td></tr></table>"


def above() -> Above:
    title, tides = ElementType.TITLE, ("Harbour", "Tides")
    parts = (
        Part(0, 7, "1", title, heading_path=("Harbour",)),
        Part(9, 14, "2", title, heading_path=tides),
        Part(16, len(TEXT), "3", ElementType.TABLE, html=TABLE, heading_path=tides),
    )
    return Above(Section(content=TextBlock(text=TEXT), source="tides.txt", parts=parts))


def test_a_chunk_that_opens_with_titles_has_the_path_of_the_last():
    assert above().path(Span(0, 8)) == ("Harbour",)
    assert above().path(Span(0, len(TEXT))) == ("Harbour", "Tides")


def test_a_chunk_between_elements_has_the_path_of_the_next_one_in_it():
    assert above().path(Span(7, len(TEXT))) == ("Harbour", "Tides")
    assert above().path(Span(7, 9)) == ("Harbour",)


def test_the_header_is_told_below_the_first_rows_of_a_table_only():
    assert above().header(TEXT.index("Amrum")) == "port | height"
    assert above().header(16) == ""
    assert above().header(0) == ""
