"""Lines: fragments that share a baseline."""

from __future__ import annotations

from dataclasses import replace

from pages import HEIGHT, WIDTH, fragment
from ragstone.layout.line import LineMaker
from ragstone.layout.tag import Tag


def maker(**tags: Tag) -> LineMaker:
    known = {int(start[1:]): tag for start, tag in tags.items()}
    return LineMaker(lambda start, count: [], WIDTH, HEIGHT, 1, known)


def test_fragments_on_one_baseline_are_one_line_with_blanks_at_gaps() -> None:
    items = [fragment("open", 72, 100), fragment("gate", 100, 100, start=9)]

    assert [line.text for line in maker().lines(items)] == ["open gate"]


def test_a_wide_gap_makes_a_row_of_cells_with_a_box_each() -> None:
    row = maker().lines([fragment("Mill", 72, 100), fragment("410", 300, 100, start=9)])[0]

    assert (row.gapped, len(row.boxes)) == (True, 2)


def test_small_capitals_are_as_large_as_their_large_letters() -> None:
    items = [
        fragment("I", 72, 100, 14),
        fragment("NCLUDING ALL", 82, 103, 11, start=9),
    ]

    assert maker().lines(items)[0].size == 14


def test_a_painted_bullet_alone_is_no_line() -> None:
    dot = replace(fragment("•", 72, 100), end=0)

    assert maker().lines([dot]) == []
    assert [line.text for line in maker().lines([dot, fragment("oak", 80, 100, start=5)])] == [
        "• oak"
    ]


def test_a_line_has_the_tag_of_its_longest_stretch() -> None:
    tag = Tag("H", 0, 0, level=2)

    assert maker(s5=tag).lines([fragment("The gates", 72, 100, start=5)])[0].tag is tag
