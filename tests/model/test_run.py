"""Runs: every offset of a section's text has a place in the file."""

from __future__ import annotations

import json
from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.model.places import RowPlaces
from ragstone.model.provenance import BBox, Provenance, merge
from ragstone.model.run import Run, Runs
from ragstone.model.span import Span

TEXTS = st.text(alphabet="a中\n\r \u2028", max_size=60)


def _line_of(text: str, offset: int) -> int:
    """The line number by counting line ends before `offset`, one character at a time."""
    line = at = 1
    at = 0
    while at < offset:
        if text[at] == "\r" and text[at + 1 : at + 2] == "\n":
            if offset == at + 1:
                return line
            at += 2
            line += 1
            continue
        line += text[at] in "\r\n"
        at += 1
    return line


@given(TEXTS, st.data())
@settings(deadline=None)
def test_a_span_in_plain_text_has_the_lines_that_an_editor_shows(
    text: str, data: st.DataObject
) -> None:
    if not text:
        return
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    place = Runs.of_lines(text).place(Span(start, end))
    assert place.line_start == _line_of(text, start)
    assert place.line_end == _line_of(text, end - 1)


@given(TEXTS, st.integers(1, 1000))
@settings(deadline=None)
def test_line_runs_survive_json(text: str, first_line: int) -> None:
    runs = Runs.of_lines(text, first_line)
    again = Runs.from_dict(json.loads(json.dumps(runs.to_dict())))
    assert list(again) == list(runs)


@given(TEXTS, st.sets(st.integers(1, 59), max_size=6), st.integers(1, 1000))
@settings(deadline=None)
def test_runs_of_units_are_those_of_lines_with_paths(
    text: str, begins: set[int], first_line: int
) -> None:
    borders = [0, *sorted(at for at in begins if at < len(text) and text[at] != "\n")]
    units = [(at, f"$[{number}]") for number, at in enumerate(borders)]
    runs = Runs.of_units(text, first_line, units)
    lines = Runs.of_lines(text, first_line)
    assert [run.start for run in runs] == sorted({*borders, *(run.start for run in lines)})
    for run in runs:
        unit = max(at for at, _ in units if at <= run.start)
        assert run.provenance.path == dict(units)[unit]
        assert run.provenance.line_start == lines.place(Span(run.start, run.start)).line_start
    again = Runs.from_dict(json.loads(json.dumps(runs.to_dict())))
    assert list(again) == list(runs)


def test_placed_runs_survive_json() -> None:
    box = BBox(1.5, 2, 3, 4, 595, 842, 2)
    runs = Runs([(0, Provenance(page=2, boxes=(box,))), (7, Provenance(page=2, rule="size"))])
    assert list(Runs.from_dict(json.loads(json.dumps(runs.to_dict())))) == list(runs)


def test_a_span_over_two_lines_of_a_page_has_both_boxes() -> None:
    first, second = (BBox(0, y, 9, y + 1, 100, 100, 1) for y in (1, 3))
    runs = Runs([(0, Provenance(page=1, boxes=(first,))), (5, Provenance(page=1, boxes=(second,)))])
    assert runs.place(Span(4, 6)).boxes == (first, second)
    assert runs.place(Span(5, 6)).boxes == (second,)


def test_an_empty_span_has_the_place_of_its_start() -> None:
    assert Runs.of_lines("a\nb").place(Span(2, 2)).line_start == 2


def test_no_runs_is_no_place() -> None:
    assert Runs().place(Span(0, 1)) == Provenance()


def test_cells_of_one_sheet_merge_to_a_range() -> None:
    rows = [Provenance(sheet="A", cells="B3:D3"), Provenance(sheet="A", cells="B4:D4")]
    assert merge(rows).cells == "B3:D4"


def test_paths_merge_to_a_range_of_blocks() -> None:
    rows = [Provenance(path="p[3]"), Provenance(path="p[4]"), Provenance(path="tbl[1]")]
    assert merge(rows).path == "p[3]–tbl[1]"
    assert merge(rows[:1] * 2).path == "p[3]"


def test_a_place_reads_as_a_person_would_say_it() -> None:
    assert Provenance(page=3).where() == "page 3"
    assert Provenance(line_start=4, line_end=9).where() == "lines 4–9"
    assert Provenance(line_start=4, line_end=4).where() == "line 4"
    assert Provenance(sheet="A", cells="B3:D7").where() == "sheet A, cells B3:D7"
    assert Provenance().where() == ""


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("p[3]", "paragraph 3"),
        ("p[4]–p[5]", "paragraphs 4–5"),
        ("tbl[2]/tr[3]", "table 2, row 3"),
        ("tbl[2]/tr[3]–tbl[2]/tr[9]", "table 2, rows 3–9"),
        ("p[3]–tbl[1]/tr[2]", "paragraph 3–table 1, row 2"),
        ("tbl[1]–tbl[1]/tr[2]", "table 1, row 2"),
        ("h[2]–p[7]", "heading 2–paragraph 7"),
        ("list[1]/list-item[2]/p[1]", "list 1, item 2, paragraph 1"),
        ("footnotes/footnote[2]/p[1]", "footnote 2, paragraph 1"),
        ("chapter2.xhtml", "chapter2.xhtml"),
        ("header1/p[1]", "header1/p[1]"),
        ("a–b", "a–b"),
    ],
)
def test_a_path_of_blocks_reads_in_words(path: str, said: str) -> None:
    assert Provenance(path=path).where() == said


def test_no_runs_equal_no_runs() -> None:
    assert Runs() == Runs()


ROWS = RowPlaces(array("q", [3, 5, 6]), array("q", [3, 5, 7]), "Fish", "B", "AA")
SHEET = Runs.joined(
    [
        (0, (Run(0, Provenance(sheet="Fish", cells="B1")),)),
        (6, Runs.of_rows(array("q", [0, 4, 9]), ROWS)),
    ]
)
EXACT = (
    Run(0, Provenance(sheet="Fish", cells="B1")),
    Run(6, Provenance(sheet="Fish", cells="B3:AA3")),
    Run(10, Provenance(sheet="Fish", cells="B5:AA5")),
    Run(15, Provenance(sheet="Fish", cells="B6:AA7")),
)


def test_runs_of_rows_are_equal_to_the_runs_that_they_stand_for() -> None:
    assert SHEET == EXACT
    assert Runs(EXACT) == SHEET
    assert hash(SHEET) == hash(EXACT)
    assert EXACT[:3] != SHEET
    assert [SHEET[number] for number in range(-4, 4)] == [*EXACT, *EXACT]
    assert SHEET[1:3] == EXACT[1:3]


@given(st.integers(0, 20), st.integers(0, 20))
@settings(deadline=None, max_examples=60)
def test_a_span_of_rows_has_the_place_of_all_its_runs(one: int, other: int) -> None:
    span = Span(min(one, other), max(one, other))
    assert SHEET.place(span) == Runs(EXACT).place(span)
    assert SHEET.within(span) == Runs(EXACT).within(span)


def test_rows_survive_json_and_stay_as_small() -> None:
    many = array("q", range(1, 10_001))
    runs = Runs.of_rows(many, RowPlaces(many, many, "Fish", "A", "D")).inside("a.zip")
    said = json.dumps(runs.to_dict())
    assert len(said) < 70_000
    assert Runs.from_dict(json.loads(said)) == runs
    assert Runs.from_dict(json.loads(json.dumps(SHEET.to_dict()))) == SHEET


def test_rows_of_a_member_have_its_path() -> None:
    held = SHEET.inside("b.xlsx").inside("a.zip")
    assert {run.provenance.member for run in held} == {"a.zip/b.xlsx"}
    assert held[3].provenance.cells == "B6:AA7"


def test_rows_of_a_text_file_are_its_lines() -> None:
    numbers = array("q", [1, 2]), array("q", [1, 4])
    runs = Runs.of_rows(array("q", [0, 5]), RowPlaces(*numbers))
    assert runs.place(Span(0, 9)) == Provenance(line_start=1, line_end=4)
