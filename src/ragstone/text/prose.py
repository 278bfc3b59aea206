"""Telling running text from labels, names and numbers, in Latin and CJK scripts alike."""

from __future__ import annotations

import re

from ragstone.text.script import count_words

_SENTENCE_END = re.compile(r"[.!?。！？…](?:[\"'”’）)」』\]]*)(?:\s|\Z)|[。！？]")
#: Long paragraphs show their nature in their beginning.
_LOOKED_AT = 2000


def reads_like_prose(text: str) -> bool:
    """Whether `text` has a sentence: an end mark and five words, or thirty words without one."""
    text = text[:_LOOKED_AT]
    letters = sum(character.isalpha() for character in text)
    if letters * 2 < len(text.strip()):
        return False
    words = count_words(text)
    return words >= 30 or (words >= 5 and bool(_SENTENCE_END.search(text)))
