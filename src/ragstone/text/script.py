"""Writing systems: which characters are wide, and how two lines of one paragraph join.

    joint("潮汐", "表")      # ""
    joint("tide", "table")   # " "

Sentences and grapheme clusters live in their own files.
"""

from __future__ import annotations

import re

#: Han, kana, bopomofo, CJK punctuation and full-width forms; not Hangul, which has blanks.
_WIDE = (
    "\u2e80-\u312f\u3190-\u31ff\u3220-\u9fff\uf900-\ufaff\ufe30-\ufe4f"
    "\uff01-\uff60\uffe0-\uffe6\U00020000-\U0003ffff"
)
WIDE = re.compile(f"[{_WIDE}]")


def joint(left: str, right: str) -> str:
    """What stands between two lines of a paragraph: nothing between wide characters, else a blank.

    CSS Text 3, 4.1.3 (segment break transformation rules). "" when a side is empty.
    """
    if not left or not right or (WIDE.match(left[-1]) and WIDE.match(right[0])):
        return ""
    return " "


def count_words(text: str) -> int:
    """Words between blanks, plus one for every two wide characters (about a Chinese word)."""
    if text.isascii():
        return len(text.split())
    narrow, wide = WIDE.subn(" ", text)
    return len(narrow.split()) + (wide + 1) // 2
