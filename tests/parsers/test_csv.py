"""CSV and TSV: one table, whatever its separator, quotes and encoding."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.errors import LimitExceeded
from ragstone.limits import Limits
from ragstone.model.document import Document
from ragstone.model.element import ElementType
from ragstone.model.span import Span
from ragstone.parsers.csv.separator import separator_of
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source


def read(payload: str | bytes, name: str = "catch.csv", **rest: object) -> Document:
    data = payload.encode() if isinstance(payload, str) else payload
    return read_document(Source.from_bytes(data, name, **rest))


@pytest.mark.parametrize(
    "separator", [",", ";", "\t", "|"], ids=["comma", "semicolon", "tab", "bar"]
)
def test_any_separator_is_told_from_the_file(separator: str):
    rows = [["Fish", "Tons", "Port"], ["Hake", "8", "Brest"], ["Cod", "5", "Dover"]]
    document = read("\n".join(separator.join(row) for row in rows))
    assert document.facts["separator"] == separator
    assert document.elements[0].text == "Fish | Tons | Port\nHake | 8 | Brest\nCod | 5 | Dover"


def test_decimal_commas_do_not_divide():
    document = read("Fish;Tons\nHake;8,5\nCod;5,25\nEel;1,75\n")
    assert document.facts["separator"] == ";"
    assert document.elements[0].text.endswith("Eel | 1,75")


def test_a_line_that_names_the_separator_is_no_row():
    assert read("sep=;\nFish;Tons\nHake;8\n").elements[0].text == "Fish | Tons\nHake | 8"


def test_the_separator_can_be_given():
    source = Source.from_bytes(b"a:b\nc:d\n", "x.csv")
    document = read_document(source, parser="csv", parameters={"separator": ":"})
    assert document.elements[0].text == "a | b\nc | d"


def test_quoted_line_ends_and_quotes_stay_in_their_cell():
    document = read('Id,Step\nS-1,"Close the valve,\nthen ""call"" the desk."\nS-2,Start\n')
    table = document.elements[0]
    assert table.text.split("\n")[1] == 'S-1 | Close the valve, then "call" the desk.'
    assert '<td>Close the valve,<br>then "call" the desk.</td>' in table.html


def test_every_row_has_the_lines_that_it_stands_on():
    table = read('Id,Step\nS-1,"a\nb"\n\nS-2,c\n').elements[0]
    lines = [(line.provenance.line_start, line.provenance.line_end) for line in table.lines]
    assert lines == [(1, 1), (2, 3), (5, 5)]


def test_a_passage_is_cited_by_its_lines():
    section = read("Fish,Tons\nHake,8\nCod,5\n").sections()[0]
    start = section.text.index("Cod")
    assert section.place(Span(start, start + 3)).where() == "line 3"


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", b"\xef\xbb\xbf"),
        ("gb18030", b""),
        ("utf-16-le", b"\xff\xfe"),
        ("utf-16-be", b"\xfe\xff"),
    ],
    ids=["utf-8", "mark", "gb18030", "utf-16-le", "utf-16-be"],
)
def test_any_encoding_is_read_without_its_mark(encoding: str, mark: bytes):
    text = "鱼类\t吨数\t港口\n金枪鱼\t8\t青岛\n带鱼\t5\t舟山\n黄鱼\t3\t宁波\n"
    document = read(mark + text.encode(encoding), "渔获.csv")
    assert document.elements[0].text.startswith("鱼类 | 吨数 | 港口\n金枪鱼 | 8 | 青岛")


def test_ragged_rows_are_kept_with_a_warning():
    document = read("Fish,Tons,Port\nHake,8\nCod,5,Dover,late\nEel,1,Brest\n")
    assert document.elements[0].text.split("\n")[1:3] == ["Hake | 8", "Cod | 5 | Dover | late"]
    assert "2 rows have more or fewer values" in document.warnings[0]


def test_a_blank_value_keeps_its_place():
    table = read("Fish,Tons,Port\nHake,,Brest\nNA,NULL,\n").elements[0]
    assert table.text.split("\n")[1:] == ["Hake |  | Brest", "NA | NULL"]
    assert "<td>Hake</td><td></td><td>Brest</td>" in table.html


def test_the_first_row_is_the_header_unless_it_holds_numbers():
    assert read("Fish,Port\nHake,Brest\n").elements[0].html.count("<th>") == 2
    assert "<th>" not in read("1,2\n3,4\n").elements[0].html


def test_a_line_above_the_table_is_its_title():
    title, table = read("Catch of the year\nFish,Tons\nHake,8\nCod,5\nEel,1\n").elements
    assert (title.type, title.text) == (ElementType.TITLE, "Catch of the year")
    assert table.text.startswith("Fish | Tons")


def test_a_blank_line_before_other_columns_begins_another_table():
    document = read("Fish,Tons\nHake,8\nCod,5\n\nPort,Depth,Open\nBrest,7,yes\nDover,6,no\n")
    assert [element.provenance.line_start for element in document.elements] == [1, 5]


def test_a_file_without_columns_is_lines_of_text():
    document = read("The gate opens at seven, and not before.\nRopes are coiled twice a day.\n")
    assert [element.type for element in document.elements] == [ElementType.NARRATIVE_TEXT] * 2
    assert document.elements[1].provenance.line_start == 2


def test_a_quote_that_never_ends_takes_one_line_only():
    document = read('Fish,Tons\nHake,"8\nCod,5\nEel,1\n')
    assert document.elements[0].text.split("\n")[2:] == ["Cod | 5", "Eel | 1"]
    assert "line 2" in document.warnings[0]


def test_many_quotes_that_never_end_are_read_in_one_pass():
    lines = "".join(f'a{n},"b\n' for n in range(2001))
    table = read(lines).elements[0]
    assert table.text.count("a2000") == 1


def test_a_tsv_file_is_read_by_its_name():
    document = read("Fish\tTons\nHake\t8\n", "catch.tsv")
    assert document.media_type == "text/tab-separated-values"
    assert document.elements[0].text == "Fish | Tons\nHake | 8"


@pytest.mark.parametrize(
    ("limits", "name"),
    [(Limits(sheet_cells=3), "sheet_cells"), (Limits(text_characters=10), "text_characters")],
    ids=["cells", "characters"],
)
def test_cells_and_characters_are_limited(limits: Limits, name: str):
    with pytest.raises(LimitExceeded, match=name):
        read("Fish,Tons\nHake,8\n", limits=limits)


def test_a_long_table_has_its_header_as_html_and_all_rows_as_text():
    rows = "".join(f"Hake {n},{n}\n" for n in range(60_000))
    document = read(f"Fish,Tons\n{rows}")
    (table,) = document.elements
    assert table.html == "<table><tr><th>Fish</th><th>Tons</th></tr></table>"
    assert table.lines[60_000].provenance.line_start == 60_001


VALUES = st.text(alphabet=st.sampled_from('ab1,;"\n\t é鱼'), max_size=6)


@settings(deadline=None, max_examples=150)
@given(st.lists(st.lists(VALUES, min_size=3, max_size=3), min_size=3, max_size=8))
def test_no_value_is_lost_whatever_is_quoted(rows: list[list[str]]):
    text = "".join(
        ",".join(f'"{value.replace(chr(34), chr(34) * 2)}"' for value in row) + "\n" for row in rows
    )
    source = Source.from_bytes(text.encode(), "x.csv")
    document = read_document(source, parser="csv", parameters={"separator": ","})
    found = "".join("".join(element.text.split()) for element in document.elements)
    for value in (value for row in rows for value in row):
        assert "".join(value.split()) in found


@given(st.text(max_size=200))
@settings(deadline=None, max_examples=150)
def test_any_text_has_a_separator_or_none(text: str):
    assert separator_of(text) in (None, ",", ";", "\t", "|")


def test_a_line_over_a_table_that_ends_as_a_sentence_does_is_no_title():
    table = "Fish;Tons\n" + "Hake;8\n" * 9
    kinds = [read(f"{line}\n{table}").elements[0].type for line in ("Catches", "Catches,", "Up.")]
    assert kinds == [ElementType.TITLE, *[ElementType.UNCATEGORIZED_TEXT] * 2]
