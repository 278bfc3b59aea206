"""Colour, ground and size of the text of a web page, as far as its tags say; no style sheets.

    look = PLAIN.inside("p", {"style": "color: #fff"})
    look.marks                                  # {Mark.SUSPICIOUS}: white on white

A colour or a ground that is not known (a picture, a gradient, a sheet that sets grounds) hides
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from ragstone.model.mark import Mark
from ragstone.parsers.unseen import WHITE, blends_in, hex_colour, is_tiny

_DECLARATION = re.compile(
    r"(?:^|;)\s*(color|background(?:-color|-image)?|font-size)\s*:([^;]*)", re.IGNORECASE
)
_SAYS_SOMETHING = re.compile(r"color|background|font-size", re.IGNORECASE)
_COLOUR = re.compile(r"#([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|rgba?\(([^)]*)\)|\b([a-z]+)\b")
_NUMBER = re.compile(r"\d*\.?\d+%?")
_SIZE = re.compile(r"(\d*\.?\d+)\s*(px|pt|em|rem|%)?(?=\s|!|$)")
_NAMED = {
    "white": WHITE,
    "snow": 0xFFFAFA,
    "ivory": 0xFFFFF0,
    "whitesmoke": 0xF5F5F5,
    "ghostwhite": 0xF8F8FF,
    "floralwhite": 0xFFFAF0,
    "black": 0,
    "red": 0xFF0000,
    "blue": 0x0000FF,
    "green": 0x008000,
    "yellow": 0xFFFF00,
    "gray": 0x808080,
    "grey": 0x808080,
    "navy": 0x000080,
}
_SAME = frozenset({"none", "transparent", "inherit", "initial", "unset", ""})
#: CSS Values 4, 5.2: 96 pixels are 72 points; a page's own size is 16 of them.
_PT = {"px": 0.75, "pt": 1.0, "rem": 12.0}
_PAGE_PT = 12.0
_NO_MARKS: frozenset[Mark] = frozenset()
_HIDDEN, _SUSPICIOUS = frozenset({Mark.HIDDEN}), frozenset({Mark.SUSPICIOUS})


class Look(NamedTuple):
    """What encloses a text; None for what is not said or not known. A size is in points."""

    colour: int | None = None
    ground: int | None = WHITE
    size_pt: float | None = None

    @property
    def marks(self) -> frozenset[Mark]:
        """Hidden at size nought, suspicious when too small or in the colour of its ground."""
        if self.size_pt == 0:
            return _HIDDEN
        unseen = is_tiny(self.size_pt) or blends_in(self.colour, self.ground)
        return _SUSPICIOUS if unseen else _NO_MARKS

    def inside(self, tag: str, attributes: Mapping[str, str | None]) -> Look:
        """The look inside a tag."""
        if not attributes:
            return self
        look = self
        if tag == "font" and attributes.get("color"):
            look = look._replace(colour=_colour(attributes["color"] or ""))
        if attributes.get("bgcolor"):
            look = look._replace(ground=_colour(attributes["bgcolor"] or ""))
        if attributes.get("background"):
            look = look._replace(ground=None)
        style = attributes.get("style") or ""
        return look._styled(style) if style and _SAYS_SOMETHING.search(style) else look

    def _styled(self, style: str) -> Look:
        look = self
        for name, said in _DECLARATION.findall(style):
            value = said.lower().replace("!important", "").strip()
            if name.lower() == "color":
                if value not in ("inherit", "unset"):
                    look = look._replace(colour=_colour(value))
            elif name.lower() == "font-size":
                look = look._replace(size_pt=_points(value, self.size_pt))
            elif value not in _SAME:
                is_flat = "(" not in value or value.startswith("rgb")
                look = look._replace(ground=_colour(value) if is_flat else None)
        return look


#: Text on a page of which nothing is said.
PLAIN = Look()


def _colour(said: str) -> int | None:
    """The colour in a value; None where it has none that is opaque."""
    found = _COLOUR.search(said.strip().lower())
    if found is None:
        return None
    digits, parts, name = found.groups()
    if name:
        return _NAMED.get(name)
    if digits:
        if len(digits) < 6:
            digits = "".join(digit * 2 for digit in digits)
        return hex_colour(digits[:6]) if digits[6:] in ("", "ff") else None
    numbers = _NUMBER.findall(parts)
    if len(numbers) == 4 and float(numbers[3].rstrip("%")) < (100 if "%" in numbers[3] else 1):
        return None
    if len(numbers) < 3:
        return None
    red, green, blue = (_part(number) for number in numbers[:3])
    return red << 16 | green << 8 | blue


def _part(number: str) -> int:
    value = float(number.rstrip("%"))
    return min(255, round(value * 2.55 if number.endswith("%") else value))


def _points(said: str, outer: float | None) -> float | None:
    found = _SIZE.match(said)
    if found is None:
        return None
    number, unit = float(found[1]), found[2] or ("px" if float(found[1]) == 0 else "")
    if unit in ("em", "%"):
        return number / (100 if unit == "%" else 1) * (_PAGE_PT if outer is None else outer)
    return number * _PT[unit] if unit else outer
