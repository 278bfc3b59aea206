"""The usual forms of numbers and dates, a dozen times as fast: `#,##0.00`, `0.0%`, `yyyy-mm-dd`.

    shown = quick_number(sections_of("#,##0.00")[0])
    shown(1234.5)                       # "1,234.50"; None where the slow way must decide

A sheet of a million rows has a million different amounts. What these functions return is what
`number_format.py` and `date_format.py` would.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import floor

from ragstone.parsers.spreadsheet.date_format import (
    DAY_1904,
    DAYS,
    LAST_DAY,
    MONTHS,
    calendar,
)
from ragstone.parsers.spreadsheet.format_tokens import Section

Quick = Callable[[float], str | None]

_DIGITS = re.compile(r"(?:#,##)?(#*)(0+)(?:\.(0*))?\Z|#,##(0)(?:\.(0*))?\Z")
#: Past fifteen digits a double holds no more of them.
_MOST = 1e12
#: How near to a half a number is rounded by its decimal digits and not by its binary ones.
_NEAR_HALF = 1e-4
_DATE_FIELDS = {
    "yyyy": "{0:04}",
    "yy": "{1:02}",
    "mmmm": "{3}",
    "mmm": "{4}",
    "mm": "{2:02}",
    "m": "{2}",
    "dddd": "{6}",
    "ddd": "{7}",
    "dd": "{5:02}",
    "d": "{5}",
    "hh": "{8:02}",
    "h": "{8}",
    "ss": "{10:02}",
    "s": "{10}",
}
_MINUTES = {"mm": "{9:02}", "m": "{9}"}


def quick_number(section: Section) -> Quick | None:
    """How the section shows a number that is not below zero; None for a form that is not usual."""
    before, code, behind = "", "", ""
    percents = 0
    for token in section.tokens:
        if token.kind in ("digit", "point", "comma"):
            if behind:
                return None
            code += token.value
        elif token.kind in ("literal", "percent"):
            percents += token.kind == "percent"
            if code:
                behind += token.value
            else:
                before += token.value
        else:
            return None
    found = _DIGITS.match(code)
    if found is None or (found[1] and "," in code):
        return None
    places = len(found[3] or found[5] or "")
    if "." in code and not places:
        return None
    whole = len(found[2] or "0")
    if "," in code and whole > 1:
        return None
    form = (
        f"{{:,.{places}f}}" if "," in code else f"{{:0{whole + places + (places > 0)}.{places}f}}"
    )
    return _number_writer(before.lstrip(), form, behind.rstrip(), places, 100.0**percents)


def _number_writer(before: str, form: str, behind: str, places: int, factor: float) -> Quick:
    scale = 10.0**places
    write = form.format

    def shown(value: float) -> str | None:
        value *= factor
        if value >= _MOST:
            return None
        scaled = value * scale
        if -_NEAR_HALF < scaled - floor(scaled) - 0.5 < _NEAR_HALF or scaled < 0.5:
            return None
        return f"{before}{write(value)}{behind}"

    return shown


def quick_date(section: Section, *, epoch_1904: bool) -> Quick | None:
    """How the section shows a date; None for a form that is not usual."""
    template, has_seconds = "", False
    for token in section.tokens:
        if token.kind == "literal":
            template += token.value.replace("{", "{{").replace("}", "}}")
            continue
        fields = {"date": _DATE_FIELDS, "minute": _MINUTES}.get(token.kind, {})
        if token.value not in fields:
            return None
        has_seconds = has_seconds or token.value[0] == "s"
        template += fields[token.value]
    named = "{3}" in template or "{4}" in template or "{6}" in template or "{7}" in template
    if section.numerals or (named and section.locale):
        return None
    return _date_writer(template.strip(), has_seconds, DAY_1904 if epoch_1904 else 0)


def _date_writer(template: str, has_seconds: bool, first_day: int) -> Quick:
    write = template.format
    # Seconds that show are rounded; otherwise only the error of the double is.
    units = 1 if has_seconds else 1000

    def shown(value: float) -> str | None:
        value += first_day
        if not 0 <= value < LAST_DAY:
            return None
        days, seconds = divmod(int(value * 86_400 * units + 0.5) // units, 86_400)
        year, month, day, weekday = calendar(days)
        month_name, day_name = MONTHS[month - 1], DAYS[weekday]
        hour, rest = divmod(seconds, 3600)
        minute, second = divmod(rest, 60)
        return write(
            year,
            year % 100,
            month,
            month_name,
            month_name[:3],
            day,
            day_name,
            day_name[:3],
            hour,
            minute,
            second,
        )

    return shown
