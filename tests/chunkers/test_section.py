from ragstone.chunkers.catalog import CHUNKERS
from ragstone.model.block import TextBlock
from ragstone.model.chunk import BoundaryReason
from ragstone.model.section import Section


def chunks_of(*texts, **parameters):
    sections = [Section(content=TextBlock(text=text), source="a.txt") for text in texts]
    return CHUNKERS.create("section", **parameters).chunk_sections(sections)


def test_each_section_is_one_chunk_however_long():
    chunks = chunks_of("word " * 5000 + "end", "Page two.")
    assert [len(chunk.text) for chunk in chunks] == [25003, 9]
    assert chunks[0].boundaries[1].reason is BoundaryReason.SECTION


def test_blank_lines_around_go_and_the_first_indentation_stays():
    (chunk,) = chunks_of("\n\n    indented\n    code\n\n")
    assert chunk.text == "    indented\n    code"


def test_a_hard_limit_still_holds():
    chunks = chunks_of("word " * 50, max_characters=42)
    assert max(len(chunk.text) for chunk in chunks) <= 42
    assert chunks[0].boundaries[1].reason is BoundaryReason.HARD
