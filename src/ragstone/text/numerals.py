"""Numbers as lists count them: letters, Roman, Chinese, circled.

    roman(4), letters(28), chinese(21), circled(3)      # "iv", "bb", "二十一", "③"

Numbers that a system cannot write come back in digits.
"""

from __future__ import annotations

_MAX_LETTERS = 26 * 30  # "a … z, aa … zz": past thirty letters plain numbers read better
_CHINESE = "零一二三四五六七八九"
_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l")),
    *((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


def letters(number: int) -> str:
    """a to z, then aa, bb, …, as word processors count."""
    if not 1 <= number <= _MAX_LETTERS:
        return str(number)
    return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def roman(number: int) -> str:
    """In lower case, up to 3999."""
    if not 0 < number < 4000:
        return str(number)
    found = ""
    for worth, sign in _ROMAN:
        while number >= worth:
            found += sign
            number -= worth
    return found


def chinese(number: int) -> str:
    """Up to 99: 一, 十, 二十一."""
    if not 0 <= number < 100:
        return str(number)
    tens, ones = divmod(number, 10)
    if tens == 0:
        return _CHINESE[ones]
    return ("" if tens == 1 else _CHINESE[tens]) + "十" + (_CHINESE[ones] if ones else "")


def circled(number: int) -> str:
    """① to ⑳."""
    return chr(0x2460 + number - 1) if 1 <= number <= 20 else str(number)
