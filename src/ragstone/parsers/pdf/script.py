"""What characters are, as far as joining them to words and lines needs it.

Not here: languages and their names.
"""

from __future__ import annotations

import re
import unicodedata

#: Blanks of the file.
BLANKS = "\t \u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u202f\u205f\u3000"
#: Line ends, zero-width and direction signs: nothing that a reader sees.
SILENT = "\n\r\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\ufeff"
# pdfium's own sign for a hyphen at a line's end, and what it was in older versions.
_LINE_END_HYPHENS = "\x02\ufffe"
_LIGATURES = "\ufb00-\ufb06"
_PRESENTED = "\ufb13-\ufb17\ufb1d-\ufbff\ufc00-\ufdff\ufe70-\ufefc"
_PRIVATE = "\ue000-\uf8ff\U000f0000-\U0010ffff"
_NO_TEXT = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffd\uffff"
# Symbol and Wingdings put their bullets here.
_PRIVATE_BULLETS = frozenset("\uf0a7\uf0a8\uf0b7\uf06c\uf06e\uf076\uf0d8\uf0fc")

SOFT_HYPHEN = "\u00ad"
BLANK = re.compile(f"[{BLANKS}]")
#: A glyph that is written otherwise, or not at all.
ODD = re.compile(f"[{_LINE_END_HYPHENS}{_LIGATURES}{_PRESENTED}{_PRIVATE}{_NO_TEXT}]")
#: Letters of scripts that are read from right to left.
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


def readable(glyph: str) -> str:
    """The text of a glyph; "" when it has none that could be read.

    Ligatures are spelled out and the forms that a letter takes beside others folded, since these
    are a matter of the font. Kangxi radicals and other compatibility characters stay: they are
    what the file says.
    """
    if not ODD.match(glyph):
        return glyph
    if glyph in _LINE_END_HYPHENS:
        return "-"
    if glyph in _PRIVATE_BULLETS:
        return "•"
    if "\ufb00" <= glyph <= "\ufefc":
        return unicodedata.normalize("NFKC", glyph)
    return ""
