"""Tagged PDFs: what the file says of its text comes before every rule that looks at the page."""

from __future__ import annotations

from pdf_files import artifact, make_tagged_pdf, marked
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.parsers.pdf.parser import PdfParser
from ragstone.sources.source import Source
from samples import drawn

BODY = [
    "The tide gates open two hours before high water and close",
    "ninety minutes after it, and nobody may pass them between.",
]


def read(content: bytes, *tree: tuple[object, ...]) -> tuple[Element, ...]:
    source = Source.from_bytes(make_tagged_pdf(content, [("Document", *tree)]), "tagged.pdf")
    return PdfParser().read(source).elements


def paragraph(first: int, y: float) -> bytes:
    """Two lines in two marked contents."""
    return b"".join(marked(first + n, drawn(text, 72, y - 15 * n)) for n, text in enumerate(BODY))


def test_a_heading_in_the_look_of_the_body_is_a_title_of_its_level() -> None:
    content = marked(0, drawn("The gates", 72, 700)) + paragraph(1, 685)

    title = read(content, ("H2", 0), ("P", 1, 2))[0]

    assert (title.category, title.level, title.provenance.rule) == ("Title", 2, "tag: H2")


def test_what_the_file_calls_a_paragraph_is_no_title_however_large() -> None:
    content = (
        marked(0, drawn("Harbour", 72, 740, 20))
        + marked(1, drawn("Sale", 72, 700, 20))
        + paragraph(2, 670)
    )

    elements = read(content, ("H1", 0), ("P", 1), ("P", 2, 3))

    assert [e.text for e in elements if e.type is ElementType.TITLE] == ["Harbour"]


def test_the_file_tells_where_its_paragraphs_end() -> None:
    content = paragraph(0, 700) + paragraph(2, 670)

    texts = [element.text for element in read(content, ("P", 0, 1), ("P", 2, 3))]

    assert texts == [" ".join(BODY)] * 2


def test_items_have_the_depth_of_their_list() -> None:
    content = (
        marked(0, drawn("• outer", 72, 700))
        + marked(1, drawn("• inner", 72, 685))
        + paragraph(2, 650)
    )
    tree = ("L", ("LI", ("LBody", 0), ("L", ("LI", ("LBody", 1)))))

    items = [e for e in read(content, tree, ("P", 2, 3)) if e.type is ElementType.LIST_ITEM]

    assert [(item.text, item.facts["list_depth"]) for item in items] == [("outer", 0), ("inner", 1)]


def test_the_order_of_the_file_is_read_not_that_of_drawing() -> None:
    content = (
        marked(0, drawn("Second column of the page.", 320, 700))
        + marked(1, drawn("First column of the page.", 72, 700))
        + paragraph(2, 650)
    )

    texts = [e.text for e in read(content, ("P", 1), ("P", 0), ("P", 2, 3))]

    assert texts[:2] == ["First column of the page.", "Second column of the page."]


def test_a_table_has_the_cells_and_spans_of_the_file() -> None:
    rows = [["Landings"], ["Mill", "410"], ["Dock", "120"]]
    content, number = b"", 0
    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            content += marked(number, drawn(text, 72 + 90 * c, 700 - 15 * r))
            number += 1
    tree = (
        "Table",
        ("TR", ("TH /A << /O /Table /ColSpan 2 >>", 0)),
        ("TR", ("TD", 1), ("TD", 2)),
        ("TR", ("TD", 3), ("TD", 4)),
    )

    table = read(content + paragraph(5, 600), tree, ("P", 5, 6))[0]

    assert table.text == "Landings\nMill | 410\nDock | 120"
    assert table.html == (
        '<table><tr><th colspan="2">Landings</th></tr><tr><td>Mill</td><td>410</td></tr>'
        "<tr><td>Dock</td><td>120</td></tr></table>"
    )
    assert table.provenance.rule == "table: tags of the file"


def test_a_note_is_a_footnote_and_a_caption_a_caption() -> None:
    content = (
        paragraph(0, 700)
        + marked(2, drawn("The western gates", 72, 650))
        + marked(3, drawn("1 Survey of mains.", 72, 635))
        + paragraph(4, 600)
    )

    elements = read(content, ("P", 0, 1), ("Caption", 2), ("Note", 3), ("P", 4, 5))

    assert [element.category for element in elements][1] == "FigureCaption"
    assert elements[-1].marks == {Mark.FOOTNOTE}


def test_what_the_file_calls_no_content_is_read_where_it_stands() -> None:
    content = artifact(drawn("Draft of May", 72, 200)) + paragraph(0, 700) + paragraph(2, 600)

    texts = [element.text for element in read(content, ("P", 0, 1), ("P", 2, 3))]

    assert texts[-1] == "Draft of May"


def test_tags_that_call_everything_a_heading_are_not_believed() -> None:
    source = Source.from_bytes(
        make_tagged_pdf(
            b"".join(paragraph(2 * n, 700 - 60 * n) for n in range(4)),
            [("Document", *(("H1", 2 * n, 2 * n + 1) for n in range(4)))],
        ),
        "tagged.pdf",
    )

    document = PdfParser().read(source)

    assert all(element.type is not ElementType.TITLE for element in document.elements)
    assert any("tags" in warning for warning in document.warnings)


def test_code_inside_a_paragraph_is_a_part_of_it() -> None:
    content = (
        marked(0, drawn("Type", 72, 700))
        + marked(1, drawn("tide", 104, 700))
        + marked(2, drawn("to see the water.", 130, 700))
        + paragraph(3, 670)
    )

    elements = read(content, ("P", 0, ("Code", 1), 2), ("P", 3, 4))

    assert elements[0].text == "Type tide to see the water."


def test_code_that_is_all_of_a_paragraph_is_code() -> None:
    content = marked(0, drawn("tide --now", 72, 700)) + paragraph(1, 670)

    elements = read(content, ("P", ("Code", 0)), ("P", 1, 2))

    assert (elements[0].category, elements[0].text) == ("CodeSnippet", "tide --now")


def test_a_quotation_without_paragraphs_is_one_and_quoted() -> None:
    content = paragraph(0, 700) + paragraph(2, 650)

    elements = read(content, ("BlockQuote", 0, 1), ("P", 2, 3))

    assert elements[0].text == " ".join(BODY)
    assert [element.marks for element in elements] == [{Mark.QUOTED}, set()]


def test_text_without_a_block_is_one_paragraph_up_to_the_next_block() -> None:
    content = paragraph(0, 700) + paragraph(2, 650) + paragraph(4, 600)

    elements = read(content, ("Div", 0, 1, ("P", 2, 3), 4, 5))

    assert [element.text for element in elements] == [" ".join(BODY)] * 3


def test_an_empty_cell_takes_its_column() -> None:
    rows = (("", "Summer", "Winter"), ("boat", "90", "45"))
    cells = [
        (72 + 100 * column, 700 - 20 * row, text)
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
        if text
    ]
    content = b"".join(
        marked(number, drawn(text, x, y)) for number, (x, y, text) in enumerate(cells)
    )
    table = (
        "Table",
        ("TR", ("TH",), ("TH", 0), ("TH", 1)),
        ("TR", *(("TD", n) for n in (2, 3, 4))),
    )

    [found, *_] = read(content + paragraph(5, 600), table, ("P", 5, 6))

    assert found.html is not None
    assert "<tr><th></th><th>Summer</th><th>Winter</th></tr>" in found.html


def test_no_content_at_the_edge_of_a_page_is_its_head_or_foot() -> None:
    content = (
        artifact(drawn("Harbour report", 72, 800))
        + marked(0, drawn("The gates", 72, 740))
        + paragraph(1, 720)
        + artifact(drawn("Office of the harbour", 72, 40))
        + artifact(drawn("Draft", 300, 400))
    )

    kinds = {e.text: (e.category, e.provenance.rule) for e in read(content, ("H1", 0), ("P", 1, 2))}

    assert kinds["Harbour report"][0] == "Header"
    assert kinds["Office of the harbour"][0] == "Footer"
    assert kinds["Draft"][0] not in ("Header", "Footer")


def test_a_marker_and_its_text_are_an_item_by_its_tag() -> None:
    content = (
        marked(0, drawn("1.", 72, 700)) + marked(1, drawn("Call", 90, 700)) + paragraph(2, 650)
    )
    tree = ("L", ("LI", ("Lbl", 0), ("LBody", 1)))

    [item, *_] = read(content, tree, ("P", 2, 3))

    assert (item.text, item.facts["list_marker"], item.provenance.rule) == ("Call", "1.", "tag: LI")


def test_a_paragraph_that_goes_on_in_the_next_column_is_read_down_both() -> None:
    content = (
        marked(0, drawn("The tide gates open two", 72, 700))
        + marked(1, drawn("hours before high water", 72, 685) + drawn("and close ninety", 320, 715))
        + marked(2, drawn("minutes after it.", 320, 700))
        + paragraph(3, 600)
    )

    [found, *_] = read(content, ("P", 0, 1, 2), ("P", 3, 4))

    assert (
        found.text
        == "The tide gates open two hours before high water and close ninety minutes after it."
    )
