"""Fonts and code pages: from the bytes of an RTF file to its characters."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ragstone.parsers.rtf.charsets import SYMBOL_CHARSET
from ragstone.parsers.rtf.state import State
from ragstone.text.code_pages import of_charset, of_code_page

#: Adobe's Symbol: letters of Greek where Latin ones are written; then signs.
_SYMBOL = str.maketrans(
    "abgdezhqiklmnxoprstufcywABGDEZHQIKLMNXOPRSTUFCYW·\xa3\xb3\xb1\xb4\xb9\xa5\xa2\xae\xac\xb0",
    "αβγδεζηθικλμνξοπρστυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ•≤≥±×≠∞′→←°",
)
_PRIVATE = 0xF000
_PAIRS = re.compile(rb"(?:[\x00-\x7f]|[\x81-\xfe][\xa1-\xfe])*+")
_WIDE = frozenset({"gb18030", "cp932", "cp949", "cp950", "big5", "johab"})


@dataclass(slots=True)
class _Font:
    """One row of the font table."""

    encoding: str | None = None
    is_symbol: bool = False
    is_western: bool = False
    name: str = ""


class Fonts:
    """The font table, as it is being read, and the encodings that follow from it."""

    def __init__(self) -> None:
        self.encoding = "cp1252"
        self.default: int | None = None
        self._fonts: dict[int, _Font] = {}
        self._open = _Font()

    def begin(self, number: int | None) -> None:
        """The next words define this font."""
        self._open = self._fonts[-1 if number is None else number] = _Font()

    def name(self, text: str) -> None:
        self._open.name += text

    def charset(self, number: int | None) -> None:
        if number is not None:
            self._open.encoding = of_charset(number)
            self._open.is_symbol = number == SYMBOL_CHARSET
            self._open.is_western = number == 0

    def code_page(self, number: int | None, *, of_font: bool) -> None:
        found = of_code_page(number or 0)
        if found is not None and of_font:
            self._open.encoding = found
        elif found is not None:
            self.encoding = found

    def decoded(self, raw: bytes, state: State) -> str:
        """The characters of `raw` in the font of `state`."""
        font = self._current(state)
        if font is not None and font.is_symbol:
            return _signs(raw.decode("cp1252", "replace"), font)
        encoding = None if font is None else font.encoding
        if font is not None and font.is_western and self.encoding in _WIDE and not _is_paired(raw):
            encoding = "cp1252"
        return raw.decode(encoding or self.encoding, "replace")

    def character(self, code: int, state: State) -> str:
        """One character by its code; symbol fonts use the private area."""
        if _PRIVATE <= code < _PRIVATE + 256:
            font = self._current(state)
            return _signs(chr(code - _PRIVATE), font or _Font())
        return chr(code) if 0 < code <= 0x10FFFF else ""

    def _current(self, state: State) -> _Font | None:
        number = state.fonts.get(state.script, self.default)
        return None if number is None else self._fonts.get(number)


def _is_paired(raw: bytes) -> bool:
    """Whether bytes above ASCII come in pairs, as Chinese, Japanese and Korean ones do: writers
    of such systems give Western fonts to them too.
    """
    return _PAIRS.fullmatch(raw) is not None


def _signs(text: str, font: _Font) -> str:
    """Letters of a symbol font as what they look like; a bullet for signs without a code."""
    if font.name.strip().lower().startswith("symbol"):
        return text.translate(_SYMBOL)
    return "".join(sign if sign.isspace() else "•" for sign in text)
