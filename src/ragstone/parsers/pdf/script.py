"""What characters are, as far as joining them to words and lines needs it.

Not here: languages and their names.
"""

from __future__ import annotations

_BLANKS = frozenset({0x09, 0x20, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000})
_ZERO_WIDTH = frozenset({0x200B, 0x2060, 0xFEFF, 0x200E, 0x200F, *range(0x202A, 0x202F)})
# pdfium's own sign for a hyphen at a line's end, and what it was in older versions.
_LINE_END_HYPHENS = frozenset({0x02, 0xFFFE})
_LIGATURES = dict(
    zip(range(0xFB00, 0xFB07), ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True)
)
# Symbol and Wingdings put their bullets here.
_PRIVATE_BULLETS = frozenset({0xF0A7, 0xF0A8, 0xF0B7, 0xF06C, 0xF06E, 0xF076, 0xF0D8, 0xF0FC})

SOFT_HYPHEN = "\u00ad"


def is_blank(code: int) -> bool:
    return code in _BLANKS


def is_silent(code: int) -> bool:
    """Line ends, zero-width and direction signs: nothing that a reader sees."""
    return code in _ZERO_WIDTH or code in (0x0A, 0x0D)


def readable(code: int) -> str:
    """The text of a glyph's code point; "" when it has none that could be read.

    Ligatures are spelled out, since they are a matter of the font. Kangxi radicals and other
    compatibility characters stay: they are what the file says.
    """
    if code in _LINE_END_HYPHENS:
        return "-"
    if code in _LIGATURES:
        return _LIGATURES[code]
    if code in _PRIVATE_BULLETS:
        return "•"
    control = code < 0x20 or 0x7F <= code < 0xA0
    private = 0xE000 <= code < 0xF900 or code >= 0xF0000
    surrogate = 0xD800 <= code < 0xE000
    if control or private or surrogate or code in (0xFFFD, 0xFFFF) or code > 0x10FFFF:
        return ""
    return chr(code)
