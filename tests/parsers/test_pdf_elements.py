from __future__ import annotations

from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.parsers.pdf.parser import PdfParser
from ragstone.sources.source import Source
from samples import drawn, make_drawn_pdf, make_pdf

BODY = [
    "The tide gates open two hours before high water and close",
    "ninety minutes after it, and nobody may pass them between.",
]


def read(data: bytes) -> Document:
    return PdfParser().read(Source.from_bytes(data, "sample.pdf"))


def of_type(data: bytes, kind: ElementType) -> list[Element]:
    return [element for element in read(data).elements if element.type is kind]


def test_lines_of_a_paragraph_are_joined_with_blanks() -> None:
    assert read(make_pdf([BODY])).elements[0].text == " ".join(BODY)


def test_chinese_lines_are_joined_without_blanks() -> None:
    lines = ["船只进港前应向港务所报告船名船长和吃水港池内航速不得超过", "三节。"]

    assert read(make_pdf([lines])).elements[0].text == "".join(lines)


def test_a_wider_gap_ends_a_paragraph() -> None:
    elements = read(make_pdf([[*BODY, "", *BODY]])).elements

    assert [element.text for element in elements] == [" ".join(BODY)] * 2


def test_a_line_with_room_for_the_next_word_ends_a_paragraph() -> None:
    elements = read(make_pdf([[*BODY, "It is so.", *BODY]])).elements

    assert elements[0].text.endswith("It is so.")
    assert elements[1].text == " ".join(BODY)


def test_an_indented_line_starts_a_paragraph() -> None:
    lines = [(72, BODY[0]), (72, BODY[1]), (96, BODY[0][:-10]), (72, BODY[1])]
    content = b"".join(drawn(text, x, 700 - 15 * n) for n, (x, text) in enumerate(lines))

    assert len(read(make_drawn_pdf([content])).elements) == 2


def test_larger_lines_are_titles_ranked_by_size() -> None:
    page = [("Harbour handbook", 24), *BODY, ("The gates", 16), *BODY, ("The sill", 16), *BODY]

    titles = of_type(make_pdf([page]), ElementType.TITLE)

    assert [(title.text, title.level) for title in titles] == [
        ("Harbour handbook", 1),
        ("The gates", 2),
        ("The sill", 2),
    ]


def test_what_stands_below_a_title_has_it_as_parent() -> None:
    elements = read(make_pdf([[("The gates", 16), *BODY]])).elements

    assert elements[1].parent_id == elements[0].id


def test_a_larger_sentence_is_no_title() -> None:
    page = [("Nobody may pass the gates at night.", 16), *BODY, *BODY]

    assert of_type(make_pdf([page]), ElementType.TITLE) == []


def test_text_in_one_size_has_no_titles() -> None:
    page = ["Short line", *BODY, "Another short line", *BODY]

    assert of_type(make_pdf([page]), ElementType.TITLE) == []


def test_of_a_cover_full_of_large_lines_the_largest_is_the_title() -> None:
    cover = [("Tidewatch", 18), ("Port Office", 21), ("Council", 24), ("Year Book", 28)]

    titles = of_type(make_pdf([[*cover, *BODY, *BODY]]), ElementType.TITLE)

    assert [title.text for title in titles] == ["Year Book"]


def test_bullets_and_numbers_are_list_items_with_their_marker() -> None:
    page = [BODY[0], "• open the gate", "• close the gate", "1. wait", "2) go on", "一、靠泊"]

    items = of_type(make_pdf([page]), ElementType.LIST_ITEM)

    assert [(item.facts["list_marker"], item.text) for item in items] == [
        ("•", "open the gate"),
        ("•", "close the gate"),
        ("1.", "wait"),
        ("2)", "go on"),
        ("一、", "靠泊"),
    ]


def test_indented_items_are_deeper() -> None:
    rows = [(72, "- outer one"), (96, "- inner one"), (96, "- inner two"), (72, "- outer two")]
    content = b"".join(drawn(text, x, 700 - 15 * n) for n, (x, text) in enumerate(rows))

    items = of_type(make_drawn_pdf([content]), ElementType.LIST_ITEM)

    assert [item.facts["list_depth"] for item in items] == [0, 1, 1, 0]


def test_the_second_line_of_an_item_belongs_to_it() -> None:
    rows = [
        (72, "• The tide gates open two hours before high water and then close"),
        (84, "ninety minutes after it."),
        (72, "• The end."),
    ]
    content = b"".join(drawn(text, x, 700 - 15 * n) for n, (x, text) in enumerate(rows))

    items = of_type(make_drawn_pdf([content]), ElementType.LIST_ITEM)

    assert [item.text[-9:] for item in items] == ["after it.", "The end."]


def test_a_number_with_a_decimal_point_is_no_list_item() -> None:
    assert of_type(make_pdf([["1.5 metres are enough", *BODY]]), ElementType.LIST_ITEM) == []


def page_with_head(number: int, head: str = "Tidewatch handbook") -> bytes:
    content = drawn(head, 72, 810, 9) + drawn(f"Page {number} of 4", 280, 30, 9)
    content += drawn(f"Text number {number} is about {'abcd'[number - 1]}.", 72, 600)
    return content


def test_what_repeats_at_the_top_is_a_header_and_not_in_the_sections() -> None:
    document = read(make_drawn_pdf([page_with_head(number) for number in (1, 2, 3)]))

    headers = [e for e in document.elements if e.type is ElementType.HEADER]
    assert len(headers) == 3
    assert document.sections()[1].text == "Text number 2 is about b."


def test_page_numbers_are_told_from_the_first_page_on() -> None:
    numbers = of_type(make_drawn_pdf([page_with_head(1)]), ElementType.PAGE_NUMBER)

    assert [number.text for number in numbers] == ["Page 1 of 4"]


def test_a_line_that_repeats_on_one_page_of_many_only_is_text() -> None:
    pages = [page_with_head(number, f"Head {'abcd'[number - 1]}") for number in (1, 2, 3)]

    assert of_type(make_drawn_pdf(pages), ElementType.HEADER) == []


def test_a_line_apart_at_the_top_of_a_single_page_is_a_header() -> None:
    text = b"".join(drawn(line, 72, 500 - 15 * n) for n, line in enumerate(BODY))

    headers = of_type(make_drawn_pdf([page_with_head(1) + text]), ElementType.HEADER)

    assert [(h.text, h.provenance.rule) for h in headers] == [
        ("Tidewatch handbook", "furniture: apart at the edge")
    ]


def test_repeated_first_lines_close_to_the_text_are_text() -> None:
    pages = [
        drawn("Sheet marker of the manual.", 72, 790) + drawn(f"The {word} is dry.", 72, 774)
        for word in ("sail", "rope", "deck", "hold")
    ]

    assert "Sheet marker" in read(make_drawn_pdf(pages)).sections()[2].text
