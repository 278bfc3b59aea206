"""Areas of drawings: axes, curves and diagrams."""

from __future__ import annotations

from pages import HEIGHT, WIDTH
from ragstone.layout.shape import Shape
from ragstone.layout.tables.figures import covers, figures
from ragstone.layout.tables.rulings import rulings
from table_pages import box, curve, lattice, level, upright


def areas(shapes: list[Shape]) -> list[tuple[float, float, float, float]]:
    return figures(shapes, rulings(shapes), WIDTH, HEIGHT)


def test_axes_enclose_a_chart() -> None:
    found = areas([upright(100, 100, 300), level(300, 100, 400)])

    assert covers(found, 250, 200)
    assert not covers(found, 250, 400)


def test_a_curve_and_its_frame_are_a_chart_with_labels_around() -> None:
    found = areas([box(100, 100, 400, 300), curve(120, 150, 380, 250)])

    assert covers(found, 85, 200)


def test_arrows_in_a_frame_are_a_diagram() -> None:
    arrows = [curve(120, 120 + 30 * number, 170, 140 + 30 * number) for number in range(4)]

    assert covers(areas([box(100, 100, 400, 300), *arrows]), 380, 280)


def test_the_grid_of_a_table_is_no_drawing() -> None:
    assert areas(lattice([70, 200, 300], [100, 120, 140, 160])) == []


def test_lines_that_cross_are_no_axes() -> None:
    assert areas([upright(200, 100, 300), level(120, 70, 400), level(200, 70, 400)]) == []
