"""Path objects of a page, as painted."""

from __future__ import annotations

import pytest

from pdf_files import PdfBytes
from ragstone.layout.shape import Shape
from ragstone.parsers.pdf.pdfium import LOCK, open_file
from samples import make_drawn_pdf


def shapes(content: bytes, page: bytes = b"") -> list[Shape]:
    return shapes_of(make_drawn_pdf([content], page))


def shapes_of(data: bytes) -> list[Shape]:
    with LOCK, open_file(data, None) as file, file.page(0) as page:
        return page.shapes()


def told(found: list[Shape]) -> list[tuple[str, tuple[int, ...]]]:
    return [(shape.kind, tuple(round(edge) for edge in shape.box)) for shape in found]


def test_a_filled_rectangle_has_its_colour() -> None:
    (shape,) = shapes(b"1 0 0.5 rg 100 700 200 20 re f")

    assert (shape.kind, shape.fill, shape.stroke) == ("rect", 0xFF0080, None)
    assert shape.box == pytest.approx((100, 122, 300, 142), abs=0.01)


def test_a_stroked_line_has_its_width() -> None:
    (shape,) = shapes(b"2 0 0 2 0 0 cm 1.5 w 0 0 1 RG 50 350 m 150 350 l S")

    assert (shape.kind, shape.stroke, shape.fill) == ("line", 0x0000FF, None)
    assert shape.width == pytest.approx(3.0)
    assert shape.box == pytest.approx((100, 142, 300, 142), abs=0.01)


def test_one_path_of_many_lines_is_many_lines() -> None:
    found = shapes(b"100 700 m 300 700 l 100 680 m 300 680 l 100 700 m 100 680 l S")

    assert told(found) == [
        ("line", (100, 142, 300, 142)),
        ("line", (100, 162, 300, 162)),
        ("line", (100, 142, 100, 162)),
    ]


@pytest.mark.parametrize(
    "path",
    [b"100 700 m 300 650 l S", b"100 700 m 150 750 250 750 300 700 c S", b"0 0 m 9 0 l 9 9 l h f"],
)
def test_slanting_and_curved_figures_are_paths(path: bytes) -> None:
    assert [shape.kind for shape in shapes(path)] == ["path"]


def test_what_is_not_painted_is_no_shape() -> None:
    assert shapes(b"100 700 200 20 re n") == []


def test_a_clip_cuts_a_shape() -> None:
    found = shapes(b"q 100 700 50 50 re W n 0 0 595 842 re f Q 10 10 20 20 re f")

    assert told(found) == [("rect", (100, 92, 150, 142)), ("rect", (10, 812, 30, 832))]


def test_what_lies_outside_of_the_page_is_left_out() -> None:
    assert told(shapes(b"-50 700 100 20 re f 700 700 100 20 re f")) == [("rect", (0, 122, 50, 142))]


def test_shapes_of_a_turned_page_stand_as_shown() -> None:
    assert told(shapes(b"100 700 200 20 re f", b"/Rotate 90")) == [("rect", (700, 100, 720, 300))]


def test_shapes_inside_forms_are_placed_on_the_page() -> None:
    file = PdfBytes()
    form = file.stream(
        b"10 10 100 1 re f",
        b"/Type /XObject /Subtype /Form /BBox [0 0 50 50] /Matrix [2 0 0 2 0 0]",
    )
    file.page(b"1 0 0 1 100 700 cm /X1 Do", resources=b"/XObject << /X1 %d 0 R >>" % form)

    assert told(shapes_of(file.finished())) == [("rect", (120, 120, 200, 122))]


def test_the_order_counts_all_objects_of_the_page() -> None:
    content = b"1 1 9 9 re f BT /F1 9 Tf 50 700 Td (Tide) Tj ET 20 20 9 9 re f"

    assert [shape.order for shape in shapes(content)] == [0, 2]


def test_a_page_of_many_objects_is_read_up_to_a_bound() -> None:
    found = shapes(b"10 10 5 5 re f\n" * 20_000)

    assert 1_000 < len(found) < 20_000


def test_what_two_clips_leave_nothing_of_is_no_shape() -> None:
    clips = b"q 0 0 10 10 re W n 100 100 10 10 re W n "

    assert shapes(clips + b"0 0 595 842 re f Q") == []
