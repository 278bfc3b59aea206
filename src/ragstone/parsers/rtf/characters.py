"""Characters from the bytes and the `\\u` words of an RTF file.

Bytes wait until a word ends them: a character may have several. What stands behind a `\\u` for old
readers is passed over.
"""

from __future__ import annotations

from ragstone.parsers.rtf.fonts import Fonts
from ragstone.parsers.rtf.state import State
from ragstone.parsers.rtf.tokens import Token

_MAX_FALLBACK = 100
_REPLACEMENT = 0xFFFD


class Characters:
    """Takes tokens of text and gives characters; `fonts` say in which code page bytes are."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._bytes: list[bytes] = []
        self._skip = self._surrogate = 0

    def add(self, token: Token, *, is_wanted: bool) -> None:
        """Bytes of text, or what stands for the `\\u` before them."""
        data = token.data
        if self._skip:
            taken = 1 if token.is_byte else min(self._skip, len(data))
            self._skip -= taken
            data = data[taken:]
        if data and is_wanted:
            self._bytes.append(data)

    def stands_for_unicode(self) -> bool:
        """Whether a sign with a word of its own is a fallback, and so no text."""
        if not self._skip:
            return False
        self._skip -= 1
        return True

    def end_fallback(self) -> None:
        """A writer that leaves the fallback out ends it with the next word."""
        self._skip = 0

    def flush(self, state: State) -> str:
        """The characters of the bytes that wait."""
        if not self._bytes:
            return ""
        raw, self._bytes = b"".join(self._bytes), []
        return self._fonts.decoded(raw, state)

    def unicode(self, number: int, state: State) -> str:
        """The character of a `\\u`; "" for the first half of one in two."""
        code = number + 0x10000 if number < 0 else number
        self._skip = min(state.fallback, _MAX_FALLBACK)
        if 0xD800 <= code < 0xDC00:
            self._surrogate = code
            return ""
        if 0xDC00 <= code < 0xE000:
            high, self._surrogate = self._surrogate, 0
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00) if high else _REPLACEMENT
        return self._fonts.character(code, state)
