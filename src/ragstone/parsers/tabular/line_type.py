"""What a text alone in its rows is: prose, the title of a table, or neither.

line_type("Catches of 2024", heads=True)        # ElementType.TITLE
"""

from __future__ import annotations

import re

from ragstone.model.element import ElementType
from ragstone.text.prose import reads_like_prose

_TITLE_LENGTH = 120
_SENTENCE_END = re.compile(r"[.!?。！？;；,，…][\"'”’）)」』]*$")


def line_type(text: str, *, heads: bool) -> ElementType:
    """`heads`: whether it stands over a table, or over all there is."""
    if reads_like_prose(text):
        return ElementType.NARRATIVE_TEXT
    short = len(text) <= _TITLE_LENGTH and "\n" not in text
    named = short and any(map(str.isalpha, text)) and not _SENTENCE_END.search(text)
    return ElementType.TITLE if heads and named else ElementType.UNCATEGORIZED_TEXT
