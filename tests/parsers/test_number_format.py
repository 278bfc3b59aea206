"""Numbers of a spreadsheet as Excel shows them (values checked against its documentation)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.parsers.spreadsheet.number_format import (
    BUILT_IN,
    NumberFormat,
    general,
    number_format,
)

CASES = [
    ("0", 2.5, "3"),
    ("0.00", 1.005, "1.01"),
    ("0.0", -0.04, "0.0"),
    ("#", 0, ""),
    ("#.##", 0.5, ".5"),
    ("0.0##", 3.14, "3.14"),
    ("#,##0", 1234567, "1,234,567"),
    ("#,##0", 12, "12"),
    ("0,000", 12, "0,012"),
    ("#,##0,", 1234567, "1,235"),
    ('0.0,,"M"', 1234567, "1.2M"),
    ("0%", 0.005, "1%"),
    ("0.00E+00", 12345.678, "1.23E+04"),
    ("##0.0E+0", 12345.678, "12.3E+3"),
    ("0.00E+00", 0, "0.00E+00"),
    ("E-0", 0, "E0"),
    ("# ?/?", 0.5, "1/2"),
    ("# ?/?", 3, "3"),
    ("# ??/??", 0.333, "1/3"),
    ("# ?/8", 2.25, "2 2/8"),
    ("?/?", 1.5, "3/2"),
    ("000-00-0000", 123456789, "123-45-6789"),
    ("(000) 000-0000", 5551234567, "(555) 123-4567"),
    ("00000", 715, "00715"),
    ('0"号"', 7, "7号"),
    ("[$€-407] #,##0.00", 1234.5, "€ 1,234.50"),
    ("¥#,##0", -12000, "-¥12,000"),
    ("_-* #,##0.00\\ _€_-;\\-* #,##0.00\\ _€_-", -12.5, "-12.50"),
    ("0;-0;nil", 0, "nil"),
    ("0.00;[Red]0.00", -3.5, "3.50"),
    ('[>=1000]0.0,"K";0', 12345, "12.3K"),
    ('[>=1000]0.0,"K";0', 12, "12"),
    ('General" kg"', 12.5, "12.5 kg"),
    ("@", 12, "12"),
    (";;;", 5, ""),
    ("yyyy-mm-dd", 1, "1900-01-01"),
    ("yyyy-mm-dd", 59, "1900-02-28"),
    ("yyyy-mm-dd", 60, "1900-02-29"),
    ("yyyy-mm-dd", 61, "1900-03-01"),
    ("d mmm yyyy", 45356, "5 Mar 2024"),
    ("dddd, mmmm d", 45356, "Tuesday, March 5"),
    ("[$-804]dddd", 45356, "星期二"),
    ("[$-411]aaaa", 45356, "火曜日"),
    ('yyyy"年"m"月"d"日"', 45356, "2024年3月5日"),
    ('[DBNum1][$-804]yyyy"年"m"月"d"日"', 45356, "二〇二四年三月五日"),
    ('上午/下午h"时"mm"分"', 0.75, "下午6时00分"),
    ("h:mm AM/PM", 0, "12:00 AM"),
    ("h:mm", 45356.999999, "23:59"),
    ("h:mm:ss", 0.499999999, "12:00:00"),
    ("mm:ss.0", 0.00123456, "01:46.7"),
    ("[h]:mm:ss", 1.5, "36:00:00"),
    ("[mm]:ss", 0.0625, "90:00"),
    ("yyyy-mm-dd hh:mm:ss", 45356.5, "2024-03-05 12:00:00"),
    ("[$-F800]dddd, mmmm dd, yyyy", 45356, "Tuesday, March 05, 2024"),
]


@pytest.mark.parametrize(("code", "value", "wanted"), CASES, ids=range(len(CASES)))
def test_a_number_is_shown_as_its_format_says(code: str, value: float, wanted: str):
    assert number_format(code).number(value) == wanted


def test_dates_of_1904_count_from_there():
    assert number_format("yyyy-mm-dd", epoch_1904=True).number(0) == "1904-01-01"


@pytest.mark.parametrize("value", [-1.5, 2_958_466.0, 1e300], ids=["before", "after", "far"])
def test_a_number_that_is_no_date_is_shown_as_it_is(value: float):
    assert number_format("yyyy-mm-dd").number(value) == general(value)


def test_a_format_of_texts_is_for_texts_alone():
    assert number_format('0;-0;0;"Nr. "@').text("7a") == "Nr. 7a"
    assert number_format("0.00").text("7a") == "7a"


def test_the_format_that_shows_nothing_shows_no_text_either():
    assert number_format(";;;").text("secret") == ""


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (5.0, "5"),
        (0.1 + 0.2, "0.3"),
        (-0.0, "0"),
        (123456789012.0, "123456789012"),
        (1e20, "1E+20"),
        (1e-7, "0.0000001"),
        (2.5e-20, "2.5E-20"),
    ],
    ids=str,
)
def test_a_number_without_a_format_keeps_all_its_digits(value: float, wanted: str):
    assert general(value) == wanted


def test_every_format_with_a_number_of_its_own_shows_something():
    assert all(number_format(code).number(1234.5) for code in BUILT_IN.values())


@settings(deadline=None, max_examples=300)
@given(
    st.text(alphabet='0#?.,%E+-/yYmdhsa@;"\\_*[]$General :AP()<>=1980年月', max_size=30),
    st.floats(allow_nan=True, allow_infinity=True),
)
def test_no_format_and_no_number_is_too_strange(code: str, value: float):
    assert isinstance(number_format(code).number(value), str)
    assert isinstance(number_format(code).text("x"), str)


USUAL = ["0", "0.00", "#,##0", "#,##0.00", "0.0%", "00000", '"$"#,##0.00_);("$"#,##0.00)', "0.000"]


@settings(deadline=None, max_examples=300)
@given(
    st.sampled_from(USUAL),
    st.one_of(st.floats(-1e9, 1e9), st.integers(-(10**6), 10**6).map(lambda n: n / 1000)),
)
def test_usual_numbers_are_shown_quickly_as_they_are_slowly(code: str, value: float):
    quick, slow = NumberFormat(code), NumberFormat(code)
    slow._quick = [None] * len(slow._quick)
    assert quick.number(value) == slow.number(value)


@settings(deadline=None, max_examples=300)
@given(
    st.sampled_from(
        ["yyyy-mm-dd", "d-mmm-yy", "yyyy/m/d h:mm", "dddd, d mmmm yyyy hh:mm:ss", 'm"月"d"日"']
    ),
    st.floats(-10, 3e6),
    st.booleans(),
)
def test_usual_dates_are_shown_quickly_as_they_are_slowly(code: str, value: float, late: bool):
    quick, slow = (NumberFormat(code, epoch_1904=late) for _ in range(2))
    slow._quick = [None] * len(slow._quick)
    assert quick.number(value) == slow.number(value)
