"""Dates, times and durations of a spreadsheet as text; a date there is a number of days.

date_text(sections_of('yyyy"年"m"月"')[0], 45356.0)     # "2024年3月"
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache

from ragstone.parsers.spreadsheet.format_tokens import Section
from ragstone.text.numerals import chinese

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_CHINESE_DAYS, _JAPANESE_DAYS = "一二三四五六日", "月火水木金土日"
#: Windows numbers of Chinese (PRC, Taiwan, Hong Kong, Singapore) and Japanese.
_CHINESE = frozenset({"804", "404", "C04", "1004", "1404"})
_JAPANESE = "411"
#: 9999-12-31 in both systems.
LAST_DAY = 2_958_465
DAY_1904 = 1462
_DIGITS = str.maketrans("0123456789", "〇一二三四五六七八九")


def date_text(section: Section, serial: float, *, epoch_1904: bool = False) -> str | None:
    """The date as the section shows it; None where the number is no date."""
    elapsed = any(token.kind == "elapsed" for token in section.tokens)
    if serial < 0 and not elapsed:
        return None
    if epoch_1904 and not elapsed:
        serial += DAY_1904
    if abs(serial) >= LAST_DAY + 1:
        return None
    seconds, fraction = _seconds(section, abs(serial))
    days, in_day = divmod(seconds, 86_400)
    moment = _Moment(section, days, in_day, fraction)
    sign = "-" if serial < 0 else ""
    out = [
        token.value if token.kind == "literal" else moment.part(token.kind, token.value)
        for token in section.tokens
    ]
    return sign + "".join(out)


def _seconds(section: Section, serial: float) -> tuple[int, str]:
    """Seconds as shown, and the digits of a fraction: shown seconds are rounded, hours and minutes
    are not."""
    places = [token.value for token in section.tokens if token.value[:1] == "s"]
    shown = max((len(value.partition(".")[2]) for value in places), default=0)
    # A double holds a date to some microseconds; 12:00:00 is often stored a hair before.
    units = 10 ** (shown if places else 3)
    total = int(serial * 86_400 * units + 0.5)
    seconds, rest = divmod(total, units)
    return seconds, str(rest).zfill(shown) if shown else ""


class _Moment:
    """A moment in the parts that a format may ask for."""

    def __init__(self, section: Section, days: int, in_day: int, fraction: str) -> None:
        self._year, self._month, self._day, self._weekday = calendar(days)
        self._seconds = days * 86_400 + in_day
        self._hour, rest = divmod(in_day, 3600)
        self._minute, self._second = divmod(rest, 60)
        self._fraction = fraction
        self._locale = section.locale
        self._numerals = section.numerals
        noon = [token.value for token in section.tokens if token.kind == "noon"]
        self._twelve = bool(noon)

    def part(self, kind: str, code: str) -> str:
        if kind == "elapsed":
            unit = {"h": 3600, "m": 60, "s": 1}[code[0]]
            return str(self._seconds // unit).zfill(len(code))
        if kind == "noon":
            return self._noon(code)
        if kind == "minute":
            return self._figure(self._minute, len(code))
        if kind != "date":
            return ""
        letter, width = code[0], len(code)
        if letter == "s":
            digits, _, _ = code.partition(".")
            shown = self._figure(self._second, len(digits))
            return f"{shown}.{self._fraction}" if self._fraction and "." in code else shown
        if letter == "h":
            hour = (self._hour + 11) % 12 + 1 if self._twelve else self._hour
            return self._figure(hour, width)
        if letter in "ye":
            return self._year_text(letter, width)
        if letter == "m":
            return self._month_text(width)
        if letter == "d":
            return self._figure(self._day, width) if width < 3 else self._weekday_text(width)
        if letter == "a":
            return self._east_asian_day(full=width > 3)
        return ""

    def _figure(self, number: int, width: int) -> str:
        if self._numerals == 1:
            return chinese(number)
        return str(number).zfill(min(width, 2))

    def _year_text(self, letter: str, width: int) -> str:
        year = f"{self._year:04}" if width > 2 or letter == "e" else f"{self._year % 100:02}"
        return year.translate(_DIGITS) if self._numerals == 1 else year

    def _month_text(self, width: int) -> str:
        if width < 3:
            return self._figure(self._month, width)
        if self._locale == _JAPANESE:
            return f"{self._month}月"
        if self._locale in _CHINESE:
            return f"{chinese(self._month)}月"
        name = MONTHS[self._month - 1]
        return {3: name[:3], 5: name[0]}.get(width, name)

    def _weekday_text(self, width: int) -> str:
        if self._locale == _JAPANESE or self._locale in _CHINESE:
            return self._east_asian_day(full=width > 3)
        name = DAYS[self._weekday]
        return name[:3] if width == 3 else name

    def _east_asian_day(self, *, full: bool) -> str:
        if self._locale == _JAPANESE:
            return _JAPANESE_DAYS[self._weekday] + ("曜日" if full else "")
        return ("星期" if full else "") + _CHINESE_DAYS[self._weekday]

    def _noon(self, code: str) -> str:
        before, _, after = code.partition("/")
        if before.isascii() and self._locale in _CHINESE and len(before) > 1:
            before, after = "上午", "下午"
        return after if self._hour >= 12 else before


@lru_cache(maxsize=16_384)
def calendar(days: int) -> tuple[int, int, int, int]:
    """(year, month, day, weekday) of a day in the system of 1900, which has a 29 February 1900."""
    if days == 60:
        return 1900, 2, 29, 2
    if days == 0:
        return 1900, 1, 0, 5
    found = date(1899, 12, 30) + timedelta(days + (days < 60))
    return found.year, found.month, found.day, found.weekday()
