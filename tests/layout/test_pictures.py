"""Pictures: larger than icons, smaller than backgrounds, each once."""

from __future__ import annotations

from pages import HEIGHT, WIDTH
from ragstone.layout.pictures import placed_pictures

Box = tuple[float, float, float, float]


def placed(*boxes: Box) -> list[Box]:
    found = placed_pictures(boxes, WIDTH, HEIGHT, 1)
    return [(item.box.x0, item.box.y0, item.box.x1, item.box.y1) for item in found]


def test_a_picture_has_its_box_and_its_number() -> None:
    pictures = placed_pictures([(0, 0, 9, 9), (72, 100, 300, 250)], WIDTH, HEIGHT, 3)

    assert [(item.number, item.box.page) for item in pictures] == [(1, 3)]


def test_icons_and_backgrounds_are_left_out() -> None:
    assert placed((0, 0, 20, 20), (0, 0, WIDTH, HEIGHT)) == []


def test_strips_of_one_picture_are_one() -> None:
    assert placed((72, 100, 300, 120), (72, 120, 300, 140), (72, 140, 300, 160)) == [
        (72, 100, 300, 160)
    ]


def test_a_picture_painted_twice_is_one() -> None:
    assert len(placed((72, 100, 300, 250), (72, 100, 300, 250))) == 1


def test_two_pictures_apart_are_two() -> None:
    assert len(placed((72, 100, 300, 250), (72, 300, 300, 450))) == 2
