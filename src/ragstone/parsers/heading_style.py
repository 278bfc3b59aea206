"""Names of paragraph styles that make headings, in the languages that word processors have them.

heading_level("Heading 2"), heading_level("标题 1"), heading_level("Body Text")    # 2, 1, None
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ragstone.model.element import Element, ElementType

_HEADING = re.compile(
    r"(?:heading|标题|標題|見出し|überschrift|titre|título|titolo|заголовок)\s*([1-9])",
    re.IGNORECASE,
)
#: The styles of a document's own title and subtitle.
_TITLES = {"title": 1, "标题": 1, "標題": 1, "subtitle": 2, "副标题": 2, "副標題": 2}

#: The fact under which a title has the name of the style that makes it one.
STYLE = "style"


def heading_level(style: str) -> int | None:
    """1 to 9 for heading styles, 1 and 2 for a document's title and subtitle, else None."""
    if match := _HEADING.fullmatch(style):
        return int(match[1])
    return _TITLES.get(style.lower())


def below_title(elements: Sequence[Element]) -> list[Element]:
    """The same elements, all headings a level below the document's own title.

    "Heading 1" is the highest level below a paragraph in the style "Title". Where that is not the
    only one, or no heading's first, it is a heading like the others.
    """
    titles = [element for element in elements if element.type is ElementType.TITLE]
    own = [element for element in titles if _rank(element) == 1]
    if len(own) != 1 or own[0] is not titles[0] or own[0].level != 1:
        return list(elements)
    kept = {id(own[0]), *(id(element) for element in titles if _rank(element) == 2)}
    return [
        replace(element, level=element.level + 1)
        if element.type is ElementType.TITLE and element.level and id(element) not in kept
        else element
        for element in elements
    ]


def _rank(element: Element) -> int | None:
    """1 for a paragraph in the style of a document's title, 2 for one in that of its subtitle."""
    return _TITLES.get(str(element.facts.get(STYLE, "")).lower())
