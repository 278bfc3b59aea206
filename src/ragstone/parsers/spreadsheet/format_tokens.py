"""Number formats of spreadsheets, cut into sections and tokens (ISO/IEC 29500-1, 18.8.31).

sections_of('[>=100]#,##0;0.0" t"')[1].tokens     # [Token("digits", "0.0"), …]
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import NamedTuple

#: Excel writes no longer ones.
MAX_LENGTH = 255

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "<>": operator.ne,
}
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?'
    r"|\\(?P<escaped>.)"
    r"|_(?P<room>.)"
    r"|\*(?P<fill>.)"
    r"|\[(?P<bracket>[^\]]*)\]"
    r"|(?P<general>General|G/通用格式)"
    r"|(?P<noon>AM/PM|A/P|上午/下午|午前/午後)"
    r"|(?P<date>y+|m+|d+|h+|s+(?:\.0+)?|a{3,4}|g+|e+(?![+-])|b+)"
    r"|(?P<exponent>E[+-])"
    r"|(?P<text>@)"
    r"|(?P<digit>[0#?])"
    r"|(?P<point>\.)|(?P<comma>,)|(?P<percent>%)|(?P<slash>/)"
    r"|(?P<literal>.)",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)\Z")
_CURRENCY = re.compile(r"\$([^-]*)(?:-([0-9A-Fa-f]+))?")
_ELAPSED = re.compile(r"h+|m+|s+", re.IGNORECASE)
_LITERALS = frozenset({"quoted", "escaped", "literal"})


class Token(NamedTuple):
    """`kind`: literal, digit, point, comma, percent, slash, exponent, date, elapsed, noon, text or
    general; `value` is what stands there."""

    kind: str
    value: str


class Section(NamedTuple):
    """One of the up to four forms of a format: what it is for, and how it looks.

    `locale` is the language's number ("804"), `numerals` that of `[DBNum1]`, 0 without.
    """

    tokens: tuple[Token, ...]
    condition: tuple[Callable[[float, float], bool], float] | None
    locale: str
    numerals: int

    @property
    def is_date(self) -> bool:
        return any(token.kind in ("date", "elapsed", "noon") for token in self.tokens)

    @property
    def has_text(self) -> bool:
        return any(token.kind == "text" for token in self.tokens)

    def holds(self, number: float) -> bool:
        """Whether the section's own condition is true of the number."""
        return self.condition is not None and self.condition[0](number, self.condition[1])


def sections_of(code: str) -> list[Section]:
    """The sections of a format, at least one; what stands in none of the rules is literal."""
    found: list[list[Token]] = [[]]
    conditions: list[tuple[Callable[[float, float], bool], float] | None] = [None]
    locale, numerals = "", 0
    for match in _TOKEN.finditer(code[:MAX_LENGTH]):
        kind = match.lastgroup or "literal"
        value = match[kind]
        if kind == "bracket":
            condition = _CONDITION.match(value)
            currency = _CURRENCY.match(value)
            if condition:
                conditions[-1] = (_COMPARE[condition[1]], float(condition[2]))
            elif currency:
                found[-1].append(Token("literal", currency[1]))
                locale = (currency[2] or locale).upper()
            elif _ELAPSED.fullmatch(value):
                found[-1].append(Token("elapsed", value.lower()))
            elif value[:5].lower() == "dbnum" and value[5:].isdigit():
                numerals = int(value[5:6])
        elif kind == "literal" and value == ";":
            found.append([])
            conditions.append(None)
        elif kind == "room":
            found[-1].append(Token("literal", " "))
        elif kind in _LITERALS:
            found[-1].append(Token("literal", value))
        elif kind != "fill":
            found[-1].append(Token(kind, value.lower() if kind == "date" else value))
    return [
        Section(tuple(_settled(tokens)), condition, locale[-4:].lstrip("0"), numerals)
        for tokens, condition in zip(found[:4], conditions[:4], strict=True)
    ]


def _settled(tokens: list[Token]) -> list[Token]:
    """`m` is minutes behind hours and before seconds; points and slashes of dates are literal."""
    times = [at for at, token in enumerate(tokens) if token.kind in ("date", "elapsed")]
    if not times and not any(token.kind == "noon" for token in tokens):
        return tokens
    settled = [
        Token("literal", token.value)
        if token.kind in ("point", "comma", "slash", "digit", "percent", "exponent")
        else token
        for token in tokens
    ]
    for place, at in enumerate(times):
        if not set(tokens[at].value) <= {"m"} or len(tokens[at].value) > 2:
            continue
        before = tokens[times[place - 1]].value if place else ""
        after = tokens[times[place + 1]].value if place + 1 < len(times) else ""
        if tokens[at].kind == "date" and (before[:1] in ("h", "s") or after[:1] == "s"):
            settled[at] = Token("minute", tokens[at].value)
    return settled
