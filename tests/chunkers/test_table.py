import csv
import io
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers.packing import HardLimits
from ragstone.chunkers.structure.delimited import delimited_table
from ragstone.chunkers.table import TableChunker
from ragstone.chunkers.verify import verify
from ragstone.model.block import TextBlock
from ragstone.model.chunk import BoundaryReason, Chunk
from ragstone.model.element import ElementType
from ragstone.model.section import Part, Section


def chunks_of(text: str, parts: tuple[Part, ...] = (), **parameters: Any) -> list[Chunk]:
    section = Section(content=TextBlock(text=text), source="a.csv", parts=parts)
    chunks = TableChunker(TableChunker.Parameters(**parameters)).chunk_sections([section])
    assert verify([section], chunks) == []
    return chunks


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("town,height,note", "Port {n},{n}.5,calm"),
        ("town;height", "Port {n};{n},5"),
        ("town\theight", "Port {n}\t{n}.5"),
        ("town | height", "Port {n} | {n}.5"),
        ("| town | height |\n|---|---|", "| Port {n} | {n}.5 |"),
        ("港口,高度", "第{n}港,{n}.5"),
    ],
    ids=["commas", "semicolons", "tabs", "bars", "Markdown", "Chinese"],
)
def test_each_chunk_of_rows_has_the_header_beside_it(header: str, row: str):
    rows = [row.format(n=n) for n in range(30)]
    first, *others = chunks_of("\n".join([header, *rows]), max_characters=100)
    assert first.context == ""
    assert first.text.startswith(header)
    assert len(others) > 2
    read = first.text.removeprefix(header).split("\n")[1:]
    for chunk in others:
        assert chunk.context == header
        assert chunk.boundaries[0].reason is BoundaryReason.TABLE_ROW
        read += chunk.text.split("\n")
    assert read == rows


def test_a_quoted_value_with_line_ends_stays_in_its_row():
    rows = "".join(f'Port {n},"calm,\n""very""\n\ncalm"\n' for n in range(20))
    for chunk in chunks_of("town,note\n" + rows, max_characters=90)[1:]:
        assert chunk.text.startswith("Port")
        assert chunk.text.endswith('calm"')


def test_a_first_row_of_numbers_is_no_header():
    assert {chunk.context for chunk in chunks_of("1,2,3\n" * 60, max_characters=60)} == {""}


def test_header_rows_can_be_asked_for():
    text = "town,height\n,m\n" + "".join(f"Port {n},{n}\n" for n in range(30))
    assert chunks_of(text, max_characters=60, header_rows=2)[-1].context == "town,height\n,m"
    assert chunks_of(text, max_characters=60, header_rows=0)[-1].context == ""


@pytest.mark.parametrize(
    ("html", "context"),
    [
        (None, "town | height"),
        (
            "<table><tr><th>town</th></tr><tr><th>m</th></tr><tr><td>x</td></tr></table>",
            "town | height\nm | m",
        ),
    ],
    ids=["not said", "two rows"],
)
def test_the_tables_among_a_sections_elements_are_cut_by_rows(html: str | None, context: str):
    table = "town | height\nm | m\n" + "\n".join(f"Port {n} | {n}" for n in range(30))
    text = f"Heights\n\n{table}\n\nEnd of the list."
    end = 9 + len(table)
    parts = (
        Part(0, 7, "a", ElementType.TITLE, 1, heading_path=("Heights",)),
        Part(9, end, "b", ElementType.TABLE, html=html, heading_path=("Heights",)),
        Part(end + 2, len(text), "c", ElementType.NARRATIVE_TEXT, heading_path=("Heights",)),
    )
    first, *others = chunks_of(text, parts, max_characters=120)
    assert first.text.startswith("Heights\n\ntown")
    assert {chunk.context for chunk in others if chunk.text.startswith("Port")} == {
        f"Heights\n{context}" if context else "Heights"
    }
    assert {chunk.heading_path for chunk in others} == {("Heights",)}


def test_a_row_longer_than_the_limit_is_cut_at_a_cell():
    rows = "\n".join(" | ".join(f"cell {n}{k} has words" for k in range(9)) for n in range(4))
    for chunk in chunks_of("a | b\n" + rows, max_characters=70)[1:]:
        assert chunk.text.endswith(("|", "words"))


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_a_row_of_separated_values_is_cut_at_its_separators(mark: str):
    cells = ["Brest" * 6, '"high, low; or ""slack""\twater"', "Dover" * 6]
    header = mark.join(("port", "tide", "other"))
    text = header + "\n" + mark.join(cells) + f"\nDover{mark}1{mark}2\n" * 3
    chunks = chunks_of(text, max_characters=36)
    assert [chunk.text.rstrip(mark) for chunk in chunks[1:4]] == cells
    assert "cells" in chunks[1].boundaries[1].detail


def test_a_bar_behind_a_backslash_is_no_border_of_cells():
    row = r"|a name of twenty words|half \| full, as it may be|"
    for chunk in chunks_of(f"|name|tide|\n|-|-|\n{row}\n|z|1|\n", max_characters=40):
        assert not chunk.text.endswith("\\|")


def test_a_row_of_one_endless_value_takes_linear_time():
    text = 'a,b\n1,2\n3,4\n5,"' + "x" * 300_000 + "\\"
    started = time.process_time()
    chunks_of(text, max_characters=200)
    chunks_of(text.replace(",", "|"), max_characters=200)
    assert time.process_time() - started < 5


def test_prose_with_commas_is_no_table():
    text = "The sea, it is said, rises.\nIt falls, too.\n\nBoats float, as ever, on it.\n"
    assert delimited_table(text) is None
    assert delimited_table("Hello, you.\nGood day, sir.") is None


def test_rows_that_a_stray_quote_opens_are_not_all_one():
    block = delimited_table("size,use\n" + '5" pipe,water\n' * 20)
    assert block is not None
    assert len(block.rows) == 21


CELLS = st.text(alphabet='ab1,;"\n |潮\t', max_size=12)


@settings(deadline=None, max_examples=150)
@given(
    st.lists(st.lists(CELLS, min_size=2, max_size=4), max_size=12), st.sampled_from([32, 60, 200])
)
def test_every_rule_holds_on_generated_tables(rows: list[list[str]], size: int):
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    section = Section(content=TextBlock(text=out.getvalue()), source="a.csv")
    chunks = TableChunker(TableChunker.Parameters(max_characters=size)).chunk_sections([section])
    assert verify([section], chunks, HardLimits(max_characters=size)) == []
