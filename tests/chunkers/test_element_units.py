from ragstone.chunkers.base import TextSection
from ragstone.chunkers.element_units import units_of
from ragstone.model.element import ElementType
from ragstone.model.provenance import Provenance
from ragstone.model.run import Runs
from ragstone.model.section import Part

TEXT, ITEM, TABLE = ElementType.NARRATIVE_TEXT, ElementType.LIST_ITEM, ElementType.TABLE


def texts_of(text, *parts):
    units = units_of(TextSection(text, tuple(parts)))
    return [text[unit.start : unit.end] for unit in units]


def part(text, found, kind=TEXT, html=None):
    start = text.index(found)
    return Part(start, start + len(found), found, kind, html=html)


def test_paragraphs_stand_in_for_elements_where_there_are_none():
    text = "\n\n  One\nline.\n \t\nTwo.\r\n\r\nThree.\n"
    assert texts_of(text) == ["  One\nline.", "Two.", "Three."]


def test_a_marker_before_an_element_goes_with_its_line():
    text = "- bread\n  * salt"
    assert texts_of(text, part(text, "bread", ITEM), part(text, "salt", ITEM)) == [
        "- bread",
        "  * salt",
    ]


def test_lines_between_elements_go_with_the_one_before():
    text = "---\nOne.\n\n***\n\nTwo.\n\n+++\n"
    assert texts_of(text, part(text, "One."), part(text, "Two.")) == [
        "---",
        "One.\n\n***",
        "Two.\n\n+++",
    ]


def test_blank_elements_are_no_units():
    assert units_of(TextSection("  \n", (Part(0, 2, "1", TEXT),))) == []
    assert units_of(TextSection("")) == []


def test_a_unit_knows_its_page():
    text = "One.\n\nTwo."
    runs = Runs([(0, Provenance(page=3)), (6, Provenance(page=4))])
    section = TextSection(text, (part(text, "One."), part(text, "Two.")), "a.pdf", runs)
    assert [unit.page[0] for unit in units_of(section)] == [3, 4]


def test_header_rows_are_those_of_header_cells_or_above_a_line_of_dashes():
    html = "<table><tr><th>a</th></tr><tr><th>b</th></tr><tr><td>1</td></tr></table>"
    text = "a\nb\n1"
    assert units_of(TextSection(text, (part(text, text, TABLE, html),)))[0].header == "a\nb"
    text = "| a | b |\n|---|:-:|\n| 1 | 2 |"
    assert units_of(TextSection(text, (part(text, text, TABLE),)))[0].header == "| a | b |"
    text = "1 | 2\n3 | 4"
    assert units_of(TextSection(text, (part(text, text, TABLE),)))[0].header == ""
