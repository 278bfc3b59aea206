"""Painted bullets."""

from __future__ import annotations

from pages import fragment
from ragstone.layout.bullets import with_bullets
from ragstone.layout.shape import Shape


def dot(x: float, y: float, size: float = 4.0, fill: int | None = 0) -> Shape:
    return Shape("path", (x, y, x + size, y + size), fill, None, 1.0, 0)


def texts(*shapes: Shape) -> list[str]:
    items = [fragment("open the gate", 90, 100), fragment("close it", 90, 120, start=20)]
    return sorted(item.text for item in with_bullets(items, shapes))


def test_a_small_fill_left_of_a_line_is_its_bullet() -> None:
    assert texts(dot(80, 103)) == ["close it", "open the gate", "•"]


def test_a_ring_around_a_dot_is_one_bullet() -> None:
    assert texts(dot(80, 103), dot(79, 102, 6)).count("•") == 1


def test_what_is_too_large_too_far_or_too_high_is_none() -> None:
    assert texts(dot(70, 100, 11), dot(20, 103), dot(80, 92)) == ["close it", "open the gate"]


def test_a_line_across_is_none() -> None:
    assert "•" not in texts(Shape("rect", (70, 104, 88, 105), 0, None, 1.0, 0))


def test_a_sign_between_words_is_none() -> None:
    items = [fragment("open", 60, 100), fragment("the gate", 90, 100, start=20)]

    assert len(with_bullets(items, [dot(83, 103)])) == 2


def test_a_bullet_holds_no_glyphs() -> None:
    bullet = with_bullets([fragment("open", 90, 100, start=7)], [dot(80, 103)])[-1]

    assert (bullet.start, bullet.end) == (7, 7)
