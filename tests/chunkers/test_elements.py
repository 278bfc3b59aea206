from itertools import pairwise

import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.elements import ElementsChunker
from ragstone.chunkers.packing import HardLimits
from ragstone.chunkers.verify import verify
from ragstone.errors import ParameterError
from ragstone.model.chunk import BoundaryReason
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import Provenance
from ragstone.text.tokens import token_counter

TITLE, TEXT, TABLE, CODE = (
    ElementType.TITLE,
    ElementType.NARRATIVE_TEXT,
    ElementType.TABLE,
    ElementType.CODE_SNIPPET,
)


def el(kind, text, page=None, html=None):
    level = 1 if kind is TITLE else None
    place = Provenance(page=page)
    return Element(kind, text, text[:8], level=level, html=html, provenance=place)


def chunks_of(*elements, **parameters):
    sections = Document("a.pdf", "", elements).sections(by="document")
    chunker = ElementsChunker(ElementsChunker.Parameters(**parameters))
    chunks = chunker.chunk_sections(sections)
    assert verify(sections, chunks, HardLimits.of(chunker.parameters)) == []
    return chunks


def texts_of(*elements, **parameters):
    return [chunk.text for chunk in chunks_of(*elements, **parameters)]


def a_text(size, letter="a"):
    return el(TEXT, letter * size)


def test_whole_elements_fill_a_chunk_up_to_500_characters():
    texts = texts_of(*[a_text(98)] * 11, mode="basic")
    assert [len(text) for text in texts] == [498, 498, 98]


def test_elements_are_not_torn_while_they_fit():
    texts = texts_of(a_text(60), a_text(50, "b"), a_text(40, "c"), mode="basic", max_characters=100)
    assert texts == ["a" * 60, "b" * 50 + "\n\n" + "c" * 40]


def test_by_title_begins_a_chunk_at_every_title():
    elements = [el(TITLE, "One"), a_text(60), el(TITLE, "Two"), a_text(60, "b")]
    chunks = chunks_of(*elements, combine_text_under_n_chars=0)
    assert [chunk.text[:3] for chunk in chunks] == ["One", "Two"]
    assert chunks[0].boundaries[1].reason is BoundaryReason.HEADING
    assert chunks[1].heading_path == ("Two",)


def test_by_title_combines_small_sections_up_to_the_limit_unless_told_not_to():
    elements = [el(TITLE, "One"), a_text(60), el(TITLE, "Two"), a_text(60, "b")]
    assert len(texts_of(*elements)) == 1
    assert len(texts_of(*elements, max_characters=100)) == 2
    assert len(texts_of(*elements, combine_text_under_n_chars=65)) == 2
    assert len(texts_of(*elements, combine_text_under_n_chars=66)) == 1


def test_basic_does_not_look_at_titles():
    elements = [el(TITLE, "One"), a_text(60), el(TITLE, "Two"), a_text(60, "b")]
    assert texts_of(*elements, mode="basic", max_characters=80)[0].endswith("\n\nTwo")


def test_a_chunk_past_the_soft_limit_takes_no_further_element():
    elements = [a_text(30), a_text(30, "b"), a_text(30, "c")]
    options = {"mode": "basic", "max_characters": 100}
    assert len(texts_of(*elements, **options, new_after_n_chars=30)) == 2
    assert len(texts_of(*elements, **options, new_after_n_chars=29)) == 3
    assert len(texts_of(*elements, **options, new_after_n_chars=0)) == 3
    assert len(texts_of(*elements, **options, new_after_n_chars=9000)) == 1


def test_the_soft_limit_may_be_in_tokens():
    elements = [el(TEXT, "one two three four")] * 3
    options = {"mode": "basic", "max_tokens": 100}
    assert len(texts_of(*elements, **options, new_after_n_tokens=3)) == 3
    assert len(texts_of(*elements, **options, new_after_n_tokens=4)) == 2


def test_a_table_stands_alone_unless_told_otherwise():
    elements = [a_text(20), el(TABLE, "a | b\n1 | 2"), a_text(20, "b")]
    chunks = chunks_of(*elements)
    assert [len(chunk.text) for chunk in chunks] == [20, 11, 20]
    assert "a table stands alone" in chunks[0].boundaries[1].detail
    assert len(texts_of(*elements, isolate_table=False)) == 1


def test_pages_begin_chunks_when_sections_may_not_have_several():
    elements = [el(TEXT, "One.", 1), el(TEXT, "Two.", 2), el(TEXT, "Three.", 2)]
    options = {"multipage_sections": False, "combine_text_under_n_chars": 0}
    chunks = chunks_of(*elements, **options)
    assert [chunk.text for chunk in chunks] == ["One.", "Two.\n\nThree."]
    assert chunks[0].boundaries[1].detail == "a new page"
    assert len(texts_of(*elements)) == 1


def test_an_element_that_exceeds_the_limit_is_cut_at_sentences():
    texts = texts_of(el(TEXT, "The tide turns at six. " * 20), max_characters=100)
    assert all(text.endswith("at six.") for text in texts)
    chinese = texts_of(el(TEXT, "高潮在六点。低潮在十二点！" * 20), max_characters=50)
    assert all(text.endswith(("。", "！")) for text in chinese)


def test_only_pieces_of_a_divided_element_overlap_in_whole_words():
    long = el(TEXT, " ".join(f"word{n:03}" for n in range(60)))
    chunks = chunks_of(a_text(80), long, a_text(80, "z"), max_characters=100, overlap=20)
    assert [chunk.boundaries[0].overlap_given for chunk in chunks][:2] == [0, 0]
    for before, after in pairwise(chunks[1:-1]):
        shared = before.span.end - after.span.start
        assert 15 <= shared == after.boundaries[0].overlap_given <= 20
        assert after.text.startswith("word")
    assert chunks[-1].boundaries[0].overlap_given == 0
    assert "without overlap_all" in chunks[-1].boundaries[0].detail


def test_overlap_all_repeats_between_whole_elements_and_not_around_tables():
    elements = [
        el(TEXT, "First words end here"),
        el(TEXT, "Second words end there"),
        el(TABLE, "a | b\n1 | 2"),
        el(TEXT, "Third words"),
    ]
    texts = texts_of(*elements, mode="basic", max_characters=40, overlap=9, overlap_all=True)
    assert texts[1] == "end here\n\nSecond words end there"
    assert texts[2:] == ["a | b\n1 | 2", "Third words"]


def test_overlap_that_the_next_element_leaves_no_room_for_is_shorter_and_says_so():
    elements = [el(TEXT, "First words end here"), a_text(40)]
    chunks = chunks_of(*elements, mode="basic", max_characters=40, overlap=9, overlap_all=True)
    assert chunks[1].text == "a" * 40
    assert "no room" in chunks[1].boundaries[0].detail


def test_a_divided_table_is_cut_between_rows_and_repeats_its_header_beside_the_text():
    rows = "\n".join(f"row {n} | {n * n}" for n in range(30))
    html = "<table><tr><th>n</th><th>square</th></tr>" + "<tr><td>x</td></tr>" * 30 + "</table>"
    table = el(TABLE, f"n | square\n{rows}", html=html)
    chunks = chunks_of(table, max_characters=100, overlap=20)
    lines = [line for chunk in chunks for line in chunk.text.split("\n")]
    assert lines == ["n | square", *rows.split("\n")]
    assert [chunk.context for chunk in chunks] == ["", *["n | square"] * (len(chunks) - 1)]


def test_divided_code_is_cut_between_lines_and_keeps_its_indentation():
    code = "def f():\n" + "\n".join(f"    line_{n}()" for n in range(20))
    texts = texts_of(el(CODE, code), max_characters=60)
    assert "\n".join(texts) == code


def test_limits_may_be_tokens_or_bytes_and_the_overlap_is_in_that_unit():
    count = token_counter("cl100k")
    long = el(TEXT, "The tide turns at six and again at noon and once more. " * 30)
    chunks = chunks_of(long, max_characters=None, max_tokens=30, overlap=5)
    assert max(count(chunk.text) for chunk in chunks) <= 30
    assert all(0 < chunk.boundaries[0].overlap_given <= 5 for chunk in chunks[1:])
    wide = el(TEXT, "高潮在六点" * 50)
    chunks = chunks_of(wide, max_characters=None, max_bytes=90, overlap=12)
    assert {chunk.boundaries[0].overlap_given for chunk in chunks[1:]} == {12}


def test_one_long_element_under_a_token_limit_takes_linear_time():
    assert chunks_of(el(TEXT, "tide " * 60_000), max_characters=None, max_tokens=60)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"overlap": 500}, "overlap .500. must be smaller"),
        ({"overlap": -1}, "overlap"),
        ({"new_after_n_chars": -1}, "new_after_n_chars"),
        ({"combine_text_under_n_chars": 501}, "must not be larger than max_characters"),
        ({"combine_text_under_n_chars": -1}, "combine_text_under_n_chars"),
        ({"max_characters": 0}, "max_characters"),
        ({"max_characters": None}, "is needed"),
        ({"mode": "basic", "multipage_sections": False}, "mode=by_title"),
        ({"mode": "by_page"}, "mode"),
    ],
)
def test_options_without_sense_are_refused(options, message):
    with pytest.raises(ParameterError, match=message):
        CHUNKERS.create("elements", **options)
