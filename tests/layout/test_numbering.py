"""Markers of list items and numbers of sections."""

from __future__ import annotations

import pytest

from ragstone.layout.numbering import (
    counts_up,
    is_bullet,
    is_marker,
    is_section,
    marker,
    section_number,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("• open the gate", "•"),
        ("- open the gate", "-"),
        ("-打开闸门", "-"),
        ("1. open", "1."),
        ("12) open", "12)"),
        ("(a) open", "(a)"),
        ("（一）靠泊", "（一）"),
        ("一、靠泊", "一、"),
        ("① 靠泊", "①"),
        ("iv. open", "iv."),
    ],
)
def test_a_marker_is_told_from_what_it_marks(text: str, expected: str) -> None:
    found, end = marker(text)

    assert found == expected
    assert text[end:].lower() in ("open the gate", "open", "打开闸门", "靠泊")


@pytest.mark.parametrize("text", ["1.5 metres", "open the gate", "-5 degrees", "3、4", "gate 1."])
def test_a_text_without_marker_has_none(text: str) -> None:
    assert marker(text) == ("", 0)


@pytest.mark.parametrize(
    ("text", "family", "depth"),
    [
        ("1 Scope", "decimal", 1),
        ("2.1 Scope", "decimal", 2),
        ("2.1.3. Scope", "decimal", 3),
        ("3.2范围", "decimal", 2),
        ("A.2 Scope", "letter", 2),
        ("B Related works", "letter", 1),
        ("Chapter 7", "word", 1),
        ("Article IV", "word", 1),
        ("Appendix A", "word", 1),
        ("第三章 总则", "第章", 1),
        ("第二节 范围", "第节", 2),
        ("一、范围", "一、", 1),
        ("（二）范围", "（一）", 2),
        ("II. Scope", "roman", 1),
    ],
)
def test_a_section_number_tells_its_kind_and_depth(text: str, family: str, depth: int) -> None:
    number = section_number(text)

    assert number is not None
    assert (number.family, number.depth) == (family, depth)
    assert text.startswith(number.text)


@pytest.mark.parametrize("text", ["scope", "1999 such iterations", "The gates", "chapters", "5%"])
def test_an_ordinary_line_has_no_section_number(text: str) -> None:
    assert section_number(text) is None


def test_only_numbers_of_several_parts_are_dotted() -> None:
    dotted, plain = section_number("2.1 Scope"), section_number("2 Scope")

    assert dotted is not None
    assert plain is not None
    assert (dotted.dotted, plain.dotted) == (True, False)


def test_lines_count_up_with_one_number_after_the_other() -> None:
    assert counts_up("1 历史", "2 定义")
    assert counts_up("9历史", "10定义")
    assert not counts_up("1 历史", "3 定义")
    assert not counts_up("历史", "1 定义")


def test_a_bullet_is_no_number() -> None:
    assert is_bullet("•")
    assert is_bullet("-")
    assert not is_bullet("1.")
    assert not is_bullet("（一）")


def test_a_marker_alone_is_told_from_text_that_begins_with_one() -> None:
    assert all(is_marker(text) for text in ("•", "-", "1.", "(a)", "（一）", " • "))
    assert not any(is_marker(text) for text in ("", "oak", "1. oak", "17", "• oak"))


def test_a_section_is_numbered_in_parts_or_with_the_name_of_its_unit() -> None:
    assert all(map(is_section, ("2.1 Scope", "Chapter 7", "第三章 总则", "A.2 Gates")))
    assert not any(map(is_section, ("2 Scope", "2. Scope", "Scope", "一、靠泊")))
