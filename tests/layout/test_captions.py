"""Captions: labelled, or under a picture."""

from __future__ import annotations

import pytest

from pages import found, line, page, picture, prose
from ragstone.layout.captions import is_labelled


@pytest.mark.parametrize(
    "text",
    [
        "Figure 3. The gates",
        "FIGURE 4.11 A. Birrell, Sir Robert Shirley",
        "Fig. 2: Sills of oak",
        "Table 13.2. Effect of cations",
        "Diagram 4 Distribution of gates",
        "Figure 7.",
        "图 1 闸门",
        "图1：闸门",
        "表 2-1 潮汐表",
        "Abbildung 5: Schleuse",
    ],
)
def test_a_label_and_a_number_begin_a_caption(text: str) -> None:
    assert is_labelled(text)


@pytest.mark.parametrize(
    "text",
    [
        "Figure 3 shows that the gates are shut.",
        "Table of Contents",
        "图 1 所示为闸门。",
        "Figures are given in metres.",
        "A table stands by the door.",
    ],
)
def test_running_text_about_a_figure_is_no_caption(text: str) -> None:
    assert not is_labelled(text)


def test_small_text_under_a_picture_is_its_caption() -> None:
    blocks = (prose(60), picture(72, 120, 300, 250), [line("The gates", y=255, size=8)], prose(300))

    caption = found(page(*blocks))[2]

    assert (caption.category, caption.provenance.rule) == (
        "FigureCaption",
        "caption: under a picture",
    )


def test_a_paragraph_wider_than_the_picture_above_it_is_none() -> None:
    blocks = (prose(60), picture(72, 120, 200, 250), prose(255), prose(320))

    assert [e.category for e in found(page(*blocks))][2] == "NarrativeText"


def test_the_second_line_of_a_caption_belongs_to_it_though_the_first_had_room() -> None:
    rows = [line("Table 4.", y=300, bold=True), line("Gates and sills", y=316, bold=True)]

    elements = found(page([*prose(200), *rows, *prose(360)]))

    assert [item.text for item in elements if item.category == "FigureCaption"] == [
        "Table 4.",
        "Gates and sills",
    ]


def test_text_under_a_caption_in_the_look_of_the_body_is_no_part_of_it() -> None:
    elements = found(page([*prose(200), line("Table 4.", y=300), *prose(312), *prose(360)]))

    assert [item.text for item in elements if item.category == "FigureCaption"] == ["Table 4."]
