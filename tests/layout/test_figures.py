"""Areas that hold a drawing with labels."""

from __future__ import annotations

from pages import HEIGHT, WIDTH, fragment
from ragstone.layout.figures import figures
from ragstone.layout.fragment import Fragment
from ragstone.layout.shape import Shape

AREA = (72.0, 100.0, 372.0, 300.0)
AXES = [
    Shape("line", (90, 280, 360, 280), None, 0, 1.0, 1),
    Shape("line", (90, 110, 90, 280), None, 0, 1.0, 2),
]


def labels() -> list[Fragment]:
    return [
        fragment(str(10 * number), 100 + 60 * column, 120 + 40 * number)
        for number in range(4)
        for column in range(3)
    ]


def found(items: list[Fragment], *shapes: Shape) -> tuple[object, ...]:
    frame = Shape("rect", AREA, 0xEEEEEE, None, 1.0, 0)
    return figures([frame, *shapes], items, WIDTH, HEIGHT)


def test_an_area_with_axes_and_labels_is_a_drawing() -> None:
    assert found(labels(), *AXES) == (AREA,)


def test_a_box_around_running_text_is_none() -> None:
    text = [
        fragment("the gates open two hours before high water and close", 80, 120 + 14 * n)
        for n in range(8)
    ]

    assert found(text, *AXES) == ()


def test_a_card_without_axes_is_none() -> None:
    assert found(labels()) == ()


def test_a_box_with_a_list_is_none() -> None:
    items = [*labels(), fragment("• oak", 100, 290)]

    assert found(items, *AXES) == ()


def test_a_box_around_most_of_the_page_is_none() -> None:
    frame = Shape("rect", (10, 10, 585, 830), 0xEEEEEE, None, 1.0, 0)

    assert figures([frame, *AXES], labels(), WIDTH, HEIGHT) == ()
