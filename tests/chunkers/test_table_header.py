import asyncio

import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.structure.table_header import table_header
from ragstone.model.document import Document
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

CAPACITIES = "harbour,berths,depth m\n" + "".join(
    f"Harbour {number},{number + 3},{number % 9 + 2}.5\n" for number in range(60)
)


def document() -> Document:
    return read_document(Source.from_bytes(CAPACITIES.encode(), "capacities.csv"))


def test_the_rows_of_header_cells_are_the_header():
    html = "<table><tr><th>a</th></tr><tr><th>b</th></tr><tr><td>1</td></tr></table>"
    assert table_header("a\nb\n1", html) == "a\nb"


def test_the_row_above_a_line_of_dashes_is_the_header():
    assert table_header("| a | b |\n|---|:-:|\n| 1 | 2 |", "") == "| a | b |"


def test_a_table_of_nothing_but_header_cells_has_no_header():
    assert table_header("a\nb", "<tr><th>a</th></tr><tr><th>b</th></tr>") == ""


@pytest.mark.parametrize("chunker", ["balanced", "sentence", "recursive", "fixed"])
def test_every_chunk_that_starts_inside_a_table_has_its_header_beside(chunker: str):
    sections = document().sections()
    chunks = asyncio.run(CHUNKERS.create(chunker, max_characters=300).chunk(sections))
    assert len(chunks) > 3
    assert chunks[0].text.startswith("harbour | berths | depth m")
    assert chunks[0].context == ""
    assert all(chunk.context == "harbour | berths | depth m" for chunk in chunks[1:])
    assert all("harbour | berths" in chunk.embedding_text() for chunk in chunks)
