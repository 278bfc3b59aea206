"""Numbers of a spreadsheet as its reader sees them: `45356` in `yyyy-mm-dd` is 2024-03-05.

    shown = number_format('#,##0.00" €"')
    shown.number(1234.5)                        # "1,234.50 €"

Dates are in `date_format.py`, the cutting of a format's code in `format_tokens.py`. What depends on
the machine that shows the file is shown in one way everywhere: the short date of the system as ISO
8601, names of months in English unless the format asks for Chinese or Japanese.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache

from ragstone.parsers.spreadsheet.date_format import date_text
from ragstone.parsers.spreadsheet.format_tokens import Section, Token, sections_of
from ragstone.parsers.spreadsheet.quick_format import Quick, quick_date, quick_number

_ACCOUNTING = '_(* #,##0{0}_);_(* (#,##0{0});_(* "-"{1}_);_(@_)'
_DOLLARS = '_("$"* #,##0{0}_);_("$"* (#,##0{0});_("$"* "-"{1}_);_(@_)'
#: The formats that have a number and no code in the file (ISO/IEC 29500-1, 18.8.30; those of
#: Chinese for 27 to 36 and 50 to 58).
BUILT_IN: dict[int, str] = {
    0: "General",
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    5: '"$"#,##0_);("$"#,##0)',
    6: '"$"#,##0_);[Red]("$"#,##0)',
    7: '"$"#,##0.00_);("$"#,##0.00)',
    8: '"$"#,##0.00_);[Red]("$"#,##0.00)',
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    12: "# ?/?",
    13: "# ??/??",
    14: "yyyy-mm-dd",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    22: "yyyy-mm-dd h:mm",
    37: "#,##0_);(#,##0)",
    38: "#,##0_);[Red](#,##0)",
    39: "#,##0.00_);(#,##0.00)",
    40: "#,##0.00_);[Red](#,##0.00)",
    41: _ACCOUNTING.format("", ""),
    42: _DOLLARS.format("", ""),
    43: _ACCOUNTING.format(".00", "??"),
    44: _DOLLARS.format(".00", "??"),
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mm:ss.0",
    48: "##0.0E+0",
    49: "@",
    **dict.fromkeys((27, 36, 50, 52, 57), 'yyyy"年"m"月"'),
    **dict.fromkeys((28, 29, 51, 53, 54, 58), 'm"月"d"日"'),
    30: "m-d-yy",
    31: 'yyyy"年"m"月"d"日"',
    32: 'h"时"mm"分"',
    33: 'h"时"mm"分"ss"秒"',
    **dict.fromkeys((34, 55), '上午/下午h"时"mm"分"'),
    **dict.fromkeys((35, 56), '上午/下午h"时"mm"分"ss"秒"'),
}
_MAX_DECIMALS = 30
#: Room for all digits of any double.
_EXACT = Context(prec=400)


class NumberFormat:
    """One format; `is_plain` when numbers look as they are and texts too (General, @)."""

    def __init__(self, code: str, *, epoch_1904: bool = False) -> None:
        self.code = code
        self._epoch_1904 = epoch_1904
        self._sections = sections_of(code)
        kinds = [token.kind for token in self._sections[0].tokens]
        self.is_plain = len(self._sections) == 1 and kinds in (["general"], ["text"], [])
        self.is_date = any(section.is_date for section in self._sections)
        last = self._sections[-1]
        alone = [token.kind for token in last.tokens] == ["text"]
        self._numeric = [
            at for at, section in enumerate(self._sections[:3]) if not section.has_text
        ]
        self._has_conditions = any(self._sections[at].condition for at in self._numeric)
        self._quick = [self._quick_form(section) for section in self._sections]
        self._text = last if (last.has_text and not alone) or len(self._sections) == 4 else None

    def number(self, value: float) -> str:
        """The number as shown, without the blanks that only align it."""
        if self.is_plain or value != value or value in (float("inf"), float("-inf")):
            return general(value)
        at, magnitude = self._chosen(value)
        section, quick = self._sections[at], self._quick[at]
        if quick is not None and (shown := quick(abs(magnitude))) is not None:
            if section.is_date:
                return shown if value >= 0 else general(value)
            return shown if magnitude >= 0 else f"-{shown}"
        if section.is_date:
            # A date before the first day and one past the year 9999 is shown as #### by Excel.
            shown = date_text(section, value, epoch_1904=self._epoch_1904)
            return general(value) if shown is None else shown.strip()
        try:
            return _number_text(section, magnitude).strip()
        except ArithmeticError:
            return general(value)

    def text(self, value: str) -> str:
        """A text in a cell of this format."""
        if self._text is None:
            return value
        return "".join(
            value if token.kind == "text" else token.value
            for token in self._text.tokens
            if token.kind in ("text", "literal")
        ).strip()

    def _quick_form(self, section: Section) -> Quick | None:
        if section.is_date:
            return quick_date(section, epoch_1904=self._epoch_1904)
        return quick_number(section)

    def _chosen(self, value: float) -> tuple[int, float]:
        """The section for a number, and the number as that shows it: its sign may be the form's."""
        numeric = self._numeric
        if not numeric:
            return 0, value
        if self._has_conditions:
            for at in numeric:
                section = self._sections[at]
                if section.condition is None or section.holds(value):
                    return at, value
            return numeric[-1], value
        if value < 0 and len(numeric) > 1:
            return numeric[1], -value
        if value == 0 and len(numeric) > 2:
            return numeric[2], value
        return numeric[0], value


@lru_cache(maxsize=4096)
def number_format(code: str, *, epoch_1904: bool = False) -> NumberFormat:
    """The format of a code; one that makes no sense shows numbers as they are."""
    try:
        return NumberFormat(code, epoch_1904=epoch_1904)
    except (ValueError, IndexError, KeyError):
        return NumberFormat("General")


def general(value: float) -> str:
    """A number without a format: all its digits, fifteen of them significant at most.

    A narrow column would show fewer, and long numbers of articles or telephones as 1.2E+11.
    """
    if abs(value) < 1e15 and value == int(value):
        return str(int(value))
    shown = f"{value:.15g}"
    if "e" not in shown:
        return shown
    mantissa, _, exponent = shown.partition("e")
    if -10 <= int(exponent) < 0:
        return f"{Decimal(shown):f}"
    return f"{mantissa}E{exponent[0]}{exponent[1:].zfill(2)}"


def _number_text(section: Section, value: float) -> str:
    tokens = section.tokens
    kinds = {token.kind for token in tokens}
    sign = "-" if value < 0 else ""
    if "digit" not in kinds:
        plain = general(abs(value))
        shown = (
            plain if token.kind in ("general", "text") else token.value
            for token in tokens
            if token.kind in ("general", "text", "literal", "percent")
        )
        return (sign if kinds & {"general", "text"} else "") + "".join(shown)
    if "slash" in kinds:
        return _fraction_text(tokens, value)
    number = Decimal(f"{abs(value):.15g}")
    number *= 100 ** sum(token.kind == "percent" for token in tokens)
    if "exponent" in kinds:
        return sign + _scientific_text(tokens, number)
    shown = _filled(tokens, number)
    is_nothing = not any(character in "123456789" for character in shown)
    return shown if is_nothing else sign + shown


def _filled(tokens: Sequence[Token], number: Decimal) -> str:
    """The digits of a number in the places of a format."""
    digits = [at for at, token in enumerate(tokens) if token.kind == "digit"]
    points = [at for at, token in enumerate(tokens) if token.kind == "point"]
    point = points[0] if points else len(tokens)
    whole = [at for at in digits if at < point]
    decimals = [at for at in digits if at > point]
    commas = [at for at, token in enumerate(tokens) if token.kind == "comma"]
    # Commas right behind the last digit divide by a thousand each; between digits they group.
    scaling = 0
    while digits and digits[-1] + 1 + scaling in commas:
        scaling += 1
    grouped = bool(whole) and any(whole[0] < at < whole[-1] for at in commas)
    number = number.scaleb(-3 * scaling)
    places = min(len(decimals), _MAX_DECIMALS)
    number = number.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP, context=_EXACT)
    integer, _, fraction = f"{number:f}".partition(".")
    integer = integer.lstrip("0")
    before = _whole_digits([tokens[at].value for at in whole], integer, grouped=grouped)
    after = _decimal_digits([tokens[at].value for at in decimals], fraction)
    out: list[str] = []
    for at, token in enumerate(tokens):
        if token.kind == "digit":
            out.append(before[whole.index(at)] if at < point else after[decimals.index(at)])
        elif token.kind == "point":
            if at == point:
                if not whole:
                    out.append(integer)
                out.append(".")
        elif token.kind in ("literal", "percent"):
            out.append(token.value)
        elif token.kind == "general":
            out.append(general(float(number)))
    return "".join(out)


def _whole_digits(places: Sequence[str], integer: str, *, grouped: bool) -> list[str]:
    """What stands at each place before the point; the first takes all digits that are over."""
    count = len(places)
    shown = [""] * count
    for place in range(count - 1, -1, -1):
        from_right = count - 1 - place
        if place == 0 and len(integer) > from_right:
            digits = integer[: len(integer) - from_right]
        elif from_right < len(integer):
            digits = integer[len(integer) - 1 - from_right]
        else:
            digits = {"0": "0", "?": " "}.get(places[place], "")
        if grouped and digits.strip():
            digits = _with_commas(digits, from_right)
        shown[place] = digits
    return shown


def _with_commas(digits: str, from_right: int) -> str:
    """`digits`, whose last stands `from_right` places from the point, with commas behind each
    third."""
    out: list[str] = []
    for offset, digit in enumerate(reversed(digits)):
        at = from_right + offset
        out.append(digit + ("," if at and at % 3 == 0 else ""))
    return "".join(reversed(out))


def _decimal_digits(places: Sequence[str], fraction: str) -> list[str]:
    fraction = fraction.ljust(len(places), "0")
    shown: list[str] = []
    needed = len(fraction.rstrip("0"))
    for at, place in enumerate(places):
        is_needed = at < needed or any(later == "0" for later in places[at:])
        shown.append(fraction[at] if is_needed else {"?": " "}.get(place, ""))
    return shown


def _scientific_text(tokens: Sequence[Token], number: Decimal) -> str:
    at = next(index for index, token in enumerate(tokens) if token.kind == "exponent")
    mantissa, rest = tokens[:at], tokens[at + 1 :]
    points = [index for index, token in enumerate(mantissa) if token.kind == "point"]
    whole = mantissa[: points[0]] if points else mantissa
    width = max(1, sum(token.kind == "digit" for token in whole))
    decimals = sum(token.kind == "digit" for token in mantissa) - width if points else 0
    exponent = 0
    if number:
        exponent = number.adjusted() // width * width if width > 1 else number.adjusted()
        step = Decimal(1).scaleb(-max(0, decimals))
        rounded = number.scaleb(-exponent).quantize(step, rounding=ROUND_HALF_UP, context=_EXACT)
        if rounded >= 10**width:
            exponent += width
        number = number.scaleb(-exponent)
    size = sum(token.kind == "digit" for token in rest)
    sign = "-" if exponent < 0 else "+" if tokens[at].value.endswith("+") else ""
    behind = "".join(token.value for token in rest if token.kind == "literal")
    power = str(abs(exponent)).zfill(size)
    return f"{_filled(mantissa, number)}E{sign}{power}{behind}"


def _fraction_text(tokens: Sequence[Token], value: float) -> str:
    """`# ?/?`: a whole number and the nearest fraction whose denominator has that many digits."""
    slash = next(index for index, token in enumerate(tokens) if token.kind == "slash")
    below = list(tokens[slash + 1 :])
    fixed = "".join(token.value for token in below if token.value.isdigit()).lstrip("0")
    size = sum(token.kind == "digit" for token in below)
    first = slash
    while first and tokens[first - 1].kind == "digit":
        first -= 1
    has_whole = any(token.kind == "digit" for token in tokens[:first])
    exact = Fraction(f"{abs(value):.15g}")
    whole = int(exact) if has_whole else 0
    rest = exact - whole
    if fixed and fixed.isdigit() and int(fixed):
        below_number = int(fixed)
        above_number = int(rest * below_number + Fraction(1, 2))
    else:
        nearest = rest.limit_denominator(10 ** min(max(size, 1), 6) - 1)
        above_number, below_number = nearest.numerator, nearest.denominator
    if has_whole and above_number >= below_number:
        whole, above_number = whole + 1, 0
    sign = "-" if value < 0 and (whole or above_number) else ""
    parts: list[str] = []
    if has_whole and (whole or not above_number):
        parts.append(str(whole))
    if above_number or not has_whole:
        parts.append(f"{above_number}/{below_number}")
    lead = "".join(token.value for token in tokens[:first] if token.kind == "literal").strip()
    tail = "".join(
        token.value for token in below if token.kind == "literal" and not token.value.isdigit()
    )
    return lead + sign + " ".join(parts) + tail
