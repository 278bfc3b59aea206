"""Lines: fragments that share a baseline."""

from __future__ import annotations

from dataclasses import replace

from pages import HEIGHT, WIDTH, fragment
from ragstone.layout.fragment import Style
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


def test_a_marker_far_from_its_text_is_no_cell() -> None:
    row = maker().lines([fragment("•", 72, 100), fragment("oak and iron", 120, 100, start=2)])[0]

    assert (row.text, row.gapped, len(row.boxes)) == ("• oak and iron", False, 1)


def test_a_line_of_text_with_long_names_in_it_is_no_code() -> None:
    name = replace(fragment("open_the_northern_gate", 90, 100, start=3), style=typewriter())
    words = [fragment("Use", 72, 100), name, fragment("or wait there", 202, 100, start=30)]

    assert maker().lines(words)[0].style.monospaced is False
    assert maker().lines([name, fragment("# so", 202, 100, start=30)])[0].style.monospaced is True


def typewriter() -> Style:
    return Style(10.0, False, 0, False, "Courier", 0, monospaced=True)


def test_a_line_is_bold_when_most_of_its_letters_are_wide_ones_counted_twice() -> None:
    bold = replace(fragment("gate.conf", 72, 100), style=Style(10.0, True, 0, False))
    chinese = fragment("安装到系统的目录", 130, 100, start=20)

    assert maker().lines([bold, chinese])[0].bold is False
    assert maker().lines([bold, fragment("100 200", 130, 100, start=20)])[0].bold is True


def test_a_section_whose_title_is_a_name_is_no_code() -> None:
    name = replace(fragment("open_gate", 100, 100, start=5), style=typewriter())

    assert maker().lines([fragment("5.1", 72, 100), name])[0].style.monospaced is False
