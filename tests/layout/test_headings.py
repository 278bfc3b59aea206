"""What makes a paragraph a title, and what does not."""

from __future__ import annotations

from typing import Any

from pages import found, line, page, picture, prose
from ragstone.layout.bookmarks import folded
from ragstone.layout.elements import elements
from ragstone.layout.headings import is_capitals
from ragstone.layout.line import Line
from ragstone.model.element import Element, ElementType


def titles(*lines_above: dict[str, Any]) -> list[Element]:
    """The titles of a page on which these lines stand above a paragraph each."""
    block: list[Line] = []
    y = 120.0
    for given in lines_above:
        block.append(line(y=y, **given))
        block += prose(y + 40)
        y += 140
    # Enough body text that no title's look is the usual one.
    block += prose(y) + prose(y + 60)
    return [item for item in found(page(block)) if item.type is ElementType.TITLE]


def texts(*lines_above: dict[str, Any]) -> list[str]:
    return [title.text for title in titles(*lines_above)]


def test_a_larger_line_is_a_title_and_says_why() -> None:
    title = titles({"text": "The gates", "size": 16})[0]

    assert (title.text, title.provenance.rule) == ("The gates", "title: larger than the body")


def test_a_bold_line_is_a_title_where_the_body_is_not_bold() -> None:
    assert texts({"text": "The gates", "bold": True}) == ["The gates"]


def test_a_bold_question_and_a_bold_line_with_a_colon_are_titles() -> None:
    assert texts({"text": "Who may pass?", "bold": True}, {"text": "Procedure:", "bold": True}) == [
        "Who may pass?",
        "Procedure:",
    ]


def test_a_larger_sentence_is_no_title() -> None:
    assert texts({"text": "Nobody may pass the gates at night.", "size": 16}) == []


def test_a_section_number_with_a_point_ends_no_sentence() -> None:
    assert texts({"text": "Chapter 7.", "size": 16}) == ["Chapter 7."]


def test_a_section_number_before_a_capital_is_no_second_sentence() -> None:
    assert texts({"text": "3.1. Status of the gates", "bold": True}) == ["3.1. Status of the gates"]


def test_a_numbered_bold_line_keeps_its_number() -> None:
    assert texts({"text": "1. Scope", "bold": True}) == ["1. Scope"]


def test_a_chinese_chapter_in_the_look_of_the_body_is_a_title() -> None:
    title = titles({"text": "第三章 总则"})[0]

    assert title.provenance.rule == "title: numbered"


def test_capitals_on_their_own_above_text_are_a_title() -> None:
    assert texts({"text": "DUTIES OF THE KEEPER"}) == ["DUTIES OF THE KEEPER"]


def test_a_coloured_line_on_its_own_above_text_is_a_title() -> None:
    assert texts({"text": "Duties of the keeper", "colour": 0x1A4F9C}) == ["Duties of the keeper"]


def test_a_plain_short_line_is_no_title() -> None:
    assert texts({"text": "Duties of the keeper"}) == []


def test_dates_addresses_and_links_are_no_titles() -> None:
    assert (
        texts(
            {"text": "June 2023", "size": 16},
            {"text": "keeper@harbour.example", "size": 16},
            {"text": "https://harbour.example/gates", "size": 16},
        )
        == []
    )


def test_a_formula_is_no_title_however_large() -> None:
    assert texts({"text": "v = x / t + 2", "size": 16}) == []


def test_a_piece_of_a_sentence_in_larger_type_is_no_title() -> None:
    text = "for all of these the drop between inflow and outflow is given by"

    assert texts({"text": text, "size": 12}) == []


def test_a_number_alone_is_a_chapter_only_when_it_is_large() -> None:
    assert texts({"text": "4", "size": 24}) == ["4"]
    assert texts({"text": "4", "size": 12}) == []


def test_the_name_of_the_contents_list_is_a_title_in_small_bold_type() -> None:
    assert texts({"text": "Table of Contents", "bold": True, "size": 8}) == ["Table of Contents"]


def test_two_lines_of_one_title_are_one() -> None:
    block = [
        line("Duties of the keeper of the", y=60, size=16),
        line("western gates", y=79, size=16),
        *prose(110),
        *prose(180),
    ]

    assert [e.text for e in found(page(block)) if e.type is ElementType.TITLE] == [
        "Duties of the keeper of the western gates"
    ]


def test_a_number_begins_a_new_title_though_the_look_is_the_same() -> None:
    block = [
        line("B Related works", y=60, size=16),
        line("B.1 Large gates", y=79, size=16),
        *prose(110),
        *prose(180),
    ]

    assert [e.text for e in found(page(block)) if e.type is ElementType.TITLE] == [
        "B Related works",
        "B.1 Large gates",
    ]


def test_bold_lines_that_count_up_next_to_each_other_are_a_list() -> None:
    block = [
        *prose(60),
        line("1. Open the gate", y=110, bold=True),
        line("2. Close the gate", y=125, bold=True),
        *prose(150),
        *prose(200),
    ]

    assert [e.category for e in found(page(block))].count("ListItem") == 2


def test_the_head_of_an_aside_is_no_title() -> None:
    main = [row for y in (60, 110, 160, 210) for row in prose(y)]
    aside = [line("Did you know?", x=450, y=60, bold=True), line("Gates rust.", x=450, y=75)]

    assert [e.category for e in found(page(main, aside))].count("Title") == 0


def test_a_bookmark_makes_a_title_of_plain_text_and_says_its_level() -> None:
    block = [*prose(60), line("Duties", y=110), *prose(140)]

    title = next(
        e for e in elements([page(block)], {folded("DUTIES"): 3}) if e.type is ElementType.TITLE
    )

    assert (title.text, title.level, title.provenance.rule) == ("Duties", 3, "title: bookmark")


def test_text_under_a_picture_stays_a_caption_though_it_is_bold() -> None:
    blocks = (
        [*prose(60)],
        picture(72, 120, 300, 250),
        [line("Figure 1: The gates", y=255, bold=True)],
    )

    assert [e.category for e in found(page(*blocks))][-1] == "FigureCaption"


def test_chinese_beside_latin_capitals_is_not_set_in_capitals() -> None:
    assert is_capitals("FIELD RULES")
    assert not is_capitals("Field rules")
    assert not is_capitals("基于查询的检索")


def test_what_stands_over_a_remark_is_no_title() -> None:
    assert texts({"text": "Note", "size": 16}, {"text": "注意：", "size": 16}) == []


def test_a_bold_line_with_a_bullet_is_an_item() -> None:
    assert texts({"text": "• The gates", "bold": True}) == []


def test_a_coloured_line_that_leads_over_to_the_next_is_no_title() -> None:
    assert texts({"text": "The keeper needs:", "colour": 0x1A4F9C}) == []


def test_a_font_that_much_of_the_text_is_set_in_sets_nothing_off() -> None:
    other = [line("Duties of the keeper", y=120, font="Other"), *prose(160)]
    more = [line(text.text, y=400 + 12 * n, font="Other") for n, text in enumerate(prose() * 3)]

    assert [item.text for item in found(page(other, prose(300))) if item.level] == [
        "Duties of the keeper"
    ]
    assert [item for item in found(page([*other, *prose(300), *more])) if item.level] == []


def test_a_large_exclamation_is_a_title_and_one_in_the_size_of_the_text_is_none() -> None:
    assert texts({"text": "Thank you!", "size": 16}, {"text": "THANK YOU!"}) == ["Thank you!"]


def test_a_title_goes_on_in_a_typewriters_font() -> None:
    block = [
        line("7.2 Gates that others depend on, and", y=120, size=16, bold=True),
        line("open_gate", y=139, size=16, bold=True, monospaced=True),
        *prose(170),
        *prose(230),
    ]

    assert [item.text for item in found(page(block)) if item.level] == [
        "7.2 Gates that others depend on, and open_gate"
    ]


def test_a_title_in_a_typewriters_font_is_no_code() -> None:
    assert texts({"text": "open_gate", "size": 16, "monospaced": True}) == ["open_gate"]


def test_numbered_running_text_that_fills_its_line_is_no_title() -> None:
    assert texts({"text": "第三章 总则", "x1": 412.0}) == []


def test_a_bold_title_may_be_a_size_smaller_than_the_text() -> None:
    assert texts({"text": "4.1.2 Presentation", "size": 9, "bold": True}) == ["4.1.2 Presentation"]


def test_a_coloured_name_out_of_a_program_is_no_title() -> None:
    assert texts({"text": "-sProof = keeper.icc", "colour": 0xFF0000}) == []
    assert texts({"text": "open_gate(1) {", "colour": 0xFF0000}) == []


def test_a_chinese_title_may_be_as_long_as_two_lines() -> None:
    title = "在大潮期间如何为所有进出港口的船只打开北闸门和南闸门" * 2

    assert texts({"text": title, "size": 14, "x1": 500.0}) == [title]
