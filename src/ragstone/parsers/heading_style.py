"""Names of paragraph styles that make headings, in the languages that word processors have them.

heading_level("Heading 2"), heading_level("标题 1"), heading_level("Body Text")    # 2, 1, None
"""

from __future__ import annotations

import re

_HEADING = re.compile(
    r"(?:heading|标题|標題|見出し|überschrift|titre|título|titolo|заголовок)\s*([1-9])",
    re.IGNORECASE,
)
#: The styles of a document's own title and subtitle.
_TITLES = {"title": 1, "标题": 1, "標題": 1, "subtitle": 2, "副标题": 2, "副標題": 2}


def heading_level(style: str) -> int | None:
    """1 to 9 for heading styles, 1 and 2 for a document's title and subtitle, else None."""
    if match := _HEADING.fullmatch(style):
        return int(match[1])
    return _TITLES.get(style.lower())


def is_title(style: str) -> bool:
    """Whether it is the style of the document's own title."""
    return _TITLES.get(style.lower()) == 1
