"""Telling running text from labels, names and numbers, in Latin and CJK scripts alike."""

from __future__ import annotations

import re

from ragstone.text.script import count_words

_SENTENCE_END = re.compile(r"[.!?。！？…](?:[\"'”’）)」』\]]*)(?:\s|\Z)|[。！？]")
#: Long paragraphs show their nature in their beginning.
_LOOKED_AT = 2000
_ASCII = re.compile(r"[\x00-\x7f]+")
_ASCII_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def reads_like_prose(text: str) -> bool:
    """Whether `text` has a sentence: an end mark and five words, or thirty words without one."""
    text = text[:_LOOKED_AT]
    words = count_words(text)
    if words < 5 or (words < 30 and not _SENTENCE_END.search(text)):
        return False
    # Last, for it is dear: mostly letters, and no row of figures.
    return _count_letters(text) * 2 >= len(text.strip())


def _count_letters(text: str) -> int:
    """As many as `str.isalpha` finds; ASCII is not looked at letter by letter, which is dear."""
    plain = text.encode("ascii", "ignore")
    letters = len(plain) - len(plain.translate(None, _ASCII_LETTERS))
    if len(plain) < len(text):
        letters += sum(map(str.isalpha, _ASCII.sub("", text)))
    return letters
