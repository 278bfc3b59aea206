from typing import Any

import pytest

from ragstone import chunk_by_title, chunk_elements
from ragstone.chunkers.composite import CompositeElement
from ragstone.chunkers.elements import ElementsChunker
from ragstone.errors import ParameterError
from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import BBox, Provenance
from ragstone.model.run import Run

HTML = "<table><tr><th>n</th></tr><tr><td>1</td></tr></table>"


def box(page, y):
    return BBox(10, y, 90, y + 10, 100, 200, page)


def el(kind, text, page=None, y=0, **more):
    place = Provenance(page=page, boxes=(box(page, y),)) if page else Provenance()
    return Element(kind, text, text[:6], provenance=place, **more)


TITLE = el(ElementType.TITLE, "Tides", 1, 10, level=1)
FIRST = el(ElementType.NARRATIVE_TEXT, "High water is at six.", 1, 30, facts={"languages": ["en"]})
SECOND = el(ElementType.NARRATIVE_TEXT, "Low water is at noon.", 2, 10)
TABLE = el(ElementType.TABLE, "n\n1", 2, 30, html=HTML)


def test_elements_become_composite_elements_joined_by_blank_lines():
    (chunk,) = chunk_by_title([TITLE, FIRST, SECOND])
    assert isinstance(chunk, CompositeElement)
    assert chunk.category == "CompositeElement"
    assert chunk.text == "Tides\n\nHigh water is at six.\n\nLow water is at noon."


def test_the_original_elements_are_kept_as_they_were_given():
    (chunk,) = chunk_elements([TITLE, FIRST, SECOND])
    assert chunk.orig_elements == (TITLE, FIRST, SECOND)
    (bare,) = chunk_elements([TITLE, FIRST], include_orig_elements=False)
    assert bare.orig_elements == ()


def test_pages_and_boxes_are_not_lost():
    (chunk,) = chunk_by_title([TITLE, FIRST, SECOND])
    assert chunk.provenance.where() == "pages 1–2"
    assert chunk.provenance.boxes == (box(1, 10), box(1, 30), box(2, 10))
    assert [chunk.text[line.start :][:4] for line in chunk.lines] == ["Tide", "High", "Low "]


def test_a_piece_of_an_element_has_only_the_lines_it_comes_from():
    lines = tuple(Run(12 * n, Provenance(page=n + 1)) for n in range(4))
    long = Element(ElementType.NARRATIVE_TEXT, "\n".join(["eleven char"] * 4), lines=lines)
    chunks = chunk_elements([long], max_characters=24)
    assert [chunk.provenance.page for chunk in chunks] == [1, 3]
    assert all(chunk.orig_elements == (long,) for chunk in chunks)


def test_equal_elements_without_ids_are_told_apart():
    one = Element(ElementType.NARRATIVE_TEXT, "Same.", provenance=Provenance(page=1))
    two = Element(ElementType.NARRATIVE_TEXT, "Same.", provenance=Provenance(page=2))
    chunks = chunk_elements([one, two], new_after_n_chars=0)
    assert [chunk.orig_elements for chunk in chunks] == [(one,), (two,)]
    assert chunks[0].id != chunks[1].id


def test_a_whole_table_stays_a_table_with_its_html():
    chunks = chunk_by_title([FIRST, TABLE, SECOND])
    assert [chunk.category for chunk in chunks] == ["CompositeElement", "Table", "CompositeElement"]
    assert chunks[1].html == HTML
    assert chunk_elements([FIRST, TABLE], isolate_table=False)[0].category == "CompositeElement"


HEAD = "<table><tr><th>n</th></tr>"
NUMBERS = el(
    ElementType.TABLE,
    "\n".join(["n | square", *(f"{n} | {n * n}" for n in range(10, 40))]),
    html="<table><thead><tr><th>n</th><th>square</th></tr></thead><tbody>"
    + "".join(f"<tr><td>{n}</td><td>{n * n}</td></tr>" for n in range(10, 40))
    + "</tbody></table>",
)


def test_a_divided_table_says_which_one_it_continues_and_where():
    first, second, *others = chunk_elements([NUMBERS], max_characters=50)
    assert first.category == second.category == "Table"
    assert first.facts == {
        "table_id": NUMBERS.id,
        "chunk_index": 0,
        "is_continuation": False,
        "num_carried_over_header_rows": 0,
    }
    assert second.facts["table_header"] == "n | square"
    told = second.metadata
    assert (told.table_id, told.chunk_index, told.is_continuation) == (NUMBERS.id, 1, True)
    assert told.num_carried_over_header_rows == 1
    assert [each.facts["chunk_index"] for each in others] == list(range(2, 2 + len(others)))
    again = CompositeElement.from_dict(second.to_dict())
    assert again.metadata.num_carried_over_header_rows == 1


def test_each_piece_of_a_table_has_its_own_rows_as_html_below_the_header():
    first, second, *_ = chunk_elements([NUMBERS], max_characters=50)
    for piece in (first, second):
        rows = [line.split(" | ") for line in piece.text.splitlines()]
        if piece is second:
            rows.insert(0, ["n", "square"])
        tags = ["th", *["td"] * (len(rows) - 1)]
        expected = "".join(
            f"<tr><{tag}>{n}</{tag}><{tag}>{square}</{tag}></tr>"
            for tag, (n, square) in zip(tags, rows, strict=True)
        )
        assert piece.metadata.text_as_html == f"<table>{expected}</table>"


def test_a_table_with_blank_cells_at_its_edges_is_whole_all_the_same() -> None:
    table = el(ElementType.TABLE, " | tide\nAmrum | ", html=HTML)
    (chunk,) = chunk_elements([table])
    assert (chunk.html, dict(chunk.facts)) == (HTML, {})


def test_the_pieces_of_a_table_can_do_without_its_header():
    _, second, *_ = chunk_elements([NUMBERS], max_characters=50, repeat_table_headers=False)
    assert "table_header" not in second.facts
    assert second.metadata.num_carried_over_header_rows == 0
    assert "square" not in (second.html or "")


def test_a_piece_of_a_row_has_what_it_holds_as_html() -> None:
    row = "one two three four | five <6 seven"
    table = el(ElementType.TABLE, f"n\n{row}\nend", html=HTML.replace("</table>", "<tr><td>end"))
    pieces = chunk_elements([table], max_characters=20)
    assert [(piece.text, piece.html) for piece in pieces] == [
        ("n", "<table><tr><th>n</th></tr></table>"),
        ("one two three four", f"{HEAD}<tr><td>one two three four</td></tr></table>"),
        (
            "| five <6 seven\nend",
            f"{HEAD}<tr><td>five &lt;6 seven</td></tr><tr><td>end</td></tr></table>",
        ),
    ]


def test_tables_stay_whole_where_they_are_not_to_be_chunked():
    one, table, two = chunk_by_title(
        [FIRST, NUMBERS, SECOND], max_characters=50, skip_table_chunking=True
    )
    assert (one.text, two.text) == (FIRST.text, SECOND.text)
    assert (table.text, table.html, table.category) == (NUMBERS.text, NUMBERS.html, "Table")
    assert table.orig_elements == (NUMBERS,)
    assert "table_id" not in table.facts
    with pytest.raises(ParameterError, match="skip_table_chunking needs isolate_table"):
        chunk_elements([NUMBERS], skip_table_chunking=True, isolate_table=False)


@pytest.mark.parametrize("blank", ["\n", " \n", "\n\n  "])
def test_a_whole_table_that_opens_with_a_blank_line_is_given_too(blank):
    table = el(ElementType.TABLE, f"{blank}n | m\n" + "1 | 2\n" * 30, html=HTML)
    (made,) = chunk_elements([table], max_characters=50, skip_table_chunking=True)
    assert made.html == HTML
    assert made.text.split() == table.text.split()
    assert made.text.endswith("2")


def test_heading_path_languages_and_marks_are_consolidated():
    quoted = el(ElementType.NARRATIVE_TEXT, "Quoted.", marks=frozenset({Mark.QUOTED}))
    (chunk,) = chunk_by_title([TITLE, FIRST, quoted])
    assert chunk.facts == {"heading_path": ["Tides"], "languages": ["en"]}
    assert chunk.marks == {Mark.QUOTED}


def test_its_metadata_tell_the_file_the_links_and_the_elements_it_was_made_of():
    link = {"text": "tides", "url": "https://tides.example"}
    one = el(ElementType.NARRATIVE_TEXT, "See tides.", facts={"filename": "a", "links": [link]})
    two = el(ElementType.NARRATIVE_TEXT, "The tides.", facts={"filename": "b", "links": [link]})
    (chunk,) = chunk_elements([FIRST, one, two])
    assert chunk.metadata.filename == "a"
    assert chunk.metadata.link_urls == ["https://tides.example"] * 2
    assert chunk.metadata.orig_elements == (FIRST, one, two)
    assert chunk_elements([FIRST], include_orig_elements=False)[0].metadata.orig_elements is None


def test_the_text_of_list_items_is_theirs_with_the_marker_that_a_parser_found():
    plain = el(ElementType.LIST_ITEM, "bread")
    found = el(ElementType.LIST_ITEM, "salt", facts={"list_marker": "2.", "list_depth": 0})
    (chunk,) = chunk_elements([plain, found])
    assert chunk.text == "bread\n\n2. salt"


def test_what_sections_leave_out_is_left_out():
    hidden = el(ElementType.NARRATIVE_TEXT, "Hidden.", marks=frozenset({Mark.HIDDEN}))
    (chunk,) = chunk_elements([el(ElementType.PAGE_BREAK, ""), FIRST, hidden])
    assert chunk.text == FIRST.text
    assert chunk_elements([]) == []


def test_the_chunks_are_those_of_the_chunker_elements():
    elements = [TITLE, *[FIRST, SECOND] * 20, TABLE]
    sections = Document("a.pdf", "", tuple(elements)).sections(by="document")
    chunker = ElementsChunker(ElementsChunker.Parameters(max_characters=120, overlap=20))
    texts = [chunk.text for chunk in chunker.chunk_sections(sections)]
    found = chunk_by_title(iter(elements), max_characters=120, overlap=20)
    assert [str(chunk) for chunk in found] == texts


def test_its_dictionary_form_has_unstructureds_keys_and_is_lossless():
    for chunk in chunk_by_title([TITLE, FIRST, TABLE, SECOND]):
        values = chunk.to_dict()
        assert values["metadata"]["orig_elements"][0]["type"] in ("Title", "Table", "NarrativeText")
        assert CompositeElement.from_dict(values) == chunk


def test_options_of_none_mean_the_default_and_wrong_ones_name_the_function():
    assert chunk_by_title([FIRST], max_characters=None, overlap=None)
    with pytest.raises(ParameterError, match=r"^chunk_by_title: overlap \(600\) must be smaller"):
        chunk_by_title([FIRST], overlap=600)
    with pytest.raises(ParameterError, match=r"^chunk_elements: .*is not an option"):
        chunk_elements([FIRST], no_such_option=1)


@pytest.mark.parametrize("option", ["mode", "multipage_sections", "combine"])
def test_an_option_of_another_function_is_refused_with_the_ones_there_are(option):
    options: dict[str, Any] = {option: "by_title"}
    with pytest.raises(ParameterError) as told:
        chunk_elements([FIRST], **options)
    assert str(told.value) == (
        f"chunk_elements: {option} is not an option of it; its options: max_characters, "
        "max_tokens, max_bytes, tokenizer, new_after_n_chars, new_after_n_tokens, overlap, "
        "overlap_all, isolate_table, skip_table_chunking, repeat_table_headers, "
        "include_orig_elements"
    )
